// The payments of a day: who comes to pay, what is deducted from salaries, and what several people pay at once.
import { listFines, payFines } from '../../src/contract/fines/fines.ts';
import { collectFromMany, listDebtors } from '../../src/contract/money/debtors.ts';
import { readOwed, takePayment } from '../../src/contract/money/payments.ts';
import { addDays, type CalendarDay, MONTH_NAMES } from '../../src/core/calendar.ts';
import type { PaymentMethod } from '../../src/core/money/payment.ts';
import type { Person } from './cast.ts';
import { rupees, type Story } from './story.ts';
import { BROUGHT } from './texts.ts';

const IN_CASH = 0.47;
/** Payments that are not in cash use one of these; repeated ones are more frequent. */
const METHODS = [
  'Easypaisa',
  'Easypaisa',
  'JazzCash',
  'JazzCash',
  'Raast',
  'Raast',
  'Bank Transfer',
  'Cheque',
  'Other',
] as const;
/** The most that is deducted from a salary, in rupees. */
const DEDUCTED_AT_MOST = 600;
const TUESDAY = 1;
/** In this many last days, more people come to pay, because the first pages of lists show these days. */
const LATELY = 24;

export async function collectOfTheDay(story: Story): Promise<void> {
  const { office, random, day, cast, owing } = story;
  if (day.beginsMonth && day.ago < 690) {
    office.clock.turnTo(day.ago, 0.4);
    await deductFromSalaries(story);
  }
  office.clock.turnTo(day.ago, 0.5);
  const coming = [...owing].filter(({ random: own, pays, fromSalary }) =>
    own.chance((fromSalary ? 0.004 : 0.022) * pays * (day.ago < LATELY ? 2 : 1)),
  );
  for (const person of coming) await receive(story, person, usualMethod(person));
  if (day.weekday === TUESDAY && random.chance(0.4)) await payTogether(story);
  if (day.ago > 0) return;
  // Today has one of each kind.
  office.clock.turnTo(day.ago, 0.6);
  const paying = [...owing].filter((person) => person !== cast.member && !coming.includes(person)).slice(-6);
  await receive(story, cast.member, 'Easypaisa', 'part');
  for (const [place, person] of paying.entries()) {
    await receive(story, person, place < 3 ? 'Cash' : usualMethod(person), EACH[place % EACH.length]);
  }
}

const usualMethod = ({ random }: Person): PaymentMethod => (random.chance(IN_CASH) ? 'Cash' : random.pick(METHODS));

type How = 'all' | 'part' | 'over';
const USUALLY: readonly [How, ...How[]] = ['all', 'all', 'all', 'all', 'part', 'part', 'over'];
/** Today's kinds of payment. */
const EACH: readonly How[] = ['all', 'over', 'part'];

/** Takes a payment from somebody: for everything they owe, some fines, a part, or more than they owe. */
async function receive(story: Story, person: Person, method: PaymentMethod, how?: How): Promise<void> {
  const { day } = story;
  const { random } = person;
  const by = story.collector();
  const owed = await by(readOwed, { params: { userId: person.id } });
  const oldest = how === undefined && random.chance(0.25) ? owed.fines.slice(0, 1 + random.below(2)) : owed.fines;
  const fines = oldest.map(({ id, outstanding }) => ({ fineId: id, outstanding }));
  const due = rupees(fines.reduce((sum, { outstanding }) => sum + outstanding, 0));
  if (due === 0) story.owing.delete(person);
  if (due === 0) return;
  const credit = Math.min(owed.credit, due);
  const amount = amountOf(person, rupees(due - credit), how ?? random.pick(USUALLY));
  const note = random.chance(0.08) ? random.pick(BROUGHT) : '';
  const {
    payment,
    credit: left,
    pendingFine,
  } = await by(takePayment, {
    body: {
      userId: person.id,
      fines,
      credit,
      amount,
      method,
      reference: referenceOf(person, method, day.date),
      receivedOn: day.date,
      note,
    },
  });
  if (pendingFine === 0) story.owing.delete(person);
  if (left > 0) story.inCredit.add(person);
  else story.inCredit.delete(person);
  if (payment !== null && left === 0) story.payments.push({ id: payment.id, amount, method, ago: day.ago });
}

/** The amount paid out of what is due, in rupees. */
function amountOf({ random }: Person, due: number, how: How): number {
  if (how === 'part' && due >= 150) return Math.max(50, Math.floor((due * (0.3 + 0.4 * random.fraction())) / 50) * 50);
  if (how === 'over' && due > 0) return Math.ceil((due + 1) / 500) * 500;
  return due;
}

function referenceOf({ random }: Person, method: PaymentMethod, date: CalendarDay): string {
  const digits = (length: number) => random.text('0123456789', length);
  switch (method) {
    case 'Cash':
      return '';
    case 'Easypaisa':
    case 'JazzCash':
      return `TID ${digits(11)}`;
    case 'Raast':
    case 'Bank Transfer':
      return `${method === 'Raast' ? 'RAAST' : 'IBFT'}-${date.replaceAll('-', '')}-${digits(6)}`;
    case 'Cheque':
      return `No. 00${digits(4)}`;
    default:
      return 'Overtime';
  }
}

/** Deducts what has been owed for a month or longer, from those who agreed. */
async function deductFromSalaries({ manager, present, day }: Story): Promise<void> {
  const { items } = await manager(listDebtors, { query: { unpaidFor: 30 } });
  const agreed = new Set(present.flatMap(({ fromSalary, id }) => (fromSalary ? id : [])));
  const debtors = items.flatMap(({ userId, pendingFine }) => (agreed.has(userId) ? { userId, pendingFine } : []));
  if (debtors.length === 0) return;
  const [year, month] = addDays(day.date, -15).split('-');
  const reference = `Salary of ${MONTH_NAMES[Number(month) - 1] ?? ''} ${year ?? ''}`;
  await manager(collectFromMany, { body: { debtors, limit: DEDUCTED_AT_MOST, reference, receivedOn: day.date } });
}

/** Ticks some fines of the first page and pays them in cash. */
async function payTogether({ collector, random }: Story): Promise<void> {
  const by = collector();
  const { items } = await by(listFines, { query: { status: 'Pending' } });
  const ticked = items.filter(() => random.chance(0.3)).map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
  if (ticked.length > 1) await by(payFines, { body: { fines: ticked } });
}
