// The finder: people are found by any part of what is known of them, receipts and vouchers by their number.
import { describe, expect, test } from 'vitest';
import { giveRefund } from '../../src/contract/money/refunds.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { find } from '../../src/contract/overview.ts';
import { addUser as add, deleteUser } from '../../src/contract/users.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { fineOne, userForm } from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);

const found = (search: string) => administrator.must(find, { query: { search } });
const names = async (search: string): Promise<string[]> => (await found(search)).people.map(({ userName }) => userName);
const addNamed = (userName: string, phone = '0311 0000000') =>
  administrator.must(add, { body: userForm({ userName, phone, userEmail: `u${Math.random()}@example.pk` }) });

describe('people', () => {
  test('are found by any part of their name in either script, and by phone; inactive ones come last [FIND-6]', async () => {
    const ayesha = await addNamed('Ayesha Zubairi', '0300 1234567');
    await addNamed('عائشہ زبیری');
    await administrator.must(add, {
      body: userForm({ userName: 'Zubair Anwar', status: 'Inactive', phone: '0333 0000000' }),
    });
    expect(await names('zubairi ay')).toEqual(['Ayesha Zubairi']);
    expect(await names('زبیری عائشہ')).toEqual(['عائشہ زبیری']);
    expect(await names('bair')).toEqual(['Ayesha Zubairi', 'Zubair Anwar']);
    expect(await names('زبي')).toEqual(['عائشہ زبیری']);
    expect(await names('+92 300 1234')).toEqual(['Ayesha Zubairi']);
    await fineOne(administrator, ayesha.id, { amount: 450 });
    expect((await found('zubairi')).people).toEqual([
      { id: ayesha.id, userName: 'Ayesha Zubairi', userEmail: ayesha.userEmail, status: 'Active', pendingFine: 450 },
    ]);
  });

  test('are at most eight, and the answer says if there are more; deleted people and an empty search find nobody [FIND-6]', async () => {
    const users = [];
    for (let n = 0; n < 9; n += 1) users.push(await addNamed(`Qurban ${n}`));
    expect(await found('qurban')).toMatchObject({ people: { length: 8 }, more: true });
    await administrator.must(deleteUser, { params: { userId: users[0]?.id ?? '' } });
    expect(await found('qurban')).toMatchObject({ people: { length: 8 }, more: false });
    expect(await names('Qurban 0')).toEqual([]);
    expect(await found('  ')).toEqual({ people: [], more: false, receipts: [], vouchers: [] });
  });
});

test('receipts and vouchers are found by their number, with or without letter and year [FIND-7]', async () => {
  const user = await addNamed('Danish Raza');
  const receivedOn = new Date(app.clock.now()).toISOString().slice(0, 10);
  const { payment } = await administrator.must(takePayment, {
    body: { userId: user.id, fines: [], amount: 800, receivedOn },
  });
  await administrator.must(giveRefund, {
    body: { userId: user.id, amount: 300, credit: 800, givenOn: receivedOn },
  });
  const receipt = { name: payment?.receipt, userName: 'Danish Raza', amount: 800, day: receivedOn };
  const number = Number(payment?.receipt?.slice(-6));
  for (const typed of [receipt.name ?? '', `${receivedOn.slice(0, 4)}-${number}`, `r ${number}`, String(number)]) {
    expect((await found(typed)).receipts, typed).toEqual([receipt]);
  }
  expect(await found('V-1')).toMatchObject({ receipts: [], vouchers: [{ userName: 'Danish Raza', amount: 300 }] });
  expect((await found('1999-1')).receipts).toEqual([]);
});
