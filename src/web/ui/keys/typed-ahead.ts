// Keeps what is typed from the press that asks for a dialog until a field of it has the focus, and puts it there: its
// code or its records may still be on their way. Backspace takes back the last letter, Enter waits for the field, Escape
// cancels the dialog. Composed input (IME) is the browser's own and cannot be kept.
import { useEffect, useLayoutEffect } from 'react';
import { isDialogOpen } from '../../ui/dialogs/layers.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Takes text: a checkbox or a button has no selection. */
const isField = (target: EventTarget | null): target is Field =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  !target.readOnly &&
  target.selectionStart !== null;

let cancel = (): void => {};
let stop: AbortController | null = null;

const end = (): void => {
  stop?.abort();
  stop = null;
};

/** To be called at once if what opens the dialog takes a moment to be known, as a new address does. */
export function keepTyped(): void {
  if (stop !== null) return;
  stop = new AbortController();
  const { signal } = stop;
  let text = '';
  let entered = false;

  const onKey = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.isComposing) return;
    if ((event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')) return;
    const inDialog = target instanceof Element && target.closest('[role="dialog"]') !== null;
    // It had the focus all along: the dialog was asked for again before it had closed.
    if (inDialog && isField(target) && target.closest('[inert]') === null) {
      end();
      put(target, text, entered);
      return;
    }
    if (key === 'Escape') {
      end();
      // An open dialog closes itself.
      if (isDialogOpen()) return;
      cancel();
    } else if (key === 'Tab' || (key === 'Enter' && inDialog) || (key === ' ' && inDialog && text === '')) {
      // Somebody goes elsewhere, or presses a button.
      end();
      return;
    } else if (key === 'Enter') entered ||= !event.repeat;
    else if (key === 'Backspace') text = [...text].slice(0, -1).join('');
    else if ([...key].length === 1) text += entered || event.repeat ? '' : key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || target.closest('[role="dialog"]') === null) return;
    if (isField(target)) {
      end();
      // After React, which may have focused it, but before the next key.
      queueMicrotask(() => put(target, text, entered));
    } else if (target.matches('[data-autofocus]')) end();
  };

  window.addEventListener('keydown', onKey, { capture: true, signal });
  window.addEventListener('pointerdown', end, { capture: true, signal });
  document.addEventListener('focusin', onFocus, { capture: true, signal });
}

/** As if it had been typed there. */
function put(field: Field, text: string, entered: boolean): void {
  if (document.activeElement !== field) return;
  if (text !== '') {
    const { value, selectionStart, selectionEnd, maxLength } = field;
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    const room = maxLength < 0 ? text.length : Math.max(0, maxLength - value.length + to - from);
    field.setRangeText(text.slice(0, room), from, to, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  }
  if (!entered) return;
  // Once the field knows the text.
  queueMicrotask(() => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }));
  });
}

/** `dialog`: which dialog with a field is open or about to open; null if none. `onCancel` closes it. */
export function useTypedAhead(dialog: string | null, onCancel: () => void): void {
  useEffect(() => {
    cancel = onCancel;
  });
  useLayoutEffect(() => {
    if (dialog === null) return undefined;
    keepTyped();
    return end;
  }, [dialog]);
}
