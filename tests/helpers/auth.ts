// Signing in without HTTP, for what happens between its steps.
import { pino } from 'pino';
import { type Auth, createAuth } from '../../src/server/auth/auth.ts';
import type { Database } from '../../src/server/db/engine.ts';
import { ADMINISTRATOR, type TestApp } from './app.ts';

/** As the app itself signs in, over this database. */
export const authOn = ({ clock }: TestApp, db: Database): Auth =>
  createAuth({
    db,
    config: { administratorEmail: ADMINISTRATOR.email, administratorPassword: null, baseUrl: null },
    clock,
    secret: 'a-secret-for-tests-of-32-characters-or-more',
    log: pino({ level: 'silent' }),
  });
