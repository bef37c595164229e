// The wrong fields of the rows, and going from one to the next as in a spreadsheet (FILE-14).

const WRONG = '[aria-invalid="true"]';

/** Brings the field with its row into view and selects its text, so that typing replaces it. */
function goTo(field: HTMLInputElement): void {
  field.focus();
  field.select();
  field.closest('tbody')?.scrollIntoView({ block: 'nearest' });
}

export function goToFirstWrong(rows: HTMLElement): void {
  const first = rows.querySelector<HTMLInputElement>(WRONG);
  if (first !== null) goTo(first);
}

/** The next wrong field below, or else the first above; null if there is no other. */
export function nextWrong(from: HTMLElement): HTMLInputElement | null {
  const fields = [...(from.closest('table')?.querySelectorAll<HTMLInputElement>(WRONG) ?? [])];
  const isBelow = (field: HTMLElement): boolean =>
    (from.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return fields.find(isBelow) ?? fields.find((field) => field !== from) ?? null;
}

export const goToNextWrong = (from: HTMLElement): void => {
  const next = nextWrong(from);
  if (next !== null) goTo(next);
};
