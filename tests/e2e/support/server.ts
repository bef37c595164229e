// The real server as a process of its own, on a database of its own, that a test may stop and start again. Starting one
// costs more than most tests do, so tests share one after another and leave it as it was when it started.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { systemClock } from '../../../src/server/clock.ts';
import { connect } from '../../../src/server/db/engine.ts';
import { authOn, enterBy } from '../../helpers/auth.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { type Client, signInAt } from '../../helpers/client.ts';
import { type ServerProcess, startServerProcess } from '../../helpers/server-process.ts';

export { ADMINISTRATOR };

export interface Server {
  /** e.g. `http://127.0.0.1:40123`; stays the same over a stop and a start */
  readonly url: string;
  readonly databaseUrl: string;
  /** Whether it is running at the moment. */
  readonly running: boolean;
  /** Ends it as an operator would (SIGTERM), and waits for the end. */
  stop(): Promise<void>;
  /** Starts it again, at the same address on the same database. */
  start(): Promise<void>;
  /** A client of the real API as the administrator, by a session that is there also after a reset. */
  readonly administrator: Client;
  /** A session of the administrator that nothing else uses. */
  newSession(): Promise<Client>;
  /** Everything is again as it was after the first start; it may be running meanwhile. */
  reset(): void;
  /** Ends it for good and removes the database. */
  remove(): Promise<void>;
  /** A client of the real API with a session of this account, for which its password was not asked. */
  enter(email: string): Promise<Client>;
  /** A client of the real API that has signed in. */
  signIn(email: string, password: string): Promise<Client>;
}

/** Starts a server on a free port with an empty database. The name tells left-over folders apart; `environment` adds configuration. */
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
    process = await startServerProcess({ databaseUrl, account: ADMINISTRATOR, port, environment });
    ({ port } = process);
  };
  const stop = async (): Promise<void> => {
    const ending = process;
    process = null;
    await ending?.stop();
  };

  await start();
  const url = `http://127.0.0.1:${port}`;
  const signIn = (email: string, password: string): Promise<Client> => signInAt(url, { email, password });
  const db = connect(environment['DATABASE_URL'] ?? databaseUrl);
  const auth = authOn({ clock: systemClock }, db);
  const enter = (email: string): Promise<Client> => enterBy(auth, url, email);
  // It comes back with every reset.
  const administrator = await enter(ADMINISTRATOR.email);
  const path = join(folder, 'jurmana.db');
  const asStarted = join(folder, 'as-started.db');
  copy(path, asStarted);
  return {
    administrator,
    newSession: () => enter(ADMINISTRATOR.email),
    enter,
    reset: () => putBack(path, asStarted),
    url,
    databaseUrl,
    get running() {
      return process !== null;
    },
    start,
    stop,
    remove: async () => {
      await stop();
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
    signIn,
  };
}

function copy(from: string, to: string): void {
  const db = new Sqlite(from);
  db.prepare('vacuum into ?').run(to);
  db.close();
}

/**
 * Every table but the journal gets the rows of the copy. The journal stays and goes on counting, since the server follows
 * it and would take a smaller number for something it has read already; and the books say that they have changed.
 */
function putBack(path: string, asStarted: string): void {
  const db = new Sqlite(path, { timeout: 10_000 });
  db.pragma('foreign_keys = OFF');
  db.prepare('attach ? as started').run(asStarted);
  const tables = db
    .prepare("select name from started.sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[];
  db.transaction(() => {
    for (const name of tables.filter((table) => table !== 'journal')) {
      db.exec(`delete from main."${name}"; insert into main."${name}" select * from started."${name}"`);
    }
    db.prepare('update books set last_sequence = (select coalesce(max(sequence), 0) from journal), updated_at = ?').run(
      Date.now(),
    );
  }).immediate();
  db.close();
}
