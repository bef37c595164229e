// Correcting a fine through the API (FINE-15 to FINE-18). The clock is at 2026-11-18, a Wednesday.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { correctFine as correctOperation } from '../../src/contract/fines/fine-details.ts';
import { assessFines, deleteFine, type Fine, listFines, listFineTypes } from '../../src/contract/fines/fines.ts';
import { fromWire } from '../../src/contract/index.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { listSummaries } from '../../src/contract/overview.ts';
import { deleteUser, readUser, updateUser, type User } from '../../src/contract/users.ts';
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { correctFine, readCorrection } from '../../src/server/areas/fines/correction.service.ts';
import { type CommandContext, runCommand } from '../../src/server/ledger/command.ts';
import { changeUser } from '../../src/server/areas/users/users.service.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { addUser, correction, fineOne, finesOf, mark, only, refusal, setRule } from '../helpers/ledger.ts';

const ACTOR = { id: ADMINISTRATOR_ID, name: ADMINISTRATOR.email };
const app = useApp();
const administrator = useAdministrator(app);
let user: User;

beforeEach(async () => {
  await setRule(administrator, false);
  user = await addUser(administrator);
});
afterEach(() => expectBooksRight(app.db));

const attempt = (fine: Fine, changes: Partial<Fine>, shown: Fine = fine) =>
  administrator.call(correctOperation, {
    params: { fineId: fine.id },
    body: correction(shown, { ...shown, ...changes }),
  });
const correct = (fine: Fine, changes: Partial<Fine>) =>
  administrator.must(correctOperation, { params: { fineId: fine.id }, body: correction(fine, changes) });
const pay = (fineId: string) => mark(administrator, fineId, 'Paid');
const summaryOf = async () => (await administrator.must(listFines, { query: { userId: user.id } })).user?.summary;
const unpaidSince = async () =>
  only((await administrator.must(listSummaries, { query: { search: user.id } })).items).unpaidSince;

describe('a correction', () => {
  test('changes type, note, day and amount, and nothing else [FINE-15]', async () => {
    const added = await fineOne(administrator, user.id, { amount: 100, date: '2026-11-17', description: 'by an hour' });
    app.clock.advance(1000);
    const { fine } = await correct(added, { fineType: ' Uniform ', description: '', amount: 75.5, date: '2026-11-03' });
    const expected = {
      ...added,
      fineType: 'Uniform',
      description: '',
      amount: 75.5,
      outstanding: 75.5,
      date: '2026-11-03',
      lastUpdated: new Date(app.clock.now()).toISOString(),
    };
    expect(fine).toEqual(expected);
    expect(await finesOf(administrator, user.id)).toEqual([expected]);
  });

  test('of a pending fine’s amount changes the totals by the difference [FINE-15]', async () => {
    await pay((await fineOne(administrator, user.id, { amount: 40, date: '2026-11-01' })).id);
    const added = await fineOne(administrator, user.id, { amount: 100 });
    const before = await administrator.must(listFines, { query: {} });
    const { totals, fine } = await correct(added, { amount: 250.25 });
    expect(totals.totalFinesAmount).toBeCloseTo(before.totals.totalFinesAmount + 150.25, 5);
    expect(totals.pendingFinesAmount).toBeCloseTo(before.totals.pendingFinesAmount + 150.25, 5);
    expect(await summaryOf()).toMatchObject({ totalFine: 290.25, pendingFine: 250.25, fineCount: 2, paidCount: 1 });
    await correct(fine, { amount: 0 });
    expect(await summaryOf()).toMatchObject({ totalFine: 40, pendingFine: 0, fineCount: 2 });
    expect(await unpaidSince()).toBeNull();
  });

  test('of the day moves the fine in the list, and updates the newest and the oldest unpaid day [FINE-15]', async () => {
    const [first, second] = [
      await fineOne(administrator, user.id, { date: '2026-11-05' }),
      await fineOne(administrator, user.id, { date: '2026-11-10' }),
    ];
    const { fine } = await correct(second, { date: '2026-11-02' });
    expect((await finesOf(administrator, user.id)).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await summaryOf()).toMatchObject({ lastActivity: '2026-11-05' });
    expect(await unpaidSince()).toBe('2026-11-02');
    await correct(fine, { date: '2026-11-18' });
    expect(await summaryOf()).toMatchObject({ lastActivity: '2026-11-18' });
    expect(await unpaidSince()).toBe('2026-11-05');
    await pay(first.id);
    const paid = (await finesOf(administrator, user.id)).find(({ id }) => id === first.id);
    await correct(paid ?? first, { date: '2026-11-06' });
    expect(await unpaidSince()).toBe('2026-11-18');
  });

  test('works for a fine of a deleted user', async () => {
    const added = await fineOne(administrator, user.id);
    await administrator.must(deleteUser, { params: { userId: user.id } });
    const { fine } = await correct({ ...added, userName: 'Unknown User' }, { amount: 5 });
    expect(fine).toMatchObject({ amount: 5, userName: 'Unknown User' });
  });

  test('is journalled with the fine before and after it', async () => {
    const added = await fineOne(administrator, user.id, { amount: 100 });
    await correct(added, { amount: 30, description: 'by ten minutes' });
    const entry = await app.db.read
      .selectFrom('journal')
      .selectAll()
      .where('subject_id', '=', added.id)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: 'fines.correct', total_change: -7000, pending_change: -7000 });
    expect(JSON.parse(entry.before ?? '')).toMatchObject({ amount: 10_000, description: '' });
    expect(JSON.parse(entry.after ?? '')).toMatchObject({ amount: 3000, description: 'by ten minutes' });
  });

  test('offers its type and amount for the next fine, unless the fine was doubled [FINE-18]', async () => {
    const offered = async (search: string) =>
      (await administrator.must(listFineTypes, { query: { search } })).items.map(({ lastAmount }) => lastAmount);
    const added = await fineOne(administrator, user.id, { fineType: 'Lat arival', amount: 100 });
    await correct(added, { fineType: 'Late for prayer' });
    expect(await offered('late for prayer')).toEqual([100]);
    await setRule(administrator, true);
    const doubled = await fineOne(administrator, user.id, { fineType: 'Shoes', amount: 50 });
    await correct(doubled, { fineType: 'Muddy shoes', amount: 90 });
    expect(await offered('muddy')).toEqual([]);
    expect(await offered('shoes')).toEqual([50]);
  });
});

