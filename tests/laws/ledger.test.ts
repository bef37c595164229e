// Property-based tests of the ledger: after any sequence of operations, records, summaries, days, journal and responses
// agree with each other and with a small model. FC_SEED and FC_PATH repeat a failure; FC_RUNS sets the number of
// sequences.
import { addType } from '../../src/contract/fines/fine-types.ts';
import { addGroup } from '../../src/contract/settings/groups.ts';
import type { Receipt } from '../../src/contract/money/payments.ts';
import type { Statement } from '../../src/contract/money/statements.ts';
import { RULES } from '../../src/core/fines/rules.ts';
import { addNewRules } from '../../src/server/db/initial-rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../src/core/calendar.ts';
import { numberName } from '../../src/core/money/payment.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import { engine } from '../helpers/database.ts';
import { Organisation } from './organisation.ts';
import { type Model, paidOf } from './model.ts';
import { DAILY_TABLES } from '../../src/server/balances/daily-figures/daily-figures.ts';
import { patience } from '../helpers/patience.ts';
import { expectDailyFigures } from './daily-figures.ts';
import { expectReports } from './reports.ts';
import { GROUPS, type Step, steps } from './steps.ts';

/** On PostgreSQL a sequence takes three times as long, and a wrong rule shows on either. */
const RUNS = { sqlite: '48', postgres: '12' } as const;
/** In the evening, after the hours in which the server adds surcharges by itself. */
const START = Date.parse('2026-11-18T13:30:00Z');
const app = useApp();
const administrator = useAdministrator(app);

let started = 0;

/** Empties the database; every sequence starts with a new organisation. */
async function newOrganisation(): Promise<Organisation> {
  const { write } = app.db;
  for (const table of [
    'kept_pictures',
    'pictures',
    'requests',
    'reversals',
    'cash_holders',
    'pay_outs',
    'hand_overs',
    'waivers',
    'refunds',
    'allocations',
    'payments',
    'surcharges',
    'promises',
    'fines',
    ...DAILY_TABLES,
    'fine_types',
    'listed_fine_types',
    'events',
    'journal',
    'idempotency',
    'books_by_day',
    'joined_users',
    'users',
    'groups',
  ] as const) {
    await write.deleteFrom(table).execute();
  }
  await write
    .updateTable('books')
    .set({
      last_sequence: 0,
      total: 0,
      pending: 0,
      credit: 0,
      used: 0,
      fine_count: 0,
      paid_count: 0,
      receipt_year: 0,
      last_receipt: 0,
      voucher_year: 0,
      last_voucher: 0,
      turnover: 0,
      journal_hash: '',
    })
    .execute();
  await write.updateTable('organisation').set({ due_days: null, updated_at: null }).execute();
  await write.deleteFrom('settings').execute();
  await addNewRules(write);
  // A new time for each organisation, because the server's caches are keyed by the sequence and time of the books.
  started += 1;
  app.clock.set(START + started);
  // The only type allowed under the rule "Only fine types from the list".
  await administrator.must(addType, { body: { name: 'Type 1', urduName: '', amount: null, active: true } });
  const groups = new Map<string, string>();
  for (const name of GROUPS) {
    const { id } = await administrator.must(addGroup, { body: { name, urduName: '', active: true } });
    groups.set(name, id);
  }
  return new Organisation(app, administrator.cookie, groups);
}

interface Folded {
  sequence: number;
  total: number;
  pending: number;
  credit: number;
  used: number;
  /** fine id -> content */
  fines: Map<string, string>;
}

