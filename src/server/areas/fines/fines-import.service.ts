// Imports fines from the rows of a file, as if each were entered by hand, one after the other (FILE-3 to FILE-6).
import { createHash } from 'node:crypto';
import type { checkFineImport, importFines as importFinesOperation } from '../../../contract/fines/imports.ts';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import { type CalendarDay, weekRange } from '../../../core/calendar.ts';
import { dueDayOf } from '../../../core/fines/due.ts';
import { ofEachText } from '../../../core/fines/fine-texts.ts';
import { inFileOrder, type ReadFine, readFineRows, repeatedIdsIn } from '../../../core/files/import-rows.ts';
import { type CellProblem, type FineColumn, type FineRow } from '../../../core/files/import-columns.ts';
import { addPaisa } from '../../../core/money/money.ts';
import { type AccessLevel, mayImportSettled } from '../../../core/people/permission.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { chargesInTurn, type FirstOffence, userWeek } from '../../../core/fines/repeat-offence.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { newRecordId } from '../../shared/ids.ts';
import { inParts } from '../../shared/in-parts.ts';
import {
  fingerprintOf,
  importedBefore,
  readInParts,
  rememberImport,
  requireNoProblems,
} from '../../shared/files/imports.ts';
import { isRuleOn, type OnMissingRule, readDueDays } from '../../shared/rules.ts';
import { toTotals } from '../../shared/wire.ts';
import { enterFines, type FineToEnter } from './enter-fines.ts';
import { listedTypesOf, typeEntered, type UserToFine, usersToFine } from './fines.repository.ts';
import { importedFines, recordedFines, rememberFines } from './imported-fines.ts';
import { idsOfUsers } from '../../shared/joined-users.ts';
import { membersNamed } from '../../shared/finding/members.ts';
import { findFines } from '../../balances/fine-reads.repository.ts';

type Check = Output<typeof checkFineImport>;

interface Checked {
  problems: CellProblem<FineColumn>[];
  /** the rows that were imported before */
  before: number[];
  /** what each row would enter, null for a row that has a problem or is left out */
  fines: (FineToEnter | null)[];
  users: Map<string, UserToFine>;
  ruleOn: boolean;
}

interface ToCheck {
  rows: readonly FineRow[];
  /** enter rows again that were imported before */
  again: boolean;
  today: CalendarDay;
  /** of the person who imports */
  access: AccessLevel;
}

