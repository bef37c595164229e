// Watches a server from outside while requests are sent to it: the largest heap that its garbage collector reports, and how
// long /healthz takes, which is asked from a thread of its own, so that it measures the server and not the drill.
import { request } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Node's options with which a server reports every garbage collection on its standard output. */
export const REPORT_HEAP = ['--trace-gc'];
const COLLECTION = /ms: (?:Scavenge|Mark-Compact|Minor|Incremental)[^\n]*? (\d+\.\d) \(\d+\.\d\) -> /g;
const BETWEEN_MS = 10;

/** The largest heap, in MB, that the output of a server tells of. */
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
  /** The slowest answer since it was asked last, in ms; infinite where one failed. */
  slowest(): Promise<number>;
  stop(): Promise<unknown>;
}

export function watchHealth(url: string): HealthWatch {
  const worker = new Worker(new URL(import.meta.url), { workerData: url });
  return {
    slowest: () =>
      new Promise((resolve) => {
        worker.once('message', resolve);
        worker.postMessage('slowest');
      }),
    stop: () => worker.terminate(),
  };
}

function ask(url: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const asked = request(`${url}/healthz`, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode === 200 ? performance.now() - began : Infinity));
    });
    asked.once('error', () => resolve(Infinity));
    asked.end();
  });
}

async function watch(url: string): Promise<void> {
  let slowest = 0;
  parentPort?.on('message', () => {
    // One that began before is part of it.
    void ask(url).then((ms) => {
      parentPort?.postMessage(Math.max(slowest, ms));
      slowest = 0;
    });
  });
  for (;;) {
    slowest = Math.max(slowest, await ask(url));
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
}

if (!isMainThread) void watch(workerData as string);
