// Users and fines from the rows of a file: checked by row and column, and all imported or none.
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { correctFine } from '../../src/contract/fines/fine-details.ts';
import { deleteFine } from '../../src/contract/fines/fines.ts';
import { addType } from '../../src/contract/fines/fine-types.ts';
import { checkFineImport, checkUserImport, importFines, importUsers } from '../../src/contract/fines/imports.ts';
import { addDays, aYearAfter } from '../../src/core/calendar.ts';
import { deleteUser, listUsers } from '../../src/contract/users.ts';
import { readTotals } from '../../src/contract/overview.ts';
import { MAX_IMPORT_ROWS } from '../../src/core/limits.ts';
import { clientWithKey } from '../helpers/api-keys.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { addUser, correction, finesOf, fineOne, only, refusal, setRule, userForm } from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);
beforeEach(() => setRule(administrator, true));
afterEach(() => expectBooksRight(app.db));

const userRow = (over: Record<string, string> = {}) => ({ ...userForm(), ...over });
const fineRow = (member: string, over: Record<string, string> = {}) => ({
  member,
  fineType: 'Late',
  amount: '100',
  date: '2026-11-18',
  description: '',
  ...over,
});
type FineRow = ReturnType<typeof fineRow>;

const checkUsers = (rows: object[]) => administrator.must(checkUserImport, { body: { rows } });
const checkFines = (rows: FineRow[], again = false) => administrator.must(checkFineImport, { body: { rows, again } });
const problemsOf = ({ problems }: { problems: { row: number; column: string; problem: string }[] }) =>
  problems.map(({ row, column, problem }) => `${row} ${column} ${problem}`);

async function importAll(rows: FineRow[], again = false) {
  const { checked } = await checkFines(rows, again);
  return administrator.must(importFines, { body: { rows, checked, again } });
}

/** Runs it and fails if it changed a record. */
async function changingNothing<T>(run: () => Promise<T>): Promise<T> {
  const before = await dump(app.db);
  const result = await run();
  expect(await dump(app.db)).toEqual(before);
  return result;
}

