// Sends a read and a write at a fixed interval, whether or not earlier ones have returned, and records how long each
// took: shows what hangs or is refused during a fault, and when it is over.
import { pause } from './drill.ts';
import { addition, send, type Sent } from './requests.ts';

export interface Reply {
  kind: 'read' | 'write';
  /** performance.now() when it was sent */
  at: number;
  /** until the response, or until the connection broke */
  ms: number;
  /** null if the connection broke, or no response came within a minute */
  status: number | null;
}

export interface Probe {
  /** in the order of the responses */
  readonly replies: readonly Reply[];
  /** the writes, for verify.ts */
  readonly sent: readonly Sent[];
  /** Waits until a write sent from now on succeeds; returns how long that took, ms. Null after `withinMs`. */
  untilWritten(withinMs: number): Promise<number | null>;
  /** Waits for the responses to everything sent so far. */
  settled(): Promise<void>;
  /** Sends no more, and waits for outstanding responses. */
  stop(): Promise<void>;
}

const INTERVAL_MS = 100;
const TIMEOUT_MS = 60_000;

/** `urlOf` is called before each request. */
export function startProbe({
  urlOf,
  cookie,
  userId,
  today,
  intervalMs = INTERVAL_MS,
}: {
  urlOf: () => string;
  cookie: string;
  userId: string;
  /** e.g. `2026-11-21` */
  today: string;
  intervalMs?: number;
}): Probe {
  const replies: Reply[] = [];
  const sent: Sent[] = [];
  const open = new Set<Promise<void>>();

  const timed = async (kind: Reply['kind'], ask: () => Promise<number | null>): Promise<void> => {
    const at = performance.now();
    const status = await ask();
    replies.push({ kind, at, ms: performance.now() - at, status });
  };
  const read = async (): Promise<number | null> => {
    try {
      const answer = await fetch(`${urlOf()}/api/fines?userId=${userId}`, {
        headers: { cookie },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return null;
    }
  };
  const write = async (): Promise<number | null> => {
    const request = addition({ userId, amount: 1, date: today, fineType: 'Probe' });
    sent.push(request);
    await send(urlOf(), cookie, request, TIMEOUT_MS);
    return request.status;
  };
  const ask = (): void => {
    for (const [kind, question] of [
      ['read', read],
      ['write', write],
    ] as const) {
      const asked = timed(kind, question).finally(() => open.delete(asked));
      open.add(asked);
    }
  };
  const timer = setInterval(ask, intervalMs);

  return {
    replies,
    sent,
    async untilWritten(withinMs) {
      const from = performance.now();
      while (performance.now() - from < withinMs) {
        const first = replies.find(({ kind, at, status }) => kind === 'write' && at >= from && status === 200);
        if (first !== undefined) return first.at + first.ms - from;
        await pause(20);
      }
      return null;
    },
    settled: async () => void (await Promise.all(open)),
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

/** Counts by status in one line, and whether each status is 200 or 503. */
export function summary(replies: readonly Reply[]): { text: string; clear: boolean; slowestMs: number } {
  const statuses = Map.groupBy(replies, ({ status }) => status);
  const slowestMs = Math.round(Math.max(0, ...replies.map(({ ms }) => ms)));
  const counts = [...statuses].map(([status, those]) => `${those.length} × ${status ?? 'broken off'}`).toSorted();
  return {
    text: `${counts.join(', ')}; ${slowestMs} ms at the most`,
    clear: replies.every(({ status }) => status === 200 || status === 503),
    slowestMs,
  };
}
