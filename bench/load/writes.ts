// Writes beside their floor. The very statements that adding, paying and deleting fines sent are sent once more on the
// driver alone, each write with a commit of its own; in between the database is put back to where it was before.
import type { Sample } from '../measure/reads.ts';
import {
  type Amount,
  type Compared,
  comparison,
  CONNECTIONS,
  Measurements,
  ROUNDS,
  typical,
  WRITE_TARGET,
} from './compare.ts';
import { runLoop, sendLoad, type Shot, startAnswering } from './protocol.ts';
import type { Recorded, Recorder } from './recorder.ts';
import { rewindable } from './rewind.ts';
import { addedFines, addShots, type Common, deleteShots, payShots } from './shots.ts';

const KINDS = ['Add a fine', 'Pay a fine', 'Delete a fine'] as const;
type Kind = (typeof KINDS)[number];
type ByKind<T> = Record<Kind, T>;

/** The recorded statements of each kind, and its floors. No server may run on the database. */
export async function measureWriteFloors(
  databaseUrl: string,
  parts: { recorder: Recorder; common: Common; sample: Sample; count: number },
): Promise<ByKind<{ http: Measurements; sql: Measurements }>> {
  const { recorder, common, sample, count } = parts;
  const database = await rewindable(databaseUrl);
  const sendAll = async (shots: Shot[]) => {
    const recorded: Recorded[] = [];
    for (const shot of shots) recorded.push(await recorder.send(shot));
    return recorded;
  };
  try {
    const added = await sendAll(addShots(plain(common), sample, count));
    const ids = addedFines(added.map(({ payload }) => payload.toString()));
    const recorded: ByKind<Recorded[]> = {
      'Add a fine': added,
      'Pay a fine': await sendAll(payShots(common, ids)),
      'Delete a fine': await sendAll(deleteShots(common, ids)),
    };
    await database.rewind();
    const floors: Partial<ByKind<{ http: Measurements; sql: Measurements }>> = {};
    for (const kind of KINDS) {
      const sql = new Measurements();
      const groups = recorded[kind].map(({ statements }) => statements);
      const loop = { databaseUrl, groups, connections: 1, warmUp: Math.floor(count / 10), withinMs: 60_000 };
      sql.addAlone(await runLoop({ ...loop, repeats: groups.length - loop.warmUp }));
      floors[kind] = { sql, http: await measureHttp(recorded[kind], common) };
    }
    await database.rewind();
    return floors as ByKind<{ http: Measurements; sql: Measurements }>;
  } finally {
    await database.close();
  }
}

async function measureHttp(recorded: readonly Recorded[], common: Common): Promise<Measurements> {
  const answering = await startAnswering(typical(recorded));
  const http = new Measurements();
  try {
    const shots = payShots(common, ['A'.repeat(12)]);
    for (const connections of [CONNECTIONS, 1]) {
      const job = { port: answering.port, shots, connections, warmUp: 200, requests: 3000, withinMs: 5000 };
      http.add(connections, await sendLoad({ ...job, keepAnswers: false }));
    }
  } finally {
    await answering.stop();
  }
  return http;
}

interface Ours {
  port: number;
  common: Common;
  sample: Sample;
  amount: Amount;
}

/** The same on the running server, beside those floors. */
export async function compareWrites(
  floors: Awaited<ReturnType<typeof measureWriteFloors>>,
  parts: Ours,
): Promise<Compared[]> {
  const ours = await measureOurs(parts);
  return KINDS.map((kind) => comparison(kind, { ours: ours[kind], ...floors[kind] }, WRITE_TARGET));
}

/**
 * Adds fines, pays them, deletes them on the running server, over many connections and over one, `ROUNDS` times. A round before
 * that is not counted: a server that has only just started still compiles its own code.
 */
export async function measureOurs(parts: Ours): Promise<ByKind<Measurements>> {
  const fresh = (): ByKind<Measurements> => ({
    'Add a fine': new Measurements(),
    'Pay a fine': new Measurements(),
    'Delete a fine': new Measurements(),
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
    const send = async (kind: Kind, shots: Shot[], keepAnswers = false) => {
      const job = { port, shots, connections, requests: shots.length - warmUp, withinMs: 120_000 };
      const result = await sendLoad({ ...job, warmUp, keepAnswers });
      into[kind].add(connections, result);
      return result;
    };
    const ids = addedFines(
      (await send('Add a fine', addShots(plain(common), sample, requests + warmUp), true)).answers,
    );
    await send('Pay a fine', payShots(common, ids));
    await send('Delete a fine', deleteShots(common, ids));
  }
}

/** Answers that are read here come as plain text. */
const plain = (common: Common): Common =>
  Object.fromEntries(Object.entries(common).filter(([name]) => name !== 'accept-encoding'));
