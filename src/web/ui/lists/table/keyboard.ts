// A list by keyboard: the skip link leads to its first row, and arrows move between neighbouring buttons. Tab goes
// through all of them as everywhere else, so that everything can be reached without knowing this.
import type { KeyboardEvent, RefCallback } from 'react';
import { createStore, useStore } from '../../../store.ts';

/** Marks the buttons of a row. */
export const ROW_ACTIONS = { 'data-row-actions': true } as const;

const IN_ACTIONS = '[data-row-actions]';
const STOPS = ':is(a[href], button:not(:disabled), input:not(:disabled))';

/** The lists on the screen, including those in dialogs, to which the skip link does not lead. */
const lists = createStore<readonly HTMLElement[]>([]);

/** The ref of a list to which the skip link leads. */
export const screenList: RefCallback<HTMLElement> = (list) => {
  if (list === null) return undefined;
  lists.set([...lists.get(), list]);
  return () => lists.set(lists.get().filter((other) => other !== list));
};

export const useHasList = (): boolean => useStore(lists, ({ length }) => length > 0);

/** Goes to the first action of the first row, or to its first link, or else to the list itself. */
export function goToList(): void {
  const list = lists.get().find((one) => one.closest('main') !== null);
  if (list === undefined) return;
  const rows = list.querySelector('tbody') ?? list;
  const stop =
    rows.querySelector<HTMLElement>(`${IN_ACTIONS} ${STOPS}`) ?? rows.querySelector<HTMLElement>(STOPS) ?? list;
  if (stop === list) list.tabIndex = -1;
  stop.focus();
}

const stopsIn = (part: Element | null | undefined): HTMLElement[] =>
  part === null || part === undefined ? [] : [...part.querySelectorAll<HTMLElement>(STOPS)];

/** Up and down lead to the same button in another row, left and right to the next button of the row. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget: list } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(target instanceof HTMLElement)) return;
  if (!target.matches('a, button, [type=checkbox]')) return;
  const cell = target.closest<HTMLElement>('td, th');
  const body = target.closest('tbody');
  if (cell === null || body === null) return;
  const within = stopsIn(cell);
  const at = within.indexOf(target);

  let next: HTMLElement | undefined;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const column = cell.style.gridArea;
    const bodies = [...list.querySelectorAll('tbody')];
    const step = key === 'ArrowDown' ? 1 : -1;
    for (let row = bodies.indexOf(body) + step; next === undefined && row in bodies; row += step) {
      const cells = [...(bodies[row]?.querySelectorAll<HTMLElement>('td, th') ?? [])];
      const stops = stopsIn(cells.find(({ style }) => style.gridArea === column));
      next = stops.find((stop) => sameLabel(stop, target)) ?? stops[Math.min(at, stops.length - 1)];
    }
  } else if ((key === 'ArrowLeft' || key === 'ArrowRight') && cell.querySelector(IN_ACTIONS) !== null) {
    const isRtl = getComputedStyle(cell).direction === 'rtl';
    next = within[at + ((key === 'ArrowRight') === isRtl ? -1 : 1)];
  } else return;
  // At either end the focus stays where it is, and the page does not scroll.
  event.preventDefault();
  next?.focus();
}

/** A row may have a button that another row lacks. */
const sameLabel = (a: HTMLElement, b: HTMLElement): boolean =>
  a.dataset['action'] !== undefined && a.dataset['action'] === b.dataset['action'];
