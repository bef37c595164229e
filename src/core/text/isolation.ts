/**
 * Words and numbers of one direction in a text of the other, where there is no markup to say so: in messages. Without these marks, which
 * nobody sees, what stands beside them changes places: of `Late arrival، 2 نومبر` the day goes to the other side of the words.
 */
import { directionOf, type Language } from './languages.ts';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** It runs as its first letter does. */
const wrapped = (text: string): string => `\u2068${text}\u2069`;

/** What is of another direction than the language around it, as one piece; anything else stays as it is. */
export function isolatedIn(text: string, language: Language): string {
  return (directionOf(language) === 'rtl' ? LEFT_TO_RIGHT : RIGHT_TO_LEFT).test(text) ? wrapped(text) : text;
}

/** Groups of digits, with Latin letters between them or without: `0300 1234567`, `PK36 SCBL 0000 1123`. */
const NUMBER = /(\+?[A-Za-z]*[\d۰-۹٠-٩][A-Za-z\d۰-۹٠-٩]*(?:[ -]+[A-Za-z\d۰-۹٠-٩]+)*)/u;

/** A text in parts, of which every second one is a number that reads from the left. */
export const splitAtNumbers = (text: string): string[] => text.split(NUMBER);

/** Each number as one piece where the language would change the places of its groups. */
export const numbersIsolatedIn = (text: string, language: Language): string =>
  directionOf(language) === 'ltr'
    ? text
    : splitAtNumbers(text)
        .map((part, place) => (place % 2 === 1 && /[ -]/.test(part) ? `\u2066${part}\u2069` : part))
        .join('');
