// Puts together the sums of a report (REPORT-1 to REPORT-6).
import type { Report } from '../../../contract/reports.ts';
import { REPORT_TYPES } from '../../../core/limits.ts';
import { addPaisa } from '../../../core/money/money.ts';
import { searchKey } from '../../../core/text/search.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { fineDays, fineTypeDays } from '../../balances/daily-figures/fine-days.ts';
import { paymentDays } from '../../balances/daily-figures/payment-days.ts';
import type { FineTypeDaysTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import * as repository from './reports.repository.ts';
import type { Period } from './reports.repository.ts';
import { type Moved, mostReceivedFirst, movedOf, sumOf } from './sums.ts';

export async function readReport(db: Handle, period: Period, today: CalendarDay): Promise<Report> {
  const [months, types, methods, people, bands] = await settleAll([
    readMonths(db, period),
    readTypes(db, period),
    paymentDays.sumsBy(db, 'method', period),
    paymentDays.sumsBy(db, 'person', period),
    repository.outstandingByBand(db, today),
  ]);
  return {
    totals: figuresOf(sumOf(Object.keys(NOTHING) as (keyof MonthSums)[], [...months.values()])),
    months: [...months]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, sums]) => ({ month, ...figuresOf(sums) })),
    ...types,
    methods: methods
      .toSorted(mostReceivedFirst('method'))
      .map(({ method, ...money }) => ({ method, paymentCount: money.payment_count, ...movedOf(money) })),
    collectors: people.toSorted(mostReceivedFirst('person')).map(({ person, ...money }) => ({
      person: person === '' ? null : person,
      receivedBy: person === '' ? null : person,
      paymentCount: money.payment_count,
      ...movedOf(money),
    })),
    ageing: {
      today,
      outstanding: addPaisa(...bands.map(({ outstanding }) => outstanding)),
      bands: bands.map(({ band, outstanding }) => ({ band, outstanding })),
    },
  };
}

type MonthSums = Moved & Pick<FineTypeDaysTable, 'charged' | 'waived'>;

const NOTHING: MonthSums = { charged: 0, waived: 0, received: 0, reversed_that_day: 0, given_back: 0 };

const figuresOf = (sums: MonthSums) => ({
  charged: sums.charged,
  waived: sums.waived,
  ...movedOf(sums),
});

/** Sums by month; months in which all figures are 0 are left out. */
async function readMonths(db: Handle, period: Period): Promise<Map<string, MonthSums>> {
  const [fines, waived, money] = await settleAll([
    fineDays.sumsBy(db, 'month', period),
    repository.waivedByMonth(db, period),
    paymentDays.sumsBy(db, 'month', period),
  ]);
  const charged = fines.map((row) => ({ month: row.month, charged: row.charged }));
  const months = new Map<string, MonthSums>();
  for (const { month, ...sums } of [...charged, ...waived, ...money]) {
    months.set(month, { ...NOTHING, ...months.get(month), ...sums });
  }
  return new Map(
    [...months].filter(([, sums]) => Object.keys(NOTHING).some((name) => sums[name as keyof MonthSums] !== 0)),
  );
}

type FineSums = Omit<FineTypeDaysTable, 'day' | 'fine_type'>;
const FINE_SUMS = fineTypeDays.figures;

type TypeRow = Pick<FineTypeDaysTable, 'fine_type' | 'charged'>;

/** Most charged first. */
const byCharged = (a: TypeRow, b: TypeRow) => b.charged - a.charged || (a.fine_type < b.fine_type ? -1 : 1);

/** The types as people distinguish them: those of the list under their present name, others regardless of spelling. */
async function readTypes(db: Handle, period: Period): Promise<Pick<Report, 'fineTypes' | 'otherTypes'>> {
  const rows = (await fineTypeDays.sumsBy(db, 'fine_type', period)).filter((row) => row.fine_count > 0);
  const keyed = rows.map((row) => ({ ...row, key: searchKey(row.fine_type) }));
  const listed = await repository.typesOfKeys(db, [...new Set(keyed.map(({ key }) => key))]);
  const listedAs = new Map(listed.map((type) => [type.key, type]));
  const nameOf = ({ key }: { key: string }) => listedAs.get(key)?.id ?? `key ${key}`;
  const types = [...Map.groupBy(keyed.toSorted(byCharged), nameOf).values()].map((alike) => {
    const listedType = listedAs.get(alike[0]?.key ?? '');
    return {
      fineType: listedType?.name ?? alike[0]?.fine_type ?? '',
      urduName: listedType?.urduName ?? '',
      sums: sumOf(FINE_SUMS, alike),
    };
  });
  const sorted = types.toSorted((a, b) => b.sums.charged - a.sums.charged);
  const others = sorted.slice(REPORT_TYPES).map(({ sums }) => sums);
  return {
    fineTypes: sorted.slice(0, REPORT_TYPES).map(({ sums, ...type }) => ({ ...type, ...fineFigures(sums) })),
    otherTypes: others.length === 0 ? null : { typeCount: others.length, ...fineFigures(sumOf(FINE_SUMS, others)) },
  };
}

const fineFigures = ({ fine_count: fineCount, charged, waived, paid }: FineSums) => ({
  fineCount,
  charged,
  waived,
  paid,
  outstanding: addPaisa(charged, 0 - waived, 0 - paid),
});