describe('users', () => {
  test('are added as if entered by hand, with a journal entry each, in one batch [FILE-7]', async () => {
    const rows = [
      userRow({ userName: '  Ayesha \n Khan ', userEmail: ' Ayesha.File@Example.PK\u200f', status: '' }),
      userRow({ userName: 'محمد علی', phone: '03001234567', status: 'inactive' }),
      userRow({ userName: 'بینا', status: 'غیر فعال' }),
    ];
    expect(await changingNothing(() => checkUsers(rows))).toEqual({ problems: [], importedBefore: null });
    expect(await administrator.must(importUsers, { body: { rows } })).toEqual({ imported: 3 });
    const { items } = await administrator.must(listUsers, { query: { search: 'Ayesha.File' } });
    expect(only(items)).toMatchObject({
      userName: 'Ayesha Khan',
      userEmail: 'Ayesha.File@Example.PK',
      status: 'Active',
      signIn: 'none',
    });
    const found = await app.db.read
      .selectFrom('users')
      .selectAll()
      .where('user_name', 'in', ['محمد علی', 'بینا'])
      .execute();
    expect(found.map(({ status }) => status)).toEqual(['Inactive', 'Inactive']);
    expect(found.map(({ phone }) => phone)).toContain('03001234567');
    const entries = await app.db.read.selectFrom('journal').selectAll().where('action', '=', 'users.import').execute();
    expect(entries).toHaveLength(3);
    expect(new Set(entries.map(({ batch, actor }) => `${batch} ${actor}`)).size).toBe(1);
  });

  test('every problem is reported with row and column, and no row is added [FILE-4]', async () => {
    const taken = await addUser(administrator);
    const rows = [
      userRow(),
      userRow({ userName: ' \u200f ', userEmail: '', userRole: '', phone: '' }),
      userRow({ userName: 'x'.repeat(121), userEmail: `${'x'.repeat(250)}@example.pk`, phone: '1'.repeat(41) }),
      userRow({ userEmail: 'nobody', status: 'Gone', userRole: 'a\0b' }),
      userRow({ userEmail: taken.userEmail?.toUpperCase() ?? '' }),
      userRow({ userEmail: 'twice@example.pk' }),
      userRow({ userEmail: 'TWICE@example.pk' }),
    ];
    const check = await checkUsers(rows);
    expect(problemsOf(check)).toEqual([
      '1 userName missing',
      '1 userEmail missing',
      '1 userRole missing',
      '1 phone missing',
      '2 userName too-long',
      '2 userEmail too-long',
      '2 phone too-long',
      '3 userEmail not-an-email',
      '3 userRole not-plain-text',
      '3 status not-a-status',
      '4 userEmail email-in-use',
      '6 userEmail email-repeated',
    ]);
    // The last of them names the row that it repeats.
    expect(check.problems.map(({ earlier }) => earlier ?? null).filter((row) => row !== null)).toEqual([5]);
    const answer = await changingNothing(() => administrator.call(importUsers, { body: { rows } }));
    expect(refusal(answer)).toMatchObject({
      status: 422,
      code: 'import-problems',
      details: { problems: check.problems, problemCount: 12 },
    });
  });

  test('a row may omit a cell, which is then empty', async () => {
    const { userName, userEmail, userRole } = userRow();
    expect(problemsOf(await checkUsers([{ userName, userEmail, userRole }]))).toEqual(['0 phone missing']);
  });

  test('the same rows are recognised, and imported again only on request [FILE-6]', async () => {
    const rows = [userRow()];
    await administrator.must(importUsers, { body: { rows } });
    const at = new Date(app.clock.now()).toISOString();
    app.clock.advance(60_000);
    expect(await checkUsers(rows)).toEqual({
      problems: [{ row: 0, column: 'userEmail', problem: 'email-in-use' }],
      importedBefore: { at, by: ADMINISTRATOR.email },
    });
    const refused = await changingNothing(() => administrator.call(importUsers, { body: { rows } }));
    expect(refusal(refused)).toMatchObject({ status: 409, code: 'imported-before' });
    const { items } = await administrator.must(listUsers, { query: { search: rows[0]?.userEmail ?? '' } });
    await administrator.must(deleteUser, { params: { userId: only(items).id } });
    await administrator.must(importUsers, { body: { rows, again: true } });
    expect((await checkUsers(rows)).importedBefore).toEqual({
      at: new Date(app.clock.now()).toISOString(),
      by: ADMINISTRATOR.email,
    });
  });
});

