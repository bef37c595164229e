// Fines from the rows of a file: each as if it were entered by hand, one after the other (FILE-3 to FILE-6).
import { createHash } from 'node:crypto';
import type { checkFineImport, importFines as importFinesOperation } from '../../contract/imports.ts';
import type { Output, ParsedInput } from '../../contract/operation.ts';
import { type CalendarDay, weekRange } from '../../core/calendar.ts';
import {
  type CellProblem,
  type FineColumn,
  type FineRow,
  inFileOrder,
  type ReadFine,
  readFineRows,
} from '../../core/import-rows.ts';
import { addPaisa, rupeesFromPaisa } from '../../core/money.ts';
import { displayName } from '../../core/person-name.ts';
import { chargesInTurn, type FirstOffence, userWeek } from '../../core/repeat-offence.ts';
import { searchKey } from '../../core/search.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import { AppError } from '../errors.ts';
import type { CommandContext } from '../ledger/command.ts';
import { newRecordId } from '../shared/ids.ts';
import { inParts } from '../shared/in-parts.ts';
import {
  fingerprintOf,
  importedBefore,
  readInParts,
  rememberImport,
  requireNew,
  requireNoProblems,
} from '../shared/imports.ts';
import { isRuleOn, type OnMissingRule } from '../shared/rules.ts';
import { toTotals } from '../shared/wire.ts';
import { enterFines, type FineToEnter } from './enter-fines.ts';
import { findFines, listedTypesOf, type UserToFine, usersToFine } from './fines.repository.ts';
import { findMembers } from './members.ts';

type Check = Output<typeof checkFineImport>;

interface Checked {
  problems: CellProblem<FineColumn>[];
  /** what each row would enter, null for one with a problem */
  fines: (FineToEnter | null)[];
  users: Map<string, UserToFine>;
  ruleOn: boolean;
}

async function checkRows(db: Handle, rows: readonly FineRow[], onMissing: OnMissingRule): Promise<Checked> {
  const { items: read, problems } = await readInParts(rows, (part) => {
    const { fines, problems: found } = readFineRows(part);
    return { items: fines, problems: found };
  });
  const add = (row: number, column: FineColumn, problem: CellProblem['problem']) =>
    problems.push({ row, column, problem });
  const wrong = new Set(problems.map(({ row, column }) => `${row} ${column}`));
  const [membersOf, onlyListed, listedOf, ruleOn] = await settleAll([
    inParts([...new Set(read.map(({ member }) => member))], (words) => findMembers(db, words)),
    isRuleOn(db, 'only-listed-fine-types', onMissing),
    inParts([...new Set(read.map(({ fineType }) => fineType))], async (types) => [...(await listedTypesOf(db, types))]),
    isRuleOn(db, 'repeat-offence', onMissing),
  ]);
  const members = new Map(membersOf.flatMap((found) => [...found]));
  const listed = new Set(listedOf.flat());
  for (const [row, { member, fineType }] of read.entries()) {
    const found = members.get(member);
    if (!wrong.has(`${row} member`) && typeof found !== 'object') {
      add(row, 'member', found === 'several' ? 'member-ambiguous' : 'member-not-found');
    }
    if (onlyListed && !wrong.has(`${row} fineType`) && !listed.has(searchKey(fineType))) {
      add(row, 'fineType', 'fine-type-not-listed');
    }
  }
  const bad = new Set(problems.map(({ row }) => row));
  const good = read.flatMap((fine, row) => {
    const found = members.get(fine.member);
    return bad.has(row) || typeof found !== 'object' ? [] : [{ row, ...toCharge(fine, found.id) }];
  });

  const { users, offences } = await readOffences(db, good);
  const fines = rows.map((): FineToEnter | null => null);
  for (const [place, { amount, doubledBy }] of chargesInTurn(ruleOn, good, offences).entries()) {
    const fine = good[place];
    if (fine === undefined) continue;
    const { row, ...entered } = fine;
    if (amount === null) add(row, 'amount', 'doubled-too-large');
    else fines[row] = { ...entered, amount, typicalAmount: fine.amount, doubledBy };
  }
  return { problems, fines, users, ruleOn };
}

/** A row without problems, which has an amount and a day. */
function toCharge({ fineType, description, amount, date }: ReadFine, userId: string) {
  if (amount === null || date === null) throw new Error('A row without an amount or a day has no problem.');
  return { id: newRecordId(), userId, fineType, description, amount, date };
}

/** The fined users, and the first fine of each of their weeks. */
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

/** Changes with what would be charged. Ids of fines are made anew with each check, so they have no part in it. */
function stateOf({ fines, ruleOn }: Checked): string {
  const charges = fines.map((fine) => fine && [fine.userId, fine.amount, fine.doubledBy !== null]);
  return createHash('sha256')
    .update(JSON.stringify([ruleOn, charges]))
    .digest('base64url');
}

export async function checkFines(db: Handle, rows: readonly FineRow[], onMissing: OnMissingRule): Promise<Check> {
  const checked = await checkRows(db, rows, onMissing);
  const { fines, users, problems } = checked;
  return {
    problems: inFileOrder('fines', problems),
    importedBefore: await importedBefore(db, fingerprintOf('fines', rows)),
    charges: await toCharges(db, fines, users),
    total: rupeesFromPaisa(addPaisa(...fines.map((fine) => fine?.amount ?? 0))),
    checked: stateOf(checked),
  };
}

async function toCharges(
  db: Handle,
  fines: readonly (FineToEnter | null)[],
  users: ReadonlyMap<string, UserToFine>,
): Promise<Check['charges']> {
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
        amount: rupeesFromPaisa(fine.amount),
        date: fine.date,
        doubled: fine.doubledBy !== null,
        earlier: fine.doubledBy === null ? null : earlierOf(fine.doubledBy),
      },
  );
}

/**
 * Enters the fines of all rows, or none, if they still charge what the check said. Throws imported-before, import-problems,
 * import-changed, totals-too-large.
 */
export async function importFines(
  context: CommandContext,
  { rows, checked: expected, again }: ParsedInput<typeof importFinesOperation>['body'],
  onMissing: OnMissingRule,
): Promise<Output<typeof importFinesOperation>> {
  const fingerprint = fingerprintOf('fines', rows);
  await requireNew(context.tx, fingerprint, again);
  const checked = await checkRows(context.tx, rows, onMissing);
  requireNoProblems('fines', checked.problems);
  if (stateOf(checked) !== expected) throw new AppError('import-changed');
  const fines = await enterFines(
    context,
    checked.fines.flatMap((fine) => fine ?? []),
    checked.users,
  );
  rememberImport(context, fingerprint);
  return { imported: fines.length, totals: toTotals(context.books()) };
}
