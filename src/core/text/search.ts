/** Searching by parts of words without regard to case, in any script (NAME-4). */
import { foldLetters } from './letters.ts';

/**
 * The text as searches compare it, the same for a stored field and for a typed term: see {@link foldLetters}. Two keys
 * are compared as plain text, so `%` and `_` are themselves.
 */
export function searchKey(text: string): string {
  // Urdu writes the Arabic ة as ۃ, and as often as ہ; ھ and ہ are typed for each other.
  return foldLetters(text).replaceAll(/[ۃھ]/g, 'ہ');
}

/** In letters: a word of so many says whom somebody means, and indexes of searches know nothing of shorter ones. */
const SHORTEST_WORD = 3;

export const isWord = (text: string): boolean => [...text].length >= SHORTEST_WORD;

/**
 * What a text has to contain that a term finds, of the key of the term: its words, in whatever order, so that "khan ali" finds
 * Ali Khan. Initials and the like, without any longer word, as they stand: "m a" would mean nearly everybody.
 */
export function partsOf(key: string): string[] {
  const words = [...new Set(key.split(' '))];
  return words.some(isWord) ? words : [key];
}

/** Whether a text contains them all; `key`: of the text. */
export const containsAll = (key: string, parts: readonly string[]): boolean =>
  parts.every((part) => key.includes(part));

/** Whether the term finds one of the fields; an empty term finds everything. */
export function matches(haystack: readonly string[], term: string): boolean {
  const wanted = searchKey(term);
  const parts = partsOf(wanted);
  return wanted === '' || haystack.some((field) => containsAll(searchKey(field), parts));
}
