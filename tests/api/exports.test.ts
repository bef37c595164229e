// Lists as CSV files: their exact text and completeness, and what happens when the reader or the database goes away.
import Fastify from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import {
  handOverCash,
  listPayOuts,
  readCash,
  recordPayOut,
  reverseHandOver,
  reversePayOut,
} from '../../src/contract/money/cash.ts';
import { addEvent } from '../../src/contract/events.ts';
import { addType } from '../../src/contract/fines/fine-types.ts';
import { listFines } from '../../src/contract/fines/fines.ts';
import { listPayments, readOwed, reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { remind } from '../../src/contract/money/reminders.ts';
import { giveRefund } from '../../src/contract/money/refunds.ts';
import { listUsers } from '../../src/contract/users.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { streamOf } from '../../src/server/shared/files/csv-file.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { addUser, eventForm, fine, fineOne, setRule } from '../helpers/ledger.ts';
import { expectRefusal } from '../helpers/refusals.ts';

const app = useApp();
const administrator = useAdministrator(app);
const TODAY = '2026-11-18';
const NASTY = { userName: '=HYPERLINK("x"), احمد', userRole: '@boss', phone: '03001234567' };
let user: Awaited<ReturnType<typeof addUser>>;

beforeEach(async () => {
  await setRule(administrator, false);
  user = await addUser(administrator, NASTY);
});

async function download(path: string) {
  const answer = await administrator.fetch(`/api/exports/${path}`);
  // text() would remove the byte-order mark.
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, bytes.toString()).toBe(200);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = bytes.toString().slice(1);
  expect(text.endsWith('\r\n')).toBe(true);
  return { text, answer, lines: text.split('\r\n').slice(0, -1) };
}
const rowsOf = async (path: string): Promise<string[]> => (await download(path)).lines.slice(1);
const ofUser = (path: string): Promise<string[]> => rowsOf(`${path}${path.includes('?') ? '&' : '?'}userId=${user.id}`);
const MEMBER = '"\'=HYPERLINK(""x""), احمد"';

async function pay(amount: number, more: { reference?: string; note?: string } = {}) {
  const { fines } = await administrator.must(readOwed, { params: { userId: user.id } });
  const shown = fines.map(({ id, outstanding }) => ({ fineId: id, outstanding }));
  return administrator.must(takePayment, {
    body: { userId: user.id, fines: shown, amount, receivedOn: TODAY, ...more },
  });
}

