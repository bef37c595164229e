// Reports (REPORT-1 to REPORT-6).
import { sql } from 'kysely';
import { exportOwing } from '../../../contract/exports.ts';
import * as contract from '../../../contract/reports.ts';
import type { AfterReminders, Report } from '../../../contract/reports.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { REPORT_TYPES } from '../../../core/limits.ts';
import { AGE_BANDS, daysOfBand } from '../../../core/money/ageing.ts';
import { addPaisa, type Paisa } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { PAID_WITHIN_DAYS, RECORDED_CHANNELS, type RecordedChannel } from '../../../core/people/reminder.ts';
import { searchKey } from '../../../core/text/search.ts';
import { fineDays, fineTypeDays } from '../../balances/daily-figures/fine-days.ts';
import { paymentDays } from '../../balances/daily-figures/payment-days.ts';
import { isPostgres, run } from '../../db/run.ts';
import type { FineTypeDaysTable } from '../../db/schema.ts';
import { inSnapshot } from '../../db/snapshot.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Database, Handle } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import { type Columns, csvFile } from '../../shared/files/csv-file.ts';
import { readGroups } from '../../shared/groups.ts';
import { presentEmails } from '../../shared/joined-users.ts';
import { offsetOf } from '../../shared/queries.ts';
import { readMonth } from './month.service.ts';
import * as repository from './reports.repository.ts';
import type { Period } from './reports.repository.ts';
import { mostReceivedFirst, type Moved, movedOf, sumOf } from './sums.ts';

type Owing = contract.Owing['items'][number];

const OWING_COLUMNS: Columns<Owing> = {
  member: ({ userName }) => ({ recorded: userName }),
  memberId: ({ userId }) => ({ text: userId }),
  left: ({ outstanding }) => ({ amount: outstanding }),
  fineCount: ({ fineCount: count }) => ({ count }),
  unpaidSince: ({ oldest: day }) => ({ day }),
};

export function serveReports(server: Server, db: Database): void {
  server.cachedQuery(contract.readReport, ({ input: { query } }, { tx, today }) => readReport(tx, query, today));
  server.cachedQuery(contract.readAfterReminders, ({ input: { query } }, { tx }) => readAfterReminders(tx, query));
  server.cachedQuery(contract.readMonth, async ({ input: { query } }, { tx, books, today }) =>
    readMonth(tx, query.month, { ...(await books()), today }),
  );
  server.cachedQuery(contract.readByGroup, (_call, { tx, today }) => readByGroup(tx, today));
  server.cachedQuery(contract.listOwing, async ({ input: { query } }, { tx, today, once }) => {
    const days = daysOfBand(query.band, today);
    // Cached as a whole, because sorting all takes longer than reading a page.
    const all = await once(`owing ${JSON.stringify(days)}`, () => repository.owing(tx, days));
    return {
      items: await withNames(tx, all.slice(offsetOf(query), offsetOf(query) + query.pageSize)),
      page: query.page,
      pageSize: query.pageSize,
      totalItems: all.length,
      outstanding: all.reduce((sum, { outstanding }) => sum + outstanding, 0),
    };
  });
  server.download(exportOwing, ({ input: { query }, today }) => {
    // One batch is enough, since each member has at most one row.
    async function* members(): AsyncGenerator<Owing[]> {
      yield await inSnapshot(db, async ({ tx }) =>
        withNames(tx, await repository.owing(tx, daysOfBand(query.band, today))),
      );
    }
    return csvFile(`unpaid-${query.band}`, query.language, OWING_COLUMNS, members());
  });
}

async function withNames(db: Handle, rows: readonly repository.OwingRow[]): Promise<Owing[]> {
  const named = await repository.namesOf(
    db,
    rows.map(({ userId }) => userId),
  );
  const names = new Map(named.map(({ id, userName }) => [id, userName]));
  return rows.map(({ outstanding, ...row }) => ({
    ...row,
    userName: displayName(names.get(row.userId) ?? ''),
    outstanding,
  }));
}

// Members who were reminded in a period, and paid soon afterwards (REPORT-15).

async function readAfterReminders(db: Handle, period: Period): Promise<AfterReminders> {
  const [reminded, paid] = await settleAll([remindedIn(db, period), paidAfter(db, period)]);
  const figuresOf = (channel: RecordedChannel | null) => {
    const { reminderCount = 0, memberCount = 0 } = reminded.find((row) => row.channel === channel) ?? {};
    const { paidMemberCount = 0, received = 0 } = paid.find((row) => row.channel === channel) ?? {};
    return { reminderCount, memberCount, paidMemberCount, received };
  };
  return {
    channels: RECORDED_CHANNELS.map((channel) => ({ channel, ...figuresOf(channel) })).filter(
      ({ reminderCount }) => reminderCount > 0,
    ),
    total: figuresOf(null),
  };
}

