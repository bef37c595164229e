// What number a text is, as WhatsApp and the network want it (REMIND-4). A record may hold anything as telephone number: two of
// them, an extension, the name of a colleague.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { foldDigits, stripInvisible } from '../../core/text/letters.ts';

/** A number without a country is one of here. */
const HERE = 'PK';
const BETWEEN = /[,;/،؛\n]|\s+(?:or|یا)\s+/i;

export interface Telephone {
  /** in international form, digits alone */
  number: string;
  /** It receives no SMS. */
  landline: boolean;
}

/** The first number in the text that can exist; null without one. */
export function telephoneIn(text: string): Telephone | null {
  for (const part of foldDigits(stripInvisible(text)).split(BETWEEN)) {
    // The trunk's zero beside the country, as in +92 (0)300.
    const parsed = parsePhoneNumberFromString(part.replace(/\(0\)/, ''), HERE);
    if (parsed?.isValid() === true) {
      return { number: parsed.number.slice(1), landline: parsed.getType() === 'FIXED_LINE' };
    }
  }
  return null;
}
