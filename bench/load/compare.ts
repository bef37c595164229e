// Each operation beside its floors, in one run: the whole server, a bare node:http answer of the same bytes, and the same
// statements on the driver alone. Twenty connections for throughput, one for the time of a single request.
import type { Statement } from '../../tests/helpers/sent-statements.ts';
import { type Figures, figuresOf } from '../measure/figures.ts';
import { type LoadResult, type LoopResult, runLoop, sendLoad, type Shot, startAnswering } from './protocol.ts';
import type { Recorded, Recorder } from './recorder.ts';

/** What one of the three does: requests a second over many connections, and the time of one over a single connection. */
export interface Speed {
  perSecond: number;
  many: Figures;
  one: Figures;
}

export interface Compared {
  name: string;
  ours: Speed;
  http: Speed;
  sql: Speed;
  /** the lower of the two floors */
  floor: 'http' | 'sql';
  /** throughput of ours to that of the floor */
  ratio: number;
  /** what ours is meant to reach */
  target: number;
  /** the largest share of a processor that the sending process used */
  senderShare: number;
}

export const CONNECTIONS = 20;
/** As many as the server's own pool has; SQLite has one. */
const POOL = 10;
const WARM_UP = 200;
/** Each measurement is made so many times, and taken together. */
export const ROUNDS = 2;

export interface Amount {
  /** requests of each measurement over many connections; over one, a third of them */
  requests: number;
  withinMs: number;
}

export const READ_TARGET = 0.5;
export const WRITE_TARGET = 0.4;

/** A read: all three in turn, `ROUNDS` times, so that what else the machine does meets them alike. */
export async function compareRead(
  read: { name: string; shots: Shot[] },
  parts: { port: number; databaseUrl: string; recorder: Recorder; amount: Amount },
): Promise<Compared> {
  const { port, databaseUrl, recorder, amount } = parts;
  const recorded: Recorded[] = [];
  for (const shot of read.shots) recorded.push(await recorder.send(shot));
  const answering = await startAnswering(typical(recorded));
  const measured = { ours: new Measurements(), http: new Measurements(), sql: new Measurements() };
  const groups = recorded.map(({ statements }) => statements);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const connections of [CONNECTIONS, 1]) {
        const size = sizeOf(amount, connections);
        const load = { shots: read.shots, connections, warmUp: WARM_UP, ...size, keepAnswers: false };
        measured.http.add(connections, await sendLoad({ port: answering.port, ...load }));
        measured.sql.add(connections, await loop(databaseUrl, groups, connections, size));
        measured.ours.add(connections, await sendLoad({ port, ...load }));
      }
    }
  } finally {
    await answering.stop();
  }
  return comparison(read.name, measured, READ_TARGET);
}

const loop = (databaseUrl: string, groups: Statement[][], connections: number, size: ReturnType<typeof sizeOf>) =>
  runLoop({
    databaseUrl,
    groups,
    connections: connections === 1 ? 1 : POOL,
    warmUp: WARM_UP,
    repeats: size.requests,
    withinMs: size.withinMs,
  });

const sizeOf = ({ requests, withinMs }: Amount, connections: number) => ({
  requests: connections === 1 ? Math.ceil(requests / 3) : requests,
  withinMs,
});

/** The answer of middling length. */
export function typical(recorded: readonly Recorded[]): { headers: Record<string, string>; body: string } {
  const byLength = recorded.toSorted((a, b) => a.payload.length - b.payload.length);
  const middle = byLength[Math.floor(byLength.length / 2)];
  const type = middle?.headers['content-type'] ?? 'application/json';
  return { headers: { 'content-type': type }, body: middle?.payload.toString('base64') ?? '' };
}

/** The times of one of the three, over several rounds. */
export class Measurements {
  readonly #times = { one: [] as number[], many: [] as number[] };
  #wallMs = 0;
  senderShare = 0;

  add(connections: number, { times, wallMs, ...result }: LoadResult | LoopResult): void {
    const of = connections === 1 ? this.#times.one : this.#times.many;
    for (const time of times) of.push(time);
    if (connections !== 1) this.#wallMs += wallMs;
    if ('ownCpuMs' in result) this.senderShare = Math.max(this.senderShare, result.ownCpuMs / wallMs);
  }

  /** For a loop that runs one after the other anyway: its single measurement stands for both. */
  addAlone(result: LoopResult): void {
    this.add(1, result);
    this.add(CONNECTIONS, result);
  }

  speed(): Speed {
    const { one, many } = this.#times;
    return { perSecond: (1000 * many.length) / this.#wallMs, many: figuresOf(many), one: figuresOf(one) };
  }
}

export function comparison(
  name: string,
  measured: { ours: Measurements; http: Measurements; sql: Measurements },
  target: number,
): Compared {
  const [ours, http, sql] = [measured.ours.speed(), measured.http.speed(), measured.sql.speed()];
  const floor = target === WRITE_TARGET || sql.perSecond < http.perSecond ? 'sql' : 'http';
  const ratio = ours.perSecond / (floor === 'sql' ? sql : http).perSecond;
  const senderShare = Math.max(measured.ours.senderShare, measured.http.senderShare);
  return { name, ours, http, sql, floor, ratio, target, senderShare };
}
