// The values of the event form, apart from any component: what is missing, and what is sent.
import type { Event, EventForm } from '../../../contract/events.ts';
import { type CalendarDay, parseDay } from '../../../core/calendar.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { parseAmount, rupeesFromPaisa } from '../../../core/money/money.ts';
import { typedAmount } from '../../ui/forms/fields/typed-amount.ts';
import { dayText } from '../../messages/formats.ts';

/** What is sent: `events.add` and `events.update` take the same. */
export type EventBody = EventForm;

export type EventField = keyof EventBody;

/** Date and amount as typed. */
export type EventValues = Record<EventField, string>;

/** The fields in the order of the form: how many characters a text takes, null for what is no text. */
const LENGTH = {
  title: MAX_LENGTH.title,
  description: MAX_LENGTH.description,
  date: null,
  amount: null,
  location: MAX_LENGTH.location,
} as const satisfies Record<EventField, number | null>;

export const EVENT_FIELDS = Object.keys(LENGTH) as readonly EventField[];

/** How many characters a field takes; null for what is no text. */
export const lengthOf = (field: EventField): number | null => LENGTH[field];

export type EventProblem = 'missing' | 'unreadable' | 'too-long';

export const NEW_EVENT: Readonly<EventValues> = { title: '', description: '', date: '', amount: '', location: '' };

/** An event as the form shows it. */
export function valuesOf(event: Event): EventValues {
  const { id: _id, status: _status, ...form } = event;
  return { ...form, date: dayText(form.date), amount: typedAmount(form.amount) };
}

/** What is wrong, by field; all fields are required, and the amount must be one (EVENT-5). */
export function problemsOf(
  values: Readonly<EventValues>,
  today: CalendarDay,
): Partial<Record<EventField, EventProblem>> {
  const problems: Partial<Record<EventField, EventProblem>> = {};
  for (const field of EVENT_FIELDS) {
    const { length } = values[field].trim();
    if (length === 0) problems[field] = 'missing';
    else if (length > (lengthOf(field) ?? Infinity)) problems[field] = 'too-long';
  }
  if (problems.amount === undefined && parseAmount(values.amount) === null) problems.amount = 'unreadable';
  if (problems.date === undefined && parseDay(values.date, today) === null) problems.date = 'unreadable';
  return problems;
}

/** What is sent, without white space around; null while something is wrong. */
export function bodyOf(values: Readonly<EventValues>, today: CalendarDay): EventBody | null {
  const amount = parseAmount(values.amount);
  const date = parseDay(values.date, today);
  if (amount === null || date === null || Object.keys(problemsOf(values, today)).length > 0) return null;
  const { title, description, location } = values;
  const texts = { title: title.trim(), description: description.trim(), location: location.trim() };
  return { ...texts, date, amount: rupeesFromPaisa(amount) };
}
