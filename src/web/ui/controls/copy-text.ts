// Copying to the clipboard. The Clipboard API is available only on https and localhost.

/** Copies what the field holds; false when the browser refuses. The field is left selected, for copying by hand. */
export async function copyFrom(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    if (window.isSecureContext) {
      await navigator.clipboard.writeText(field.value);
      return true;
    }
  } catch {
    // Not permitted; the older command may be.
  }
  return document.execCommand('copy');
}
