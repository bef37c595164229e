// What this window's own writes do to the page of events on screen, before the server's next list arrives: to its
// rows and to the three cards.
import type { Event, listEvents } from '../../../contract/events.ts';
import type { Output } from '../../../contract/operation.ts';
import type { Totals } from '../../../contract/shapes.ts';
import { addPaisa, figureFromRupees, rupeesFromPaisa } from '../../../core/money/money.ts';
import { availableBalance } from '../../../core/money/totals.ts';

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
    totals: withUsed(list.totals, addPaisa(used(list), ...leaving.map((event) => 0 - paisa(event.amount)))),
  };
}

/** The page with the event as saved, and the totals of that answer. The order by date follows with the next read. */
export function withSaved(list: EventList, event: Event, totals: Totals): EventList {
  return { ...list, items: list.items.map((item) => (item.id === event.id ? event : item)), totals };
}

/** What is left of the available rupees after an event of this amount; below zero if it costs more. */
export const balanceAfter = (available: number, amount: number): number =>
  rupeesFromPaisa(addPaisa(paisa(available), 0 - paisa(amount)));

function withUsed(totals: Totals, usedAmount: number): Totals {
  return {
    ...totals,
    usedAmount: rupeesFromPaisa(usedAmount),
    availableBalance: rupeesFromPaisa(availableBalance(paisa(totals.collectedAmount), usedAmount)),
  };
}

const used = (list: EventList): number => paisa(list.totals.usedAmount);

function paisa(rupees: number): number {
  const figure = figureFromRupees(rupees);
  if (figure === null) throw new RangeError(`Not a figure in rupees: ${rupees}`);
  return figure;
}
