/**
 * What names, searches and typed figures have in common: digits of either script, characters nobody sees, and the
 * several code points that Urdu and Arabic keyboards have for one letter.
 */

/**
 * What nobody sees, in the one place that says so: what Unicode has drawn as nothing where a font does not know it (direction
 * marks, joiners, soft hyphens, Hangul fillers, variation selectors, tags), annotation marks and controls. White space stays.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|(?!\s)\p{Cc}/gu;

/** Drawn as an empty place, though Unicode calls it no white space: braille’s blank and the null notehead. */
const BLANK = /[\u2800\u{1d159}]/gu;

/** Tatweel, which only stretches a line, and whatever is set above or below a letter. */
const ARABIC_MARKS = /\u0640|(?=[\u0600-\u06ff])\p{Mn}/gu;

/** Urdu (۱۲۳) and Arabic (١٢٣) digits as ASCII digits. */
export function foldDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/**
 * Without the characters nobody sees; lone surrogates, which no database accepts, become U+FFFD. For what is compared, and for
 * e-mails, phone numbers and figures: names and notes are kept as typed, since Urdu is shaped by joiners inside its words.
 */
export function stripInvisible(text: string): string {
  return text.toWellFormed().replaceAll(INVISIBLE, '');
}

/** What a reader sees of a text. */
export function seen(text: string): string {
  return withoutBlanks(stripInvisible(text)).trim();
}

/** Whether a text shows nothing: a name of white space and invisible characters is none. */
export function isBlank(text: string): boolean {
  return seen(text) === '';
}

/** Whether there is anything in a text that nobody sees: two such texts would look the same. */
export function hasInvisible(text: string): boolean {
  return withoutBlanks(stripInvisible(text)) !== text;
}

const withoutBlanks = (text: string): string => text.replaceAll(BLANK, ' ');

/** White space of any kind collapsed to single spaces, none at the ends. */
export function collapseSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/**
 * The text with everything folded away that neither a search nor an order of names regards: case (of every locale
 * alike), accents of Latin letters, harakat, hamza and madda above, tatweel, the Arabic, Sindhi and Pashto forms of
 * Urdu letters, the script of digits, compatibility forms, and superfluous white space. Folding twice changes nothing
 * more.
 */
export function foldLetters(text: string): string {
  const bare = foldCase(withoutBlanks(stripInvisible(text)).normalize('NFKC'))
    .normalize('NFKD')
    .replaceAll(ARABIC_MARKS, '')
    .replaceAll(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFKC');
  return collapseSpace(foldDigits(bare.replaceAll(/[\u00df-\u06ff]/g, (letter) => PLAIN_FORM.get(letter) ?? letter)));
}

/** By way of upper case, so that letters with two lower-case forms (ς σ) meet whichever of them was typed. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Letters that Unicode's decomposition leaves as they are, and what each counts as. */
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