async function checkRows(
  db: Handle,
  { rows, again, today, access }: ToCheck,
  onMissing: OnMissingRule,
): Promise<Checked> {
  const { items: read, problems } = await readInParts(rows, (part) => {
    const { fines, problems: found } = readFineRows(part, today);
    return { items: fines, problems: found };
  });
  problems.push(...repeatedIdsIn(read));
  const add = (row: number, column: FineColumn, problem: CellProblem['problem'], earlier?: number) =>
    problems.push({ row, column, problem, ...(earlier !== undefined && { earlier }) });
  const wrong = new Set(problems.map(({ row, column }) => `${row} ${column}`));
  const [membersOf, onlyListed, listedOf, ruleOn, dueDays] = await settleAll([
    inParts([...new Set(read.map(({ member }) => member))], (words) => membersNamed(db, words)),
    isRuleOn(db, 'only-listed-fine-types', onMissing),
    inParts([...new Set(read.map(({ fineType }) => fineType))], async (types) => [...(await listedTypesOf(db, types))]),
    isRuleOn(db, 'repeat-offence', onMissing),
    readDueDays(db),
  ]);
  const members = new Map(membersOf.flatMap((found) => [...found]));
  const listed = new Map(listedOf.flat());
  for (const [row, { member, fineType, paid, waived, status }] of read.entries()) {
    if (!mayImportSettled(access) && ((paid ?? 0) > 0 || (waived ?? 0) > 0 || status === 'Paid')) {
      add(row, (waived ?? 0) > 0 ? 'waived' : 'paid', 'needs-manager');
    }
    const found = members.get(member) ?? [];
    if (!wrong.has(`${row} member`) && found.length !== 1) {
      add(row, 'member', found.length > 1 ? 'member-ambiguous' : 'member-not-found');
    }
    if (!wrong.has(`${row} fineType`) && typeEntered(fineType, listed, onlyListed) === null) {
      add(row, 'fineType', 'fine-type-not-listed');
    }
  }
  const bad = new Set(problems.map(({ row }) => row));
  const good = read.flatMap((fine, row) => {
    const [found] = members.get(fine.member) ?? [];
    return bad.has(row) || found === undefined
      ? []
      : [
          {
            row,
            ...toCharge(fine, found.id, (date) => dueDayOf({ date, enteredOn: today }, dueDays)),
            fineType: typeEntered(fine.fineType, listed, onlyListed) ?? fine.fineType,
          },
        ];
  });

  const taken = await recordedFines(
    db,
    good.flatMap(({ exportedAs }) => (exportedAs === '' ? [] : exportedAs)),
  );
  const idsOf = await idsOfUsers(db);
  // Also as entered for a record that was joined with theirs, or before an Urdu name belonged to a type.
  const known = await importedFines(
    db,
    good.map((fine) =>
      [...new Set([fine.fineType, read[fine.row]?.fineType ?? fine.fineType])].flatMap((fineType) =>
        idsOf(fine.userId).map((userId) => ({ ...fine, fineType, userId })),
      ),
    ),
  );
  for (const [place, { exportedAs }] of good.entries()) if (taken.has(exportedAs)) known.add(place);
  // A row that is left out does not count as an earlier offence for the others.
  const entered = again ? good : good.filter((_, place) => !known.has(place));
  const { users, offences } = await readOffences(db, entered);
  const fines = rows.map((): FineToEnter | null => null);
  const rowOf = new Map(entered.map(({ id, row }) => [id, row]));
  for (const [place, { amount, doubledBy }] of chargesInTurn(ruleOn, entered, offences).entries()) {
    const fine = entered[place];
    if (fine === undefined) continue;
    const { row, exportedAs, ...asRead } = fine;
    if (amount === null) add(row, 'amount', 'doubled-too-large', rowOf.get(doubledBy ?? ''));
    else
      fines[row] = {
        ...asRead,
        id: again && taken.has(exportedAs) ? newRecordId() : fine.id,
        amount,
        typicalAmount: fine.amount,
        doubledBy,
      };
  }
  const before = good.flatMap(({ row }, place) => (known.has(place) ? [row] : []));
  return { problems, before, fines, users, ruleOn };
}

/**
 * Converts a row without problems, which has an amount and a day. Without a due day of its own it is due as if entered
 * by hand, unless it comes from exported books, in which it had none.
 */
function toCharge(
  { fineType, amount, date, dueOn, ...own }: ReadFine,
  userId: string,
  dueDayFor: (date: CalendarDay) => CalendarDay | null,
) {
  if (amount === null || date === null) throw new Error('A row without an amount or a day has no problem.');
  const { id, status, paid, paidOn, waived, mistake } = own;
  const fine = {
    id: id === '' ? newRecordId() : id,
    exportedAs: id,
    userId,
    fineType,
    ...ofEachText((name) => own[name]),
    amount,
    date,
  };
  const settled = {
    status: status ?? 'Pending',
    paid: paid ?? 0,
    paidOn,
    waived: waived ?? 0,
    mistake: mistake ?? false,
  };
  const asCharged = id !== '' || settled.status === 'Paid' || settled.paid > 0 || settled.waived > 0;
  return asCharged
    ? { ...fine, dueOn, asCharged, mistake: settled.mistake, settled }
    : { ...fine, dueOn: dueOn ?? dueDayFor(date) };
}

