// What this window's own writes do to the page of events on screen, before the server's next list arrives: to its
// rows and to the three cards.
import type { Event, listEvents, EventForm } from '../../../contract/events.ts';
import type { Output } from '../../../contract/operation.ts';
import type { Totals } from '../../../contract/shapes.ts';
import { addPaisa } from '../../../core/money/money.ts';
import { availableBalance } from '../../../core/money/totals.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import type { FieldTable } from '../../ui/forms/record-fields.ts';
import { graphemesOf } from '../../../core/text/graphemes.ts';

/** An answer of `events.list`. */
export type EventList = Output<typeof listEvents>;

/**
 * The page without the events being deleted, with their amounts back in the balance. An event that is no longer in the
 * list is not counted again.
 */
export function withoutEvents(list: EventList, eventIds: ReadonlySet<string>): EventList {
  const leaving = list.items.filter((event) => eventIds.has(event.id));
  if (leaving.length === 0) return list;
  return {
    ...list,
    items: list.items.filter((event) => !eventIds.has(event.id)),
    totalItems: list.totalItems - leaving.length,
    totals: withUsed(list.totals, addPaisa(used(list), ...leaving.map((event) => 0 - event.amount))),
  };
}

/** The page with the event as saved, and the totals of that answer. The order by date follows with the next read. */
export function withSaved(list: EventList, event: Event, totals: Totals): EventList {
  return { ...list, items: list.items.map((item) => (item.id === event.id ? event : item)), totals };
}

/** What is left of what is available after an event of this amount; below zero if it costs more. */
export const balanceAfter = (available: number, amount: number): number => addPaisa(available, 0 - amount);

function withUsed(totals: Totals, usedAmount: number): Totals {
  return {
    ...totals,
    usedAmount: usedAmount,
    availableBalance: availableBalance(totals.collectedAmount, usedAmount),
  };
}

const used = (list: EventList): number => list.totals.usedAmount;

// The form of an event.

/** All are required, and the amount must be one (EVENT-5). */
export const EVENT_FIELDS: FieldTable<EventForm> = {
  title: {
    kind: 'text',
    label: 'events.form.title',
    placeholder: 'events.form.titlePlaceholder',
    length: MAX_LENGTH.title,
    required: 'events.problem.title',
  },
  description: {
    kind: 'long-text',
    label: 'events.form.description',
    placeholder: 'events.form.descriptionPlaceholder',
    length: MAX_LENGTH.description,
    required: 'events.problem.description',
  },
  date: { kind: 'day', label: 'events.form.date', required: 'events.problem.date', half: true },
  amount: { kind: 'amount', label: 'events.form.amount', required: 'events.problem.amount', half: true },
  location: {
    kind: 'text',
    label: 'events.form.location',
    placeholder: 'events.form.locationPlaceholder',
    length: MAX_LENGTH.location,
    required: 'events.problem.location',
  },
};

// Cutting a text for a table (EVENT-3).

/** Characters of an event's description before it is cut. */
const SHOWN = 50;

/**
 * The text, cut after 50 characters with an ellipsis. A character is what a reader sees as one: an Urdu letter keeps
 * its marks, and an emoji is never split.
 */
export function cutText(text: string): { shown: string; cut: boolean } {
  // There are never more characters than code units.
  if (text.length <= SHOWN) return { shown: text, cut: false };
  const characters = graphemesOf(text);
  if (characters.length <= SHOWN) return { shown: text, cut: false };
  return { shown: `${characters.slice(0, SHOWN).join('')}…`, cut: true };
}
