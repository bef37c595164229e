// A failure during a write: it is rolled back, the response is a plain 500 with a reference, and the same request
// succeeds once the cause is gone.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/contract/errors.ts';
import { checkFineImport, importFines, importUsers } from '../../src/contract/fines/imports.ts';
import { addEvent } from '../../src/contract/events.ts';
import { correctFine } from '../../src/contract/fines/fine-details.ts';
import { addFines, deleteFine, payFines, setFineStatus } from '../../src/contract/fines/fines.ts';
import { addUsers } from '../../src/contract/users.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { engine } from '../helpers/database.ts';
import {
  addUser,
  correction,
  eventForm,
  fineOne,
  refusal,
  setRule,
  submission,
  toPay,
  tryToMark,
  userForm,
} from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);

beforeAll(() => setRule(administrator, false));
afterAll(() => expectBooksRight(app.db));

/** Makes one kind of change fail in the database, with a message that must not be exposed. Returns how to undo this. */
async function breakIt(
  table: string,
  event: 'insert' | 'update' | 'delete',
  when: string,
): Promise<() => Promise<void>> {
  const condition = sql.raw(when === '' ? '' : `when (${when})`);
  const [name, on] = [sql.id('broken_on_purpose'), sql.table(table)];
  if (engine === 'sqlite') {
    await sql`create trigger ${name} before ${sql.raw(event)} on ${on} ${condition} begin select raise(abort, 'TOP SECRET'); end`.execute(
      app.db.write,
    );
    return async () => void (await sql`drop trigger ${name}`.execute(app.db.write));
  }
  await sql`create or replace function ${name}() returns trigger language plpgsql as 'begin raise exception ''TOP SECRET''; end'`.execute(
    app.db.write,
  );
  await sql`create trigger ${name} before ${sql.raw(event)} on ${on} for each row ${condition} execute function ${name}()`.execute(
    app.db.write,
  );
  return async () => void (await sql`drop trigger ${name} on ${on}`.execute(app.db.write));
}

const total = 'old.total <> new.total or old.used <> new.used or old.pending <> new.pending';
let keys = 0;

test.each([
  ['fines.add', 'fines', 'insert', ''],
  ['fines.add', 'users', 'update', ''],
  ['fines.add', 'fine_days', 'insert', ''],
  ['fines.add', 'fine_types', 'insert', ''],
  ['fines.add', 'idempotency', 'insert', ''],
  ['fines.add', 'journal', 'insert', ''],
  ['fines.add', 'books', 'update', total],
  ['fines.add', 'books_by_day', 'insert', ''],
  ['fines.setStatus', 'fines', 'update', ''],
  ['fines.setStatus', 'users', 'update', ''],
  ['fines.setStatus', 'journal', 'insert', ''],
  ['fines.setStatus', 'fine_days', 'insert', ''],
  ['fines.setStatus', 'payment_days', 'insert', ''],
  ['fines.correct', 'fines', 'update', ''],
  ['fines.correct', 'users', 'update', ''],
  ['fines.correct', 'journal', 'insert', ''],
  ['fines.correct', 'fine_days', 'insert', ''],
  ['fines.correct', 'fine_types', 'insert', ''],
  ['fines.pay', 'fines', 'update', ''],
  ['fines.pay', 'users', 'update', ''],
  ['fines.pay', 'journal', 'insert', ''],
  ['fines.delete', 'fines', 'delete', ''],
  ['fines.delete', 'users', 'update', ''],
  ['fines.delete', 'books', 'update', total],
  ['users.addSeveral', 'users', 'insert', "new.user_name = 'Second'"],
  ['users.addSeveral', 'journal', 'insert', ''],
  ['users.import', 'users', 'insert', "new.user_name = 'Second'"],
  ['users.import', 'imports', 'insert', ''],
  ['fines.import', 'fines', 'insert', "new.description = 'second'"],
  ['fines.import', 'users', 'update', ''],
  ['fines.import', 'imports', 'insert', ''],
  ['events.add', 'events', 'insert', ''],
  ['events.add', 'books', 'update', total],
] as const)('%s, failing at %s (%s) [WRITE-1, FILE-7, V2.3.3, V16.5.3]', async (operationId, table, event, when) => {
  const { id } = await addUser(administrator);
  const added = await fineOne(administrator, id);
  const { id: fineId } = added;
  const key = `broken-${(keys += 1)}-times`;
  const corrected = correction(added, { fineType: `Corrected ${keys}`, amount: 50, date: '2026-11-17' });
  const users = [userForm(), userForm({ userName: 'Second' })];
  const row = { member: id, fineType: 'Late', amount: '5', date: '2026-03-04' };
  const rows = [row, { ...row, description: 'second' }];
  const { checked } = await administrator.must(checkFineImport, { body: { rows } });
  const call = () => {
    if (operationId === 'users.import') return administrator.call(importUsers, { body: { rows: users } }, { key });
    if (operationId === 'fines.import') return administrator.call(importFines, { body: { rows, checked } }, { key });
    if (operationId === 'fines.add')
      return administrator.call(
        addFines,
        { body: submission({ userIds: [id], fineType: `Type ${keys}`, date: `2026-01-${10 + keys}` }) },
        { key },
      );
    if (operationId === 'fines.setStatus') return tryToMark(administrator, fineId, 'Paid', { key });
    if (operationId === 'fines.correct')
      return administrator.call(correctFine, { params: { fineId }, body: corrected }, { key });
    if (operationId === 'fines.pay') return administrator.call(payFines, { body: toPay([added]) }, { key });
    if (operationId === 'users.addSeveral') return administrator.call(addUsers, { body: { users } }, { key });
    if (operationId === 'fines.delete') return administrator.call(deleteFine, { params: { fineId } }, { key });
    return administrator.call(addEvent, { body: eventForm() }, { key });
  };
  const before = await dump(app.db);
  const mend = await breakIt(table, event, when);
  const answer = refusal(await call());
  expect(answer).toMatchObject({
    status: 500,
    code: 'internal',
    message: 'Something went wrong on the server. Nothing was saved.',
    details: undefined,
  });
  expect(JSON.stringify(answer)).not.toMatch(/SECRET|trigger|sql/i);
  expect(await dump(app.db)).toEqual(before);
  await expectBooksRight(app.db);
  await mend();
  expect((await call()).status).toBe(200);
  await expectBooksRight(app.db);
});

