// What the history says of each kind of record, whatever was done; and a fine's sentences, which differ by action.
import type { Facts } from '../../../contract/history.ts';
import { filledTexts } from '../../../core/fines/fine-texts.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText, groupText, recordedText } from '../../messages/formats.ts';
import { currentLanguage } from '../../messages/language.ts';
import { serverText, type Translate } from '../../messages/index.ts';
import { rs } from '../../ui/money/money-text.ts';
import {
  type Changed,
  eventChanges,
  fineChanges,
  groupChanges,
  organisationChanges,
  typeChanges,
  userChanges,
} from './changes.ts';

type About<S extends Facts['subject']> = Extract<Facts, { subject: S }>;

export interface Words {
  t: Translate;
  who: string;
  member: string;
}

/** By the kind of record that an entry is about; a single action may leave entries about several. */
export type Sentences = { [S in Facts['subject']]: (facts: About<S>, words: Words) => string[] };

/** What distinguishes a fine from others. */
function namesOf({ before, after }: Pick<About<'fine'>, 'before' | 'after'>) {
  const { fineType = '', date, amount = 0 } = before ?? after ?? {};
  return { fineType: typeText(fineType), day: dayOrNothing(date), amount: rs(amount) };
}

const dayOrNothing = (day = ''): string => (day === '' ? '' : dayText(day));

type FineSentence = 'markedPaid' | 'markedUnpaid' | 'paid' | 'freed' | 'reduced' | 'changed' | 'corrected';

/** A fine that was added, deleted or changed; `as` chooses the sentence for a change. */
export const fine =
  (as: (facts: About<'fine'>) => FineSentence, imported = false): Sentences['fine'] =>
  (facts, { t, who, member }) => {
    const { before, after } = facts;
    const names = { who, member, ...namesOf(facts) };
    if (after === null) {
      const paid = before?.paidAmount ?? 0;
      return [t('history.fine.deleted', names), ...(paid > 0 ? [t('history.fine.wasPaid', { amount: rs(paid) })] : [])];
    }
    if (before === null) {
      const paid = imported && after.paidAmount > 0;
      return [
        t(imported ? 'history.fine.imported' : 'history.fine.added', names),
        ...(facts.doubled ? [t('history.fine.doubled')] : []),
        ...(paid ? [t('history.fine.wasPaid', { amount: rs(after.paidAmount) })] : []),
        ...filledTexts(after).map(([name, to]) => t('history.change.is', { field: t(`common.fine.text.${name}`), to })),
      ];
    }
    const sentence = as(facts);
    const isMoney = sentence === 'paid' || sentence === 'freed';
    const amount = isMoney ? rs(Math.abs(after.paidAmount - before.paidAmount)) : names.amount;
    return [
      t(`history.fine.${sentence}`, { ...names, amount }),
      ...(facts.receipts.length > 0 ? [t('history.fine.receipts', { receipts: facts.receipts.join(', ') })] : []),
      ...(facts.byCredit ? [t('history.fine.byCredit')] : []),
      ...fineChanges({ before, after }, t),
    ];
  };

const changedOrReduced = ({ before, after }: About<'fine'>): FineSentence =>
  (before?.amount ?? 0) > (after?.amount ?? 0) ? 'reduced' : 'changed';

const note = (t: Translate, field: 'note' | 'reference', text: string): string[] =>
  text === '' ? [] : [t('history.change.is', { field: t(`history.field.${field}`), to: text })];

type RequestSentence = 'claimed' | 'appealed' | `${'withdrawn' | 'accepted' | 'refused'}${'Claim' | 'Appeal'}`;

/** What happened to a member's request; whoever sends or withdraws it is the member. */
export const request =
  (as: (kind: About<'request'>['kind']) => RequestSentence): Sentences['request'] =>
  ({ kind, fines, amount, method, reference, receivedOn, reason, answer, receipt }, { t, who, member }) => {
    const named = fines.map(({ fineType, date }) =>
      t('history.request.fine', { fineType: typeText(fineType), day: dayOrNothing(date) }),
    );
    const sentence = as(kind);
    const values = {
      member,
      reason,
      answer,
      fines: new Intl.ListFormat(currentLanguage(), { type: 'unit' }).format(named),
      receipt: receipt ?? '',
      who: /^(claimed|appealed|withdrawn)/.test(sentence) ? member : who,
      amount: rs(amount ?? 0),
      day: dayOrNothing(receivedOn ?? ''),
      method: method === null ? '' : t(`common.method.${method}`),
    };
    return [
      t(`history.request.${sentence}`, values),
      ...(sentence === 'claimed' ? note(t, 'reference', reference) : []),
      ...(sentence === 'claimed' && named.length > 0 ? [t('history.request.for', values)] : []),
      ...(sentence.startsWith('accepted') && answer !== '' ? [t('history.request.answer', { answer })] : []),
    ];
  };

