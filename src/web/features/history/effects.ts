// Tells each action with its effects: a payment with the fines it paid, a waiver with what is left of the fine.
import type { Facts, HistoryEntry } from '../../../contract/history.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText, recordedText } from '../../messages/formats.ts';
import type { Translate } from '../../messages/index.ts';
import { rs } from '../../ui/money/money-text.ts';
import { fineChanges, ruleChanges, userChanges } from './changes.ts';
import type { Action } from '../../../core/journal.ts';
import {
  eventNames,
  fine,
  groupNamed,
  request,
  ruleName,
  type Sentences,
  USUAL,
  type Words,
} from './usual-sentences.ts';

/** What is told of one entry and its effects: a sentence, and below it any further ones. */
export interface EntrySentences {
  sequence: number;
  sentences: readonly string[];
}

type FineFacts = Extract<Facts, { subject: 'fine' }>;

/** A change of a fine that followed from another entry. */
const isEffect = ({ facts }: HistoryEntry): boolean =>
  facts.subject === 'fine' && facts.before !== null && facts.after !== null;

/** Tells the entries of one request in the order they were made; an effect without its cause here stands alone. */
export function tell(entries: readonly HistoryEntry[], t: Translate): EntrySentences[] {
  const inOrder = entries.toSorted((a, b) => a.sequence - b.sequence);
  return [...Map.groupBy(inOrder, ({ member }) => member?.userId).values()].flatMap((ofMember) => {
    const causes = ofMember.filter((entry) => !isEffect(entry));
    const effects = ofMember.filter(isEffect);
    if (causes.length === 0) return effects.map((entry) => sentencesFor(entry, t));
    return causes.map((cause) => {
      const own = effects.filter((effect) => causeOf(effect, causes) === cause);
      const { sequence, sentences } = sentencesFor(cause, t);
      return { sequence, sentences: [...sentences, ...own.flatMap((entry) => effectOf(entry, t))] };
    });
  });
}

