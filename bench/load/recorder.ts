// Records the SQL statements of a request. It runs the real application in this process and wraps the two drivers.
import { createApp } from '../../src/server/app/app.ts';
import { systemClock } from '../../src/server/base/clock.ts';
import { readConfig } from '../../src/server/config/config.ts';
import { connect } from '../../src/server/db/connect.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { ACCOUNT } from '../measure/server-process.ts';
import { recordStatements, type Statement } from '../../tests/helpers/sent-statements.ts';
import type { HttpRequest } from '../../tests/helpers/http-request.ts';

export interface Recorded {
  statements: Statement[];
  headers: Record<string, string>;
  /** as sent, possibly compressed */
  payload: Buffer;
}

export interface Recorder {
  /** Sends a request and waits for the response; throws if it is an error. */
  send(request: HttpRequest): Promise<Recorded>;
  close(): Promise<void>;
}

/**
 * The floor leaves out what the server adds to each request: the session check, and the live feed's read of the
 * journal.
 */
const LEFT_OUT = /"sessions"|from "journal"/;

/** @param databaseUrl a seeded database on which no server runs */
export async function openRecorder(databaseUrl: string): Promise<Recorder> {
  let noted: Statement[] = [];
  const restore = recordStatements((statement) => {
    if (!LEFT_OUT.test(statement.sql)) noted.push(statement);
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
