// A late surcharge that was added today, and by the server: no request does that.
import pino from 'pino';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { updateSurcharges } from '../../src/contract/settings/rules.ts';
import { createReminding } from '../../src/server/areas/reminders/reminding.ts';
import { dayOf } from '../../src/core/calendar.ts';
import type { TestApp } from './app.ts';
import { addUser, fine, setRule } from './ledger.ts';

const TERMS = { amount: 50, percent: null, graceDays: 1, everyDays: 3, times: 2, mostPercent: 100 };
const TIME_ZONE = 'Asia/Karachi';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Fines somebody five days ago, under a rule that adds to it from today's round on. */
export async function addSurcharge(app: TestApp): Promise<void> {
  const { clock, db } = app;
  const now = clock.now();
  clock.set(new Date(now - 5 * DAY_MS).toISOString());
  const administrator = await app.administrator();
  await administrator.must(updateOrganisation, { body: { dueDays: 1 } });
  await administrator.must(updateSurcharges, { body: TERMS });
  await setRule(administrator, true, 'late-surcharge');
  const date = dayOf(clock.now(), TIME_ZONE);
  await fine(administrator, { userIds: [(await addUser(administrator)).id], date });
  clock.set(new Date(now).toISOString());
  const environment = { db, clock, timeZone: TIME_ZONE, onCommit: () => {} };
  await createReminding(environment, pino({ level: 'silent' }), () => false)();
}
