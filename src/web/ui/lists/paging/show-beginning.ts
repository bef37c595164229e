/** A new page is read from its beginning, though what turned the page is below the list. */
export function showBeginning(list: HTMLElement | null): void {
  // The nearest edge of a list that is higher than the window would be its end.
  if (list !== null && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
}