/** Compares the database with the model. `folded` is the state computed from the journal so far, and is advanced. */
async function expectAgreement({ model }: Organisation, folded: Folded): Promise<void> {
  const { read } = app.db;
  const [books, users, fines, events, entries, ofDay, settings] = await Promise.all([
    read.selectFrom('books').selectAll().executeTakeFirstOrThrow(),
    read.selectFrom('users').selectAll().execute(),
    read.selectFrom('fines').selectAll().orderBy('sequence').execute(),
    read.selectFrom('events').select(['id', 'amount']).execute(),
    read.selectFrom('journal').selectAll().where('sequence', '>', folded.sequence).orderBy('sequence').execute(),
    read.selectFrom('books_by_day').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst(),
    read.selectFrom('settings').select(['id', 'allow_disallow']).execute(),
  ]);
  const all = model.figures();
  const cash = await read.selectFrom('cash_holders').selectAll().execute();
  expect(
    cash.map(({ received, given_back, paid_out, taken_over }) => received + taken_over - given_back - paid_out),
  ).toEqual(model.cash === null ? [] : [model.cash]);
  expect(
    fines.map(
      ({ id, user_id, amount, date, due_on, status, paid_amount, waived_amount, mistake, fine_type, description }) => ({
        id,
        userId: user_id,
        amount,
        date,
        dueOn: due_on,
        paid: status === 'Paid',
        paidAmount: paid_amount,
        waived: waived_amount,
        mistake: mistake === 1,
        fineType: fine_type,
        note: description,
      }),
    ),
  ).toEqual(
    model.fines.map(({ enteredOn, holds, waivers, ...fine }) => ({
      ...fine,
      paidAmount: paidOf({ ...fine, enteredOn, holds, waivers }),
    })),
  );
  expect(users.map(summaryOf).toSorted(byId)).toEqual(
    model.users
      .map(({ id, email }) => ({ id, email, ...model.figures(id), promisedUntil: model.promisedUntil(id) }))
      .toSorted(byId),
  );
  await expectRequests(model);
  expect(events.toSorted(byId)).toEqual(model.events.toSorted(byId));
  const figures = { total: all.total, pending: all.pending, used: model.used() };
  expect(books).toMatchObject({ ...figures, credit: all.credit, fine_count: all.count, paid_count: all.paidCount });
  if (ofDay !== undefined) expect(ofDay).toMatchObject(figures);
  expect(Object.fromEntries(settings.map(({ id, allow_disallow }) => [id, allow_disallow === 1]))).toEqual(
    Object.fromEntries(RULES.map(({ name, id }) => [id, model.rules[name]])),
  );

  await expectDailyFigures(app.db);

  for (const entry of entries) {
    folded.sequence += 1;
    expect(entry.sequence).toBe(folded.sequence);
    folded.total += entry.total_change;
    folded.pending += entry.pending_change;
    folded.credit += entry.credit_change;
    folded.used += entry.used_change;
    if (entry.subject === 'fine' && entry.after === null) folded.fines.delete(entry.subject_id);
    else if (entry.subject === 'fine')
      folded.fines.set(entry.subject_id, contentOf(JSON.parse(entry.after ?? '') as object));
  }
  expect(folded).toMatchObject({ ...figures, credit: all.credit, sequence: books.last_sequence });
  expect(folded.fines).toEqual(new Map(fines.map((row) => [row.id, contentOf(row)])));
}

