// Tells each action with its effects: a payment with the fines it paid, a waiver with what is left of the fine.
import type { Facts, HistoryEntry } from '../../../contract/history.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText } from '../../messages/formats.ts';
import type { Translate } from '../../messages/index.ts';
import { rs } from '../../ui/money/money-text.ts';
import { less } from '../../ui/money/rupees.ts';
import { fineChanges } from './changes.ts';
import { sentencesOf } from './sentences.ts';

/** What is told of one entry and its effects: a sentence, and below it any further ones. */
export interface Told {
  sequence: number;
  sentences: readonly string[];
}

type FineFacts = Extract<Facts, { subject: 'fine' }>;

/** A change of a fine that followed from another entry. */
const isEffect = ({ facts }: HistoryEntry): boolean =>
  facts.subject === 'fine' && facts.before !== null && facts.after !== null;

/** Tells the entries of one request in the order they were made; an effect without its cause here stands alone. */
export function tell(entries: readonly HistoryEntry[], t: Translate): Told[] {
  const inOrder = entries.toSorted((a, b) => a.sequence - b.sequence);
  return [...Map.groupBy(inOrder, ({ member }) => member?.userId).values()].flatMap((ofMember) => {
    const causes = ofMember.filter((entry) => !isEffect(entry));
    const effects = ofMember.filter(isEffect);
    if (causes.length === 0) return effects.map((entry) => told(entry, t));
    return causes.map((cause) => {
      const own = effects.filter((effect) => causeOf(effect, causes) === cause);
      const { sequence, sentences } = told(cause, t);
      return { sequence, sentences: [...sentences, ...own.flatMap((entry) => effectOf(entry, t))] };
    });
  });
}

const told = (entry: HistoryEntry, t: Translate): Told => ({
  sequence: entry.sequence,
  sentences: sentencesOf(entry, t),
});

/** The payment whose receipt the fine names, the fine's own waiver, or else the last cause. */
function causeOf({ facts }: HistoryEntry, causes: readonly HistoryEntry[]): HistoryEntry | undefined {
  if (facts.subject !== 'fine') return causes.at(-1);
  const { fineId, receipts } = facts;
  const own = causes.find(({ facts: of }) =>
    of.subject === 'payment'
      ? of.receipt !== null && receipts.includes(of.receipt)
      : of.subject === 'waiver' && of.fineId === fineId,
  );
  return own ?? causes.at(-1);
}

function effectOf({ facts }: HistoryEntry, t: Translate): string[] {
  if (facts.subject !== 'fine' || facts.before === null || facts.after === null) return [];
  const { before, after } = facts;
  const names = { fineType: typeText(before.fineType), day: before.date === '' ? '' : dayText(before.date) };
  const left = less(after.amount, [after.waivedAmount, after.paidAmount]);
  const paid = less(after.paidAmount, [before.paidAmount]);
  if (before.amount > after.amount && before.fineType === after.fineType && before.date === after.date) {
    return [t('history.effect.reduced', { ...names, from: rs(before.amount), to: rs(after.amount) })];
  }
  if (paid > 0) {
    const values = { ...names, amount: rs(paid), left: rs(left) };
    return [t(left > 0 ? 'history.effect.partlyPaid' : 'history.effect.paid', values), ...byCredit(facts, t)];
  }
  if (before.waivedAmount !== after.waivedAmount) {
    // Of a mistake, nothing that was paid is owed again.
    const credit = paid < 0 ? [t('history.effect.toCredit', { ...names, amount: rs(-paid) })] : [];
    return [...credit, t('history.effect.left', { left: rs(left) })];
  }
  if (paid < 0) return [t('history.effect.freed', { ...names, amount: rs(-paid) })];
  return fineChanges({ before, after }, t);
}

const byCredit = ({ byCredit: credit }: FineFacts, t: Translate): string[] =>
  credit ? [t('history.fine.byCredit')] : [];
