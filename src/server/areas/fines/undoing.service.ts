// Undoes in one go what one request did (FINE-22). The journal's entries of its batch list what it recorded. If
// anything was changed since, the journal has a later entry for it, and nothing is undone.
import type { Selectable } from 'kysely';
import type { undo as undoOperation } from '../../../contract/money/undo.ts';
import { reverseWaiver } from '../../../contract/money/waivers.ts';
import type { Output } from '../../../contract/operation.ts';
import { dayOf } from '../../../core/calendar.ts';
import type { Action } from '../../../core/journal.ts';
import { isAllowed } from '../../../core/people/permission.ts';
import { REVERSAL_REASON } from '../../../core/text/own-words.ts';
import { changeFine, requireNoneChanged } from '../../balances/change-fine.ts';
import { changeSummaries } from '../../balances/fine-changes.repository.ts';
import { findFines, type FineWithUser } from '../../balances/fine-reads.repository.ts';
import { AppError } from '../../base/errors.ts';
import { isOneOf, run } from '../../db/run.ts';
import type { JournalTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { inParts } from '../../shared/in-parts.ts';
import type { OnMissingRule } from '../../shared/rules.ts';
import { toTotals } from '../../shared/wire.ts';
import * as payments from '../payments/reversing.service.ts';
import * as waivers from '../waivers/waivers.service.ts';
import { type Deletions, readDeletions, remove, requireOwn } from './deletion.service.ts';

type Undoer = Pick<CommandContext, 'actor' | 'today' | 'timeZone' | 'access'>;

/** The first entry of a request, which names who did it, and what can be undone now. */
export interface Undoing {
  first: BatchEntry | undefined;
  /** what was changed since: the fines that still exist, and the ids of those that do not */
  changed: { fines: readonly FineWithUser[]; gone: readonly string[] };
  added: Deletions | null;
  payments: readonly payments.Reversing[];
  /** fines of 0, which were marked paid without a payment */
  marked: readonly FineWithUser[];
  waivers: readonly waivers.Reversing[];
}

/** What the actions do that can be undone. */
const UNDOABLE: Partial<Record<Action, 'add' | 'pay' | 'waive'>> = {
  'fines.add': 'add',
  'fines.setStatus': 'pay',
  'fines.pay': 'pay',
  'debtors.collect': 'pay',
  'fines.waive': 'waive',
  'fines.waiveSeveral': 'waive',
};

const NOTHING = { added: null, payments: [], marked: [], waivers: [] } as const;

export async function readUndoing(tx: Handle, batch: number, onMissing: OnMissingRule): Promise<Undoing> {
  const entries = await entriesOfBatch(tx, batch);
  const fineIds = idsOf(entries, 'fine');
  const later = new Set((await inParts(fineIds, (part) => changedSince(tx, part, entries.at(-1)))).flat());
  const changed = fineIds.filter((id) => later.has(id));
  const found = await findFines(tx, changed);
  const done = {
    first: entries[0],
    changed: { fines: [...found.values()], gone: changed.filter((id) => !found.has(id)) },
  };
  if (changed.length > 0) return { ...done, ...NOTHING };
  switch (entries[0] && UNDOABLE[entries[0].action]) {
    case 'add':
      return { ...done, ...NOTHING, added: await readDeletions(tx, fineIds, onMissing, 'undone') };
    case 'pay': {
      const free = entries.flatMap(({ subject, subject_id: id, after }) => {
        if (subject !== 'fine') return [];
        const fine = JSON.parse(after ?? '{}') as { status?: string; paid_amount?: number };
        return fine.status === 'Paid' && fine.paid_amount === 0 ? id : [];
      });
      const [ofPayments, marked] = await settleAll([
        inParts(idsOf(entries, 'payment'), (part) => settleAll(part.map((id) => payments.readReversing(tx, id)))),
        findFines(tx, free),
      ]);
      return { ...done, ...NOTHING, payments: ofPayments.flat(), marked: [...marked.values()] };
    }
    case 'waive': {
      const ids = idsOf(entries, 'waiver');
      return { ...done, ...NOTHING, waivers: await settleAll(ids.map((id) => waivers.readReversing(tx, id))) };
    }
    default:
      return { ...done, ...NOTHING };
  }
}

const idsOf = (entries: readonly BatchEntry[], subject: BatchEntry['subject']): string[] => [
  ...new Set(entries.flatMap((entry) => (entry.subject === subject ? entry.subject_id : []))),
];

/** What an undo of this batch, by its action, would take back now; null if nothing. */
export async function undoableOf(
  tx: Handle,
  { batch, action }: { batch: number; action: Action },
  caller: Undoer,
  onMissing: OnMissingRule,
): Promise<ReturnType<typeof countUndoing> | null> {
  // Anything else, such as an import, may be long.
  if (UNDOABLE[action] === undefined) return null;
  const undoing = await readUndoing(tx, batch, onMissing);
  try {
    return countUndoing(undoing, caller);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** How many records an undo takes back. Throws nothing-to-undo, not-allowed, fines-changed. */
function countUndoing({ first, changed, added, ...done }: Undoing, { actor, today, timeZone, access }: Undoer) {
  const isOwn = first !== undefined && first.actor_id === actor.id && dayOf(first.at, timeZone) === today;
  if (!isOwn) throw new AppError('nothing-to-undo');
  requireNoneChanged(
    changed.fines.map(({ fine }) => fine),
    changed.gone,
  );
  const counts = {
    fines: added?.fines.length ?? 0,
    payments: done.payments.length + done.marked.length,
    waivers: done.waivers.length,
    pictures: added?.pictures ?? 0,
  };
  if (Object.values(counts).every((count) => count === 0)) throw new AppError('nothing-to-undo');
  // The caller may have lost the access to waivers since.
  if (done.waivers.length > 0 && !isAllowed(reverseWaiver.needs, access)) throw new AppError('not-allowed');
  // Taking back a mistake would neither double a fine again nor take back the credit it created.
  if (done.waivers.some(({ waiver }) => waiver.mistake === 1)) throw new AppError('nothing-to-undo');
  return counts;
}

/**
 * Throws nothing-to-undo unless the caller did it today and it can be undone; not-allowed for waivers unless the caller
 * may take back waivers; fines-changed (with them) if anything was changed since; payment-reversed, credit-used,
 * not-own-entry.
 */
export async function undo(context: CommandContext, undoing: Undoing): Promise<Output<typeof undoOperation>> {
  const { tx, now } = context;
  const { added, ...done } = undoing;
  const counts = countUndoing(undoing, context);
  if (added !== null) await requireOwn(context, added);
  const { reductions } = added === null ? { reductions: [] } : await remove(context, added, undefined);
  const reason = REVERSAL_REASON.undone;
  for (const taken of done.payments) {
    await payments.reversePayment(context, taken, { amount: taken.payment.amount, reason });
  }
  for (const { fine, user } of done.marked) {
    const { balance } = changeFine(context, fine, { status: 'Pending' });
    context.send([changeSummaries(tx, [user], balance, { now })]);
  }
  for (const waived of done.waivers) {
    waivers.reverseWaiver(context, waived, { amount: waived.waiver.amount, reason });
  }
  return { ...counts, reductions, totals: toTotals(context.books()) };
}

type BatchEntry = Pick<
  Selectable<JournalTable>,
  'sequence' | 'at' | 'actor_id' | 'action' | 'subject' | 'subject_id' | 'after'
>;

/** Entries read at a time. */
const AT_ONCE = 1000;

/** The entries of a batch, which follow its first entry in the journal without a gap. */
async function entriesOfBatch(db: Handle, batch: number): Promise<BatchEntry[]> {
  const entries: BatchEntry[] = [];
  for (;;) {
    const from = batch + entries.length;
    const part = await run(
      db,
      db
        .selectFrom('journal')
        .select(['sequence', 'at', 'actor_id', 'action', 'subject', 'subject_id', 'after', 'batch'])
        .where('sequence', '>=', from)
        .where('sequence', '<', from + AT_ONCE)
        .orderBy('sequence'),
    );
    const own = part.filter((entry) => entry.batch === batch);
    entries.push(...own);
    if (own.length < AT_ONCE) return entries;
  }
}

/** Those of these records that have an entry after this one, from the index journal_by_subject. */
async function changedSince(
  db: Handle,
  recordIds: readonly string[],
  last: Pick<BatchEntry, 'sequence'> | undefined,
): Promise<string[]> {
  const rows = await run(
    db,
    db
      .selectFrom('journal')
      .select('subject_id')
      .distinct()
      .where(isOneOf(db, 'subject_id', recordIds))
      .where('sequence', '>', last?.sequence ?? 0),
  );
  return rows.map(({ subject_id: id }) => id);
}
