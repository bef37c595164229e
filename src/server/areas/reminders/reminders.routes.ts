// The operations of reminders.
import { exportReminders } from '../../../contract/exports.ts';
import * as planContract from '../../../contract/money/reminder-plan.ts';
import * as contract from '../../../contract/money/reminders.ts';
import { addDays, type CalendarDay } from '../../../core/calendar.ts';
import { addPaisa } from '../../../core/money/money.ts';
import { overdueOf } from '../../balances/overdue.ts';
import { owedDays } from '../../balances/daily-figures/fine-days.ts';
import { inSnapshot } from '../../db/snapshot.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Server } from '../../http/serve.ts';
import type { CommandEnvironment } from '../../ledger/command.ts';
import { type Columns, csvFile, inBatches } from '../../shared/files/csv-file.ts';
import { MEMBER } from '../../shared/money-columns.ts';
import { offsetOf } from '../../shared/queries.ts';
import * as plan from './plan.service.ts';
import * as repository from './reminders.repository.ts';
import * as service from './reminders.service.ts';

type Query = Pick<contract.RemindersQuery, 'search' | 'show' | 'notRemindedFor' | 'group'>;

const filterOf = ({ search, show, notRemindedFor, group }: Query, today: CalendarDay): repository.OwingFilter => ({
  search,
  show,
  group,
  notRemindedSince: notRemindedFor === 0 ? null : addDays(today, 1 - notRemindedFor),
  today,
});

export function serveReminders(server: Server, environment: CommandEnvironment): void {
  const { db, mail } = environment;
  server.cachedQuery(contract.listReminders, async ({ input: { query } }, snapshot) => {
    const { tx, once, books, today } = snapshot;
    const filter = filterOf(query, today);
    const [rows, sums, counts, { pending }, overdue, gone] = await settleAll([
      repository.owingPage(tx, filter, { limit: query.pageSize, offset: offsetOf(query) }),
      repository.owingOf(snapshot, filter),
      once(`owing on ${today}`, () => repository.countOwing(tx, today)),
      books(),
      owedDays.sum(tx, { to: addDays(today, -1), counted_from: 'due' }),
      repository.owingAndGone(tx),
    ]);
    const owedByOthers = addPaisa(...gone.map((row) => row.pending));
    const beyondReach = [...(await overdueOf(tx, gone, today)).values()];
    return {
      items: await service.toOwingMembers(tx, rows, { today, mail }),
      page: query.page,
      pageSize: query.pageSize,
      totalItems: sums.count,
      pendingFine: sums.pending,
      counts: { owing: counts.owing, overdue: counts.overdue, promised: counts.promised },
      others: { count: gone.length, owed: owedByOthers },
      owed: pending - owedByOthers,
      overdue: beyondReach.reduce((left, amount) => left - amount, overdue.outstanding),
    };
  });
  server.download(exportReminders, ({ input: { query }, today }) => {
    const filter = filterOf(query, today);
    let read = 0;
    return csvFile(
      'reminders',
      query.language,
      COLUMNS,
      inBatches(
        db,
        async (tx, _after: repository.OwingRow | null, limit) => {
          const rows = await repository.owingPage(tx, filter, { limit, offset: read });
          read += rows.length;
          return rows;
        },
        (rows, tx) => service.toOwingMembers(tx, rows, { today, mail }),
      ),
    );
  });
  server.cachedQuery(contract.readOwing, async ({ input: { params } }, { tx, today }) => ({
    member: await service.readOwing(tx, params.userId, { today, mail }),
  }));
  server.command(contract.remind, (context, { body }) => service.recordReminder(context, body));
  server.command(contract.promise, (context, { body }) => service.recordPromise(context, body));

  // Not cached, because these answers also change with the hour.
  server.query(planContract.readNextReminders, ({ input: { query } }) =>
    inSnapshot(db, (snapshot) => plan.readNext(snapshot, environment, query)),
  );
  server.query(planContract.readNextReminder, ({ input: { params } }) =>
    inSnapshot(db, ({ tx }) => plan.readNextOf(tx, environment, params.userId)),
  );
  server.command(planContract.skipReminder, (context, { body }) => plan.skip(context, body));
  server.command(planContract.sendReminders, (context, { body }) => plan.sendAtOnce(context, body.day));
}

const COLUMNS: Columns<contract.OwingMember> = {
  ...MEMBER,
  pending: ({ pendingFine }) => ({ amount: pendingFine }),
  overdue: ({ overdue }) => ({ amount: overdue }),
  credit: ({ credit }) => ({ amount: credit }),
  unpaidSince: ({ unpaidSince }) => ({ day: unpaidSince }),
  fineCount: ({ openCount }) => ({ count: openCount }),
  phone: ({ phone }) => ({ text: phone }),
  email: ({ userEmail }) => ({ text: userEmail }),
  reminded: ({ reminded }) => ({ day: reminded?.day ?? null }),
  remindedThrough: ({ reminded }) => ({ word: reminded?.channel ?? null }),
  promisedUntil: ({ promise }) => ({ day: promise?.until ?? null }),
};
