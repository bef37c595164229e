// Watches a server from outside while requests are sent to it: the largest heap that its garbage collector reports, and
// how long /healthz takes. A separate thread requests /healthz, and the server's wait for a processor is subtracted, so
// that it measures neither the drill itself nor a busy machine.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** Node's options with which a server reports every garbage collection on its standard output. */
export const REPORT_HEAP = ['--trace-gc'];
const COLLECTION = /ms: (?:Scavenge|Mark-Compact|Minor|Incremental)[^\n]*? (\d+\.\d) \(\d+\.\d\) -> /g;
const BETWEEN_MS = 10;

/** The largest heap, in MB, reported in a server's output. */
export class HeapWatch {
  largest = 0;
  #line = '';

  read(output: string): void {
    const text = this.#line + output;
    for (const [, before] of text.matchAll(COLLECTION)) this.largest = Math.max(this.largest, Number(before));
    this.#line = text.slice(text.lastIndexOf('\n') + 1);
  }
}

export interface HealthWatch {
  /** The slowest answer since the previous call, in ms; infinite if one failed. */
  slowest(): Promise<number>;
  stop(): Promise<unknown>;
}

interface Watched {
  url: string;
  pid: number;
  /** shared by both threads: the slowest answer, and the number of answers */
  seen: Float64Array;
}

export function watchHealth({ url, pid }: { url: string; pid: number }): HealthWatch {
  const seen = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, pid, seen } satisfies Watched });
  return {
    async slowest() {
      // Waits for the request under way and for one that begins now.
      for (const until = (seen[1] ?? 0) + 2; (seen[1] ?? 0) < until;) await pause(BETWEEN_MS);
      const [slowest = Infinity] = seen;
      seen[0] = 0;
      return slowest;
    },
    stop: () => worker.terminate(),
  };
}

/** How long the main thread of a process has waited for a processor, in ms; 0 if the system does not report it. */
function waitedForProcessor(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

function ask({ url, pid }: Watched): Promise<number> {
  const [began, waited] = [performance.now(), waitedForProcessor(pid)];
  return new Promise((resolve) => {
    const asked = request(`${url}/healthz`, (answer) => {
      answer.resume();
      answer.once('end', () => {
        const ms = performance.now() - began - (waitedForProcessor(pid) - waited);
        resolve(answer.statusCode === 200 ? ms : Infinity);
      });
    });
    asked.once('error', () => resolve(Infinity));
    asked.end();
  });
}

async function watch(watched: Watched): Promise<void> {
  const { seen } = watched;
  for (;;) {
    const ms = await ask(watched);
    seen[0] = Math.max(seen[0] ?? 0, ms);
    seen[1] = (seen[1] ?? 0) + 1;
    await pause(BETWEEN_MS);
  }
}

if (!isMainThread) void watch(workerData as Watched);
