// A sentence for each field that a change has changed.
import type { Facts, State } from '../../../contract/history.ts';
import { dayText } from '../../messages/formats.ts';
import type { Translate } from '../../messages/index.ts';
import { currentLanguage } from '../../messages/language.ts';
import type { history } from '../../messages/en/history.ts';
import { rs } from '../../ui/money/money-text.ts';
import { less } from '../../ui/money/rupees.ts';

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
type Told<S> = {
  readonly [F in keyof S]: readonly [keyof typeof history.field, text: (value: S[F], t: Translate) => string] | null;
};

function changesOf<S extends object>(told: Told<S>, { before, after }: Change<S>, t: Translate): string[] {
  return (Object.keys(told) as (keyof S)[]).flatMap((name) => {
    const { [name]: how } = told;
    if (how === null) return [];
    const [field, text] = how;
    const [from, to] = [text(before[name], t), text(after[name], t)];
    if (from === to) return [];
    const kind = from === '' ? 'added' : to === '' ? 'removed' : 'changed';
    return [t(`history.change.${kind}`, { field: t(`history.field.${field}`), from, to })];
  });
}

const asItIs = (text: string | null): string => text ?? '';
const day = (text: string): string => (text === '' ? '' : dayText(text));

const FINE: Told<State<'fine'>> = {
  fineType: ['fineType', asItIs],
  amount: ['amount', rs],
  date: ['date', day],
  dueOn: ['dueOn', (due) => (due === null ? '' : dayText(due))],
  description: ['note', asItIs],
  status: null,
  paidAmount: null,
  waivedAmount: null,
};

export function fineChanges({ before, after }: Change<State<'fine'>>, t: Translate): string[] {
  const left = (of: State<'fine'>): number => less(of.amount, [of.waivedAmount, of.paidAmount]);
  const moved = (text: 'left' | 'paidAmount' | 'waivedAmount', from: number, to: number): string[] =>
    from === to ? [] : [t(`history.fine.${text}`, { from: rs(from), to: rs(to) })];
  return [
    ...changesOf(FINE, { before, after }, t),
    ...moved('paidAmount', before.paidAmount, after.paidAmount),
    ...moved('waivedAmount', before.waivedAmount, after.waivedAmount),
    ...moved('left', left(before), left(after)),
  ];
}

const USER: Told<State<'user'>> = {
  userName: ['userName', asItIs],
  userEmail: ['userEmail', asItIs],
  userRole: ['userRole', asItIs],
  phone: ['phone', asItIs],
  status: ['status', (status, t) => t(`common.status.${status}`)],
  access: null,
};

export const userChanges = (change: Change<State<'user'>>, t: Translate): string[] => changesOf(USER, change, t);

const EVENT: Told<State<'event'>> = {
  title: ['title', asItIs],
  description: ['description', asItIs],
  date: ['date', day],
  location: ['location', asItIs],
  amount: ['amount', rs],
};

export const eventChanges = (change: Change<State<'event'>>, t: Translate): string[] => changesOf(EVENT, change, t);

const FINE_TYPE: Told<State<'fine-type'>> = {
  name: ['name', asItIs],
  urduName: ['urduName', asItIs],
  amount: ['amount', (amount) => (amount === null ? '' : rs(amount))],
  active: null,
};

export const typeChanges = (change: Change<State<'fine-type'>>, t: Translate): string[] => [
  ...changesOf(FINE_TYPE, change, t),
  ...(change.before.active === change.after.active
    ? []
    : [t(`history.fineType.${change.after.active ? 'offered' : 'notOffered'}`)]),
];

const ORGANISATION: Told<State<'organisation'>> = {
  name: ['name', asItIs],
  address: ['address', asItIs],
  phone: ['phone', asItIs],
  receiptFoot: ['receiptFoot', asItIs],
  methods: [
    'methods',
    (methods, t) =>
      new Intl.ListFormat(currentLanguage(), { type: 'unit' }).format(
        methods.map((method) => t(`common.method.${method}`)),
      ),
  ],
  language: ['language', (language, t) => t(`common.language.${language}`)],
  reminderEn: ['reminderEn', asItIs],
  reminderUr: ['reminderUr', asItIs],
  howToPay: ['howToPay', asItIs],
  dueDays: ['dueDays', (days) => (days === null ? '' : String(days))],
  remindSteps: ['remindSteps', (steps) => (steps ?? []).join(' · ')],
  remindMinimum: ['remindMinimum', (amount) => (amount === 0 ? '' : rs(amount))],
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
