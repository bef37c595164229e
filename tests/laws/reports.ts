// Compares every figure of the reports with the sum over the records.
import { expect } from 'vitest';
import type { ByGroup, Month, Owing, Report } from '../../src/contract/reports.ts';
import { addMonths, daysOfMonth } from '../../src/core/calendar.ts';
import { AGE_BANDS } from '../../src/core/money/ageing.ts';
import type { Database } from '../../src/server/db/types.ts';
import { openOf } from './model.ts';
import { readRecords, type Rows } from './records.ts';
import type { Organisation } from './organisation.ts';
import { GROUPS } from './steps.ts';

const DAY = 86_400_000;
const EVER = ['1900-01-01', '2199-12-31'] as const;

/** `today`: the organisation's day. */
export async function expectReports(organisation: Organisation, db: Database, today: string): Promise<void> {
  const rows = await readRecords(db);
  const { model } = organisation;
  const get = async <T>(path: string) => JSON.parse((await organisation.send({ method: 'GET', path })).payload) as T;
  const report = (from: string, to: string) => get<Report>(`/reports?from=${from}&to=${to}`);
  const middle = rows.fines.map(({ date }) => date).toSorted()[Math.floor(rows.fines.length / 2)] ?? today;
  for (const [from, to] of [EVER, [EVER[0], middle], [middle, today]] as const) {
    expectPeriod(await report(from, to), rows, (day) => day >= from && day <= to);
  }
  for (const month of [middle, today].map(monthOf)) {
    const { from, to } = daysOfMonth(month);
    const page = await get<Month>(`/reports/month?month=${month}`);
    const { totals: right } = await report(from, to);
    expect(page).toMatchObject(right);
    expect(paisa(page.closing)).toBe(paisa(page.opening) + paisa(page.collected) - paisa(page.spent));
    expect((await get<Month>(`/reports/month?month=${addMonths(month, 1)}`)).opening).toBe(page.closing);
  }
  const { totals, ageing } = await report(...EVER);
  // At the end of all days, everything received is either spent or still there.
  const last = await get<Month>(`/reports/month?month=${monthOf(EVER[1])}`);
  expect(paisa(last.closing)).toBe(paisa(totals.collected) - model.used());
  expect(paisa(last.outstanding)).toBe(model.figures().pending);
  const { total, pending, credit } = model.figures();
  expect([paisa(totals.charged) - paisa(totals.waived), paisa(totals.collected), paisa(ageing.outstanding)]).toEqual([
    total,
    total - pending + credit,
    pending,
  ]);
  expectGroups(organisation, await get<ByGroup>('/reports/groups'), today);
  for (const { band, outstanding } of ageing.bands) {
    const owed = new Map<string, number>();
    for (const fine of model.fines.filter((one) => openOf(one) > 0 && bandOf(one.dueOn ?? one.date, today) === band)) {
      owed.set(fine.userId, (owed.get(fine.userId) ?? 0) + openOf(fine));
    }
    expect(paisa(outstanding)).toBe(sum([...owed.values()]));
    const behind = await get<Owing>(`/reports/ageing?band=${band}&pageSize=100`);
    expect(new Map(behind.items.map((one) => [one.userId, paisa(one.outstanding)]))).toEqual(owed);
    expect([behind.totalItems, behind.outstanding]).toEqual([owed.size, outstanding]);
  }
}

/** Each group's figures are the sums of the fines of whoever is in it now. */
function expectGroups({ model }: Organisation, { groups }: ByGroup, today: string): void {
  const shown = groups.map(({ name, memberCount, charged, waived, paid, outstanding, bands }) => [
    name,
    { memberCount, ...inPaisa({ charged, waived, paid, outstanding }) },
    bands.map((of) => paisa(of.outstanding)),
  ]);
  const right = [...GROUPS, null].flatMap((group) => {
    const members = model.users.filter((user) => user.group === group);
    const fines = model.fines.filter(({ userId }) => members.some(({ id }) => id === userId));
    const memberCount = members.filter(({ email }) => email !== null).length;
    const [charged, waived] = [sum(fines.map(({ amount }) => amount)), sum(fines.map((fine) => fine.waived))];
    if (memberCount === 0 && charged === 0) return [];
    const outstanding = sum(fines.map(openOf));
    const aged = AGE_BANDS.map((band) =>
      sum(fines.filter((fine) => bandOf(fine.dueOn ?? fine.date, today) === band).map(openOf)),
    );
    return [[group ?? '', { memberCount, charged, waived, paid: charged - waived - outstanding, outstanding }, aged]];
  });
  expect(shown).toEqual(right);
}

