// A database from before ids were recorded: people get what was theirs if their e-mail can mean nobody else, and nobody
// gets what may be another's.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listOwnEntries } from '../../src/contract/entries.ts';
import { handOverCash, readCash, recordPayOut, reverseHandOver } from '../../src/contract/money/cash.ts';
import { reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { addApiKey } from '../../src/contract/sign-in/api-keys.ts';
import { deleteUser, setUserAccess } from '../../src/contract/users.ts';
import { ADMINISTRATOR_ID, idOfName, idOfUser } from '../../src/core/people/actor.ts';
import { connect } from '../../src/server/db/connect.ts';
import type { Database } from '../../src/server/db/types.ts';
import { hashOf } from '../../src/server/ledger/journal-hash.ts';
import { checkBooks } from '../../src/server/tools/books/check-books.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { newMigratedDatabaseUrl } from '../helpers/database.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { addUser, refusal } from '../helpers/ledger.ts';
import { givePassword, signedInWithAccess } from '../helpers/members.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const IDS = [
  ['payments', 'received_by_id'],
  ['refunds', 'given_by_id'],
  ['pay_outs', 'holder_id'],
  ['hand_overs', 'holder_id'],
  ['hand_overs', 'taken_by_id'],
  ['hand_overs', 'made_by_id'],
] as const;

/** Turns the database into what the earlier version had written. `names`: of the ids of those who hold cash. */
async function asBefore(db: Database, names: ReadonlyMap<string, string>): Promise<void> {
  const entries = await db.write.selectFrom('journal').selectAll().orderBy('sequence').execute();
  let journalHash = '';
  for (const entry of entries) {
    const record = JSON.parse(entry.after ?? 'null') as Record<string, unknown> | null;
    if (record !== null && entry.subject === 'hand-over') {
      record['taken_by_holder'] = (record['taken_by_id'] ?? null) === null ? null : record['taken_by'];
    }
    for (const [, column] of IDS) if (record !== null) delete record[column];
    const before = { ...entry, after: record === null ? null : JSON.stringify(record), actor_id: null };
    journalHash = hashOf(journalHash, before);
    const { after, actor_id } = before;
    await db.write
      .updateTable('journal')
      .set({ after, actor_id, hash: journalHash })
      .where('sequence', '=', entry.sequence)
      .execute();
  }
  await db.write.updateTable('books').set({ journal_hash: journalHash }).execute();
  await sql`alter table hand_overs add column taken_by_holder text`.execute(db.write);
  await sql`update hand_overs set taken_by_holder = taken_by where taken_by_id is not null`.execute(db.write);
  for (const [table, column] of [...IDS, ['journal', 'actor_id'] as const]) {
    await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db.write);
  }
  const held = await db.write.selectFrom('cash_holders').selectAll().execute();
  await db.write.deleteFrom('cash_holders').execute();
  for (const [holder, rows] of Map.groupBy(held, (row) => names.get(row.holder) ?? '')) {
    const sum = (figure: 'received' | 'given_back' | 'paid_out' | 'taken_over') =>
      rows.reduce((all, row) => all + row[figure], 0);
    const figures = {
      received: sum('received'),
      given_back: sum('given_back'),
      paid_out: sum('paid_out'),
      taken_over: sum('taken_over'),
    };
    await db.write
      .insertInto('cash_holders')
      .values({ holder, ...figures })
      .execute();
  }
  await sql`delete from kysely_migration where name = '0042-who-acted'`.execute(db.write);
}

