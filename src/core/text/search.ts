/** Searching for parts of words, ignoring case, in any script (NAME-4). */
import { foldLetters } from './letters.ts';

/**
 * The text as searches compare it, for a stored field as well as a typed term: see {@link foldLetters}. Keys are
 * compared as plain text, so `%` and `_` have no special meaning.
 */
export function searchKey(text: string): string {
  // Urdu writes the Arabic ة as ۃ or, just as often, as ہ; and people type ھ and ہ for each other.
  return foldLetters(text).replaceAll(/[ۃھ]/g, 'ہ');
}

/** In letters: a word of this length is specific enough, and search indexes ignore shorter ones. */
const SHORTEST_WORD = 3;

export const isWord = (text: string): boolean => [...text].length >= SHORTEST_WORD;

/**
 * The parts that a text must contain to match a term, given the term's key: its words in any order, so that "khan ali"
 * finds Ali Khan. A term without any longer word, such as initials, stays whole: "m a" as separate words would match
 * nearly everybody.
 */
export function partsOf(key: string): string[] {
  const words = [...new Set(key.split(' '))];
  return words.some(isWord) ? words : [key];
}

/** Whether a text, given its key, contains all parts. */
export const containsAll = (key: string, parts: readonly string[]): boolean =>
  parts.every((part) => key.includes(part));

/** Whether the term matches one of the fields; an empty term matches everything. */
export function matches(haystack: readonly string[], term: string): boolean {
  const wanted = searchKey(term);
  const parts = partsOf(wanted);
  return wanted === '' || haystack.some((field) => containsAll(searchKey(field), parts));
}