/** The fined users, and the first fine in each of their weeks. */
async function readOffences(
  db: Handle,
  fines: readonly { userId: string; date: CalendarDay }[],
): Promise<{ users: Map<string, UserToFine>; offences: Map<string, FirstOffence> }> {
  const users = new Map<string, UserToFine>();
  const weeks = Map.groupBy(fines, ({ date }) => weekRange(date).monday);
  const found = await inParts([...weeks], (part) =>
    settleAll(
      part.map(([monday, ofWeek]) =>
        usersToFine(db, [...new Set(ofWeek.map(({ userId }) => userId))], weekRange(monday)),
      ),
    ),
  );
  const firstIds: string[] = [];
  for (const ofWeek of found.flat()) {
    for (const user of ofWeek.values()) {
      users.set(user.id, user);
      if (user.fined_in_week !== null) firstIds.push(user.fined_in_week);
    }
  }
  const offences = new Map<string, FirstOffence>();
  for (const { fine } of (await findAll(db, firstIds)).values()) {
    offences.set(userWeek(fine.user_id, fine.date), { fineId: fine.id, date: fine.date });
  }
  return { users, offences };
}

async function findAll(db: Handle, fineIds: readonly string[]) {
  const parts = await inParts(fineIds, (part) => findFines(db, part));
  return new Map(parts.flatMap((found) => [...found]));
}

/** Changes whenever the charges do. The ids of fines are excluded, because each check makes new ones. */
function stateOf({ fines, ruleOn }: Checked): string {
  const charges = fines.map((fine) => fine && [fine.userId, fine.amount, fine.doubledBy !== null]);
  return createHash('sha256')
    .update(JSON.stringify([ruleOn, charges]))
    .digest('base64url');
}

export async function checkFines(db: Handle, asked: ToCheck, onMissing: OnMissingRule): Promise<Check> {
  const checked = await checkRows(db, asked, onMissing);
  const { fines, problems, before } = checked;
  return {
    problems: inFileOrder('fines', problems),
    importedBefore: await importedBefore(db, fingerprintOf('fines', asked.rows)),
    before,
    charges: await toCharges(db, checked, asked.today),
    total: addPaisa(...fines.map((fine) => fine?.amount ?? 0)),
    checked: stateOf(checked),
  };
}

async function toCharges(db: Handle, { fines, users }: Checked, today: CalendarDay): Promise<Check['charges']> {
  const known = new Map(fines.flatMap((fine) => (fine === null ? [] : [[fine.id, fine] as const])));
  const before = await findAll(
    db,
    fines.flatMap((fine) => fine?.doubledBy ?? []).filter((id) => !known.has(id)),
  );
  const earlierOf = (id: string) => {
    const inFile = known.get(id);
    if (inFile !== undefined) return { fineType: inFile.fineType, date: inFile.date };
    const fine = before.get(id)?.fine;
    return fine === undefined ? null : { fineType: fine.fine_type, date: fine.date };
  };
  return fines.map(
    (fine) =>
      fine && {
        userName: displayName(users.get(fine.userId)?.user_name ?? ''),
        amount: fine.amount,
        date: fine.date,
        future: fine.date > today,
        doubled: fine.doubledBy !== null,
        earlier: fine.doubledBy === null ? null : earlierOf(fine.doubledBy),
      },
  );
}

/**
 * Enters the fines of all rows, or none, provided they are still charged as the check said; rows imported before only
 * on request. Throws import-problems, imported-before if no row is left, import-changed, totals-too-large.
 */
export async function importFines(
  context: CommandContext,
  { rows, checked: expected, again }: ParsedInput<typeof importFinesOperation>['body'],
  onMissing: OnMissingRule,
): Promise<Output<typeof importFinesOperation>> {
  const checked = await checkRows(context.tx, { rows, again, today: context.today, access: context.access }, onMissing);
  requireNoProblems('fines', checked.problems);
  const inFile = checked.fines.flatMap((fine) => fine ?? []);
  // An exported list begins with the newest fine.
  const toEnter = rows.every(({ id }) => id !== '') ? inFile.toReversed() : inFile;
  if (toEnter.length === 0) throw new AppError('imported-before');
  if (stateOf(checked) !== expected) throw new AppError('import-changed');
  const fines = await enterFines(context, toEnter, checked.users);
  rememberImport(context, fingerprintOf('fines', rows));
  await rememberFines(
    context,
    toEnter.map((fine, place) => ({ ...fine, amount: fine.typicalAmount, sequence: fines[place]?.sequence ?? 0 })),
  );
  return { imported: fines.length, totals: toTotals(context.books()) };
}
