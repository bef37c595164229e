// Compares writes with their floors. The statements recorded while adding, paying and deleting fines are replayed on
// the driver alone, with one commit per write; in between, the database is rewound.
import type { Sample } from '../measure/sample.ts';
import {
  type LoadSize,
  type Compared,
  comparison,
  CONNECTIONS,
  Measurements,
  ROUNDS,
  medianResponse,
  WRITE_TARGET,
} from './compare.ts';
import { runLoop, sendLoad, startBareHttp } from './protocol.ts';
import type { HttpRequest } from '../../tests/helpers/http-request.ts';
import type { Recorded, Recorder } from './recorder.ts';
import { rewindable } from './rewind.ts';
import {
  addedFines,
  addFiveRequests,
  addRequests,
  type Common,
  deleteRequests,
  payFiveRequests,
  payRequests,
} from './http-requests.ts';

const KINDS = ['Add a fine', 'Pay a fine', 'Delete a fine', 'Pay five fines'] as const;
type Kind = (typeof KINDS)[number];
type ByKind<T> = Record<Kind, T>;

/** No server may run on the database. */
export async function measureWriteFloors(
  databaseUrl: string,
  parts: { recorder: Recorder; common: Common; sample: Sample; count: number },
): Promise<ByKind<{ http: Measurements; sql: Measurements }>> {
  const { recorder, common, sample, count } = parts;
  const database = await rewindable(databaseUrl);
  const sendAll = async (httpRequests: HttpRequest[]) => {
    const recorded: Recorded[] = [];
    for (const request of httpRequests) recorded.push(await recorder.send(request));
    return recorded;
  };
  try {
    const added = await sendAll(addRequests(plain(common), sample, count));
    const ids = addedFines(added.map(({ payload }) => payload.toString()));
    const recorded: ByKind<Recorded[]> = {
      'Add a fine': added,
      'Pay a fine': await sendAll(payRequests(common, ids)),
      'Delete a fine': await sendAll(deleteRequests(common, ids)),
      'Pay five fines': [],
    };
    const fives = await sendAll(addFiveRequests(plain(common), sample, count));
    const fiveIds = addedFines(fives.map(({ payload }) => payload.toString()));
    recorded['Pay five fines'] = await sendAll(payFiveRequests(common, sample, fiveIds));
    const deleted = await sendAll(deleteRequests(common, fiveIds));
    await database.rewind();
    const floors: Partial<ByKind<{ http: Measurements; sql: Measurements }>> = {};
    for (const kind of KINDS) {
      const sql = new Measurements();
      const groups = recorded[kind].map(({ statements }) => statements);
      // The other kinds build on what the earlier ones did.
      if (kind === 'Pay five fines') await replay(databaseUrl, fives);
      const loop = { databaseUrl, groups, connections: 1, warmUp: Math.floor(count / 10), withinMs: 60_000 };
      sql.addAlone(await runLoop({ ...loop, repeats: groups.length - loop.warmUp }));
      floors[kind] = { sql, http: await measureHttp(recorded[kind], common) };
    }
    await replay(databaseUrl, deleted);
    await database.rewind();
    return floors as ByKind<{ http: Measurements; sql: Measurements }>;
  } finally {
    await database.close();
  }
}

/** Runs the recorded statements once more, unmeasured. */
async function replay(databaseUrl: string, recorded: readonly Recorded[]): Promise<void> {
  const groups = recorded.map(({ statements }) => statements);
  await runLoop({ databaseUrl, groups, connections: 1, warmUp: 0, repeats: groups.length, withinMs: 120_000 });
}

async function measureHttp(recorded: readonly Recorded[], common: Common): Promise<Measurements> {
  const bareHttp = await startBareHttp(medianResponse(recorded));
  const http = new Measurements();
  try {
    const httpRequests = payRequests(common, ['A'.repeat(12)]);
    for (const connections of [CONNECTIONS, 1]) {
      const job = { port: bareHttp.port, httpRequests, connections, warmUp: 200, requests: 3000, withinMs: 5000 };
      http.add(connections, await sendLoad({ ...job, keepBodies: false }));
    }
  } finally {
    await bareHttp.stop();
  }
  return http;
}

interface Ours {
  port: number;
  common: Common;
  sample: Sample;
  amount: LoadSize;
}

/** Measures the running server and compares it with the floors. */
export async function compareWrites(
  floors: Awaited<ReturnType<typeof measureWriteFloors>>,
  parts: Ours,
): Promise<Compared[]> {
  const ours = await measureOurs(parts);
  return KINDS.map((kind) => comparison(kind, { ours: ours[kind], ...floors[kind] }, WRITE_TARGET));
}

/**
 * Adds, pays and deletes fines on the running server, over many connections and over one, `ROUNDS` times after a
 * warm-up round.
 */
export async function measureOurs(parts: Ours): Promise<ByKind<Measurements>> {
  const fresh = (): ByKind<Measurements> => ({
    'Add a fine': new Measurements(),
    'Pay a fine': new Measurements(),
    'Delete a fine': new Measurements(),
    'Pay five fines': new Measurements(),
  });
  await measureRound(parts, fresh());
  const ours = fresh();
  for (let round = 0; round < ROUNDS; round++) await measureRound(parts, ours);
  return ours;
}

async function measureRound({ port, common, sample, amount }: Ours, into: ByKind<Measurements>): Promise<void> {
  for (const connections of [CONNECTIONS, 1]) {
    const requests = connections === 1 ? Math.ceil(amount.requests / 3) : amount.requests;
    const warmUp = Math.ceil(requests / 10);
    const send = async (kind: Kind, httpRequests: HttpRequest[], keepBodies = false) => {
      const job = { port, httpRequests, connections, requests: httpRequests.length - warmUp, withinMs: 120_000 };
      const result = await sendLoad({ ...job, warmUp, keepBodies });
      into[kind].add(connections, result);
      return result;
    };
    const ids = addedFines(
      (await send('Add a fine', addRequests(plain(common), sample, requests + warmUp), true)).bodies,
    );
    await send('Pay a fine', payRequests(common, ids));
    await send('Delete a fine', deleteRequests(common, ids));
    const add = {
      port,
      httpRequests: addFiveRequests(plain(common), sample, requests + warmUp),
      connections,
      warmUp: 0,
    };
    const { bodies } = await sendLoad({
      ...add,
      requests: add.httpRequests.length,
      withinMs: 240_000,
      keepBodies: true,
    });
    const fives = addedFines(bodies);
    await send('Pay five fines', payFiveRequests(common, sample, fives));
    await sendLoad({
      ...add,
      httpRequests: deleteRequests(common, fives),
      requests: fives.length,
      withinMs: 240_000,
      keepBodies: false,
    });
  }
}

/** Requests uncompressed responses, for those whose body is parsed here. */
const plain = (common: Common): Common =>
  Object.fromEntries(Object.entries(common).filter(([name]) => name !== 'accept-encoding'));
