// Entering fines: their rows, journal entries, summaries, counts and fine types always go together.
import type { Selectable } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import { type BalanceChange, changeOfFine, sumChanges } from '../../core/fine.ts';
import type { Paisa } from '../../core/money.ts';
import { searchKey } from '../../core/search.ts';
import type { FinesTable } from '../db/schema.ts';
import type { CommandContext } from '../ledger/command.ts';
import { inParts } from '../shared/in-parts.ts';
import { countFine, figuresOf } from './change-fine.ts';
import * as changes from './fine-changes.repository.ts';
import type { UsedType } from './fine-changes.repository.ts';
import type { SummaryRow } from './fines.repository.ts';

export interface FineToEnter {
  id: string;
  userId: string;
  fineType: string;
  description: string;
  date: CalendarDay;
  /** as charged */
  amount: Paisa;
  /** before it was doubled: what is offered for the next fine of this type */
  typicalAmount: Paisa;
  /** the id of the fine for which it was doubled, null where it was not */
  doubledBy: string | null;
}

/** Enters fines in this order; `users` has all of theirs. Throws totals-too-large. */
export async function enterFines(
  context: CommandContext,
  toEnter: readonly FineToEnter[],
  users: ReadonlyMap<string, SummaryRow>,
): Promise<Selectable<FinesTable>[]> {
  const types = new Map<string, UsedType>();
  const parts = await inParts(toEnter, (part) => {
    const entered = part.map((fine) => record(context, fine));
    context.send([changes.insertFines(context.tx, entered)]);
    for (const fine of entered) countFine(context, null, fine);
    for (const [place, { fineType, typicalAmount }] of part.entries()) {
      const key = searchKey(fineType);
      const uses = (types.get(key)?.uses ?? 0) + 1;
      types.set(key, { key, fineType, amount: typicalAmount, sequence: entered[place]?.sequence ?? 0, uses });
    }
    return entered;
  });
  const fines = parts.flat();
  context.send(changeUsers(context, fines, users));
  for (const type of types.values()) context.defer(changes.usedTypes, type);
  return fines;
}

function record(context: CommandContext, entered: FineToEnter): Selectable<FinesTable> {
  const fine = {
    id: entered.id,
    user_id: entered.userId,
    fine_type: entered.fineType,
    description: entered.description,
    amount: entered.amount,
    date: entered.date,
    status: 'Pending' as const,
    created_at: context.now,
    paid_on: null,
    updated_at: context.now,
    paid_amount: 0,
    waived_amount: 0,
    mistake: 0,
    doubled_by: entered.doubledBy,
  };
  const sequence = context.record({
    subject: 'fine',
    subjectId: fine.id,
    userId: fine.user_id,
    before: null,
    after: fine,
    balance: changeOfFine(null, figuresOf(fine)),
  });
  return { ...fine, sequence };
}

/** Changes the summaries of the fined users, with one statement for all whose figures change alike. */
function changeUsers(
  { tx, now }: CommandContext,
  fines: readonly Selectable<FinesTable>[],
  users: ReadonlyMap<string, SummaryRow>,
): Promise<void>[] {
  const byUser = Map.groupBy(fines, (fine) => fine.user_id);
  const changesOfUsers = Array.from(byUser, ([userId, own]) => ({
    user: users.get(userId),
    change: sumChanges(own.map((fine) => changeOfFine(null, figuresOf(fine)))),
    newest: own.reduce((newest, { date }) => (date > newest ? date : newest), ''),
  }));
  const alike = Map.groupBy(changesOfUsers, ({ change, newest }) => nameOf(change, newest));
  return Array.from(alike.values(), async (group) => {
    const [first] = group;
    if (first === undefined) return;
    const rows = group.flatMap(({ user }) => user ?? []);
    await changes.changeSummaries(tx, rows, first.change, { newest: { atLeast: first.newest }, now });
  });
}

const nameOf = (change: BalanceChange, newest: CalendarDay): string => JSON.stringify([change, newest]);
