// The form of a record as a table of its fields, by which it is drawn (RecordFields.tsx), checked and sent.
import { type CalendarDay, parseDay } from '../../../core/calendar.ts';
import { parseAmount } from '../../../core/money/money.ts';
import { isBlank, normalizedText } from '../../../core/text/letters.ts';
import { dayText } from '../../messages/formats.ts';
import type { Translate } from '../../messages/index.ts';
import type { Values } from '../../messages/translate.ts';
import { typedAmount } from './fields/typed-amount.ts';

type Text = Parameters<Translate>[0];

interface Described {
  label: Text;
  /** the sentence shown if it is empty; without it the field is optional */
  required?: Text;
  /** beside the next or the previous field, if there is room for both */
  half?: true;
}

export interface TextField extends Described {
  kind: 'text' | 'email' | 'tel' | 'long-text';
  placeholder?: Text;
  /** the maximum, in characters */
  length: number;
  /** makes what is sent from what was typed; by default as it is kept */
  tidy?: (typed: string) => string;
  /** what is wrong with the tidied text, which is not empty */
  check?: (tidy: string) => Text | null;
}

/** Typed as people write it. */
export interface DayField extends Described {
  kind: 'day';
  /** what is wrong with the day */
  check?: (day: CalendarDay, today: CalendarDay) => Text | null;
}
export interface AmountField extends Described {
  kind: 'amount';
}

/** One of a few options; a new record has the first. */
export interface ChoiceField<V extends string = string> extends Omit<Described, 'required'> {
  kind: 'choice';
  options: Readonly<Record<V, Text>>;
}

/** The id of a group, or none. It is not shown while there are no groups. */
export interface GroupField extends Omit<Described, 'required'> {
  kind: 'group';
}

export type Field = TextField | DayField | AmountField | ChoiceField | GroupField;

type FieldFor<V> = null extends V
  ? GroupField
  : [V] extends [number]
    ? AmountField
    : [V] extends [string]
      ? string extends V
        ? TextField | DayField
        : ChoiceField<V>
      : never;

/** The fields of what is sent, in the order of the form. A forgotten field does not compile. */
export type FieldTable<B> = { readonly [F in keyof B]: FieldFor<B[F]> };

/** The values in the form, with days and amounts as typed. */
export type Typed<B> = { [F in keyof B]: [B[F]] extends [string] ? B[F] : string };

/** A sentence with its values. */
export type Problem = readonly [key: Text, values?: Values];
export type Problems<B> = Partial<Record<keyof B, Problem>>;

const fieldsOf = <B>(table: FieldTable<B>) => Object.entries(table) as [keyof B & string, Field][];

const tidied = ({ tidy = normalizedText }: TextField, typed: string): string => tidy(typed);

/** null if the text fits. White space around it is not sent. */
export function tooLong({ length: max }: TextField, typed: string): Problem | null {
  const count = normalizedText(typed).length;
  return count > max ? ['common.tooLong', { max, count }] : null;
}

function problemOf(field: Field, typed: string, today: CalendarDay): Problem | null {
  if (field.kind === 'choice' || field.kind === 'group') return null;
  if (isBlank(typed)) return field.required === undefined ? null : [field.required];
  switch (field.kind) {
    case 'day': {
      const day = parseDay(typed, today);
      const wrong = day === null ? 'common.day.invalid' : (field.check?.(day, today) ?? null);
      return wrong === null ? null : [wrong];
    }
    case 'amount':
      return parseAmount(typed) === null ? ['common.amount.invalid'] : null;
    default: {
      const wrong = field.check?.(tidied(field, typed)) ?? null;
      return tooLong(field, typed) ?? (wrong === null ? null : [wrong]);
    }
  }
}

/** The problems, by field. */
export function problemsOf<B>(table: FieldTable<B>, values: Readonly<Typed<B>>, today: CalendarDay): Problems<B> {
  const problems: Problems<B> = {};
  for (const [name, field] of fieldsOf(table)) {
    const problem = problemOf(field, values[name], today);
    if (problem !== null) problems[name] = problem;
  }
  return problems;
}

/** The values to be sent, as far as they can be read. */
export function sentOf<B>(table: FieldTable<B>, values: Readonly<Typed<B>>, today: CalendarDay): Partial<B> {
  const sent = fieldsOf(table).flatMap(([name, field]) => {
    const value = sentValue(field, values[name], today);
    return value === null && field.kind !== 'group' ? [] : [[name, value] as const];
  });
  // Each field has a value of its own kind.
  return Object.fromEntries(sent) as Partial<B>;
}

function sentValue(field: Field, typed: string, today: CalendarDay): string | number | null {
  switch (field.kind) {
    case 'day':
      return parseDay(typed, today);
    case 'amount':
      return parseAmount(typed);
    case 'choice':
      return typed;
    case 'group':
      return typed === '' ? null : typed;
    default:
      return tidied(field, typed);
  }
}

/** All values to be sent; null if something is wrong. */
export function bodyOf<B>(table: FieldTable<B>, values: Readonly<Typed<B>>, today: CalendarDay): B | null {
  return Object.keys(problemsOf(table, values, today)).length > 0 ? null : (sentOf(table, values, today) as B);
}

/** A record as the form shows it: what an import left out is empty, so that it must be filled in. */
export function shownIn<B>(table: FieldTable<B>, record: { readonly [F in keyof B]: B[F] | null }): Typed<B> {
  const shown = fieldsOf(table).map(([name, { kind }]) => {
    const value = record[name] as string | number | null;
    if (typeof value === 'number') return [name, typedAmount(value)] as const;
    return [name, kind === 'day' && value !== null ? dayText(value) : (value ?? '')] as const;
  });
  return Object.fromEntries(shown) as unknown as Typed<B>;
}

/** The form of a new record. */
export function emptyForm<B>(table: FieldTable<B>): Typed<B> {
  const empty = fieldsOf(table).map(
    ([name, field]) => [name, field.kind === 'choice' ? (Object.keys(field.options)[0] ?? '') : ''] as const,
  );
  return Object.fromEntries(empty) as unknown as Typed<B>;
}
