// A sentence for each field that a change has changed.
import type { Facts, State } from '../../../contract/history.ts';
import { ofEachText } from '../../../core/fines/fine-texts.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText, groupText } from '../../messages/formats.ts';
import type { Translate } from '../../messages/index.ts';
import { currentLanguage } from '../../messages/language.ts';
import { rs } from '../../ui/money/money-text.ts';

/** A record before and after; `before` is null if it was added, `after` if it was deleted. */
export interface Changed<S> {
  before: S | null;
  after: S | null;
}

interface Change<S> {
  before: S;
  after: S;
}

/**
 * For each field of a record its label and its value as text, in the order in which they are told; null for a field
 * that has a sentence of its own. A forgotten field does not compile.
 */
type FieldTexts<S> = {
  readonly [F in keyof S]-?:
    | readonly [label: Parameters<Translate>[0], text: (value: S[F], t: Translate) => string]
    | null;
};

function changesOf<S extends object>(fields: FieldTexts<S>, { before, after }: Change<S>, t: Translate): string[] {
  return (Object.keys(fields) as (keyof S)[]).flatMap((name) => {
    const { [name]: how } = fields;
    if (how === null) return [];
    const [label, text] = how;
    const [from, to] = [text(before[name], t), text(after[name], t)];
    if (from === to) return [];
    const kind = from === '' ? 'added' : to === '' ? 'removed' : 'changed';
    return [t(`history.change.${kind}`, { field: t(label), from, to })];
  });
}

const asItIs = (text: string | null): string => text ?? '';
const day = (text: string): string => (text === '' ? '' : dayText(text));

const FINE: FieldTexts<State<'fine'>> = {
  fineType: ['history.field.fineType', typeText],
  amount: ['history.field.amount', rs],
  date: ['history.field.date', day],
  dueOn: ['history.field.dueOn', (due) => (due === null ? '' : dayText(due))],
  ...ofEachText((name) => [`common.fine.text.${name}`, asItIs] as const),
  status: null,
  paidAmount: null,
  waivedAmount: null,
};

export function fineChanges({ before, after }: Change<State<'fine'>>, t: Translate): string[] {
  const left = (of: State<'fine'>): number => of.amount - of.waivedAmount - of.paidAmount;
  const moved = (text: 'left' | 'paidAmount' | 'waivedAmount', from: number, to: number): string[] =>
    from === to ? [] : [t(`history.fine.${text}`, { from: rs(from), to: rs(to) })];
  return [
    ...changesOf(FINE, { before, after }, t),
    ...moved('paidAmount', before.paidAmount, after.paidAmount),
    ...moved('waivedAmount', before.waivedAmount, after.waivedAmount),
    ...moved('left', left(before), left(after)),
  ];
}

const USER: FieldTexts<State<'user'>> = {
  userName: ['common.user.userName', asItIs],
  userEmail: ['common.user.userEmail', asItIs],
  userRole: ['common.user.userRole', asItIs],
  phone: ['common.user.phone', asItIs],
  group: ['common.user.group', (group) => (group === null ? '' : groupText(group))],
  status: ['common.user.status', (status, t) => t(`common.status.${status}`)],
  access: null,
};

export const userChanges = (change: Change<State<'user'>>, t: Translate): string[] => changesOf(USER, change, t);

const EVENT: FieldTexts<State<'event'>> = {
  title: ['history.field.title', asItIs],
  description: ['history.field.description', asItIs],
  date: ['history.field.date', day],
  location: ['history.field.location', asItIs],
  amount: ['history.field.amount', rs],
};

export const eventChanges = (change: Change<State<'event'>>, t: Translate): string[] => changesOf(EVENT, change, t);

const FINE_TYPE: FieldTexts<State<'fine-type'>> = {
  name: ['history.field.name', asItIs],
  urduName: ['history.field.urduName', asItIs],
  amount: ['history.field.amount', (amount) => (amount === null ? '' : rs(amount))],
  active: null,
};

export const typeChanges = (change: Change<State<'fine-type'>>, t: Translate): string[] => [
  ...changesOf(FINE_TYPE, change, t),
  ...(change.before.active === change.after.active
    ? []
    : [t(`history.fineType.${change.after.active ? 'offered' : 'notOffered'}`)]),
];

const GROUP: FieldTexts<State<'group'>> = {
  name: ['history.field.name', asItIs],
  urduName: ['history.field.urduName', asItIs],
  active: null,
};

export const groupChanges = (change: Change<State<'group'>>, t: Translate): string[] => [
  ...changesOf(GROUP, change, t),
  ...(change.before.active === change.after.active
    ? []
    : [t(`history.group.${change.after.active ? 'offered' : 'notOffered'}`)]),
];

const count = (number: number | null | undefined): string => String(number ?? '');
const listed = (texts: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage(), { type: 'unit' }).format(texts);

const RULE: FieldTexts<State<'setting'>> = {
  isOn: null,
  amount: ['history.field.amount', (amount) => (typeof amount === 'number' ? rs(amount) : '')],
  percent: ['history.field.percent', count],
  graceDays: ['history.field.graceDays', count],
  everyDays: ['history.field.everyDays', count],
  times: ['history.field.times', count],
  mostPercent: ['history.field.mostPercent', count],
  leftOut: ['history.field.leftOut', (names) => listed(names ?? [])],
};

export const ruleChanges = (change: Change<State<'setting'>>, t: Translate): string[] => changesOf(RULE, change, t);

const ORGANISATION: FieldTexts<State<'organisation'>> = {
  name: ['history.field.name', asItIs],
  address: ['history.field.address', asItIs],
  phone: ['history.field.phone', asItIs],
  receiptFoot: ['history.field.receiptFoot', asItIs],
  methods: ['history.field.methods', (methods, t) => listed(methods.map((method) => t(`common.method.${method}`)))],
  language: ['history.field.language', (language, t) => t(`common.language.${language}`)],
  reminderEn: ['history.field.reminderEn', asItIs],
  reminderUr: ['history.field.reminderUr', asItIs],
  howToPayEn: ['history.field.howToPayEn', asItIs],
  howToPayUr: ['history.field.howToPayUr', asItIs],
  dueDays: ['history.field.dueDays', (days) => (days === null ? '' : String(days))],
  remindSteps: ['history.field.remindSteps', (steps) => (steps ?? []).join(' · ')],
  remindMinimum: ['history.field.remindMinimum', (amount) => (amount === 0 ? '' : rs(amount))],
  remindersPaused: null,
};

export const organisationChanges = (facts: Extract<Facts, { subject: 'organisation' }>, t: Translate): string[] => [
  ...changesOf(ORGANISATION, facts, t),
  ...(facts.logo === 'unchanged'
    ? []
    : [t(`history.organisation.logo${facts.logo === 'changed' ? 'Changed' : 'Removed'}`)]),
  ...(facts.payPicture === 'unchanged'
    ? []
    : [t(`history.organisation.payPicture${facts.payPicture === 'changed' ? 'Changed' : 'Removed'}`)]),
];
