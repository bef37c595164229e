// All fines, or a user's, as a file.
import type { exportFines } from '../../../contract/exports.ts';
import type { Fine } from '../../../contract/fines/fines.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { ParsedInput } from '../../../contract/operation.ts';
import { AppError } from '../../base/errors.ts';
import type { CommandEnvironment } from '../../ledger/command.ts';
import { type CsvFile, csvFile, daysIn, inBatches } from '../../shared/files/csv-file.ts';
import { MEMBER } from '../../shared/money-columns.ts';
import { findUser, userFinesAfter } from '../../shared/queries.ts';
import { type FineRow, toFine } from '../../shared/wire.ts';
import { finesAfter } from './fines.repository.ts';
import { finesAt, placesFound } from './search.repository.ts';
import { understand } from './search.service.ts';

type Environment = Pick<CommandEnvironment, 'db' | 'timeZone'>;

/** Throws user-not-found when its first line is read. */
export function finesFile(
  { db, timeZone }: Environment,
  { userId, status, search, language }: ParsedInput<typeof exportFines>['query'],
  today: CalendarDay,
): CsvFile<Fine> {
  const dayIn = daysIn(timeZone);
  async function* fines(): AsyncGenerator<Fine[]> {
    if (userId !== undefined && (await findUser(db.read, userId)) === undefined) throw new AppError('user-not-found');
    const understood = await understand(db.read, { search, userId, today }, (_, read) => read());
    yield* inBatches(
      db,
      async (tx, after: FineRow | null, limit) => {
        if (understood !== null) {
          const places = await placesFound(tx, understood.found, { userId, status, behind: after, limit });
          return finesAt(tx, places);
        }
        return userId === undefined
          ? finesAfter(tx, after, { limit, status })
          : userFinesAfter(tx, userId, after, { limit, status });
      },
      (rows) => rows.map(toFine),
    );
  }
  return csvFile(
    'fines',
    language,
    {
      day: ({ date }) => ({ day: date }),
      ...MEMBER,
      fineType: ({ fineType }, nameOfType) => ({ text: nameOfType(fineType) }),
      dueOn: ({ dueOn }) => ({ day: dueOn }),
      description: ({ description }) => ({ text: description }),
      amount: ({ amount }) => ({ rupees: amount }),
      paid: ({ paidAmount }) => ({ rupees: paidAmount }),
      waived: ({ waivedAmount }) => ({ rupees: waivedAmount }),
      left: ({ outstanding }) => ({ rupees: outstanding }),
      status: ({ status: word }) => ({ word }),
      mistake: ({ mistake }) => ({ word: mistake ? 'yes' : null }),
      paidOn: ({ paidOn }) => ({ day: dayIn(paidOn) }),
      enteredOn: ({ createdAt }) => ({ day: dayIn(createdAt) }),
      id: ({ id }) => ({ text: id }),
    },
    fines(),
  );
}
