// Measures what the session check adds to a request: the same read on two servers in this process, one with the check
// and one with a fixed principal.
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { listFines } from '../../src/contract/fines/fines.ts';
import { createApiKeys } from '../../src/server/auth/api-keys.ts';
import { type Auth, createAuth } from '../../src/server/auth/auth.ts';
import { createPasswords } from '../../src/server/auth/passwords/passwords.ts';
import { createCurrentAccess } from '../../src/server/auth/current-access.ts';
import { systemClock } from '../../src/server/base/clock.ts';
import { connect } from '../../src/server/db/connect.ts';
import { serveFines } from '../../src/server/areas/fines/fines.routes.ts';
import { serveOperations } from '../../src/server/http/serve.ts';
import { keepAliveGet } from './keep-alive.ts';
import { ACCOUNT } from './server-process.ts';
import { readNames } from '../../src/server/shared/people.ts';

export interface SessionCheck {
  /** ms of each read */
  without: number[];
  with: number[];
  /** ms of each check alone */
  alone: number[];
}

const BATCH = 50;

/** @param count number of reads of each kind, in alternating batches */
export async function measureSessionCheck(databaseUrl: string, count: number): Promise<SessionCheck> {
  const db = connect(databaseUrl);
  const log = pino({ level: 'silent' });
  const config = { administratorEmail: ACCOUNT.email, administratorPassword: ACCOUNT.password, baseUrl: null };
  const auth = createAuth({
    db,
    config,
    clock: systemClock,
    passwords: createPasswords(),
    secret: 'a secret for measurements, never for anything real',
    log,
    instance: 'bench',
    onMissingRule: () => {},
  });
  const { cookies } = await auth.signIn({ ...ACCOUNT, address: '127.0.0.1', userAgent: null });
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
  const principal = await auth.authenticate(cookie);

  const serve = async (visitors: Pick<Auth, 'authenticate'>) => {
    const app: FastifyInstance = Fastify();
    const apiKeys = createApiKeys(db, systemClock, 'Asia/Karachi');
    const currentAccess = createCurrentAccess(systemClock, ACCOUNT.email);
    const environment = { db, clock: systemClock, timeZone: 'Asia/Karachi', onCommit: () => {} };
    serveFines(
      serveOperations(app, {
        environment,
        currentAccess,
        readNames: readNames(ACCOUNT.email),
        apiKeys,
        baseUrl: null,
        version: () => ({ sequence: 0, at: 0, day: '2026-11-18' }),
        idFor: () => '',
        ...visitors,
      }),
      environment,
      () => {},
      730,
    );
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return { app, reader: keepAliveGet(`${url}/api${listFines.path}`, { cookie }) };
  };
  const servers = {
    without: await serve({ authenticate: async () => principal }),
    with: await serve(auth),
  };
  const result: SessionCheck = { without: [], with: [], alone: [] };
  try {
    for (const { reader } of Object.values(servers)) for (let i = 0; i < 500; i += 1) await reader.get();
    while (result.with.length < count) {
      for (const kind of ['without', 'with'] as const) {
        for (let i = 0; i < BATCH; i += 1) result[kind].push(await servers[kind].reader.get());
      }
    }
    while (result.alone.length < count) {
      const started = performance.now();
      await auth.authenticate(cookie);
      result.alone.push(performance.now() - started);
    }
  } finally {
    for (const { app, reader } of Object.values(servers)) {
      reader.close();
      await app.close();
    }
    await db.close();
  }
  return result;
}
