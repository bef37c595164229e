// Runs the real server in a separate process, which tests may stop and start. Starting a server takes longer than most
// tests, so tests share it sequentially, and its database is reset in between.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { readInstanceName } from '../../../src/server/auth/secret.ts';
import { systemClock } from '../../../src/server/base/clock.ts';
import { connect } from '../../../src/server/db/connect.ts';
import { WORD_INDEXES } from '../../../src/server/db/migrations/0001-start/searching.ts';
import { createTestAuth, openSession } from '../../helpers/auth.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { type Client, signInAt } from '../../helpers/client.ts';
import { type ServerProcess, startServerProcess } from '../../helpers/server-process.ts';

export { ADMINISTRATOR };

/** `npm test -- e2e x.spec --dev` needs no build: the page is served as by `npm run dev`. */
const ON_SOURCES = process.env['E2E_DEV'] !== undefined;

export interface Server {
  /** e.g. `http://127.0.0.1:40123`; the same after a restart */
  readonly url: string;
  readonly databaseUrl: string;
  readonly running: boolean;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
  /** Restarts it on the same port and database. */
  start(): Promise<void>;
  /** a client with a session of the administrator that survives resets */
  readonly administrator: Client;
  /** Opens a new session of the administrator. */
  newSession(): Promise<Client>;
  /** Restores the database to its state after the first start; the server may be running. */
  reset(): Promise<void>;
  /** Stops the server and deletes the database. */
  remove(): Promise<void>;
  /** Sets the server's clock, which goes on from there; null: to the real time, as does `reset`. */
  setClock(instant: number | null): Promise<void>;
  /** Opens a session of this account without its password. */
  enter(email: string): Promise<Client>;
  /** Signs in with e-mail and password. */
  signIn(email: string, password: string): Promise<Client>;
}

/** Starts a server on a free port with an empty database. `name` identifies leftover folders. */
export async function startServer({
  name,
  environment = {},
}: {
  name: string;
  environment?: Record<string, string>;
}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), `jurmana-e2e-${name}-`));
  const databaseUrl = `file:${join(folder, 'jurmana.db')}`;
  let process: ServerProcess | null = null;
  let port = 0;

  const start = async (): Promise<void> => {
    process = await startServerProcess({
      databaseUrl,
      account: ADMINISTRATOR,
      port,
      environment,
      settableClock: true,
      fromSource: ON_SOURCES,
    });
    ({ port } = process);
  };
  const stop = async (): Promise<void> => {
    const ending = process;
    process = null;
    await ending?.stop();
  };

  const setClock = async (instant: number | null): Promise<void> => process?.setClock(instant);

  await start();
  const pages = ON_SOURCES ? await startPages(port) : null;
  const url = pages?.url ?? `http://127.0.0.1:${port}`;
  const signIn = (email: string, password: string): Promise<Client> => signInAt(url, { email, password });
  const db = connect(environment['DATABASE_URL'] ?? databaseUrl);
  const auth = createTestAuth({ clock: systemClock, instance: await readInstanceName(db) }, db);
  const enter = (email: string): Promise<Client> => openSession(auth, url, email);
  // In the snapshot, so that it survives resets.
  const administrator = await enter(ADMINISTRATOR.email);
  const path = join(folder, 'jurmana.db');
  const snapshot = join(folder, 'snapshot.db');
  copy(path, snapshot);
  return {
    administrator,
    newSession: () => enter(ADMINISTRATOR.email),
    enter,
    reset: async () => {
      await setClock(null);
      restore(path, snapshot);
    },
    setClock,
    url,
    databaseUrl,
    get running() {
      return process !== null;
    },
    start,
    stop,
    remove: async () => {
      await stop();
      await pages?.stop();
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
    signIn,
  };
}

/** Starts Vite's server for the page, which forwards API calls. */
async function startPages(serverPort: number): Promise<{ url: string; stop(): Promise<void> }> {
  process.env['DEV_SERVER_URL'] = `http://127.0.0.1:${serverPort}`;
  const { createServer } = await import('vite');
  const pages = await createServer({
    server: { host: '127.0.0.1', port: 0, strictPort: false, hmr: false },
    logLevel: 'error',
  });
  await pages.listen();
  return { url: pages.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '', stop: () => pages.close() };
}

function copy(from: string, to: string): void {
  const db = new Sqlite(from);
  db.prepare('vacuum into ?').run(to);
  db.close();
}

/**
 * Restores every table from the snapshot, including the journal: otherwise the entries of a test that set the clock
 * ahead would stay the newest in the history. The running server follows the journal by sequence, so the sequence in
 * the books continues from where it was; updating the books invalidates the server's caches.
 */
function restore(path: string, snapshot: string): void {
  const db = new Sqlite(path, { timeout: 10_000 });
  db.pragma('foreign_keys = OFF');
  db.prepare('attach ? as started').run(snapshot);
  const tables = db
    // Excludes the indexes that triggers write.
    .prepare(
      "select name from pragma_table_list where schema = 'started' and type = 'table' and name not like 'sqlite_%'",
    )
    .pluck()
    .all() as string[];
  db.transaction(() => {
    // Cleared first: if many ids begin alike, finding each row's words takes long; the triggers then find none.
    for (const name of WORD_INDEXES) {
      db.exec(`delete from main."${name}"; insert into main."${name}" ("${name}") values ('optimize')`);
    }
    const lastSequence = db.prepare('select last_sequence from main.books').pluck().get();
    for (const name of tables) {
      db.exec(`delete from main."${name}"; insert into main."${name}" select * from started."${name}"`);
    }
    db.prepare('update main.books set last_sequence = ?, updated_at = ?').run(lastSequence, Date.now());
  }).immediate();
  db.close();
}
