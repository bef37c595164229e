/** Runs in the page: whether Shift+Tab leads to the target in fewer presses than Tab. */
export function isNearerBackwards(target: Element): boolean {
  const frame = target.closest('[role=dialog]');
  const stops = [
    ...(frame ?? document).querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]'),
  ]
    // Of the rows of a list in a dialog and of radio buttons only one is a stop; neither is ever between.
    .filter(
      (stop) => target.contains(stop) || (stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility()),
    );
  const start = document.activeElement;
  if (start === null || start === document.body) return false;
  const to = stops.findIndex((stop) => target.contains(stop));
  const before = stops.filter((stop) => start.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING).length;
  const tabs = to - before + (stops[before] === start ? 0 : 1);
  // Only within a dialog does Tab lead from the last one to the first.
  const around = frame === null ? Infinity : stops.length;
  return tabs > 0 ? around - tabs < tabs : -tabs < around + tabs;
}
