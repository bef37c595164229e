// The operations of fines.
import { exportFines } from '../../../contract/exports.ts';
import * as ofOne from '../../../contract/fines/fine-details.ts';
import * as contract from '../../../contract/fines/fines.ts';
import type { Fine } from '../../../contract/fines/fines.ts';
import { deleteFines, readDeletions } from '../../../contract/fines/several-fines.ts';
import { undo } from '../../../contract/money/undo.ts';
import { checkFineImport, importFines } from '../../../contract/fines/imports.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { ofEachText } from '../../../core/fines/fine-texts.ts';
import { AppError } from '../../base/errors.ts';
import { sendPicture } from '../../http/pictures.ts';
import type { Server } from '../../http/serve.ts';
import type { Handle } from '../../db/types.ts';
import type { CommandEnvironment } from '../../ledger/command.ts';
import {
  type CountedLimits,
  findUser,
  isCounted,
  isCountedByUser,
  offsetOf,
  userFines,
  userFinesAfter,
} from '../../shared/queries.ts';
import { cleanedPicture, type SentPicture } from '../../shared/pictures/kept-pictures.ts';
import { isRuleOn, type OnMissingRule } from '../../shared/rules.ts';
import { todayAt } from '../../base/clock.ts';
import { toFine, toSummary, toTotals, type FineRow } from '../../shared/wire.ts';
import * as corrections from './correction.service.ts';
import * as deletions from './deletion.service.ts';
import * as details from './details.service.ts';
import { readFineDays } from '../../balances/daily-figures/fine-days.ts';
import * as repository from './fines.repository.ts';
import { finesAfter } from './fines.repository.ts';
import * as imports from './fines-import.service.ts';
import * as service from './fines.service.ts';
import { pageFound, understand } from './search.service.ts';
import * as undoing from './undoing.service.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { ParsedInput } from '../../../contract/operation.ts';
import { type CsvFile, csvFile, daysIn, inBatches } from '../../shared/files/csv-file.ts';
import { MEMBER } from '../../shared/money-columns.ts';
import { finesAt, placesFound } from './search.repository.ts';
import { settleAll } from '../../db/transaction.ts';

const TYPES_OFFERED = 50;

