// Compares all operations with their floors on one seeded database.
import { signedInClient } from '../measure/client.ts';
import { type Sample, takeSample } from '../measure/sample.ts';
import { ACCOUNT, startServer } from '../measure/server-process.ts';
import { randomFrom } from '../../organisation/random.ts';
import { type LoadSize, type Compared, compareRead } from './compare.ts';
import { openRecorder } from './recorder.ts';
import { commonHeaders, type Common, cookieOf, readKinds, withoutCache, signInRequest } from './http-requests.ts';
import { compareWrites, measureWriteFloors } from './writes.ts';

const SEED = 11;
const WITHIN_MS = 6000;
/** How many writes are recorded and replayed on the driver alone. */
const RECORDED = 330;

/** Shared with the recorder, so that one session works in both. */
const SECRET = { AUTH_SECRET: 'a secret for measurements, never for anything real' };

export interface Comparison {
  compared: Compared[];
  /** MB; null if the system does not report it */
  memory: { afterReads: Memory; afterWrites: Memory };
}
type Memory = { now: number; peak: number } | null;

/** `only`: operations whose name contains this text. `uncached`: requests miss the response cache. */
export async function measureComparison(
  databaseUrl: string,
  { requests, only, uncached }: { requests: number; only: string; uncached: boolean },
): Promise<Comparison> {
  const amount: LoadSize = { requests, withinMs: WITHIN_MS };
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
      for (const read of uncached ? reads.map(withoutCache) : reads) {
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

/** Signs in; returns the headers of every request, and a sample of the records. */
export async function signIn(url: string): Promise<{ common: Common; sample: Sample }> {
  const client = await signedInClient(url, ACCOUNT);
  const sample = await takeSample(client);
  client.close();
  const { method, path, headers, body } = signInRequest();
  const answer = await fetch(`${url}${path}`, { method, headers: { ...headers, origin: url }, body });
  if (answer.status !== 200) throw new Error(`Sign-in failed: ${await answer.text()}`);
  return { common: commonHeaders(cookieOf(answer.headers.getSetCookie())), sample };
}