/** Each request is as it was decided, and each accepted claim has one payment: the one in the model, of the day that the claim names. */
async function expectRequests(model: Model): Promise<void> {
  const { read } = app.db;
  const [requests, payments] = await Promise.all([
    read.selectFrom('requests').selectAll().execute(),
    read.selectFrom('payments').select(['id', 'user_id', 'received_on']).orderBy('sequence').execute(),
  ]);
  expect(payments).toEqual(
    model.payments.map(({ id, userId, receivedOn }) => ({ id, user_id: userId, received_on: receivedOn })),
  );
  expect(
    requests
      .map(({ id, user_id, kind, state, fines, amount, received_on, sent_on, payment_id }) => ({
        id,
        userId: user_id,
        kind,
        state,
        amount,
        receivedOn: received_on,
        sentOn: sent_on,
        payment: payment_id,
        fineIds: (JSON.parse(fines) as { id: string }[]).map((fine) => fine.id),
      }))
      .toSorted(byId),
  ).toEqual(model.requests.map((request) => ({ ...request, payment: request.payment?.id ?? null })).toSorted(byId));
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
/** Whose it is says the model: the entries name whoever it was recorded for. */
const contentOf = (fine: object): string =>
  JSON.stringify(
    [
      'fine_type',
      'description',
      'amount',
      'date',
      'status',
      'paid_on',
      'paid_amount',
      'waived_amount',
      'mistake',
      'due_on',
    ].map((column) => (fine as Record<string, unknown>)[column]),
  );
const summaryOf = (row: {
  id: string;
  email_key: string | null;
  total: number;
  pending: number;
  credit: number;
  fine_count: number;
  paid_count: number;
  newest_fine_date: string | null;
  oldest_pending_date: string | null;
  earliest_due: string | null;
  promised_until: string | null;
}) => ({
  id: row.id,
  email: row.email_key,
  total: row.total,
  pending: row.pending,
  credit: row.credit,
  count: row.fine_count,
  paidCount: row.paid_count,
  newest: row.newest_fine_date,
  oldestUnpaid: row.oldest_pending_date,
  earliestDue: row.earliest_due,
  promisedUntil: row.promised_until,
});

/** Every sequence starts with two users, so that there is somebody to fine. */
const BEGINNING: readonly Step[] = [0, 2].map((email) => ({ kind: 'add user', email, active: true }));

/** The least turnover, which no amount may be larger than. */
const ONE_PAISA: Step[] = [
  { kind: 'add fines', users: [0], amount: 1, date: '2026-11-18', confirm: 'as assessed', undone: false },
];

async function walk(sequence: readonly Step[]): Promise<void> {
  const organisation = await newOrganisation();
  const given: GivenReceipts = new Map();
  const folded: Folded = { sequence: 0, total: 0, pending: 0, credit: 0, used: 0, fines: new Map() };
  for (const step of [...BEGINNING, ...sequence]) {
    await organisation.take(step);
    await expectAgreement(organisation, folded);
    await rememberReceipts(organisation, given, { undone: 'undone' in step && step.undone });
    const { payload } = await organisation.send({ method: 'GET', path: '/totals' });
    expect(JSON.parse(payload)).toEqual(organisation.model.organisationFigures());
    const open = organisation.model.requests.filter(({ state }) => state === 'open').length;
    const counted = await organisation.send({ method: 'GET', path: '/requests/count' });
    expect(JSON.parse(counted.payload)).toEqual({ open });
  }
  await expectStatements(organisation);
  await expectReceipts(organisation, given);
  await expectReports(organisation, app.db, organisation.model.today());
  await expectWithinTurnover(organisation);
  await expectBooksRight(app.db);
}

/** Answers with amounts; `{id}` stands for a user. */
const WITH_AMOUNTS = [
  '/totals',
  '/fines',
  '/payments',
  '/payments?from=2026-11-18&to=2026-11-19',
  '/refunds',
  '/waivers',
  '/cash',
  '/cash/hand-overs',
  '/events',
  '/debtors',
  '/overview',
  '/reports?from=1900-01-01&to=2199-12-31',
  '/reports?from=2026-11-18&to=2026-11-20',
  '/reports/ageing?band=0-30',
  '/reports/groups',
  '/history',
  '/statements/{id}',
  '/statements/{id}?to=2026-11-17',
  '/statements/{id}?from=2026-11-19&to=2199-12-31',
];
/** Numbers that are not amounts, or are rounded to whole rupees. */
const NO_AMOUNT =
  /count|page|openFines|total(items|users)|rate|sequence|number|users|position|leftOut|version|batch|average|dueDays/i;

/** No answer has a larger figure than the turnover (MONEY-10), so it is enough that the turnover is exact. */
async function expectWithinTurnover(organisation: Organisation): Promise<void> {
  const { turnover } = await app.db.read.selectFrom('books').select('turnover').executeTakeFirstOrThrow();
  const userId = organisation.model.users[0]?.id ?? '';
  for (const path of WITH_AMOUNTS) {
    const { payload } = await organisation.send({ method: 'GET', path: path.replace('{id}', userId) });
    JSON.parse(payload, function look(this: { kind?: unknown; isOn?: unknown }, key, value: unknown) {
      // A claimed amount is not money before it is accepted, nor are the terms of a rule.
      if (typeof value !== 'number' || NO_AMOUNT.test(key) || this.kind === 'claim' || 'isOn' in this) return value;
      expect(Math.round(Math.abs(value) * 100), `${path} ${key}`).toBeLessThanOrEqual(turnover);
      return value;
    });
  }
}

/** What each receipt said when it was given; null if it is not known, because its step took it back at once. */
type GivenReceipts = Map<string, Pick<Receipt, 'owedAfter' | 'overdueAfter' | 'nextDue'> | null>;

/** Adds the receipts of the last step, with what their members owe at this moment. */
async function rememberReceipts(
  { model }: Organisation,
  given: GivenReceipts,
  { undone }: { undone: boolean },
): Promise<void> {
  const payments = app.db.read.selectFrom('payments').select(['user_id', 'receipt_year', 'receipt_number']);
  for (const { user_id: userId, receipt_year: year, receipt_number: number } of await payments.execute()) {
    if (year === null || number === null) continue;
    const name = numberName('receipt', { year, number });
    if (given.has(name)) continue;
    if (undone) {
      given.set(name, null);
      continue;
    }
    const owed = model.fines.flatMap((fine) => {
      const left = fine.amount - fine.waived - paidOf(fine);
      return fine.userId === userId && left > 0 ? { left, dueOn: fine.dueOn } : [];
    });
    const isLate = ({ dueOn }: { dueOn: string | null }): boolean => dueOn !== null && dueOn < model.today();
    const rupees = (fines: { left: number }[]): number => fines.reduce((sum, { left }) => sum + left, 0) / 100;
    const ahead = owed.flatMap((fine) => (isLate(fine) ? [] : (fine.dueOn ?? [])));
    given.set(name, {
      owedAfter: rupees(owed),
      overdueAfter: rupees(owed.filter(isLate)),
      nextDue: ahead.toSorted()[0] ?? null,
    });
  }
}

/** Whatever became of the fines since, a receipt says what was owed when it was given. */
async function expectReceipts(organisation: Organisation, given: GivenReceipts): Promise<void> {
  for (const [name, expected] of given) {
    if (expected === null) continue;
    const { payload } = await organisation.send({ method: 'GET', path: `/receipts/${name}` });
    expect(JSON.parse(payload), name).toMatchObject(expected);
  }
}

/** A statement ends with the amount owed, and each period begins where the previous one ended. */
async function expectStatements(organisation: Organisation): Promise<void> {
  const { model } = organisation;
  for (const { id } of model.users) {
    const read = async (query = '') =>
      JSON.parse((await organisation.send({ method: 'GET', path: `/statements/${id}${query}` })).payload) as Statement;
    const { pending, credit } = model.figures(model.ownerOf(id));
    const all = await read();
    expect((all.toCome?.owed ?? all.closing) * 100).toBeCloseTo(pending - credit, 3);
    expect((all.toCome?.amount ?? 0) * 100).toBeCloseTo(model.chargedAfter(model.ownerOf(id), all.to), 3);
    const until = addDays(all.to, -3);
    const [before, after] = [await read(`?to=${until}`), await read(`?from=${addDays(until, 1)}&to=${all.to}`)];
    expect([after.opening, after.closing]).toEqual([before.closing, all.closing]);
  }
}

test(
  'after any sequence of operations, everything agrees [MONEY-10, TOTAL-1, TOTAL-12, FINE-15, FINE-22, DUE-1, DUE-2, DUE-3, DUE-7, PAY-1, PAY-2, PAY-3, PAY-52, PAY-60, WAIVE-1, WAIVE-4, WAIVE-5, WAIVE-6, WAIVE-12, CASH-1, REQ-2, REQ-3, REQ-5, REQ-6, REQ-7, REQ-8, REQ-11, REQ-12, REMIND-5, REMIND-21, SURCHARGE-1, SURCHARGE-2, SURCHARGE-3, SURCHARGE-4, SURCHARGE-6, SURCHARGE-7, STATE-2, JOIN-1, JOIN-3, JOIN-8, JOIN-9, REPORT-1, REPORT-2, REPORT-3, REPORT-4, REPORT-5, REPORT-6, REPORT-16, GROUP-4, WRITE-1]',
  { timeout: patience(300_000) },
  async () => {
    const { FC_SEED: seed, FC_PATH: path, FC_RUNS: runs = RUNS[engine] } = process.env;
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await walk(sequence);
        taken += sequence.length;
      }),
      {
        numRuns: Number(runs),
        ...(seed === undefined ? {} : { seed: Number(seed) }),
        ...(path === undefined ? {} : { path }),
        examples: [[ONE_PAISA]],
        // Also limits the shrinking of a failing sequence.
        interruptAfterTimeLimit: 240_000,
      },
    );
    if (path === undefined) expect(taken).toBeGreaterThan(Number(runs) * 10);
  },
);
