// Asks a server something again and again, whether earlier questions are answered or not, and notes how long each answer
// took: what hangs or is refused during trouble, and when it is over.
import { randomUUID } from 'node:crypto';
import { pause } from './drill.ts';
import { send, type Sent } from './writers.ts';

export interface Reply {
  kind: 'read' | 'write';
  /** performance.now() when it was asked */
  at: number;
  /** until the answer, or until the connection broke */
  ms: number;
  /** null when the connection broke, or no answer came within a minute */
  status: number | null;
}

export interface Probe {
  /** in the order in which they were answered */
  readonly replies: readonly Reply[];
  /** the writes among them, for verify.ts */
  readonly sent: readonly Sent[];
  /** Waits until a write asked for after this moment succeeds; answers how long that took, ms. Null after `withinMs`. */
  untilWritten(withinMs: number): Promise<number | null>;
  /** Waits until everything asked so far is answered. */
  settled(): Promise<void>;
  /** Asks no more, and waits for the answers that are still to come. */
  stop(): Promise<void>;
}

const EVERY_MS = 100;
const GIVE_UP_MS = 60_000;

/** One read and one write every 100 ms. `urlOf` is asked before each. */
export function startProbe({
  urlOf,
  cookie,
  userId,
  today,
}: {
  urlOf: () => string;
  cookie: string;
  userId: string;
  /** e.g. `2026-11-21` */
  today: string;
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
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return null;
    }
  };
  const write = async (): Promise<number | null> => {
    const key = randomUUID();
    const body = { fineType: 'Probe', description: key, amount: 1, date: today, userIds: [userId] };
    const nothing = { fineId: null, answer: null, status: null };
    const request: Sent = { key, kind: 'add', method: 'POST', path: '/fines', body, ...nothing };
    sent.push(request);
    await send(urlOf(), cookie, request, GIVE_UP_MS);
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
  const timer = setInterval(ask, EVERY_MS);

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

/** What answers look like in one line, and whether each is 200 or a clear refusal (503). */
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
