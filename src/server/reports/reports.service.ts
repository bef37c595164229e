// Puts the sums of a report together (REPORT-1 to REPORT-6).
import type { Report } from '../../contract/reports.ts';
import { AGE_BANDS } from '../../core/money/ageing.ts';
import { REPORT_TYPES } from '../../core/limits.ts';
import { addPaisa, rupeesFromPaisa } from '../../core/money/money.ts';
import { searchKey } from '../../core/text/search.ts';
import type { CalendarDay } from '../../core/calendar.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import * as repository from './reports.repository.ts';
import type { FineSums, Moved, Period } from './reports.repository.ts';

export async function readReport(db: Handle, period: Period, today: CalendarDay): Promise<Report> {
  const [months, types, methods, collectors, ageing] = await settleAll([
    readMonths(db, period),
    readTypes(db, period),
    repository.movedByMethod(db, period),
    repository.movedByPerson(db, period),
    repository.outstandingByBand(db, today),
  ]);
  const sum = (figure: keyof MonthSums) => addPaisa(...[...months.values()].map((month) => month[figure]));
  return {
    totals: figuresOf({
      charged: sum('charged'),
      waived: sum('waived'),
      received: sum('received'),
      takenBack: sum('takenBack'),
      givenBack: sum('givenBack'),
    }),
    months: [...months]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, sums]) => ({ month, ...figuresOf(sums) })),
    ...types,
    methods: methods.map(({ method, paymentCount, ...money }) => ({ method, paymentCount, ...movedOf(money) })),
    collectors: collectors.map(({ received_by: person, paymentCount, ...money }) => ({
      person: person === '' ? null : person,
      paymentCount,
      ...movedOf(money),
    })),
    ageing: {
      today,
      outstanding: rupeesFromPaisa(addPaisa(...Object.values(ageing))),
      bands: AGE_BANDS.map((band) => ({ band, outstanding: rupeesFromPaisa(ageing[band]) })),
    },
  };
}

type Money = Omit<Moved, 'paymentCount'>;
type MonthSums = Money & Pick<FineSums, 'charged' | 'waived'>;

const NOTHING: MonthSums = { charged: 0, waived: 0, received: 0, takenBack: 0, givenBack: 0 };

const movedOf = ({ received, takenBack, givenBack }: Money) => ({
  received: rupeesFromPaisa(received),
  takenBack: rupeesFromPaisa(takenBack),
  givenBack: rupeesFromPaisa(givenBack),
  collected: rupeesFromPaisa(addPaisa(received, 0 - takenBack, 0 - givenBack)),
});

const figuresOf = (sums: MonthSums) => ({
  charged: rupeesFromPaisa(sums.charged),
  waived: rupeesFromPaisa(sums.waived),
  ...movedOf(sums),
});

/** By month; those in which all figures are 0 are left out. */
async function readMonths(db: Handle, period: Period): Promise<Map<string, MonthSums>> {
  const [charged, waived, moved] = await settleAll([
    repository.chargedByMonth(db, period),
    repository.waivedByMonth(db, period),
    repository.movedByMonth(db, period),
  ]);
  const months = new Map<string, MonthSums>();
  for (const { month, ...sums } of [...charged, ...waived, ...moved]) {
    months.set(month, { ...NOTHING, ...months.get(month), ...sums });
  }
  return new Map(
    [...months].filter(([, sums]) => Object.keys(NOTHING).some((name) => sums[name as keyof MonthSums] !== 0)),
  );
}

interface TypeSums extends FineSums {
  fineType: string;
  urduName: string;
}

/** The types as people tell them apart: those of the list under their present name, others however they are written. */
async function readTypes(db: Handle, period: Period): Promise<Pick<Report, 'fineTypes' | 'otherTypes'>> {
  const rows = await repository.finesByType(db, period);
  const keys = new Map(rows.map(({ fineType }) => [fineType, searchKey(fineType)]));
  const listed = await repository.listedTypes(db, { keys: [...new Set(keys.values())] });
  const listedAs = new Map(listed.map((type) => [type.key, type]));
  const types = new Map<string, TypeSums>();
  for (const row of rows) {
    const key = keys.get(row.fineType) ?? '';
    const type = listedAs.get(key);
    const name = type === undefined ? `key ${key}` : `id ${type.id}`;
    const known = types.get(name);
    if (known !== undefined) types.set(name, { ...known, ...added(known, row) });
    else types.set(name, { ...row, fineType: type?.name ?? row.fineType, urduName: type?.urduName ?? '' });
  }
  const sorted = [...types.values()].toSorted((a, b) => b.charged - a.charged);
  const others = sorted.slice(REPORT_TYPES);
  const [first, ...rest] = others;
  return {
    fineTypes: sorted
      .slice(0, REPORT_TYPES)
      .map(({ fineType, urduName, ...sums }) => ({ fineType, urduName, ...fineFigures(sums) })),
    otherTypes:
      first === undefined ? null : { typeCount: others.length, ...fineFigures(rest.reduce<FineSums>(added, first)) },
  };
}

const added = (a: FineSums, b: FineSums): FineSums => ({
  fineCount: a.fineCount + b.fineCount,
  charged: addPaisa(a.charged, b.charged),
  waived: addPaisa(a.waived, b.waived),
  paid: addPaisa(a.paid, b.paid),
});

const fineFigures = ({ fineCount, charged, waived, paid }: FineSums) => ({
  fineCount,
  charged: rupeesFromPaisa(charged),
  waived: rupeesFromPaisa(waived),
  paid: rupeesFromPaisa(paid),
  outstanding: rupeesFromPaisa(addPaisa(charged, 0 - waived, 0 - paid)),
});
