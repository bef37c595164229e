// What a change changed: a sentence for each field that is not as it was.
import type { Facts } from '../../../contract/history.ts';
import { dayText } from '../../messages/formats.ts';
import type { Translate } from '../../messages/index.ts';
import { currentLanguage } from '../../messages/language.ts';
import type { history } from '../../messages/en/history.ts';
import { moneyText } from '../../ui/money/money-text.ts';
import { less } from '../../ui/money/rupees.ts';

/** A record before and after; one of them is null where it was added or deleted. */
export interface Changed<S> {
  before: S | null;
  after: S | null;
}

type State<S extends Facts['subject']> = NonNullable<Extract<Facts, { subject: S; after: unknown }>['after']>;
interface Change<S extends Facts['subject']> {
  before: State<S>;
  after: State<S>;
}

type Field = keyof typeof history.field;

/** Of each field what it was and what it is, as text. */
function changesOf(t: Translate, fields: readonly (readonly [field: Field, from: string, to: string])[]): string[] {
  return fields
    .filter(([, from, to]) => from !== to)
    .map(([field, from, to]) =>
      t(`history.change.${from === '' ? 'added' : to === '' ? 'removed' : 'changed'}`, {
        field: t(`history.field.${field}`),
        from,
        to,
      }),
    );
}

const rs = (rupees: number): string => moneyText(rupees, 'rs');
const day = (text: string): string => (text === '' ? '' : dayText(text));

export function fineChanges({ before, after }: Change<'fine'>, t: Translate): string[] {
  const left = (of: State<'fine'>): number => less(of.amount, [of.waivedAmount, of.paidAmount]);
  const moved = (text: 'left' | 'paidAmount' | 'waivedAmount', from: number, to: number): string[] =>
    from === to ? [] : [t(`history.fine.${text}`, { from: rs(from), to: rs(to) })];
  return [
    ...changesOf(t, [
      ['fineType', before.fineType, after.fineType],
      ['amount', rs(before.amount), rs(after.amount)],
      ['date', day(before.date), day(after.date)],
      ['note', before.description, after.description],
    ]),
    ...moved('paidAmount', before.paidAmount, after.paidAmount),
    ...moved('waivedAmount', before.waivedAmount, after.waivedAmount),
    ...moved('left', left(before), left(after)),
  ];
}

export const userChanges = ({ before, after }: Change<'user'>, t: Translate): string[] =>
  changesOf(t, [
    ['userName', before.userName, after.userName],
    ['userEmail', before.userEmail ?? '', after.userEmail ?? ''],
    ['userRole', before.userRole, after.userRole],
    ['phone', before.phone, after.phone],
    ['status', t(`common.status.${before.status}`), t(`common.status.${after.status}`)],
  ]);

export const eventChanges = ({ before, after }: Change<'event'>, t: Translate): string[] =>
  changesOf(t, [
    ['title', before.title, after.title],
    ['description', before.description, after.description],
    ['date', day(before.date), day(after.date)],
    ['location', before.location, after.location],
    ['amount', rs(before.amount), rs(after.amount)],
  ]);

export function typeChanges({ before, after }: Change<'fine-type'>, t: Translate): string[] {
  const amount = (of: State<'fine-type'>): string => (of.amount === null ? '' : rs(of.amount));
  return [
    ...changesOf(t, [
      ['name', before.name, after.name],
      ['urduName', before.urduName, after.urduName],
      ['amount', amount(before), amount(after)],
    ]),
    ...(before.active === after.active ? [] : [t(`history.fineType.${after.active ? 'offered' : 'notOffered'}`)]),
  ];
}

export function organisationChanges(facts: Extract<Facts, { subject: 'organisation' }>, t: Translate): string[] {
  const { before, after, logo } = facts;
  const named = new Intl.ListFormat(currentLanguage(), { type: 'unit' });
  const methods = (of: State<'organisation'>): string =>
    named.format(of.methods.map((method) => t(`common.method.${method}`)));
  return [
    ...changesOf(t, [
      ['name', before.name, after.name],
      ['address', before.address, after.address],
      ['phone', before.phone, after.phone],
      ['receiptFoot', before.receiptFoot, after.receiptFoot],
      ['methods', methods(before), methods(after)],
    ]),
    ...(logo === 'unchanged' ? [] : [t(`history.organisation.logo${logo === 'changed' ? 'Changed' : 'Removed'}`)]),
  ];
}
