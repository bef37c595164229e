// Compares each operation with its floors in the same run: a bare node:http server that sends the same bytes, and the
// same SQL statements on the driver alone. Twenty connections for throughput, one for latency.
import type { Statement } from '../../tests/helpers/sent-statements.ts';
import { type Figures, figuresOf } from '../measure/figures.ts';
import { type LoadResult, type LoopResult, runLoop, sendLoad, startBareHttp } from './protocol.ts';
import type { HttpRequest } from '../../tests/helpers/http-request.ts';
import type { Recorded, Recorder } from './recorder.ts';

/** Throughput over many connections, and times over many and over one. */
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
  /** our throughput divided by the floor's */
  ratio: number;
  /** the ratio to reach */
  target: number;
  /** the highest CPU share of the sending process, 1 being one core */
  senderShare: number;
}

export const CONNECTIONS = 20;
/** As in the server's own pool; SQLite has one. */
const POOL = 10;
const WARM_UP = 200;
/** How often each measurement is made; the results are combined. */
export const ROUNDS = 2;

export interface LoadSize {
  /** requests per measurement over many connections; a third of that over one */
  requests: number;
  withinMs: number;
}

export const READ_TARGET = 0.5;
export const WRITE_TARGET = 0.4;

/** Measures a read and its floors alternately, `ROUNDS` times, so that other load on the machine affects all alike. */
export async function compareRead(
  read: { name: string; httpRequests: HttpRequest[] },
  parts: { port: number; databaseUrl: string; recorder: Recorder; amount: LoadSize },
): Promise<Compared> {
  const { port, databaseUrl, recorder, amount } = parts;
  const recorded: Recorded[] = [];
  for (const request of read.httpRequests) recorded.push(await recorder.send(request));
  const bareHttp = await startBareHttp(medianResponse(recorded));
  const measured = { ours: new Measurements(), http: new Measurements(), sql: new Measurements() };
  const groups = recorded.map(({ statements }) => statements);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const connections of [CONNECTIONS, 1]) {
        const size = sizeOf(amount, connections);
        const load = { httpRequests: read.httpRequests, connections, warmUp: WARM_UP, ...size, keepBodies: false };
        measured.http.add(connections, await sendLoad({ port: bareHttp.port, ...load }));
        measured.sql.add(connections, await loop(databaseUrl, groups, connections, size));
        measured.ours.add(connections, await sendLoad({ port, ...load }));
      }
    }
  } finally {
    await bareHttp.stop();
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

const sizeOf = ({ requests, withinMs }: LoadSize, connections: number) => ({
  requests: connections === 1 ? Math.ceil(requests / 3) : requests,
  withinMs,
});

/** The response of median length. */
export function medianResponse(recorded: readonly Recorded[]): { headers: Record<string, string>; body: string } {
  const byLength = recorded.toSorted((a, b) => a.payload.length - b.payload.length);
  const middle = byLength[Math.floor(byLength.length / 2)];
  const type = middle?.headers['content-type'] ?? 'application/json';
  return { headers: { 'content-type': type }, body: middle?.payload.toString('base64') ?? '' };
}

/** The times of the server or of a floor, over several rounds. */
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

  /** For a sequential loop: counts its single measurement for both. */
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