describe('fines', () => {
  test('refer to members by id, e-mail or a name that only one member has [FILE-3]', async () => {
    const [byId, byEmail, byName] = [
      await addUser(administrator),
      await addUser(administrator, { phone: '+92 300 7654321' }),
      await addUser(administrator, { userName: 'Zubaida Begum' }),
    ];
    const gone = await addUser(administrator, { userName: 'Gone Away' });
    await administrator.must(deleteUser, { params: { userId: gone.id } });
    await addUser(administrator, { userName: 'Two Of Them' });
    await addUser(administrator, { userName: 'two of  them' });
    const rows = [
      fineRow(byId.id),
      fineRow(byId.id.toLowerCase()),
      fineRow('0300 765 43 21'),
      fineRow(` ${byEmail.userEmail?.toUpperCase()} `),
      fineRow('zubaida  BEGUM'),
      fineRow(gone.id),
      fineRow('Gone Away'),
      fineRow('Two of them'),
      fineRow('Nobody'),
    ];
    const check = await checkFines(rows);
    expect(problemsOf(check)).toEqual([
      '5 member member-not-found',
      '6 member member-not-found',
      '7 member member-ambiguous',
      '8 member member-not-found',
    ]);
    const names = [byId, byId, byEmail, byEmail, byName].map(({ userName }) => userName);
    expect(check.charges.map((charge) => charge?.userName)).toEqual([...names, ...Array<undefined>(4).fill(undefined)]);
  });

  test('every other problem is reported with row and column, and nothing is imported [FILE-4]', async () => {
    const { id } = await addUser(administrator);
    await fineOne(administrator, id, { date: '2026-10-05' });
    const rows = [
      fineRow(id, { fineType: ' ', amount: '', date: '' }),
      fineRow('', { amount: 'ten', date: '30/02/2026' }),
      fineRow(id, { amount: '-5', date: '11/2026' }),
      fineRow(id, { amount: '1,5', description: 'x'.repeat(1001) }),
      fineRow(id, { fineType: 'x'.repeat(121), amount: '1000000000' }),
      fineRow(id, { fineType: 'a\0b', amount: '1'.repeat(200) }),
      fineRow(id, { amount: '600,000,000', date: '2026-10-08' }),
      fineRow(id, { amount: '1', date: '2026-09-08' }),
      fineRow(id, { amount: '600,000,000', date: '2026-09-08' }),
    ];
    const check = await checkFines(rows);
    expect(problemsOf(check)).toEqual([
      '0 fineType missing',
      '0 amount missing',
      '0 date missing',
      '1 member missing',
      '1 amount not-an-amount',
      '1 date not-a-day',
      '2 amount not-an-amount',
      '2 date not-a-day',
      '3 amount not-an-amount',
      '3 description too-long',
      '4 fineType too-long',
      '4 amount not-an-amount',
      '5 fineType not-plain-text',
      '5 amount too-long',
      '6 amount doubled-too-large',
      '8 amount doubled-too-large',
    ]);
    // The fine that doubles row 6 is not in the file.
    expect(check.problems.slice(-2).map(({ earlier }) => earlier)).toEqual([undefined, 7]);
    const { checked } = check;
    const answer = await changingNothing(() => administrator.call(importFines, { body: { rows, checked } }));
    expect(refusal(answer)).toMatchObject({ code: 'import-problems', details: { problemCount: 16 } });
  });

  test('get the amounts, days and texts of their cells [DATE-5, FILE-3]', async () => {
    const { id } = await addUser(administrator);
    await setRule(administrator, false);
    const rows = [
      fineRow(id, { amount: 'Rs. 1,500.50', date: '20 Nov 2026', description: 'Line one\nline two' }),
      fineRow(id, { amount: '۵۰۰', date: '۱۸/۱۱/۲۰۲۶', fineType: 'دیر سے آنا' }),
      fineRow(id, { amount: '0', date: '1.2.2026' }),
      fineRow(id, { amount: '₨ 500', date: '19-Nov-26 10:30' }),
    ];
    const { total } = await changingNothing(() => checkFines(rows));
    expect(total).toBe(2500.5);
    const { imported, totals } = await importAll(rows);
    expect({ imported, totals }).toEqual({ imported: 4, totals: (await administrator.must(readTotals, {})).totals });
    expect(
      (await finesOf(administrator, id)).map(({ amount, date, fineType, description, status }) => [
        amount,
        date,
        fineType,
        description,
        status,
      ]),
    ).toEqual([
      [1500.5, '2026-11-20', 'Late', 'Line one\nline two', 'Pending'],
      [500, '2026-11-19', 'Late', '', 'Pending'],
      [500, '2026-11-18', 'دیر سے آنا', '', 'Pending'],
      [0, '2026-02-01', 'Late', '', 'Pending'],
    ]);
  });

  test('are doubled as if entered by hand, in the order of the file, and the check says so [FILE-5]', async () => {
    const [ali, beena] = [await addUser(administrator), await addUser(administrator)];
    const before = await fineOne(administrator, ali.id, { date: '2026-11-17', fineType: 'Noise' });
    const rows = [
      fineRow(ali.id, { date: '2026-11-18' }), // doubled by the existing one
      fineRow(beena.id, { date: '2026-11-19' }),
      fineRow(beena.id, { date: '2026-11-16', fineType: 'Smoking' }), // doubled by the one above
      fineRow(beena.id, { date: '2026-11-20' }), // doubled by the earlier day
      fineRow(beena.id, { date: '2026-11-23' }), // another week
      fineRow(ali.id, { date: '2026-11-22', amount: '0' }),
    ];
    const check = await checkFines(rows);
    expect(check.problems).toEqual([]);
    expect(check.charges.map((charge) => charge && [charge.amount, charge.doubled, charge.earlier])).toEqual([
      [200, true, { fineType: 'Noise', date: '2026-11-17' }],
      [100, false, null],
      [200, true, { fineType: 'Late', date: '2026-11-19' }],
      [200, true, { fineType: 'Smoking', date: '2026-11-16' }],
      [100, false, null],
      [0, true, { fineType: 'Noise', date: '2026-11-17' }],
    ]);
    expect(check.total).toBe(800);
    await importAll(rows);

    // The same fines, entered by hand.
    const [second, third] = [await addUser(administrator), await addUser(administrator)];
    await fineOne(administrator, second.id, { date: '2026-11-17', fineType: 'Noise' });
    for (const { member, fineType, amount, date } of rows) {
      const userId = member === ali.id ? second.id : third.id;
      await fineOne(administrator, userId, { fineType, amount: Number(amount), date });
    }
    const doublings = async (userId: string) => {
      const fines = await app.db.read
        .selectFrom('fines')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('sequence')
        .execute();
      const places = new Map(fines.map(({ id }, place) => [id, place]));
      return fines.map(({ amount, date, fine_type: type, doubled_by: by }) => [
        amount,
        date,
        type,
        places.get(by ?? '') ?? by,
      ]);
    };
    expect(await doublings(ali.id)).toEqual(await doublings(second.id));
    expect(await doublings(beena.id)).toEqual(await doublings(third.id));

    // Deleting the first fine of the week reduces one that it doubled, as it does for any other fine.
    const { reduction } = await administrator.must(deleteFine, { params: { fineId: before.id } });
    expect(reduction).toMatchObject({ from: 200, to: 100 });
  });

  test('are charged the amounts of the file while the rule is off', async () => {
    const { id } = await addUser(administrator);
    await setRule(administrator, false);
    const rows = [fineRow(id), fineRow(id, { description: 'once more' })];
    const { charges } = await checkFines(rows);
    expect(charges.map((charge) => charge && [charge.amount, charge.doubled])).toEqual([
      [100, false],
      [100, false],
    ]);
    await importAll(rows);
    expect((await finesOf(administrator, id)).map(({ amount }) => amount)).toEqual([100, 100]);
  });

  test('are refused if they would be charged anything but what was shown [FILE-5]', async () => {
    const { id } = await addUser(administrator);
    const rows = [fineRow(id, { date: '2026-09-02' })];
    const { checked } = await checkFines(rows);
    await fineOne(administrator, id, { date: '2026-09-01' });
    const answer = await changingNothing(() => administrator.call(importFines, { body: { rows, checked } }));
    expect(refusal(answer)).toMatchObject({ status: 409, code: 'import-changed' });
    await importAll(rows);
    expect((await finesOf(administrator, id)).map(({ amount }) => amount)).toEqual([200, 100]);
  });

  test('the same rows are recognised, and imported again only on request [FILE-6]', async () => {
    const { id } = await addUser(administrator);
    const rows = [fineRow(id, { description: 'of the gate' })];
    await importAll(rows);
    const { checked, importedBefore } = await checkFines(rows);
    expect(importedBefore).toMatchObject({ by: ADMINISTRATOR.email });
    const answer = await changingNothing(() => administrator.call(importFines, { body: { rows, checked } }));
    expect(refusal(answer)).toMatchObject({ status: 409, code: 'imported-before' });
    await importAll(rows, true);
    expect(await finesOf(administrator, id)).toHaveLength(2);
    expect((await checkFines([...rows, ...rows])).importedBefore).toBeNull();
  });

  test('from a file with one row more than an earlier one, only that row is imported [FILE-6]', async () => {
    const [ali, beena] = [await addUser(administrator), await addUser(administrator)];
    await setRule(administrator, false);
    const old = [
      fineRow(ali.id, { date: '2026-11-02' }),
      fineRow(ali.id, { date: '2026-11-02' }),
      fineRow(beena.userEmail ?? '', { date: '3/11/2026', amount: 'Rs 100' }),
    ];
    await importAll(old);
    const [first] = await finesOf(administrator, ali.id);
    await administrator.must(deleteFine, { params: { fineId: first?.id ?? '' } });

    // The same rows in other forms and another order, and one of them a third time.
    const rows = [
      fineRow(beena.id.toLowerCase(), { date: '2026-11-03 00:00:00', amount: '100.00' }),
      fineRow(ali.userName, { date: '2-Nov-26' }),
      fineRow(ali.id, { date: '2026-11-02' }),
      fineRow(ali.id, { date: '2026-11-02' }),
      fineRow(ali.id, { date: '2026-11-02', amount: '101' }),
      fineRow(ali.id, { date: '2026-11-02', description: 'once more' }),
    ];
    const check = await changingNothing(() => checkFines(rows));
    expect(check).toMatchObject({ before: [0, 1, 2], importedBefore: null, problems: [], total: 301 });
    expect(check.charges.map((charge) => charge?.amount ?? null)).toEqual([null, null, null, 100, 101, 100]);
    const before = await administrator.must(readTotals, {});
    const { imported, totals } = await importAll(rows);
    expect(imported).toBe(3);
    expect(totals.totalFinesAmount - before.totals.totalFinesAmount).toBe(301);
    expect(await finesOf(administrator, beena.id)).toHaveLength(1);

    const again = await administrator.must(checkFineImport, { body: { rows, again: true } });
    expect(again).toMatchObject({ before: [0, 1, 2, 3, 4, 5], total: 601 });
    expect((await checkFines(rows)).charges.every((charge) => charge === null)).toBe(true);
    expect(await importAll(rows, true)).toMatchObject({ imported: 6 });
  });

  test('that are left out do not double the others [FILE-6]', async () => {
    const { id } = await addUser(administrator);
    const old = fineRow(id, { date: '2026-10-07' });
    await importAll([old]);
    await administrator.must(deleteFine, { params: { fineId: only(await finesOf(administrator, id)).id } });
    const rows = [old, fineRow(id, { date: '2026-10-08' })];
    expect((await checkFines(rows)).charges.map((charge) => charge?.amount ?? null)).toEqual([null, 100]);
    // A doubled fine is recognised by the amount in its row.
    const doubled = fineRow(id, { date: '2026-10-09' });
    await importAll([...rows, doubled]);
    expect((await finesOf(administrator, id)).map(({ amount }) => amount)).toEqual([200, 100]);
    expect((await checkFines([doubled])).before).toEqual([0]);
  });

  test('with a day in the future are marked, and refused if it is more than a year ahead [DATE-7]', async () => {
    const { id } = await addUser(administrator);
    const today = '2026-11-18';
    const ahead = aYearAfter(today);
    const rows = [today, addDays(today, 1), ahead].map((date) => fineRow(id, { date }));
    const check = await checkFines(rows);
    expect(check.charges.map((charge) => charge?.future)).toEqual([false, true, true]);
    const far = [fineRow(id, { date: addDays(ahead, 1) }), fineRow(id, { date: '2062-11-20' })];
    const { problems, checked } = await checkFines(far);
    expect(problemsOf({ problems })).toEqual(['0 date day-too-far', '1 date day-too-far']);
    const answer = await changingNothing(() => administrator.call(importFines, { body: { rows: far, checked } }));
    expect(refusal(answer)).toMatchObject({ code: 'import-problems' });
  });

  test('lose the marks of direction that a form drops, so they can be corrected [FILE-4, NAME-6, FINE-16]', async () => {
    const { id } = await addUser(administrator);
    await importAll([fineRow(id, { fineType: 'Late\u202b arrival', description: '\u202aby an hour\u202c ' })]);
    const imported = only(await finesOf(administrator, id));
    expect(imported).toMatchObject({ fineType: 'Late arrival', description: 'by an hour' });
    const body = correction(imported, { amount: 50 });
    expect((await administrator.must(correctFine, { params: { fineId: imported.id }, body })).fine.amount).toBe(50);
  });

  test('of types that are not listed are a problem under the rule "Only fine types from the list" [FILE-4]', async () => {
    const { id } = await addUser(administrator);
    await administrator.must(addType, { body: { name: 'Uniform', urduName: '', amount: null, active: true } });
    await administrator.must(addType, { body: { name: 'Asleep', urduName: '', amount: null, active: false } });
    await setRule(administrator, true, 'only-listed-fine-types');
    const rows = ['UNIFORM', 'Asleep', 'Whatever'].map((fineType) => fineRow(id, { fineType }));
    expect(problemsOf(await checkFines(rows))).toEqual([
      '1 fineType fine-type-not-listed',
      '2 fineType fine-type-not-listed',
    ]);
    await setRule(administrator, false, 'only-listed-fine-types');
  });

  test('too many for one statement are imported together [FILE-7]', async () => {
    const members = await Promise.all(Array.from({ length: 3 }, () => addUser(administrator)));
    const rows = Array.from({ length: 2500 }, (_, n) =>
      fineRow(members[n % 3]?.id ?? '', { date: addDays('2020-01-01', n), fineType: `Type ${n % 7}` }),
    );
    const { charges, total } = await checkFines(rows);
    const before = await administrator.must(readTotals, {});
    const { imported, totals } = await importAll(rows);
    expect(imported).toBe(2500);
    expect(charges.filter((charge) => charge?.doubled).length).toBeGreaterThan(1000);
    expect(totals.totalFinesAmount - before.totals.totalFinesAmount).toBe(total);
  });
});