/** Numbers by channel; null stands for all channels together. */
const remindedIn = (db: Handle, { from, to }: Period) =>
  run(
    db,
    sql<{ channel: RecordedChannel | null; reminderCount: number; memberCount: number }>`
      with sent as (select channel, user_id from reminders where day >= ${from} and day <= ${to})
      select channel, count(*) as "reminderCount", count(distinct user_id) as "memberCount" from sent group by channel
      union all
      select null, count(*), count(distinct user_id) from sent`,
  );

const paidAfter = (db: Handle, { from, to }: Period) => {
  const until = isPostgres(db)
    ? sql`to_char(day::date + ${sql.lit(PAID_WITHIN_DAYS)}, 'YYYY-MM-DD')`
    : sql`date(day, ${sql.lit(`+${PAID_WITHIN_DAYS} days`)})`;
  return run(
    db,
    sql<{ channel: RecordedChannel | null; paidMemberCount: number; received: Paisa }>`
      with sent as (
        select distinct channel, user_id, day, ${until} as until
        from reminders where day >= ${from} and day <= ${to}
      ), followed as (
        select distinct sent.channel, payments.id, payments.user_id, payments.amount from sent
        inner join payments on payments.user_id = sent.user_id
          and payments.received_on >= sent.day and payments.received_on <= sent.until
      ), paid as (
        select channel, id, user_id, amount - coalesce(
          (select sum(reversals.amount) from reversals where reversals.payment_id = followed.id), 0
        ) as amount from followed
      )
      select channel, count(distinct user_id) as "paidMemberCount", sum(amount) as received
      from paid where amount > 0 group by channel
      union all
      select null, count(distinct user_id), coalesce(sum(amount), 0)
      from (select distinct id, user_id, amount from paid where amount > 0) as once`,
  );
};

async function readReport(db: Handle, period: Period, today: CalendarDay): Promise<Report> {
  const [months, types, methods, people, present, bands] = await settleAll([
    readMonths(db, period),
    readTypes(db, period),
    paymentDays.sumsBy(db, 'method', period),
    paymentDays.sumsBy(db, 'person', period),
    presentEmails(db),
    repository.outstandingByBand(db, today),
  ]);
  const collectors = [...Map.groupBy(people, ({ person }) => present.get(person) ?? person)];
  return {
    totals: figuresOf(sumOf(Object.keys(NOTHING) as (keyof MonthSums)[], [...months.values()])),
    months: [...months]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, sums]) => ({ month, ...figuresOf(sums) })),
    ...types,
    methods: methods
      .toSorted(mostReceivedFirst('method'))
      .map(({ method, ...money }) => ({ method, paymentCount: money.payment_count, ...movedOf(money) })),
    collectors: collectors
      .map(([person, rows]) => ({ person, ...sumOf(paymentDays.figures, rows) }))
      .toSorted(mostReceivedFirst('person'))
      .map(({ person, ...money }) => ({
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

async function readByGroup(db: Handle, today: CalendarDay): Promise<contract.ByGroup> {
  const [groups, members, waived, owed] = await settleAll([
    readGroups(db),
    repository.membersByGroup(db),
    repository.waivedByGroup(db),
    repository.outstandingByGroup(db, today),
  ]);
  const all = [...groups, { id: null, name: '', urduName: '' }].map(({ id, name, urduName }) => {
    const of = <R extends { group_id: string | null }>(rows: readonly R[]) => rows.find((row) => row.group_id === id);
    const { members: memberCount = 0, total = 0, pending: outstanding = 0 } = of(members) ?? {};
    const { waived: ofThem = 0 } = of(waived) ?? {};
    const ages = of(owed);
    const young = AGE_BANDS.slice(0, -1).map((_, place) => ages?.[`band_${place}`] ?? 0);
    return {
      groupId: id,
      name,
      urduName,
      memberCount,
      charged: addPaisa(total, ofThem),
      waived: ofThem,
      paid: total - outstanding,
      outstanding,
      bands: AGE_BANDS.map((band, place) => ({ band, outstanding: young[place] ?? outstanding - addPaisa(...young) })),
    };
  });
  return { groups: all.filter(({ memberCount, charged }) => memberCount > 0 || charged > 0) };
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
