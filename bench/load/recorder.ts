// Notes which statements the server sends for a request, as they go to the driver. It runs the real application in this
// process and listens at the two drivers.
import { createApp } from '../../src/server/app.ts';
import { systemClock } from '../../src/server/clock.ts';
import { readConfig } from '../../src/server/config.ts';
import { connect } from '../../src/server/db/engine.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { ACCOUNT } from '../measure/server-process.ts';
import { hearStatements, type Statement } from '../../tests/helpers/sent-statements.ts';
import type { Shot } from './protocol.ts';

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
  const restore = hearStatements((statement) => {
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