/** What is said of each kind of record, whatever was done. */
export const USUAL: Sentences = {
  fine: fine(changedOrReduced),
  payment({ receipt, receivedOn, amount, method, ...facts }, { t, who, member }) {
    const values = {
      who,
      member,
      amount: rs(amount),
      day: dayOrNothing(receivedOn),
      method: t(`common.method.${method}`),
    };
    return [
      receipt === null ? t('history.payment.unnumbered', values) : t('history.payment.taken', { ...values, receipt }),
      ...note(t, 'reference', facts.reference),
      ...note(t, 'note', facts.note),
    ];
  },
  waiver: ({ amount, fineType, date, mistake, reason }, { t, who, member }) => [
    t(mistake ? 'history.waiver.mistake' : 'history.waiver.made', {
      who,
      member,
      amount: rs(amount),
      fineType: typeText(fineType),
      day: dayOrNothing(date),
      reason,
    }),
  ],
  refund: ({ voucher, amount, method, givenOn, ...facts }, { t, who, member }) => [
    t('history.refund.given', {
      who,
      member,
      voucher,
      amount: rs(amount),
      day: dayOrNothing(givenOn),
      method: t(`common.method.${method}`),
    }),
    ...note(t, 'reference', facts.reference),
    ...note(t, 'note', facts.note),
  ],
  reminder: ({ channel, amount, overdue }, { t, who, member }) => [
    t(`history.reminder.${channel}`, { who, member, amount: rs(amount) }),
    ...(overdue > 0 ? [t('history.reminder.overdue', { amount: rs(overdue) })] : []),
  ],
  promise: ({ until }, { t, who, member }) => [
    until === null
      ? t('history.promise.none', { who, member })
      : t('history.promise.made', { who, member, day: dayOrNothing(until) }),
  ],
  skip: ({ upTo }, { t, who, member }) => [
    upTo === null
      ? t('history.skip.none', { who, member })
      : t('history.skip.made', { who, member, day: dayOrNothing(upTo) }),
  ],
  reversal({ of, amount, reason }, { t, who, member }) {
    const values = { who, member, amount: rs(amount), reason };
    if (of.kind === 'refund') return [t('history.reversal.refund', { ...values, voucher: of.voucher })];
    if (of.kind === 'waiver') {
      return [t('history.reversal.waiver', { ...values, fineType: typeText(of.fineType), day: dayOrNothing(of.date) })];
    }
    if (of.kind === 'hand-over') {
      const between = { holder: recordedText(of.holder), takenBy: recordedText(of.takenBy), day: dayOrNothing(of.day) };
      return [t('history.reversal.handOver', { ...values, ...between })];
    }
    if (of.kind === 'pay-out') {
      const kind = of.event === null ? 'paidOut' : 'forEvent';
      return [t(`history.reversal.${kind}`, { ...values, holder: recordedText(of.holder), event: of.event ?? '' })];
    }
    return of.receipt === null
      ? [t('history.reversal.unnumbered', values)]
      : [t('history.reversal.payment', { ...values, receipt: of.receipt })];
  },
  'pay-out'({ amount, event, ...facts }, { t, who }) {
    const holder = recordedText(facts.holder);
    const whose = holder === who ? 'ofOwn' : 'ofHolder';
    const values = { who, holder, amount: rs(amount), event: event ?? '' };
    const kind = event === null ? 'paidOut' : 'forEvent';
    return [t(`history.cash.${whose}.${kind}`, values), ...note(t, 'note', facts.note)];
  },
  'hand-over'({ held, counted, takenBy, ...facts }, { t, who }) {
    const holder = recordedText(facts.holder);
    const values = { who, holder, takenBy: recordedText(takenBy), amount: rs(counted) };
    return [
      t(`history.cash.${holder === who ? 'ofOwn' : 'ofHolder'}.handedOver`, values),
      ...(held === counted ? [] : [t('history.cash.held', { amount: rs(held) })]),
      ...note(t, 'note', facts.note),
    ];
  },
  user: changed('user', ({ member }) => ({ member }), userChanges),
  event: changed('event', (_, { before, after }) => eventNames(before ?? after), eventChanges),
  setting: ({ after, ...rule }, { t, who }) => [
    t(after?.isOn === true ? 'history.setting.on' : 'history.setting.off', { who, rule: ruleName(rule) }),
  ],
  'fine-type': changed(
    'fineType',
    (_, { before, after }) => ({ name: typeText((before ?? after)?.name ?? '') }),
    typeChanges,
  ),
  group: changed('group', (_, { before, after }) => groupNamed(before ?? after), groupChanges),
  'api-key': ({ name, access }, { t, who }) => [
    t('history.apiKey.added', { who, name, access: t(`common.access.${access}`) }),
  ],
  request: request((kind) => (kind === 'claim' ? 'claimed' : 'appealed')),
  organisation: (facts, { t, who }) => [t('history.organisation.changed', { who }), ...organisationChanges(facts, t)],
};

export const eventNames = (event: About<'event'>['after']) => ({
  title: event?.title ?? '',
  day: dayOrNothing(event?.date),
  amount: rs(event?.amount ?? 0),
});

export const groupNamed = (group: About<'group'>['after']) => ({ name: group === null ? '' : groupText(group) });

export const ruleName = ({ id, name }: Pick<About<'setting'>, 'id' | 'name'>): string =>
  serverText('rules', id) ?? name;

/** Added, changed or deleted, as the record was. */
function changed<F extends Changed<S>, S>(
  area: 'user' | 'event' | 'fineType' | 'group',
  names: (words: Words, facts: F) => Readonly<Record<string, string>>,
  changes: (change: { before: S; after: S }, t: Translate) => string[],
): (facts: F, words: Words) => string[] {
  return (facts, words) => {
    const { before, after } = facts;
    const { t, who } = words;
    const values = { who, ...names(words, facts) };
    if (before === null) return [t(`history.${area}.added`, values)];
    if (after === null) return [t(`history.${area}.deleted`, values)];
    return [t(`history.${area}.changed`, values), ...changes({ before, after }, t)];
  };
}