export function serveFines(
  server: Server,
  environment: CommandEnvironment,
  onMissingRule: OnMissingRule,
  /** how many days pictures are kept after their fine was settled */
  pictureDays: number,
): void {
  const { db, clock, timeZone } = environment;
  const today = () => todayAt(clock.now(), timeZone);
  server.cachedQuery(contract.listFines, async ({ input: { query } }, { tx, today: day, books: readBooks, once }) => {
    const { userId, search, page, pageSize: limit, ...limits } = query;
    const offset = offsetOf(query);
    const days = () => once('fine days', () => readFineDays(tx));
    const [books, user, understood] = await settleAll([
      readBooks(),
      userId === undefined ? null : findUser(tx, userId),
      understand(tx, { search, userId, today: day }, once),
    ]);
    if (user === undefined) throw new AppError('user-not-found');
    const ofGroup =
      limits.group !== '' && userId === undefined && isCountedByUser(limits)
        ? await once(`fines of group ${limits.group}`, () => repository.countsOfGroup(tx, limits.group))
        : null;
    const count = (): number | Promise<number> => {
      if (ofGroup !== null && isCountedByUser(limits)) return countOf(ofGroup, limits.status);
      if (isCounted(limits)) return countOf(user ?? books, limits.status);
      const read = () => repository.countOf(tx, limits, userId);
      return userId === undefined ? once(`fines ${JSON.stringify(limits)}`, read) : read();
    };
    const {
      rows,
      more = false,
      ...found
    } = understood !== null
      ? await pageFound(tx, understood, { ...limits, userId, offset, limit })
      : {
          count: await count(),
          rows:
            ofGroup !== null && isCountedByUser(limits)
              ? await repository.finesOfGroup(
                  tx,
                  limits,
                  { limit, offset },
                  {
                    own: countOf(ofGroup, limits.status),
                    all: countOf(books, limits.status),
                    newest: ofGroup.newest,
                  },
                  {
                    days,
                    daysOwn: () => once(`days ${JSON.stringify(limits)}`, () => repository.daysOfGroup(tx, limits)),
                  },
                )
              : userId === undefined
                ? await repository.finesPage(tx, { ...limits, limit, offset }, days)
                : await userFines(tx, userId, { ...limits, limit, offset }),
        };
    return {
      items: rows.map(toFine),
      page,
      pageSize: limit,
      totalItems: found.count,
      status: limits.status,
      search,
      more,
      notesFrom: understood?.notesFrom ?? null,
      totals: toTotals(books),
      user: user && {
        id: user.id,
        userName: displayName(user.user_name),
        userEmail: user.user_email,
        status: user.status,
        deleted: user.deleted_at !== null,
        summary: toSummary(user),
      },
    };
  });

  server.download(exportFines, ({ input: { query } }) => finesFile(environment, query, today()));
  server.query(contract.listFineTypes, async ({ input: { query } }) => {
    const listed = await repository.listedTypes(db.read, query.search, TYPES_OFFERED);
    const onlyListed = await isRuleOn(db.read, 'only-listed-fine-types', onMissingRule);
    const others = onlyListed ? [] : await repository.fineTypes(db.read, query.search, TYPES_OFFERED - listed.length);
    return {
      onlyListed,
      items: [
        ...listed.map(({ name, urdu_name: urduName, amount }) => ({
          fineType: name,
          urduName,
          lastAmount: amount,
        })),
        ...others.map((type) => ({
          fineType: type.fine_type,
          urduName: '',
          lastAmount: type.last_amount,
        })),
      ],
    };
  });

  server.query(contract.assessFines, ({ input: { body } }) => service.assess(db, today(), body, onMissingRule));
  server.command(
    contract.addFines,
    (context, { body }, basis: Parameters<typeof service.addFines>[2]) => service.addFines(context, body, basis),
    ({ body }) => {
      const ofFines = details.cleanedPictures(body.pictures);
      const read = async (tx: Handle) => ({
        ...(await service.readFining(tx, body, onMissingRule)),
        pictures: ofFines,
      });
      return { read, userIds: () => body.userIds };
    },
  );
  // Not in a snapshot, which would block other reads; importing checks the rows again anyway.
  server.query(checkFineImport, ({ input: { body } }, { access }) =>
    imports.checkFines(db.read, { ...body, today: today(), access }, onMissingRule),
  );
  server.command(importFines, (context, { body }) => imports.importFines(context, body, onMissingRule));
  server.cachedQuery(ofOne.readFine, ({ input: { params } }, { tx, today: day }) =>
    details.readDetails(tx, params.fineId, day),
  );
  server.command(
    ofOne.correctFine,
    (context, { body }, found: corrections.Correction) => corrections.correctFine(context, found, body),
    ({ params, body }) => ({
      read: (tx) => corrections.readCorrection(tx, params.fineId, body, onMissingRule),
      userIds: ({ user }) => [user.id],
    }),
  );
  server.command(
    ofOne.addPicture,
    (context, _input, found: details.Pictured & { picture: SentPicture }) =>
      details.addPicture(context, found, pictureDays),
    ({ params, body }) => {
      const picture = cleanedPicture(body.picture);
      return {
        read: async (tx) => ({ ...(await details.readPictured(tx, params.fineId)), picture }),
        userIds: ({ user }) => [user.id],
      };
    },
  );
  server.command(
    ofOne.removePicture,
    (context, { params }, found: details.Pictured) => details.removePicture(context, found, params.picture),
    ({ params }) => ({
      read: (tx) => details.readPictured(tx, params.fineId),
      userIds: ({ user }) => [user.id],
    }),
  );
  for (const operation of [ofOne.readFinePicture, ofOne.readOwnPicture] as const) {
    server.query(operation, async ({ input: { params }, reply }, { userId }) => {
      const ownerId = operation === ofOne.readOwnPicture ? (userId ?? '') : undefined;
      const kept = { today: today(), timeZone, days: pictureDays, ownerId };
      const picture = await details.readPicture(db.read, params, kept);
      return sendPicture(reply, picture, { name: `fine-${params.fineId}`, cacheControl: 'no-store' });
    });
  }
  server.cachedQuery(contract.readDeletion, async ({ input: { params } }, { tx }) => {
    const deletion = await deletions.readDeletion(tx, params.fineId, onMissingRule);
    const {
      reductions: [reduction = null],
      ...gone
    } = deletions.foreseen(deletion);
    return { reduction, ...gone };
  });
  server.query(readDeletions, async ({ input: { body } }) =>
    deletions.foreseen(await deletions.readDeletions(db.read, body.fineIds, onMissingRule)),
  );
  server.command(contract.deleteFine, deletions.deleteFine, ({ params }) => ({
    read: (tx) => deletions.readDeletion(tx, params.fineId, onMissingRule),
    userIds: ({ fines }) => fines.map(({ user }) => user.id),
  }));
  server.command(deleteFines, deletions.deleteFines, ({ body }) => ({
    read: (tx) =>
      deletions.readDeletions(
        tx,
        body.fines.map(({ fineId }) => fineId),
        onMissingRule,
      ),
    userIds: ({ fines }) => fines.map(({ user }) => user.id),
  }));
  server.command(
    undo,
    (context, _input, done: undoing.Undoing) => undoing.undo(context, done),
    ({ body }) => ({
      read: (tx) => undoing.readUndoing(tx, body.batch, onMissingRule),
      // Everything recorded since then is checked.
      userIds: () => null,
    }),
  );
}

/** The number of fines of a status, given a user's counts or those of all. */
function countOf(counts: { fine_count: number; paid_count: number }, status: CountedLimits['status']): number {
  if (status === 'all') return counts.fine_count;
  return status === 'Paid' ? counts.paid_count : counts.fine_count - counts.paid_count;
}

// All fines, or a user's, as a file.

type Environment = Pick<CommandEnvironment, 'db' | 'timeZone'>;

/** Throws user-not-found when its first line is read. */
function finesFile(
  { db, timeZone }: Environment,
  { userId, search, language, ...limits }: ParsedInput<typeof exportFines>['query'],
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
          const places = await placesFound(tx, understood.found, { ...limits, userId, behind: after, limit });
          return finesAt(tx, places);
        }
        return userId === undefined
          ? finesAfter(tx, after, { ...limits, limit })
          : userFinesAfter(tx, userId, after, { ...limits, limit });
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
      ...ofEachText((name) => (fine: Fine) => ({ text: fine[name] })),
      amount: ({ amount }) => ({ amount }),
      paid: ({ paidAmount }) => ({ amount: paidAmount }),
      waived: ({ waivedAmount }) => ({ amount: waivedAmount }),
      left: ({ outstanding }) => ({ amount: outstanding }),
      status: ({ status: word }) => ({ word }),
      mistake: ({ mistake }) => ({ word: mistake ? 'yes' : null }),
      paidOn: ({ paidOn }) => ({ day: dayIn(paidOn) }),
      enteredOn: ({ createdAt }) => ({ day: dayIn(createdAt) }),
      id: ({ id }) => ({ text: id }),
    },
    fines(),
  );
}
