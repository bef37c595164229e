/** Shows a new page from its beginning, although the control that turned the page is below the list. */
export function showBeginning(list: HTMLElement | null): void {
  // With 'nearest', a list higher than the window would show its end.
  if (list !== null && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
}
