/**
 * Isolates words and numbers of one direction in text of the other, for messages, where no markup can do it. Without
 * these invisible marks neighbouring text changes places: in `Late arrival، 2 نومبر` the day moves to the other side of
 * the words.
 */
import { directionOf, type Language } from './languages.ts';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** The direction of the wrapped text is that of its first letter. */
const wrapped = (text: string): string => `\u2068${text}\u2069`;

/** A text of the other direction than the language around it is wrapped as one piece; any other text stays as it is. */
export function isolatedIn(text: string, language: Language): string {
  return (directionOf(language) === 'rtl' ? LEFT_TO_RIGHT : RIGHT_TO_LEFT).test(text) ? wrapped(text) : text;
}

/** Groups of digits, with or without Latin letters: `0300 1234567`, `PK36 SCBL 0000 1123`. */
const NUMBER = /(\+?[A-Za-z]*[\d۰-۹٠-٩][A-Za-z\d۰-۹٠-٩]*(?:[ -]+[A-Za-z\d۰-۹٠-٩]+)*)/u;

/** A text split into parts, of which every second is a number that reads from left to right. */
export const splitAtNumbers = (text: string): string[] => text.split(NUMBER);

/** Isolates each number whose groups the language would put in the wrong order. */
export const numbersIsolatedIn = (text: string, language: Language): string =>
  directionOf(language) === 'ltr'
    ? text
    : splitAtNumbers(text)
        .map((part, place) => (place % 2 === 1 && /[ -]/.test(part) ? `\u2066${part}\u2069` : part))
        .join('');
