// The office in which the jobs are done: sixty members, a year of fines and payments, and the people whom the jobs
// name.
import { addFines } from '../../src/contract/fines/fines.ts';
import { handOverCash, readCash } from '../../src/contract/money/cash.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { addUser, addUsers, setUserAccess } from '../../src/contract/users.ts';
import { addDays, type CalendarDay } from '../../src/core/calendar.ts';
import type { Client } from '../../tests/helpers/client.ts';
import { only, setRule } from '../../tests/helpers/ledger.ts';
import { workbookOf } from '../../tests/helpers/workbook.ts';

const FIRST_NAMES = ['Asif', 'Bushra', 'Danish', 'Farah', 'Ghulam', 'Iqra', 'Junaid', 'Mehwish'];
const LAST_NAMES = ['Abbasi', 'Chaudhry', 'Ghauri', 'Jatoi', 'Mengal', 'Rind', 'Tareen'];
const TYPES = ['Uniform', 'Mobile phone on duty', 'Unannounced absence', 'Late arrival'] as const;

/** Each owes 1,250 for three fines. */
export const PAYERS = ['Ayesha Khan', 'Zainab Malik'] as const;
/** Has owed for longest. */
export const DEBTOR = 'Bilal Ahmed';
/** Asks why they were fined, and what they paid. */
export const ASKER = 'Chand Bibi';
/** Has eighteen unpaid fines. */
export const LATE = 'Rehana Sultana';
export const FINED = ['Hamza Awan', 'Imran Shaikh', 'Sana Qureshi'] as const;
/** Takes over the cash, as once before. */
const TAKER = 'Nadia Baloch';
/** of each hand-over */
export const CASH = 600;

export async function fillOffice(administrator: Client, today: CalendarDay): Promise<void> {
  const { must } = administrator;
  await must(updateOrganisation, { body: { name: 'Jinnah Welfare Trust', address: '12 Mall Road, Lahore' } });
  await setRule(administrator, false);
  const crowd = FIRST_NAMES.flatMap((first) => LAST_NAMES.map((last) => `${first} ${last}`));
  const names = [...crowd, ...PAYERS, DEBTOR, ASKER, LATE, ...FINED];
  const { userIds } = await must(addUsers, { body: { users: names.map(lineOf) } });
  const idOf = (name: string): string => userIds[names.indexOf(name)] ?? '';
  const fine = (ids: string[], amount: number, daysAgo: number, type: number): Promise<{ fineIds: string[] }> =>
    must(addFines, {
      body: { fineType: TYPES[type % 4] ?? '', amount, date: addDays(today, -daysAgo), userIds: ids },
    });
  const pay = (name: string, fineIds: string[], owed: number, amount: number, daysAgo: number): Promise<unknown> =>
    must(takePayment, {
      body: {
        userId: idOf(name),
        fines: fineIds.map((fineId) => ({ fineId, outstanding: owed })),
        amount,
        method: 'Cash',
        receivedOn: addDays(today, -daysAgo),
      },
    });

  await fine([idOf(DEBTOR)], 900, 500, 0);
  for (let week = 50; week > 0; week -= 1) {
    const fined = crowd.filter((_, place) => (place * 7 + week * 5) % 8 === 0);
    const { fineIds } = await fine(fined.map(idOf), 100 + (week % 4) * 50, week * 7, week);
    const [payer] = fined;
    const [first] = fineIds;
    if (payer !== undefined && first !== undefined) await pay(payer, [first], 100 + (week % 4) * 50, 100, week * 7 - 3);
  }
  for (const name of PAYERS)
    for (const [amount, ago] of [
      [500, 40],
      [500, 30],
      [250, 9],
    ] as const)
      await fine([idOf(name)], amount, ago, ago);
  const { fineIds } = await fine([idOf(ASKER)], 400, 60, 1);
  await pay(ASKER, fineIds, 400, 250, 20);
  await fine([idOf(ASKER)], 150, 12, 3);
  await fine([idOf(ASKER)], 100, 5, 3);
  for (let week = 18; week > 0; week -= 1) await fine([idOf(LATE)], 100, week * 7, 3);

  const { id, userEmail } = await must(addUser, { body: { ...lineOf(TAKER), status: 'Active' } });
  await must(setUserAccess, { params: { userId: id }, body: { access: 'manager' } });
  const { holders } = await must(readCash, {});
  const { holderId, held } = only(holders);
  await must(handOverCash, { body: { holderId, held, counted: held, takenBy: userEmail ?? '' } });
  const again = await fine([idOf(DEBTOR)], CASH, 2, 3);
  await pay(DEBTOR, again.fineIds, CASH, CASH, 0);
}

const lineOf = (userName: string, place = 99) => ({
  userName,
  userEmail: `${userName.toLowerCase().replaceAll(' ', '.')}@office.test`,
  userRole: 'Clerk',
  phone: `0300 12345${String(place).padStart(2, '0')}`,
});

const dayAgo = (today: CalendarDay, days: number): string => addDays(today, -days).split('-').toReversed().join('/');
const crowdName = (place: number): string => `${FIRST_NAMES[place % 8] ?? ''} ${LAST_NAMES[place % 7] ?? ''}`;
const workbook = (name: string, rows: (string | null)[][]): { name: string; bytes: Uint8Array } => ({
  name,
  bytes: workbookOf({ sheets: [{ name: 'Fines', rows }] }),
});

/** A typical office workbook: 21 rows with their sum at the end; a name, a day and an amount are wrong. */
export const messyWorkbook = (today: CalendarDay): { name: string; bytes: Uint8Array } =>
  workbook('fines.xlsx', [
    ['Employee', 'Reason', 'Amount', 'Date', 'Serial'],
    ...Array.from({ length: 20 }, (_, place) => [
      place === 3 ? 'Farrah Jatooi' : crowdName(place),
      'Late arrival',
      place === 9 ? 'two hundred' : place === 15 ? 'Rs 1,200' : '200',
      place === 12 ? '31/02/2026' : dayAgo(today, place + 1),
      `${place + 1}`,
    ]),
    ['Total', null, '5000', null, null],
  ]);

/** Forty rows under heads in Urdu written with Latin letters; a name and an amount are wrong. */
export const latinUrduWorkbook = (today: CalendarDay): { name: string; bytes: Uint8Array } =>
  workbook('jurmane.xlsx', [
    ['Naam', 'Wajah', 'Raqam', 'Tareekh'],
    ...Array.from({ length: 40 }, (_, place) => [
      place === 23 ? 'Nobody Known' : crowdName(place),
      'Mobile phone on duty',
      place === 9 ? 'do sau' : '250',
      dayAgo(today, place + 1),
    ]),
  ]);
