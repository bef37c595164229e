/** Names of people: how they are shown, the initials of an avatar, and the key that lists are sorted by. */
import { graphemesOf } from '../text/graphemes.ts';
import { collapseSpace, foldLetters, isBlank, stripInvisible } from '../text/letters.ts';

/** Shown for a user whose record is missing or has no name (NAME-1). */
export const UNKNOWN_USER = 'Unknown User';

/**
 * The Urdu alphabet in the order of CLDR's collation for "ur", with the additional letters of Sindhi and Pashto next to
 * their closest relatives.
 */
const ALPHABET = 'اآبٻڀپتٿٹٺثجڄڃچڇحخځڅدڌڈڏڍذرڑزژږسشښصضطظعغفڦقکگڳڱلمنںڼڻوہھۃءیېے';
/** An aspirated letter counts as its own letter, after the plain one: all of ب comes before بھ, as in a dictionary. */
const ASPIRATE = 'ھ';
const ASPIRATED = new Set('بپتٹجچدڈرڑکگلمنںوی');
const FIRST_PRIVATE_USE = 0xe000;
const PLACE = new Map(
  [...ALPHABET]
    .flatMap((letter) => (ASPIRATED.has(letter) ? [letter, letter + ASPIRATE] : [letter]))
    .map((letter, index) => [letter, String.fromCharCode(FIRST_PRIVATE_USE + index)]),
);
const A_LETTER = new RegExp(`[${[...ASPIRATED].join('')}]${ASPIRATE}|.`, 'gsu');

/** The name as shown: tidied, or {@link UNKNOWN_USER} when there is none. */
export function displayName(name: string | null): string {
  const shown = collapseSpace(name ?? '');
  return isBlank(shown) ? UNKNOWN_USER : shown;
}

/**
 * The letters of an avatar: the first letters of the first and last words of the name, or of its only word, in upper
 * case; '?' without a name (NAME-2). A letter is what a reader sees as one, so marks and emoji sequences stay whole;
 * punctuation is skipped.
 */
export function initials(name: string | null): string {
  const letters = (name ?? '').toWellFormed().normalize('NFC').split(/\s+/u).flatMap(firstLetter);
  const first = letters[0];
  const last = letters.at(-1);
  if (first === undefined || last === undefined) return '?';
  return letters.length === 1 ? first : first + last;
}

/**
 * A key whose binary UTF-8 order (code point order) is the reading order in any database. Latin names come first,
 * ignoring case and accents, then Urdu names in the order of the Urdu alphabet. Urdu letters become consecutive
 * private-use code points, so a key is for sorting, never for showing.
 */
export function sortKey(name: string): string {
  // Madda distinguishes آ from ا in the alphabet, so آ gets its place before marks are folded away.
  const placed = stripInvisible(name)
    .normalize('NFKC')
    .replaceAll(/آ\p{Mn}*/gu, PLACE.get('آ') ?? '');
  return foldLetters(placed).replaceAll(A_LETTER, (letter) => PLACE.get(letter) ?? letter);
}

/** A word's first letter if it is one character by itself, with nothing that would join it. */
const PLAIN_LETTER = /^(?=[\p{L}\p{N}])[\p{Script=Latin}\p{Script=Arabic}\d](?![\p{M}\p{Emoji_Modifier}\u200d])/u;

/** The first letter or digit of a word, otherwise its first emoji, in upper case; nothing if it has neither. */
function firstLetter(word: string): string[] {
  // The first use of a segmenter takes a phone longer than all else in a row of a list.
  const [plain] = PLAIN_LETTER.exec(word) ?? [];
  const upper = plain?.toUpperCase();
  if (upper?.length === 1) return [upper];
  let emoji: string | undefined;
  for (const character of graphemesOf(word)) {
    if (/[\p{L}\p{N}]/u.test(character)) return graphemesOf(character.toUpperCase()).slice(0, 1);
    if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(character)) emoji ??= character;
  }
  return emoji === undefined ? [] : [emoji];
}
