// Leads to the first field of a form that is wrong, so that a screen reader reads what is said there.
import { type RefObject, useEffect, useEffectEvent } from 'react';

/** For a screen reader: it begins to listen to an element before there is something to read. */
const UNTIL_HEARD_MS = 100;
const READ_MS = 10_000;

/** Says something to screen readers alone. */
function announce(sentence: string, near: Element): void {
  const region = document.createElement('div');
  region.setAttribute('role', 'alert');
  Object.assign(region.style, { position: 'fixed', width: '1px', height: '1px', overflow: 'hidden', opacity: '0' });
  // Inside the open dialog, because what is outside may not be read out.
  (near.closest('[role="dialog"]') ?? document.body).append(region);
  setTimeout(() => (region.textContent = sentence), UNTIL_HEARD_MS);
  setTimeout(() => region.remove(), READ_MS);
}

/** What has no field that takes the focus, such as a picture or a list, says in an alert what is wrong with it. */
function isInAlert(form: Element | null, sentences: readonly string[]): boolean {
  const alerts = form?.closest('[role="dialog"], main')?.querySelectorAll('[role="alert"]') ?? [];
  return [...alerts].some(({ textContent }) => sentences.some((sentence) => textContent.includes(sentence)));
}

/** Returns whether the form says what is wrong. A field that has the focus already would not be read again. */
export function leadToWrong(form: Element | null, problems: object): boolean {
  const sentences = Object.values(problems).map(String);
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
  if (field === null) return isInAlert(form, sentences);
  if (field === document.activeElement) announce(sentences.join(' '), field);
  else field.focus();
  return true;
}

/** For a form that saves by itself: leads to the fields that the server refused. `error`: a new one for each refusal. */
export function useRefusedFields(form: RefObject<HTMLElement | null>, error: unknown, refused: object): void {
  const lead = useEffectEvent(() => {
    if (Object.keys(refused).length > 0) leadToWrong(form.current, refused);
  });
  useEffect(() => lead(), [error]);
}