describe('a file of the largest size', () => {
  const largest = async () => {
    const { id } = await addUser(administrator);
    return Array.from({ length: MAX_IMPORT_ROWS }, (_, n) =>
      fineRow(id, { date: addDays('2000-01-01', n % 9000), fineType: `Type ${n % 500}`, description: 'ہ'.repeat(120) }),
    );
  };
  /** How many other requests were answered in the meantime. */
  async function othersMeanwhile(work: Promise<unknown>): Promise<number> {
    let [done, others] = [false, 0];
    const end = () => (done = true);
    void work.then(end, end);
    while (!done) {
      await app.nobody.fetch('/healthz');
      if (!done) others += 1;
    }
    await work;
    return others;
  }

  test('waits only for an upload of the same sender that is still unfinished; other senders do not wait [API-8, V1.4.3]', async () => {
    const rows = Array.from({ length: 2000 }, () => userRow());
    const { hostname, port } = new URL(app.url);
    const unfinished = connect(Number(port), hostname);
    const other = await clientWithKey(app, administrator, 'manager');
    const head = [
      `POST /api${checkUserImport.path} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Origin: ${app.url}`,
      `Cookie: ${administrator.cookie}`,
      'Content-Type: application/json',
      'Content-Length: 1000000',
    ];
    // The server has received this before the next request.
    await new Promise<void>((sent) => void unfinished.write(`${head.join('\r\n')}\r\n\r\n{"rows":[`, () => sent()));
    let answered = false;
    for (let n = 0; n < 10; n += 1) await app.nobody.fetch('/healthz');
    const waiting = checkUsers(rows).finally(() => (answered = true));
    expect((await other.must(checkUserImport, { body: { rows } })).problems).toEqual([]);
    expect((await checkUsers(rows.slice(0, 10))).problems).toEqual([]);
    expect(answered).toBe(false);
    unfinished.destroy();
    expect((await waiting).problems).toEqual([]);
  });

  // Last, because the books are checked after each test.
  test('does not delay other requests while it is checked and imported [API-8]', async () => {
    const rows = await largest();
    // On a slow machine it takes longer than an answer may; its repeat gets what came of it.
    const repeated = async <T>(once: () => Promise<{ ok: true; value: T } | { ok: false; code: string }>) => {
      for (;;) {
        const answer = await once();
        if (answer.ok) return answer.value;
        expect(answer.code).toBe('busy');
      }
    };
    const check = repeated(() => administrator.call(checkFineImport, { body: { rows, again: false } }));
    expect(await othersMeanwhile(check)).toBeGreaterThan(10);
    const { checked } = await check;
    const imported = repeated(() =>
      administrator.call(importFines, { body: { rows, checked } }, { key: 'the-largest-file' }),
    );
    expect(await othersMeanwhile(imported)).toBeGreaterThan(10);
    expect(await imported).toMatchObject({ imported: MAX_IMPORT_ROWS });
  });
});
