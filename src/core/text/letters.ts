/**
 * What names, searches and typed figures have in common: digits of either script, invisible characters, and letters for
 * which Urdu and Arabic keyboards have several code points.
 */

/**
 * The only definition of an invisible character: whatever Unicode draws as nothing where a font lacks it (direction
 * marks, joiners, soft hyphens, Hangul fillers, variation selectors, tags), annotation marks and controls. White space
 * is not included.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|(?!\s)\p{Cc}/gu;

/** Drawn as blank, though Unicode does not call it white space: braille’s blank and the null notehead. */
const BLANK = /[\u2800\u{1d159}]/gu;

/** Tatweel, which only stretches a word, and all marks above or below an Arabic letter. */
const ARABIC_MARKS = /\u0640|(?=[\u0600-\u06ff])\p{Mn}/gu;

/** Urdu (۱۲۳) and Arabic (١٢٣) digits as ASCII digits. */
export function foldDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/**
 * Without invisible characters; lone surrogates, which no database accepts, become U+FFFD. Used for comparison, and for
 * e-mails, phone numbers and figures. Names and notes are kept as typed, since Urdu needs joiners inside its words.
 */
export function stripInvisible(text: string): string {
  return text.toWellFormed().replaceAll(INVISIBLE, '');
}

/**
 * Without the marks that turn the direction of what follows them: they come with what is copied from a phone's contacts,
 * and one of them alone shows a name backwards.
 */
export function withoutDirections(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

/**
 * A text as it is kept, whichever way it comes: from a form, a program, a pasted list, a file or another application’s
 * export. Keeping it again changes nothing, so whatever is stored can be shown and sent back (NAME-6).
 */
export const normalizedText = (text: string): string => withoutDirections(text).trim();

/** The same for a text of one line. */
export const normalizedLine = (text: string): string => collapseSpace(withoutDirections(text));

/**
 * Whether two texts read the same, which decides whether a record is still as it was shown: older versions kept what
 * {@link normalizedText} removes, and names are shown as one line.
 */
export const readsAs = (a: string, b: string): boolean => asRead(a) === asRead(b);

const asRead = (text: string): string => (isBlank(text) ? '' : normalizedLine(text));

/** The visible part of a text. */
export function seen(text: string): string {
  return withoutBlanks(stripInvisible(text)).trim();
}

/** Whether nothing of a text is visible: white space and invisible characters are not a name. */
export function isBlank(text: string): boolean {
  return seen(text) === '';
}

/** Whether a text contains anything invisible, so that two different texts could look the same. */
export function hasInvisible(text: string): boolean {
  return withoutBlanks(stripInvisible(text)) !== text;
}

const withoutBlanks = (text: string): string => text.replaceAll(BLANK, ' ');

/** White space of any kind collapsed to single spaces, none at the ends. */
export function collapseSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/**
 * The text without the differences that searching and sorting ignore: case (in every locale alike), accents of Latin
 * letters, harakat, hamza and madda above, tatweel, the Arabic, Sindhi and Pashto forms of Urdu letters, the script of
 * digits, compatibility forms, and superfluous white space. Folding twice gives the same as folding once.
 */
export function foldLetters(text: string): string {
  // Most texts are in plain ASCII, where case and space are all that is ignored: an eighth of the time.
  if (PLAIN.test(text)) return collapseSpace(text.toLowerCase());
  const bare = foldCase(withoutBlanks(stripInvisible(text)).normalize('NFKC'))
    .normalize('NFKD')
    .replaceAll(ARABIC_MARKS, '')
    .replaceAll(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFKC');
  return collapseSpace(foldDigits(bare.replaceAll(/[\u00df-\u06ff]/g, (letter) => PLAIN_FORM.get(letter) ?? letter)));
}

/** ASCII without controls. */
const PLAIN = /^[ -~]*$/;

/** Goes through upper case, so that letters with two lower-case forms (ς σ) become the same. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Letters that Unicode does not decompose, and what each is folded to. */
const PLAIN_FORM = new Map([
  ['ß', 'ss'], // of the capital ẞ
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['\u064a', '\u06cc'], // ي
  ['\u0649', '\u06cc'], // ى
  ['\u06cd', '\u06cc'], // ۍ
  ['\u0643', '\u06a9'], // ك
  ['\u06aa', '\u06a9'], // ڪ
  ['\u0647', '\u06c1'], // ه
  ['\u06d5', '\u06c1'], // ە
  ['\u0629', '\u06c3'], // ة
  ['\u0671', '\u0627'], // ٱ
  ['\u067d', '\u0679'], // ٽ
  ['\u067c', '\u0679'], // ټ
  ['\u068a', '\u0688'], // ڊ
  ['\u0689', '\u0688'], // ډ
  ['\u0699', '\u0691'], // ڙ
  ['\u0693', '\u0691'], // ړ
  ['\u06ab', '\u06af'], // ګ
]);