function expectPeriod(report: Report, rows: Rows, isIn: (day: string) => boolean): void {
  const { months } = report;
  for (const month of new Set([...months.map((one) => one.month), ...daysOf(rows).filter(isIn).map(monthOf)])) {
    const shown = months.find((one) => one.month === month);
    const right = figuresOf(rows, (day) => isIn(day) && monthOf(day) === month);
    expect({ month, ...inPaisa(shown ?? {}) }).toEqual(shown === undefined ? { month } : { month, ...right });
    if (shown === undefined) expect(Object.values(right).every((figure) => figure === 0)).toBe(true);
  }
  const { charged, waived, ...money } = figuresOf(rows, isIn);
  expect(inPaisa(report.totals)).toEqual({ charged, waived, ...money });

  const fines = rows.fines.filter(({ date }) => isIn(date));
  const byType = Map.groupBy(fines, ({ fine_type: type }) => type);
  expect(report.otherTypes).toBeNull();
  expect(new Map(report.fineTypes.map((type) => [type.fineType, inPaisa(type)]))).toEqual(
    new Map(
      Array.from(byType, ([type, own]) => [
        type,
        {
          fineCount: own.length * 100,
          charged: sum(own.map(({ amount }) => amount)),
          waived: sum(own.map(({ waived_amount: amount }) => amount)),
          paid: sum(own.map(({ paid_amount: amount }) => amount)),
          outstanding: sum(own.map((fine) => fine.amount - fine.waived_amount - fine.paid_amount)),
        },
      ]),
    ),
  );
  for (const parts of [report.methods, report.collectors]) {
    expect({
      received: sum(parts.map((part) => paisa(part.received))),
      reversed: sum(parts.map((part) => paisa(part.reversed))),
      givenBack: sum(parts.map((part) => paisa(part.givenBack))),
      collected: sum(parts.map((part) => paisa(part.collected))),
    }).toEqual(money);
  }
  for (const { method, ...part } of report.methods) {
    const of = (row: { method: string }) => row.method === method;
    expectMoney(part, { ...rows, payments: rows.payments.filter(of), refunds: rows.refunds.filter(of) }, isIn);
  }
  for (const { person, ...part } of report.collectors) {
    const payments = rows.payments.filter((row) => row.received_by === person);
    expectMoney(part, { ...rows, payments, refunds: rows.refunds.filter((row) => row.given_by === person) }, isIn);
  }
}

function expectMoney(shown: Omit<Report['methods'][number], 'method'>, rows: Rows, isIn: (day: string) => boolean) {
  const { received, reversed, givenBack, collected } = figuresOf(rows, isIn);
  const paymentCount = 100 * rows.payments.filter((row) => isIn(row.received_on)).length;
  expect(inPaisa(shown)).toEqual({ paymentCount, received, reversed, givenBack, collected });
}

/** The figures of all given records on these days. */
function figuresOf({ fines, payments, refunds, waivers, reversals }: Rows, isIn: (day: string) => boolean) {
  const reversalsOf = (kind: 'payment_id' | 'refund_id' | 'waiver_id', of: readonly { id: string }[]) => {
    const ids = new Set(of.map(({ id }) => id));
    return sum(reversals.filter((row) => isIn(row.day) && ids.has(row[kind] ?? '')).map(({ amount }) => amount));
  };
  const amounts = (of: readonly { amount: number }[]) => sum(of.map(({ amount }) => amount));
  const received = amounts(payments.filter((row) => isIn(row.received_on)));
  const reversed = reversalsOf('payment_id', payments);
  const givenBack = amounts(refunds.filter((row) => isIn(row.given_on))) - reversalsOf('refund_id', refunds);
  return {
    charged: amounts(fines.filter(({ date }) => isIn(date))),
    waived: amounts(waivers.filter(({ day }) => isIn(day))) - reversalsOf('waiver_id', waivers),
    received,
    reversed,
    givenBack,
    collected: received - reversed - givenBack,
  };
}

const daysOf = ({ fines, payments, refunds, waivers, reversals }: Rows): string[] => [
  ...fines.map(({ date }) => date),
  ...payments.map((row) => row.received_on),
  ...refunds.map((row) => row.given_on),
  ...[...waivers, ...reversals].map(({ day }) => day),
];

function bandOf(date: string, today: string): string {
  const age = (Date.parse(today) - Date.parse(date)) / DAY;
  return age <= 30 ? '0-30' : age <= 60 ? '31-60' : age <= 90 ? '61-90' : 'over-90';
}

const monthOf = (day: string): string => day.slice(0, 7);
const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);
const paisa = (rupees: number): number => Math.round(rupees * 100);
/** All numbers multiplied by 100. */
const inPaisa = (of: object): Record<string, number> =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, value]) => (typeof value === 'number' ? [[name, paisa(value)]] : [])),
  );
