// The values of the event form, apart from any component: what is missing, and what is sent.
import type { Event } from '../../../contract/events.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { parseAmount, rupeesFromPaisa } from '../../../core/money.ts';
import { problemNamedIn } from '../../ui/record-changes.ts';
import { typedAmount } from '../../ui/typed-amount.ts';

export interface EventValues {
  title: string;
  description: string;
  /** null while there is none, or none that can be read */
  date: CalendarDay | null;
  /** as typed */
  amount: string;
  location: string;
}

export type EventField = keyof EventValues;

/** In the order of the form. */
export const EVENT_FIELDS: readonly EventField[] = ['title', 'description', 'date', 'amount', 'location'];

export const FIELD_LENGTH = {
  title: MAX_LENGTH.title,
  description: MAX_LENGTH.description,
  location: MAX_LENGTH.location,
} as const;

/** What is sent: `events.add` and `events.update` take the same. */
export type EventBody = Pick<Event, 'title' | 'description' | 'date' | 'amount' | 'location'>;

export type EventProblem = 'missing' | 'unreadable';

export const NEW_EVENT: Readonly<EventValues> = { title: '', description: '', date: null, amount: '', location: '' };

/** An event as the form shows it. */
export function valuesOf(event: Event): EventValues {
  const { title, description, date, location } = event;
  return { title, description, date, location, amount: typedAmount(event.amount) };
}

/** What is wrong, by field; all fields are required, and the amount must be one (specification section 5). */
export function problemsOf(values: Readonly<EventValues>): Partial<Record<EventField, EventProblem>> {
  const problems: Partial<Record<EventField, EventProblem>> = {};
  for (const field of EVENT_FIELDS) {
    if ((values[field] ?? '').trim() === '') problems[field] = 'missing';
  }
  if (problems.amount === undefined && parseAmount(values.amount) === null) problems.amount = 'unreadable';
  return problems;
}

/** What is sent, without white space around; null while something is wrong. */
export function bodyOf(values: Readonly<EventValues>): EventBody | null {
  const amount = parseAmount(values.amount);
  const { date } = values;
  if (amount === null || date === null || Object.keys(problemsOf(values)).length > 0) return null;
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    date,
    amount: rupeesFromPaisa(amount),
    location: values.location.trim(),
  };
}

/** The field that an `invalid-input` answer speaks of, with its sentence; null when it names none. */
export const problemInAnswer = (details: unknown): { field: EventField; message: string } | null =>
  problemNamedIn(details, EVENT_FIELDS);
