// Assessing and adding fines (FINE-2, FINE-6, FINE-7, FINE-12, REPEAT-1 to REPEAT-6).
import type { addFines as addFinesOperation, Assessment } from '../../../contract/fines/fines.ts';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import { type CalendarDay, weekRange } from '../../../core/calendar.ts';
import { dueDayOf } from '../../../core/fines/due.ts';
import { isTooFarAhead } from '../../../core/fines/fine.ts';
import { ofEachText } from '../../../core/fines/fine-texts.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { AmountTooLargeError, type Charge, chargesFor, sameCharges } from '../../../core/fines/repeat-offence.ts';
import type { CommandContext } from '../../ledger/command.ts';
import type { Database, Handle } from '../../db/types.ts';
import { settleAll } from '../../db/transaction.ts';
import { AppError } from '../../base/errors.ts';
import { picturesColumn } from '../../shared/fine-row.ts';
import { keepPictures, type SentPicture } from '../../shared/pictures/kept-pictures.ts';
import { newRecordId } from '../../shared/ids.ts';
import { isRuleOn, type OnMissingRule, readDueDays } from '../../shared/rules.ts';
import { toTotals } from '../../shared/wire.ts';
import { tell } from '../../mail/outbox.ts';
import { enterFines } from './enter-fines.ts';
import * as repository from './fines.repository.ts';
import { findFines } from '../../balances/fine-reads.repository.ts';

interface ToCharge {
  amount: Paisa;
  date: CalendarDay;
  userIds: readonly string[];
}

/** The data that charges depend on. */
interface ChargeBasis {
  users: Map<string, repository.UserToFine>;
  ruleOn: boolean;
}

async function readChargeBasis(
  db: Handle,
  { date, userIds }: Omit<ToCharge, 'amount'>,
  onMissing: OnMissingRule,
): Promise<ChargeBasis> {
  const [users, ruleOn] = await settleAll([
    repository.usersToFine(db, userIds, weekRange(date)),
    isRuleOn(db, 'repeat-offence', onMissing),
  ]);
  return { users, ruleOn };
}

/** The data that adding depends on: also the fine type, null if it may not be used, and when a fine is due. */
export interface Fining extends ChargeBasis {
  fineType: string | null;
  dueDays: number | null;
}

export async function readFining(
  db: Handle,
  body: { fineType: string; date: CalendarDay; userIds: readonly string[] },
  onMissing: OnMissingRule,
): Promise<Fining> {
  const [basis, fineType, dueDays] = await settleAll([
    readChargeBasis(db, body, onMissing),
    typeToEnter(db, body.fineType, onMissing),
    readDueDays(db),
  ]);
  return { ...basis, fineType, dueDays };
}

/**
 * The fine type that is entered for what was typed. null if it may not be used: under the rule "Only fine types from
 * the list" it must be an active type of the list.
 */
export async function typeToEnter(db: Handle, typed: string, onMissing: OnMissingRule): Promise<string | null> {
  const [onlyListed, listed] = await settleAll([
    isRuleOn(db, 'only-listed-fine-types', onMissing),
    repository.listedTypesOf(db, [typed]),
  ]);
  return repository.typeEntered(typed, listed, onlyListed);
}

/** What each user would be charged now. Throws user-not-found (with the ids) and amount-too-large. */
function assessCharges({ users, ruleOn }: ChargeBasis, { amount, userIds }: Omit<ToCharge, 'date'>): Charge[] {
  const missing = userIds.filter((id) => !users.has(id));
  if (missing.length > 0) throw new AppError('user-not-found', { details: { userIds: missing } });
  const found = [...users.values()];
  const repeatOffenders = new Set(found.filter((user) => user.fined_in_week !== null).map(({ id }) => id));
  try {
    return chargesFor({ amount, ruleOn, userIds, repeatOffenders });
  } catch (error) {
    throw error instanceof AmountTooLargeError ? new AppError('amount-too-large') : error;
  }
}

/** The first fine of the week, because of which a charge is doubled; null if it is not. */
const doubledBy = ({ users }: ChargeBasis, { userId, doubled }: Charge): string | null =>
  doubled ? (users.get(userId)?.fined_in_week ?? null) : null;

async function toAssessment(db: Handle, basis: ChargeBasis, charges: Charge[]): Promise<Assessment> {
  const { users, ruleOn } = basis;
  const ids = charges.flatMap((charge) => doubledBy(basis, charge) ?? []);
  const earlier = ids.length === 0 ? null : await findFines(db, ids);
  return {
    ruleOn,
    charges: charges.map((charge) => {
      const first = earlier?.get(doubledBy(basis, charge) ?? '')?.fine;
      return {
        userId: charge.userId,
        userName: displayName(users.get(charge.userId)?.user_name ?? ''),
        amount: charge.amount,
        doubled: charge.doubled,
        earlier: first ? { fineType: first.fine_type, date: first.date, amount: first.amount } : null,
      };
    }),
  };
}

/** Throws day-too-far. The same for new fines and corrected ones. */
export function requireNear(date: CalendarDay, today: CalendarDay): void {
  if (isTooFarAhead(date, today)) throw new AppError('day-too-far');
}

/** What each user would be charged, for the confirmation. Saves nothing. Throws day-too-far. */
export async function assess(
  db: Database,
  today: CalendarDay,
  body: { amount: number; date: CalendarDay; userIds: readonly string[] },
  onMissing: OnMissingRule,
): Promise<Assessment> {
  requireNear(body.date, today);
  const basis = await readChargeBasis(db.read, body, onMissing);
  return toAssessment(db.read, basis, assessCharges(basis, body));
}

/**
 * Fines all of the users or none. The charges are recomputed here, under the lock of the books. Throws
 * `charges-changed` with the new assessment if they differ from the confirmed ones, or if none were confirmed although
 * the rule is on; fine-type-not-listed; day-too-far.
 */
export async function addFines(
  context: CommandContext,
  body: Omit<ParsedInput<typeof addFinesOperation>['body'], 'pictures'>,
  basis: Fining & { pictures?: readonly SentPicture[] },
): Promise<Output<typeof addFinesOperation>> {
  const { users, ruleOn, fineType } = basis;
  if (fineType === null) throw new AppError('fine-type-not-listed');
  requireNear(body.date, context.today);
  const { amount, confirmed } = body;
  const charges = assessCharges(basis, body);
  if (confirmed === undefined ? ruleOn : !sameCharges(confirmed, charges)) {
    throw new AppError('charges-changed', { details: await toAssessment(context.tx, basis, charges) });
  }

  const { date } = body;
  const texts = ofEachText((name) => body[name]);
  const { pictures: seen = [] } = basis;
  const pictures = picturesColumn(seen.map(({ hash }) => hash));
  const dueOn = dueDayOf({ date, enteredOn: context.today }, basis.dueDays);
  const fines = await enterFines(
    context,
    charges.map((charge) => {
      const fine = {
        id: newRecordId(),
        userId: charge.userId,
        fineType,
        ...texts,
        date,
        dueOn,
        pictures,
        amount: charge.amount,
      };
      return { ...fine, typicalAmount: amount, doubledBy: doubledBy(basis, charge) };
    }),
    users,
  );
  const ids = fines.map(({ id }) => id);
  keepPictures(context, ids, seen);
  for (const fine of fines) {
    const news = { id: fine.id, fineType, day: date, amount: fine.amount, doubled: fine.doubled_by !== null };
    tell(context, { to: fine.user_id, kind: 'fined', facts: { fines: [news] } });
  }
  return {
    fineIds: ids,
    batch: context.batch,
    totals: toTotals(context.books()),
  };
}
