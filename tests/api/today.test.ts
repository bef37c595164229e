// What waits for somebody today: each figure is that of the list it leads to, and only what the caller may do
// something about (DASH-16). The clock is at 2026-11-18.
import { afterEach, expect, test } from 'vitest';
import { readCash } from '../../src/contract/money/cash.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { listReminders, promise } from '../../src/contract/money/reminders.ts';
import { countRequests, sendAppeal, sendClaim } from '../../src/contract/money/requests.ts';
import { undo } from '../../src/contract/money/undo.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { readToday } from '../../src/contract/overview.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import type { Client } from '../helpers/client.ts';
import { addUser, fine, fineOne, refusal, setRule } from '../helpers/ledger.ts';
import { signedInMember, signedInWithAccess } from '../helpers/members.ts';

const DAY = '2026-11-21';
const A_DAY_MS = 24 * 60 * 60 * 1000;
const app = useApp();
const administrator = useAdministrator(app);
const today = (client: Client = administrator) => client.must(readToday, {});
const NOTHING = { fines: 0, payments: 0, waivers: 0, last: null };

afterEach(() => expectBooksRight(app.db));

test('nothing waits at first; members and viewers are told nothing [DASH-16]', async () => {
  expect(await today()).toEqual({
    requests: 0,
    overdue: { count: 0, amount: 0 },
    promised: { count: 0, amount: 0 },
    failedMails: 0,
    cash: 0,
    entered: NOTHING,
  });
  const { client: member } = await signedInMember(app, administrator);
  const { client: viewer } = await signedInWithAccess(app, administrator, 'viewer');
  for (const client of [member, viewer]) {
    expect(refusal(await client.call(readToday, {}))).toMatchObject({ code: 'not-allowed' });
  }
});

test('counts the requests that the caller may decide, the overdue and the promised of the list of reminders, and the own cash [DASH-16]', async () => {
  await setRule(administrator, false);
  await administrator.must(updateOrganisation, { body: { dueDays: 2 } });
  const { client: collector } = await signedInWithAccess(app, administrator, 'collector');
  const { client: member, user } = await signedInMember(app, administrator);
  const late = await fineOne(administrator, user.id, { amount: 300, date: '2026-11-01' });
  const other = await addUser(administrator);
  await fineOne(administrator, other.id, { amount: 90.5, date: '2026-11-02' });
  const third = await addUser(administrator);
  await fineOne(administrator, third.id, { amount: 10, date: '2026-11-02' });
  app.clock.advance(3 * A_DAY_MS);
  await fineOne(administrator, user.id, { amount: 70, date: DAY });
  await administrator.must(promise, { body: { userId: other.id, until: DAY } });
  await administrator.must(promise, { body: { userId: third.id, until: '2026-11-22' } });
  await member.must(sendAppeal, { body: { fineId: late.id, reason: 'was ill' } });
  await member.must(sendClaim, { body: { amount: 70, method: 'Raast', reference: '', receivedOn: DAY } });
  await collector.must(takePayment, { body: { userId: other.id, fines: [], amount: 55, receivedOn: DAY } });

  const shown = async (show: 'overdue' | 'promised-today') => {
    const { totalItems, pendingFine } = await administrator.must(listReminders, { query: { show } });
    return { count: totalItems, amount: pendingFine };
  };
  for (const client of [administrator, collector]) {
    const { requests, overdue, promised, cash } = await today(client);
    expect(requests).toBe((await client.must(countRequests, {})).open);
    expect(overdue).toEqual(await shown('overdue'));
    expect(promised).toEqual(await shown('promised-today'));
    expect(cash).toBe(client === collector ? 55 : 0);
  }
  expect(await today(collector)).toMatchObject({
    requests: 1,
    // Who has promised is not to be reminded.
    overdue: { count: 1, amount: 370 },
    promised: { count: 1, amount: 90.5 },
    entered: { fines: 0, payments: 1 },
  });
  expect((await today()).requests).toBe(2);
  const { holders } = await administrator.must(readCash, {});
  expect(holders.map(({ held }) => held)).toContain(55);

  // Tomorrow nobody has entered anything yet, and the promise of today is over.
  app.clock.advance(A_DAY_MS);
  expect(await today(collector)).toMatchObject({ promised: { count: 1, amount: 10 }, cash: 55, entered: NOTHING });
});

test('what was entered that day counts as long as it stands, and the newest of it can be undone, then the one before [DASH-16]', async () => {
  const { client } = await signedInWithAccess(app, administrator, 'collector');
  const people = [await addUser(administrator), await addUser(administrator)];
  const userIds = people.map(({ id }) => id);
  const first = await fine(client, { userIds, amount: 100 });
  const second = await fineOne(client, userIds[0] ?? '', { amount: 5, fineType: 'Other' });
  const { entered } = await today(client);
  expect(entered).toMatchObject({ fines: 3, payments: 0, waivers: 0, last: { fines: 1, payments: 0, waivers: 0 } });
  await client.must(undo, { body: { batch: entered.last?.batch ?? 0 } });
  expect((await today(client)).entered).toMatchObject({ fines: 2, last: { batch: first.batch, fines: 2 } });

  // Somebody else has waived one of them.
  const [fineId = ''] = first.fineIds;
  const { client: manager } = await signedInWithAccess(app, administrator, 'manager');
  const body = { outstanding: 100, amount: 100, reason: 'was ill' };
  const { batch } = await manager.must(waiveFine, { params: { fineId }, body });
  expect((await today(client)).entered).toEqual({ fines: 2, payments: 0, waivers: 0, last: null });
  expect((await today(manager)).entered).toEqual({
    fines: 0,
    payments: 0,
    waivers: 1,
    last: { batch, fines: 0, payments: 0, waivers: 1, pictures: 0 },
  });
  await manager.must(undo, { body: { batch } });
  expect((await today(manager)).entered).toEqual(NOTHING);
  expect(second.amount).toBe(5);
});
