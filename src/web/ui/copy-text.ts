// Copying to the clipboard. The browser's own way is there only on https and localhost; an office network often has
// neither.

/** Copies what the field holds; false when the browser refuses. The field is left selected, for copying by hand. */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    if (window.isSecureContext) {
      await navigator.clipboard.writeText(field.value);
      return true;
    }
  } catch {
    // Not permitted: the old way may still be.
  }
  return document.execCommand('copy');
}