describe('is refused, and changes nothing', () => {
  test('if another window changed the fine in the meantime: the answer has the current fine [FINE-16]', async () => {
    const added = await fineOne(administrator, user.id);
    const { fine: current } = await correct(added, { description: 'by ten minutes' });
    const before = await dump(app.db);
    for (const changes of [{ amount: 5 }, { description: 'by an hour' }, { date: '2026-11-01' }]) {
      expect(refusal(await attempt(added, changes))).toMatchObject({
        status: 409,
        code: 'fine-changed',
        message: 'This fine has changed in the meantime. Nothing was saved.',
        details: current,
      });
    }
    for (const other of [{ fineType: 'Other' }, { amount: 1 }, { date: '2026-11-01' }] as const) {
      expect(refusal(await attempt(current, { description: 'x' }, { ...current, ...other })).code).toBe('fine-changed');
    }
    expect(await dump(app.db)).toEqual(before);
  });

  test('if a part was waived in the meantime, which leaves less of the corrected amount to pay [FINE-16]', async () => {
    const added = await fineOne(administrator, user.id, { amount: 100 });
    await administrator.must(waiveFine, {
      params: { fineId: added.id },
      body: { outstanding: 100, amount: 30, reason: 'was in hospital' },
    });
    const before = await dump(app.db);
    expect(refusal(await attempt(added, { amount: 120 }))).toMatchObject({
      code: 'fine-changed',
      details: { amount: 100, waivedAmount: 30 },
    });
    expect(await dump(app.db)).toEqual(before);
    const { fine } = await correct({ ...added, waivedAmount: 30 }, { amount: 120 });
    expect(fine).toMatchObject({ amount: 120, outstanding: 90 });
  });

  test('for the amount of a paid fine, though its type, note and day can be corrected [FINE-15]', async () => {
    const added = await fineOne(administrator, user.id, { date: '2026-11-17' });
    await pay(added.id);
    const before = await dump(app.db);
    expect(refusal(await attempt(added, { amount: 5 }))).toMatchObject({
      status: 409,
      code: 'paid-amount',
      message: 'The amount of a fine cannot be changed while anything of it is paid.',
    });
    expect(await dump(app.db)).toEqual(before);
    const { fine } = await correct(added, { fineType: 'Uniform', description: 'no tie', date: '2026-11-16' });
    expect(fine).toMatchObject({ status: 'Paid', amount: added.amount, fineType: 'Uniform', date: '2026-11-16' });
  });

  test('for exactly the days that a new fine may not have, unless the fine already has it [FINE-15, DATE-7]', async () => {
    const added = await fineOne(administrator, user.id, { date: '2026-12-01' });
    const before = await dump(app.db);
    for (const date of ['2027-11-19', '2062-11-20']) {
      expect(refusal(await attempt(added, { date }))).toMatchObject({
        status: 422,
        code: 'day-too-far',
        message: 'This day is more than a year ahead.',
      });
    }
    expect(await dump(app.db)).toEqual(before);
    const { fine } = await correct(added, { date: '2027-11-18' });
    expect(fine.date).toBe('2027-11-18');
    expect((await correct(fine, { amount: 5 })).fine).toMatchObject({ amount: 5, date: '2027-11-18' });
  });

  test('for a deleted fine, or if it would change nothing', async () => {
    const added = await fineOne(administrator, user.id);
    expect(refusal(await attempt(added, {}))).toMatchObject({
      status: 400,
      code: 'invalid-input',
      message: 'The request body must change something',
    });
    await administrator.must(deleteFine, { params: { fineId: added.id } });
    expect(refusal(await attempt(added, { amount: 5 }))).toMatchObject({ status: 404, code: 'fine-not-found' });
  });
});

