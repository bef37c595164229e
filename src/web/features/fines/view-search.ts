// What of the fines screen's state is in its address: `/fines/{userId}?page=2&add=true`. So a reload, a link, a session
// that ran out, and the browser's Back button all lead to what was on the screen.

export interface FinesSearch {
  /** from 2 on; the first page is not mentioned */
  page?: number;
  /** the "Add New Fine" dialog is open */
  add?: true;
}

/** Reads the search part of an address, whatever somebody typed into it. */
export function finesSearch(raw: Record<string, unknown>): FinesSearch {
  const page = typeof raw['page'] === 'string' ? Number(raw['page']) : raw['page'];
  const search: FinesSearch = {};
  if (typeof page === 'number' && Number.isSafeInteger(page) && page > 1 && page <= 10_000_000) search.page = page;
  if (raw['add'] === true || raw['add'] === 'true') search.add = true;
  return search;
}