test('fines: headings, plain figures and days, and texts that stay texts [EXPORT-3]', async () => {
  const one = await fineOne(administrator, user.id, { amount: 1250, date: '2026-11-02', fineType: '+late' });
  const other = await fineOne(administrator, user.id, {
    amount: 0.5,
    date: TODAY,
    fineType: 'دیر سے',
    description: 'a "b",\n-c',
  });
  await pay(1250.25);
  const { text, answer } = await download(`fines?userId=${user.id}`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="fines-2026-11-18.csv"');
  expect(text).toBe(
    'Date,Member,Member ID,Fine type,Due on,Description,Amount,Paid,Waived,Left to pay,Status,Mistake,Paid on,Entered on,ID\r\n' +
      `2026-11-18,${MEMBER},${user.id},دیر سے,,"a ""b"",\n-c",0.50,0.25,0.00,0.25,Pending,,,2026-11-18,${other.id}\r\n` +
      `2026-11-02,${MEMBER},${user.id},'+late,,,1250.00,1250.00,0.00,0.00,Paid,,2026-11-18,2026-11-18,${one.id}\r\n`,
  );
  const urdu = await download(`fines?userId=${user.id}&language=ur&status=Paid`);
  expect(urdu.lines).toHaveLength(2);
  expect(urdu.lines[0]).toMatch(/^تاریخ,رکن,رکن کی آئی ڈی,جرمانے کی وجہ,/);
  expect(urdu.lines[1]).toContain(',ادا شدہ,');
});

test('users: phone numbers keep their zeros [EXPORT-5]', async () => {
  const { lines } = await download(`users?search=${encodeURIComponent('HYPERLINK')}`);
  expect(lines[0]).toBe('Member,Email,Role,Phone,Status,Access,Sign-in,Last sign-in,Entered on,Member ID');
  expect(lines).toContain(
    `${MEMBER},${user.userEmail},'@boss,'03001234567,Active,Member,No sign-in yet,,2026-11-18,${user.id}`,
  );
});

test('members: their totals, filtered and sorted as in the overview', async () => {
  await fineOne(administrator, user.id, { amount: 300, date: TODAY });
  await pay(100);
  const { lines } = await download(`members?search=${user.id}&status=has-paid`);
  expect(lines).toEqual([
    'Member,Member ID,Total,Collected,Pending,Overdue,Credit,Fines,Paid fines,Newest fine,Unpaid since',
    `${MEMBER},${user.id},300.00,100.00,200.00,0.00,0.00,1,0,2026-11-18,2026-11-18`,
  ]);
  expect(await rowsOf(`members?search=${user.id}&status=has-paid&period=week&sort=total&order=descending`)).toEqual(
    lines.slice(1),
  );
});

test('events', async () => {
  const title = `-Iftar ${user.id}`;
  const { event } = await administrator.must(addEvent, {
    body: eventForm({ title, description: 'tea,\r\ncake', date: '2026-11-20', amount: 12.5 }),
  });
  const { text } = await download('events');
  expect(text).toMatch(/^Date,Title,Description,Location,Amount,Status,ID\r\n/);
  expect(text).toContain(`2026-11-20,'${title},"tea,\r\ncake",Office,12.50,Soon,${event.id}\r\n`);
});

test('fine types: in order, with how often each was used', async () => {
  const listed = { urduName: 'شور', amount: 50, active: true };
  await administrator.must(addType, { body: { ...listed, name: '=Noise' } });
  await administrator.must(addType, { body: { name: 'Old one', urduName: '', amount: null, active: false } });
  await fineOne(administrator, user.id, { fineType: '=Noise', date: TODAY });
  const { lines } = await download('fine-types');
  expect(lines[0]).toBe('Name,Urdu name,Amount,Offered,Times used,ID');
  expect(lines.slice(-2).map((line) => line.split(',').slice(0, 5).join())).toEqual([
    "'=Noise,شور,50.00,Yes,1",
    'Old one,,,,0',
  ]);
});

test('reminders: who owes what, since when, and the reminder text [REMIND-1, EXPORT-1]', async () => {
  const debtor = await addUser(administrator, { userName: 'Reminded Debtor', phone: '0300 1234567' });
  await fineOne(administrator, debtor.id, { amount: 80, date: '2026-11-02' });
  await administrator.must(remind, { body: { userId: debtor.id, channel: 'sms' } });
  const { lines } = await download(`reminders?search=${debtor.id}&show=all`);
  expect(lines).toEqual([
    'Member,Member ID,Pending,Overdue,Credit,Unpaid since,Fines,Phone,Email,Last reminded,Reminded by,Promised until',
    `Reminded Debtor,${debtor.id},80.00,0.00,0.00,2026-11-02,1,0300 1234567,${debtor.userEmail},${TODAY},SMS,`,
  ]);
});

test('payments, refunds and waivers, with their reversals', async () => {
  const waived = await fineOne(administrator, user.id, { amount: 80, date: TODAY, fineType: 'Late' });
  await administrator.must(waiveFine, {
    params: { fineId: waived.id },
    body: { outstanding: 80, amount: 30, reason: '\tfirst, time' },
  });
  const first = await pay(100, { reference: '00012345678901234567', note: '@home' });
  const second = await pay(40);
  await administrator.must(reversePayment, {
    params: { paymentId: second.payment?.id ?? '' },
    body: { amount: 40, reason: 'counted twice' },
  });
  const given = await administrator.must(giveRefund, {
    body: { userId: user.id, credit: 50, amount: 50, givenOn: TODAY },
  });
  const payments = await download(`payments?userId=${user.id}`);
  const by = ADMINISTRATOR.email;
  expect(payments.lines).toEqual([
    'Date,Receipt,Member,Member ID,Amount,Method,Reference,Received by,Note,Taken back,Why taken back',
    `2026-11-18,${second.payment?.receipt},${MEMBER},${user.id},40.00,Cash,,${by},,40.00,counted twice`,
    `2026-11-18,${first.payment?.receipt},${MEMBER},${user.id},100.00,Cash,'00012345678901234567,${by},'@home,0.00,`,
  ]);
  expect(await ofUser('payments?method=Raast')).toEqual([]);
  expect(await ofUser('payments?to=2026-11-17')).toEqual([]);
  expect(await ofUser('payments?search=00012345678901234567')).toHaveLength(1);
  expect((await download(`refunds?userId=${user.id}`)).lines).toEqual([
    'Date,Voucher,Member,Member ID,Amount,Method,Reference,Given by,Note,Taken back,Why taken back',
    `2026-11-18,${given.refund.voucher},${MEMBER},${user.id},50.00,Cash,,${by},,0.00,`,
  ]);
  expect((await download(`waivers?userId=${user.id}`)).lines).toEqual([
    'Date,Member,Member ID,Fine type,Date of fine,Amount,Mistake,Reason,Waived by,Taken back,Why taken back',
    `2026-11-18,${MEMBER},${user.id},Late,2026-11-18,30.00,,"first, time",${by},0.00,`,
  ]);
});

test('hand-overs of cash', async () => {
  await fineOne(administrator, user.id, { amount: 500, date: TODAY });
  await pay(500);
  const { holders } = await administrator.must(readCash, {});
  const held = holders.find(({ holder }) => holder === ADMINISTRATOR.email)?.held ?? 0;
  const handing = { holderId: ADMINISTRATOR_ID, held, counted: held - 5, takenBy: '=Bank', note: 'Five were torn' };
  const { handOver } = await administrator.must(handOverCash, { body: handing });
  const wrong = { params: { handOverId: handOver.id }, body: { reason: '=wrong day' } };
  await administrator.must(reverseHandOver, wrong);
  await administrator.must(handOverCash, { body: handing });
  const { lines } = await download('hand-overs');
  expect(lines[0]).toBe(
    'Date,From,To,Received,Taken over,Given back,Paid out,Should be,Counted,Difference,Note,Taken back,Why taken back',
  );
  expect(lines[1]).toMatch(
    /^2026-11-18,[^,]+,'=Bank,[\d.]+,0\.00,[\d.]+,0\.00,[\d.]+,[\d.]+,-5\.00,Five were torn,0\.00,$/,
  );
  expect(lines[2]).toMatch(/,-5\.00,Five were torn,[\d.]+,'=wrong day$/);
});

test('what was paid out of the cash that people held [EXPORT-1]', async () => {
  await fineOne(administrator, user.id, { amount: 500, date: TODAY });
  await pay(500);
  const paying = { holderId: ADMINISTRATOR_ID, amount: 5, note: '=tea' };
  await administrator.must(recordPayOut, { body: paying });
  const [payOut] = (await administrator.must(listPayOuts, { query: {} })).items;
  const wrong = { params: { payOutId: payOut?.id ?? '' }, body: { reason: '=wrong' } };
  await administrator.must(reversePayOut, wrong);
  await administrator.must(recordPayOut, { body: paying });
  expect((await download('pay-outs')).lines).toEqual([
    'Date,From,Paid out,What,Note,Done by,Taken back,Why taken back',
    expect.stringMatching(/^2026-11-18,[^,]+,5\.00,,'=tea,[^,]+,0\.00,$/),
    expect.stringMatching(/^2026-11-18,[^,]+,5\.00,,'=tea,[^,]+,5\.00,'=wrong$/),
  ]);
});

test('a statement: every line between the opening and closing balance [EXPORT-4]', async () => {
  await fineOne(administrator, user.id, { amount: 300, date: '2026-11-02', fineType: '=1+1' });
  const { payment } = await pay(100);
  const { lines } = await download(`statements/${user.id}`);
  expect(lines).toEqual([
    'Date,What,Fine type,Due on,Number,Method,Reason,Amount,Balance',
    '2026-11-02,Opening balance,,,,,,,0.00',
    "2026-11-02,Fine,'=1+1,,,,,300.00,300.00",
    `2026-11-18,Payment,,,${payment?.receipt},Cash,,-100.00,200.00`,
    '2026-11-18,Closing balance,,,,,,,200.00',
  ]);
  const backwards = await administrator.fetch(`/api/exports/statements/${user.id}?from=2026-11-03&to=2026-11-02`);
  await expectRefusal(backwards, 'period-backwards');
});

test('contains all pages of a list, in its order [EXPORT-1]', async () => {
  const many = await Promise.all(Array.from({ length: 30 }, () => addUser(administrator)));
  const everybody = many.map(({ id }) => id);
  for (let day = 1; day <= 20; day++) {
    const date = `2026-10-${String(day).padStart(2, '0')}`;
    await fine(administrator, { userIds: [...everybody, user.id], date, fineType: `Day ${day % 3}` });
    await fine(administrator, { userIds: [user.id], date, fineType: 'Again' });
  }
  const inList = async (query: object): Promise<string[]> => {
    const ids: string[] = [];
    for (let page = 1; ; page++) {
      const { items, totalItems } = await administrator.must(listFines, { query: { ...query, page, pageSize: 100 } });
      ids.push(...items.map(({ id }) => id));
      if (items.length === 0 || ids.length >= totalItems) return ids;
    }
  };
  const lastCell = (line: string): string => line.slice(line.lastIndexOf(',') + 1);
  const fines = await rowsOf('fines');
  expect(fines.length).toBeGreaterThan(600);
  // Fines whose descriptions have line breaks belong to other tests.
  const ids = fines.map(lastCell).filter((id) => !id.startsWith('"'));
  const wanted = await inList({});
  expect(ids.filter((id) => wanted.includes(id))).toEqual(wanted);
  expect((await ofUser('fines?status=Pending')).map(lastCell)).toEqual(
    await inList({ userId: user.id, status: 'Pending' }),
  );
  const { totalItems } = await administrator.must(listUsers, { query: {} });
  expect(await rowsOf('users')).toHaveLength(totalItems);
  expect(await rowsOf('members?sort=total&order=descending')).toHaveLength(totalItems);
  const { totalItems: payments } = await administrator.must(listPayments, { query: {} });
  expect(await rowsOf('payments')).toHaveLength(payments);
});

test('an empty list is only its headings [EXPORT-2]', async () => {
  expect(await ofUser('fines')).toEqual([]);
  expect(await ofUser('payments')).toEqual([]);
  expect(await rowsOf('users?search=nobody-of-this-name')).toEqual([]);
  expect(await rowsOf('members?search=nobody-of-this-name')).toEqual([]);
  expect(await rowsOf('hand-overs?from=2100-01-01')).toEqual([]);
});

test('an error before the first line is an ordinary refusal [EXPORT-6]', async () => {
  await expectRefusal(await administrator.fetch('/api/exports/fines?userId=nobody'), 'user-not-found');
  await expectRefusal(await administrator.fetch('/api/exports/statements/nobody'), 'user-not-found');
  await expectRefusal(await administrator.fetch('/api/exports/fines?language=de'), 'invalid-input');
  await expectRefusal(await app.nobody.fetch('/api/exports/fines'), 'not-signed-in');
});

/** An endless file, and how many pieces of it were made. */
function endless(failsAt = Infinity) {
  const made = { pieces: 0, ended: false };
  async function* pieces(): AsyncGenerator<string> {
    try {
      for (;;) {
        if (made.pieces === failsAt) throw new Error('the database is away');
        made.pieces += 1;
        yield 'x'.repeat(64 * 1024);
      }
    } finally {
      made.ended = true;
    }
  }
  return { made, file: pieces() };
}

/** Sends a file as the server does. */
async function serving(file: Parameters<typeof streamOf>[0]) {
  const server = Fastify();
  server.get('/', async (_request, reply) => reply.type('text/csv').send(await streamOf(file)));
  return { url: await server.listen(), close: () => server.close() };
}

test('lines that nobody reads are not made, and making them stops when the reader goes away [EXPORT-6]', async () => {
  const { made, file } = endless();
  const server = await serving(file);
  const away = new AbortController();
  const answer = await fetch(server.url, { signal: away.signal });
  expect(answer.status).toBe(200);
  // Pieces are made until the buffers and the connection are full; the rest waits for the reader.
  await expect.poll(() => made.pieces).toBeGreaterThan(1);
  const waiting = async (): Promise<boolean> => {
    const before = made.pieces;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return made.pieces === before;
  };
  await expect.poll(waiting).toBe(true);
  away.abort();
  await expect.poll(() => made.ended).toBe(true);
  await server.close();
});

test('a failure in the middle ends the connection [EXPORT-6]', async () => {
  const { made, file } = endless(9);
  const server = await serving(file);
  const answer = await fetch(server.url);
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  expect(made.ended).toBe(true);
  await server.close();
});

test('a failure before the first line is answered with a 500', async () => {
  const server = await serving(endless(0).file);
  expect((await fetch(server.url)).status).toBe(500);
  await server.close();
});