test('a fine or user whose texts an older version kept with marks or spaces can be changed [NAME-6, FINE-16]', async () => {
  const added = await fineOne(administrator, user.id);
  const texts = { fineType: 'Late\u202b  arrival', description: '\u2066by an hour', date: added.date };
  const { fine: old } = await asBefore('fines.correct', async (context) =>
    correctFine(
      context,
      await readCorrection(context.tx, added.id, texts, () => {}),
      correction(fromWire(added), texts),
    ),
  );
  expect(old).toMatchObject(texts);
  const { fine } = await correct(only(await finesOf(administrator, user.id)), { amount: 5 });
  expect(fine).toMatchObject({ fineType: 'Late arrival', description: 'by an hour', amount: 5 });

  await asBefore('users.update', (context) =>
    changeUser(context, user.id, { userName: 'Bilal \u202b Ahmed' }, ADMINISTRATOR.email),
  );
  const { user: now } = await administrator.must(readUser, { params: { userId: user.id } });
  const body = { userName: 'Bilal Ahmad', shown: { userName: now.userName } };
  expect(await administrator.must(updateUser, { params: { userId: user.id }, body })).toMatchObject({
    userName: 'Bilal Ahmad',
  });
});

/** Runs a command on what no request could send today. */
const asBefore = <T>(action: 'fines.correct' | 'users.update', run: (context: CommandContext) => Promise<T>) =>
  runCommand<T>(
    { db: app.db, clock: app.clock, timeZone: 'Asia/Karachi', onCommit: () => {} },
    { actor: ACTOR, action, access: async () => 'administrator', idempotencyKey: null, input: null },
    run,
  );

test('a correction neither doubles nor undoes a doubling, whatever the new amount and day [FINE-17]', async () => {
  await setRule(administrator, true);
  const first = await fineOne(administrator, user.id, { amount: 100, date: '2026-11-16' });
  const doubled = await fineOne(administrator, user.id, { amount: 100, date: '2026-11-17' });
  const single = await fineOne(administrator, user.id, { amount: 30, date: '2026-11-05' });
  const doublerOf = async (fineId: string) =>
    (await app.db.read.selectFrom('fines').select('doubled_by').where('id', '=', fineId).executeTakeFirstOrThrow())
      .doubled_by;
  // Moved into the week of the others, it is not doubled, and they do not change.
  expect((await correct(single, { date: '2026-11-18' })).fine.amount).toBe(30);
  expect(await doublerOf(single.id)).toBeNull();
  // Moved out of the week, with another amount, it is still the doubled one.
  const moved = (await correct(doubled, { date: '2026-11-02', amount: 150 })).fine;
  expect(moved.amount).toBe(150);
  expect(await doublerOf(doubled.id)).toBe(first.id);
  await correct(first, { date: '2026-10-01' });
  expect((await finesOf(administrator, user.id)).map(({ amount }) => amount)).toEqual([30, 150, 100]);
  // The next fine is charged by the days as they are now.
  const next = { body: { amount: 10, date: '2026-11-04', userIds: [user.id] } };
  expect(only((await administrator.must(assessFines, next)).charges)).toMatchObject({
    doubled: true,
    earlier: { date: '2026-11-02' },
  });
});
