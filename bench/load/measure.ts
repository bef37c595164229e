// All operations beside their floors on one filled database.
import { signedInClient } from '../measure/client.ts';
import { type Sample, takeSample } from '../measure/reads.ts';
import { ACCOUNT, startServer } from '../measure/server-process.ts';
import { randomFrom } from '../organisation/random.ts';
import { type Amount, type Compared, compareRead } from './compare.ts';
import { openRecorder } from './recorder.ts';
import { commonHeaders, type Common, cookieOf, madeAnew, readKinds, signInShot } from './shots.ts';
import { compareWrites, measureWriteFloors } from './writes.ts';

const SEED = 11;
const WITHIN_MS = 6000;
/** Writes that are recorded and repeated on the driver alone. */
const RECORDED = 330;

/** The same in the recorder and in the server, so that one session serves both. */
const SECRET = { AUTH_SECRET: 'a secret for measurements, never for anything real' };

export interface Comparison {
  compared: Compared[];
  /** MB; null where the system does not tell */
  memory: { afterReads: Memory; afterWrites: Memory };
}
type Memory = { now: number; peak: number } | null;

/** @param only reads and writes whose name contains this text; `anew`: no answer is one that was kept */
export async function measureComparison(
  databaseUrl: string,
  { requests, only, anew }: { requests: number; only: string; anew: boolean },
): Promise<Comparison> {
  const amount: Amount = { requests, withinMs: WITHIN_MS };
  const recorder = await openRecorder(databaseUrl);
  const compared: Compared[] = [];
  const wanted = (name: string) => name.toLowerCase().includes(only.toLowerCase());
  let floors: Awaited<ReturnType<typeof measureWriteFloors>>;
  let prepared: { common: Common; sample: Sample };
  let afterReads: Memory;
  try {
    const server = await startServer(databaseUrl, SECRET);
    try {
      prepared = await signIn(server.url);
      const { common, sample } = prepared;
      const reads = readKinds(common, sample, randomFrom(SEED));
      for (const read of anew ? reads.map(madeAnew) : reads) {
        if (wanted(read.name)) {
          compared.push(await compareRead(read, { port: server.port, databaseUrl, recorder, amount }));
        }
      }
      afterReads = server.memory();
    } finally {
      await server.stop();
    }
    floors = await measureWriteFloors(databaseUrl, { recorder, ...prepared, count: RECORDED });
  } finally {
    await recorder.close();
  }
  const server = await startServer(databaseUrl, SECRET);
  try {
    const writes = await compareWrites(floors, { port: server.port, ...prepared, amount });
    compared.push(...writes.filter(({ name }) => wanted(name)));
    return { compared, memory: { afterReads, afterWrites: server.memory() } };
  } finally {
    await server.stop();
  }
}

/** What every request carries, for a session that lasts; and what is in the database. */
export async function signIn(url: string): Promise<{ common: Common; sample: Sample }> {
  const client = await signedInClient(url, ACCOUNT);
  const sample = await takeSample(client);
  client.close();
  const { method, path, headers, body } = signInShot();
  const answer = await fetch(`${url}${path}`, { method, headers: { ...headers, origin: url }, body });
  if (answer.status !== 200) throw new Error(`Sign-in failed: ${await answer.text()}`);
  return { common: commonHeaders(cookieOf(answer.headers.getSetCookie())), sample };
}
