/** Searching by substring without regard to case, in any script (NAME-4). */
import { foldLetters } from './letters.ts';

/**
 * The text as searches compare it, the same for a stored field and for a typed term: see {@link foldLetters}. Two keys
 * are compared as plain text, so `%` and `_` are themselves.
 */
export function searchKey(text: string): string {
  // Urdu writes the Arabic ة as ۃ, and as often as ہ; ھ and ہ are typed for each other.
  return foldLetters(text).replaceAll(/[ۃھ]/g, 'ہ');
}

/** Whether the term is a substring of any of the fields; an empty term matches everything. */
export function matches(haystack: readonly string[], term: string): boolean {
  const wanted = searchKey(term);
  return wanted === '' || haystack.some((field) => searchKey(field).includes(wanted));
}
