// Copying to the clipboard. The Clipboard API is available only on https and localhost.

/** Copies a text; returns false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Inside the open dialog, if any, which would otherwise take the focus back.
  (before?.closest('[role="dialog"]') ?? document.body).append(field);
  const copied = await copyFrom(field);
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

/** Copies the field's text; returns false if the browser refuses. The field stays selected, for copying by hand. */
export async function copyFrom(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    if (window.isSecureContext) {
      await navigator.clipboard.writeText(field.value);
      return true;
    }
  } catch {
    // Not permitted, but the older command may be.
  }
  return document.execCommand('copy');
}
