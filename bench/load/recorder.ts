// Notes which statements the server sends for a request, as they go to the driver. It runs the real application in this
// process and listens at the two drivers.
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { createApp } from '../../src/server/app.ts';
import { systemClock } from '../../src/server/clock.ts';
import { readConfig } from '../../src/server/config.ts';
import { connect } from '../../src/server/db/engine.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { ACCOUNT } from '../measure/server-process.ts';
import type { Shot, Statement } from './protocol.ts';

export interface Recorded {
  statements: Statement[];
  headers: Record<string, string>;
  /** as it was sent, compressed or not */
  payload: Buffer;
}

export interface Recorder {
  /** Sends a request and waits for its answer; throws when it is no success. */
  send(shot: Shot): Promise<Recorded>;
  close(): Promise<void>;
}

/**
 * The session check and the reading of the live feed after a commit are the server's own addition: the floor does not
 * have them.
 */
const NOT_THE_WORK = /"auth_session"|from "journal"/;

/** @param databaseUrl a filled database, on which no server runs meanwhile */
export async function openRecorder(databaseUrl: string): Promise<Recorder> {
  let noted: Statement[] = [];
  const restore = listenAtDrivers((statement) => {
    if (!NOT_THE_WORK.test(statement.sql)) noted.push(statement);
  });
  const db = connect(databaseUrl);
  await migrate(db);
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: ACCOUNT.email,
    ADMIN_PASSWORD: ACCOUNT.password,
    AUTH_SECRET: 'a secret for measurements, never for anything real',
    LOG_LEVEL: 'silent',
  });
  const { server } = await createApp({ db, clock: systemClock, config });
  await server.ready();
  return {
    async send({ method, path, headers, body }) {
      noted = [];
      const payload = body === '' ? {} : { payload: body };
      const answer = await server.inject({ method, url: path, headers, ...payload });
      if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`);
      const named = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
      return { statements: noted, headers: Object.fromEntries(named), payload: answer.rawPayload };
    },
    async close() {
      await server.close();
      await db.close();
      restore();
    },
  };
}

type Parameters = Statement['parameters'];
interface Preparing {
  prepare(this: Sqlite.Database, sql: string): Sqlite.Statement;
}
interface Querying {
  query(this: pg.Client, query: unknown, values?: unknown, ...rest: unknown[]): unknown;
}

/** Answers how to stop listening. */
function listenAtDrivers(note: (statement: Statement) => void): () => void {
  const sqlite: Preparing = Sqlite.prototype;
  const postgres = pg.Client.prototype as unknown as Querying;
  const { prepare } = sqlite;
  const { query } = postgres;
  sqlite.prepare = function preparing(sql) {
    const statement = prepare.call(this, sql);
    for (const method of ['all', 'run'] as const) {
      const original = statement[method].bind(statement);
      Object.defineProperty(statement, method, {
        value: (...parameters: Parameters) => {
          note({ sql, parameters });
          return original(...parameters);
        },
      });
    }
    return statement;
  };
  postgres.query = function querying(what, values, ...rest) {
    if (typeof what === 'string') {
      note({ sql: what, parameters: Array.isArray(values) ? (values as Parameters) : [] });
    } else if (typeof what === 'object' && what !== null && 'text' in what) {
      const { text, values: own, name } = what as { text: string; values?: Parameters; name?: string };
      note({ sql: text, parameters: own ?? [], ...(name === undefined ? {} : { name }) });
    }
    return query.call(this, what, values, ...rest);
  };
  return () => {
    sqlite.prepare = prepare;
    postgres.query = query;
  };
}