test('what was recorded by e-mail belongs to a person only if the e-mail can mean nobody else [PAY-65, CASH-16]', async () => {
  const database = await newMigratedDatabaseUrl();
  let app: TestApp | undefined = await startApp({ databaseUrl: database.url });
  const { clock } = app;
  try {
    let administrator = await app.administrator();
    const member = await addUser(administrator);
    const collector = await signedInWithAccess(app, administrator, 'collector');
    const manager = await signedInWithAccess(app, administrator, 'manager');
    const former = await signedInWithAccess(app, administrator, 'collector');
    const key = await administrator.must(addApiKey, { body: { name: 'Gate', access: 'collector', days: 30 } });
    clock.advance(2 * DAY_MS);
    const receivedOn = new Date(clock.now()).toISOString().slice(0, 10);
    const pay = async (by: Client, amount: number) =>
      (await by.must(takePayment, { body: { userId: member.id, fines: [], amount, receivedOn } })).payment?.id ?? '';
    const own = await pay(collector.client, 10);
    const ofFormer = await pay(former.client, 40);
    await pay(administrator, 7);
    await pay(createClient(app.url, '', key.key), 3);
    await pay(manager.client, 20);
    const managers = { holderId: idOfUser(manager.user.id), held: 18, counted: 18 };
    const paidOut = { holderId: idOfUser(manager.user.id), amount: 2, note: 'tea' };
    await manager.client.must(recordPayOut, { body: paidOut });
    const { handOver } = await manager.client.must(handOverCash, {
      body: { ...managers, takenBy: collector.user.userEmail ?? '' },
    });
    await administrator.must(deleteUser, { params: { userId: former.user.id } });
    const email = former.user.userEmail ?? '';
    const next = await addUser(administrator, { userEmail: email });
    await administrator.must(setUserAccess, { params: { userId: next.id }, body: { access: 'collector' } });
    await givePassword(app, next);
    await pay(await app.enter(email), 5);
    await expectBooksRight(app.db);
    await app.stop();

    const db = connect(database.url);
    const names = new Map([
      ...[collector.user, manager.user, { ...former.user, userEmail: email }, next].map(
        (user) => [idOfUser(user.id), user.userEmail ?? ''] as const,
      ),
      [ADMINISTRATOR_ID, ADMINISTRATOR.email] as const,
      [`key:${key.apiKey.id}`, 'Gate (API key)'] as const,
    ]);
    await asBefore(db, names);
    await db.close();

    app = await startApp({ databaseUrl: database.url, clock });
    await expectBooksRight(app.db);
    administrator = await app.administrator();
    const { holders } = await administrator.must(readCash, {});
    expect(new Map(holders.map(({ holderId, holder, held }) => [holderId, [holder, held]]))).toEqual(
      new Map<string, unknown>([
        [idOfUser(collector.user.id), [collector.user.userEmail, 28]],
        [idOfUser(manager.user.id), [manager.user.userEmail, 0]],
        [ADMINISTRATOR_ID, [ADMINISTRATOR.email, 7]],
        [`key:${key.apiKey.id}`, ['Gate (API key)', 3]],
        // The e-mail belonged to two people, so neither has the cash, and a manager hands it over.
        [idOfName(email), [email, 45]],
      ]),
    );
    const takeBack = (by: Client, paymentId: string, amount: number) =>
      by.call(reversePayment, { params: { paymentId }, body: { amount, reason: 'counted wrongly' } });
    const successor = await app.enter(email);
    expect(await successor.must(listOwnEntries, {})).toMatchObject({ paymentIds: [] });
    expect(refusal(await takeBack(successor, ofFormer, 40))).toMatchObject({ code: 'not-own-entry' });
    const again = await app.enter(collector.user.userEmail ?? '');
    expect(await again.must(listOwnEntries, {})).toMatchObject({ paymentIds: [own] });
    const managerAgain = await app.enter(manager.user.userEmail ?? '');
    const params = { handOverId: handOver.id };
    await managerAgain.must(reverseHandOver, { params, body: { reason: 'counted wrongly' } });
    expect(await takeBack(again, own, 10)).toMatchObject({ ok: true });
    const whole = { holderId: idOfName(email), held: 45, counted: 45, takenBy: email };
    await managerAgain.must(handOverCash, { body: whole });
    const after = await administrator.must(readCash, {});
    expect(after.holders.filter(({ held }) => held !== 0).map(({ holderId, held }) => [holderId, held])).toEqual(
      expect.arrayContaining([
        [idOfUser(next.id), 45],
        [idOfUser(manager.user.id), 18],
      ]),
    );
    await expectBooksRight(app.db);

    // Somebody who never had the e-mail cannot have received anything under it.
    await app.db.write
      .updateTable('payments')
      .set({ received_by_id: idOfUser(manager.user.id) })
      .where('id', '=', own)
      .execute();
    expect((await checkBooks(app.db)).problems).toContainEqual(
      expect.stringContaining(`The payment ${own} differs from`),
    );
  } finally {
    await app.stop();
    database.remove();
  }
});
