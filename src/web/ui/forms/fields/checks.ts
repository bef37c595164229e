// Leads to the first field of a form that is wrong, so that a screen reader reads what is said there.
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { normalizedText } from '../../../../core/text/letters.ts';
import { useTexts } from '../../../messages/index.ts';

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

/** Of a form's fields. `unsaid`: what nothing else says; a field that has the focus already would not be read again. */
export function leadToWrong(form: Element | null, unsaid: object): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
  if (field === null) return;
  if (field !== document.activeElement) field.focus();
  else if (Object.keys(unsaid).length > 0) announce(Object.values(unsaid).join(' '), field);
}

/** For a form that saves by itself: leads to the fields that the server refused. `error`: a new one for each refusal. */
export function useRefusedFields(form: RefObject<HTMLElement | null>, error: unknown, refused: object): void {
  const lead = useEffectEvent(() => {
    if (Object.keys(refused).length > 0) leadToWrong(form.current, {});
  });
  useEffect(() => lead(), [error]);
}

/** The order of a field's parts: what describes it stands below it, so that it lines up with one beside it. */
export const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** For `attributes`: figures and days have no direction of their own, but follow the page, however they are typed. */
export const FIGURES = {};

// The sentence at a text field that contains more than can be saved. The field itself accepts any length, because
// `maxLength` would silently cut a pasted text.

/** null if the text fits as it is kept. */
export function useTooLong(): (text: string, max: number) => string | null {
  const { t } = useTexts();
  return (text, max) => {
    const count = normalizedText(text).length;
    return count > max ? t('common.tooLong', { max, count }) : null;
  };
}