test('the 500 carries the reference of its log line, and nothing else [API-4, V13.4.2, V16.3.4, V16.5.1]', async () => {
  const { id } = await addUser(administrator);
  const mend = await breakIt('journal', 'insert', '');
  const answer = await administrator.fetch('/api/fines', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'the-reference' },
    body: JSON.stringify(submission({ userIds: [id] })),
  });
  await mend();
  expect(await answer.json()).toEqual({
    error: {
      code: 'internal',
      message: 'Something went wrong on the server. Nothing was saved.',
      reference: expect.stringMatching(/^\S{3,60}$/) as string,
    },
  });
});

test('figures too large to be exact are refused, and nothing is changed [MONEY-7, V1.4.2]', async () => {
  const own = await startApp();
  const client = await own.administrator();
  const { id } = await addUser(client);
  // So close to the largest total that another fine would exceed it.
  const nearly = 7_036_874_417_766_400 - 50_000;
  await own.db.write.updateTable('books').set({ turnover: nearly }).execute();
  await setRule(client, false);
  const before = await dump(own.db);
  const body = eventForm({ amount: 500.01 });
  const rows = ['499.99', '0.02'].map((amount) => ({ member: id, fineType: 'Late', amount, date: '2026-11-18' }));
  const { checked } = await client.must(checkFineImport, { body: { rows } });
  const answers = [
    await client.call(addFines, { body: submission({ userIds: [id], amount: 500.01 }) }),
    await client.call(addFines, { body: submission({ userIds: [id], amount: 999_999_999.99 }) }),
    await client.call(addEvent, { body }),
    await client.call(importFines, { body: { rows, checked } }),
  ];
  for (const answer of answers) expect(refusal(answer)).toMatchObject({ status: 422, code: 'totals-too-large' });
  expect(await dump(own.db)).toEqual(before);
  expect((await client.call(addFines, { body: submission({ userIds: [id], amount: 499.99 }) })).status).toBe(200);
  expect((await client.call(addEvent, { body: { ...body, amount: 0.01 } })).status).toBe(200);
  await own.stop();
});

test('an operation that answers with an error it does not declare fails the test', async () => {
  const own = await startApp();
  const client = await own.administrator();
  const { id: fineId } = await fineOne(client, (await addUser(client)).id);
  const pay = () => tryToMark(client, fineId, 'Paid');
  await pay();
  const errors = setFineStatus.errors as unknown as ErrorCode[];
  const declared = errors.splice(0);
  expect(refusal(await pay())).toMatchObject({ status: 409, code: 'already-paid' });
  errors.push(...declared);
  await expect(own.stop()).rejects.toThrow(/fines\.setStatus: already-paid/);
});
