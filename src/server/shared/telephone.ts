// The telephone number in a text, in the form that WhatsApp and the network need (REMIND-4). The phone field of a
// record may contain anything: two numbers, an extension, the name of a colleague.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { foldDigits, stripInvisible } from '../../core/text/letters.ts';

/** A number without a country code is one from Pakistan. */
const HERE = 'PK';
const BETWEEN = /[,;/،؛\n]|\s+(?:or|یا)\s+/i;

export interface Telephone {
  /** in international form, digits only */
  number: string;
  /** a landline cannot receive SMS */
  landline: boolean;
}

/** The first valid mobile number in the text, or else the first valid number; null if there is none. */
export function telephoneIn(text: string): Telephone | null {
  let first: Telephone | null = null;
  for (const part of foldDigits(stripInvisible(text)).split(BETWEEN)) {
    // Removes the trunk zero after the country code, as in +92 (0)300.
    const parsed = parsePhoneNumberFromString(part.replace(/\(0\)/, ''), HERE);
    if (parsed?.isValid() !== true) continue;
    const found = { number: parsed.number.slice(1), landline: parsed.getType() === 'FIXED_LINE' };
    if (!found.landline) return found;
    first ??= found;
  }
  return first;
}