const sentencesFor = (entry: HistoryEntry, t: Translate): EntrySentences => ({
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
  const left = after.amount - after.waivedAmount - after.paidAmount;
  const paid = after.paidAmount - before.paidAmount;
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

// What an entry of the history says, in the language of the page (HISTORY-2): a sentence, and one for each thing that
// it changed. Each action has its own function here; the compiler reports a missing one.

type Sentence = (entry: HistoryEntry, t: Translate) => string[];

/** The sentence of an action: the usual one for its kind of record, unless the action has its `own`. */
const sentence =
  (own: Partial<Sentences> = {}): Sentence =>
  ({ facts, actor, member }, t) => {
    const { [facts.subject]: say } = { ...USUAL, ...own };
    // `say` is the function for the kind of record that `facts` is about.
    return (say as (facts: Facts, words: Words) => string[])(facts, {
      t,
      who: actor === null ? t('history.filter.import') : recordedText(actor),
      member: member?.userName ?? '',
    });
  };

const marked = fine(({ after }) => (after?.status === 'Paid' ? 'markedPaid' : 'markedUnpaid'));
type FineState = Extract<Facts, { subject: 'fine' }>['before'];
const isLess = (before: FineState, after: FineState): boolean => (before?.paidAmount ?? 0) > (after?.paidAmount ?? 0);
const paid = sentence({ fine: fine(() => 'paid') });
const settings = sentence();

const joining =
  (said: (facts: Extract<Facts, { subject: 'user' }>) => 'joined' | 'remained' | 'joinUndone'): Sentences['user'] =>
  (facts, { t, who, member }) => {
    const { before, after, joinedWith } = facts;
    const changes = before !== null && after !== null ? userChanges({ before, after }, t) : [];
    return [t(`history.user.${said(facts)}`, { who, member, other: recordedText(joinedWith ?? '') }), ...changes];
  };

const linkMade = sentence({ user: (_, { t, who, member }) => [t('history.user.link', { who, member })] });

const pictureSentence =
  (text: 'pictureAdded' | 'pictureRemoved'): Sentences['fine'] =>
  ({ before, after }, { t, who, member }) => {
    const { fineType = '', date = '' } = after ?? before ?? {};
    const day = date === '' ? '' : dayText(date);
    return [t(`history.fine.${text}`, { who, member, fineType: typeText(fineType), day })];
  };

const SENTENCES: Record<Action, Sentence> = {
  import: sentence({
    fine: fine(() => 'changed', true),
    user: (_, { t, member }) => [t('history.user.imported', { member })],
    event: ({ after }, { t }) => [t('history.event.imported', eventNames(after))],
    setting: ({ after, ...rule }, { t }) => [
      t(after?.isOn === true ? 'history.setting.importedOn' : 'history.setting.importedOff', { rule: ruleName(rule) }),
    ],
  }),
  'fines.add': sentence(),
  'fines.import': sentence(),
  'fines.correct': sentence({ fine: fine(() => 'corrected') }),
  'fines.addPicture': sentence({ fine: pictureSentence('pictureAdded') }),
  'fines.removePicture': sentence({ fine: pictureSentence('pictureRemoved') }),
  'fines.setStatus': sentence({ fine: marked }),
  'fines.pay': sentence({ fine: marked }),
  'fines.delete': sentence(),
  'fines.deleteSeveral': sentence(),
  'fines.waive': sentence(),
  'fines.waiveSeveral': sentence(),
  'fines.unwaive': sentence(),
  'payments.take': paid,
  'payments.reverse': sentence({ fine: fine(() => 'freed') }),
  'debtors.collect': paid,
  'entries.undo': sentence({ fine: fine(({ before, after }) => (isLess(before, after) ? 'freed' : 'changed')) }),
  'refunds.give': sentence(),
  'refunds.reverse': sentence(),
  'cash.payOut': sentence(),
  'cash.handOver': sentence(),
  'cash.takeBackPayOut': sentence(),
  'cash.takeBackHandOver': sentence(),
  'reminders.add': sentence(),
  'reminders.promise': sentence(),
  'reminders.skip': sentence(),
  'reminders.pause': sentence({
    organisation: ({ after }, { t, who }) => [
      t(after.remindersPaused ? 'history.organisation.remindersPaused' : 'history.organisation.remindersResumed', {
        who,
      }),
    ],
  }),
  'reminders.send': sentence({
    reminder: ({ amount }, { t, who, member }) => [t('history.reminder.early', { who, member, amount: rs(amount) })],
  }),
  'reminders.byThemselves': sentence(),
  'users.add': sentence(),
  'users.addSeveral': sentence(),
  'users.import': sentence(),
  'users.update': sentence(),
  'users.setGroup': sentence(),
  'users.delete': sentence(),
  'users.join': sentence({ user: joining(({ after }) => (after === null ? 'joined' : 'remained')) }),
  'users.undoJoin': sentence({ user: joining(() => 'joinUndone') }),
  'users.createSignInLink': linkMade,
  'users.createSignInLinks': linkMade,
  'users.setAccess': sentence({
    user: ({ after }, { t, who, member }) => [
      t('history.user.access', { who, member, access: t(`common.access.${after?.access ?? 'member'}`) }),
    ],
  }),
  'users.endSignIns': sentence({ user: (_, { t, who, member }) => [t('history.user.signInsEnded', { who, member })] }),
  'auth.acceptInvitation': sentence({
    user: (_, { t, member }) => [t('history.user.accepted', { member })],
  }),
  'events.add': sentence(),
  'events.update': sentence(),
  'events.delete': sentence(),
  'fineTypes.add': sentence(),
  'fineTypes.update': sentence(),
  'fineTypes.move': sentence({
    'fine-type': ({ movedUp, before, after }, { t, who }) => [
      t(movedUp ? 'history.fineType.movedUp' : 'history.fineType.movedDown', {
        who,
        name: typeText((after ?? before)?.name ?? ''),
      }),
    ],
  }),
  'fineTypes.delete': sentence(),
  'groups.add': sentence(),
  'groups.update': sentence(),
  'groups.move': sentence({
    group: ({ movedUp, before, after }, { t, who }) => [
      t(movedUp ? 'history.group.movedUp' : 'history.group.movedDown', { who, ...groupNamed(before ?? after) }),
    ],
  }),
  'groups.delete': sentence(),
  'rules.switch': settings,
  'surcharges.update': sentence({
    setting: ({ before, after, ...rule }, { t, who }) => [
      t('history.setting.changed', { who, rule: ruleName(rule) }),
      ...(before === null || after === null ? [] : ruleChanges({ before, after }, t)),
    ],
  }),
  'surcharges.undo': sentence({
    setting: (rule, { t, who }) => [t('history.setting.undone', { who, rule: ruleName(rule) })],
  }),
  'settings.update': settings,
  'organisation.update': sentence(),
  'apiKeys.add': sentence(),
  'requests.claim': sentence(),
  'requests.appeal': sentence(),
  'requests.withdraw': sentence({
    request: request((kind) => (kind === 'claim' ? 'withdrawnClaim' : 'withdrawnAppeal')),
  }),
  'requests.acceptClaim': sentence({ fine: fine(() => 'paid'), request: request(() => 'acceptedClaim') }),
  'requests.acceptAppeal': sentence({ request: request(() => 'acceptedAppeal') }),
  'requests.refuseClaim': sentence({ request: request(() => 'refusedClaim') }),
  'requests.refuseAppeal': sentence({ request: request(() => 'refusedAppeal') }),
  'apiKeys.revoke': sentence({ 'api-key': ({ name }, { t, who }) => [t('history.apiKey.revoked', { who, name })] }),
};

/** The sentence of an entry, followed by what it changed. */
export const sentencesOf = (entry: HistoryEntry, t: Translate): string[] => SENTENCES[entry.action](entry, t);
