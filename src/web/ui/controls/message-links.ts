// Links that open WhatsApp or the mail program with a message ready to send. Nothing is sent from here: the
// administrator reads the text first and sends it in the own name.
import { foldDigits } from '../../../core/text/letters.ts';

/**
 * A phone number as WhatsApp wants it: country code and number, digits only. Numbers without a country code are taken
 * as Pakistani (0300 1234567 and 300 1234567 are 923001234567). null where the text is no such number: there is no
 * format rule for phones (USER-5), so a record may hold anything, e.g. an extension.
 */
export function internationalPhone(phone: string): string | null {
  const text = phone.trim();
  const digits = foldDigits(text).replaceAll(/[^0-9]/g, '');
  const fits = (number: string): string | null => (/^[1-9][0-9]{7,14}$/.test(number) ? number : null);
  // "+92 (0)300 ..." writes the trunk zero beside the country code; WhatsApp does not want it.
  if (text.startsWith('+')) return fits(digits.replace(/^920/, '92'));
  if (digits.startsWith('00')) return fits(digits.slice(2).replace(/^920/, '92'));
  if (digits.startsWith('0')) return /^0[1-9][0-9]{8,9}$/.test(digits) ? `92${digits.slice(1)}` : null;
  if (/^3[0-9]{9}$/.test(digits)) return `92${digits}`;
  if (/^92[1-9][0-9]{8,9}$/.test(digits)) return digits;
  return null;
}

/** Opens WhatsApp with the text, for a number in international form; with an empty one WhatsApp asks whom to send it to. */
export const whatsAppTo = (number: string, text: string): string =>
  `https://wa.me/${number}?text=${encodeURIComponent(text)}`;

/** The same for a phone number as it is recorded. */
export const whatsAppLink = (phone: string, text: string): string => whatsAppTo(internationalPhone(phone) ?? '', text);

/** Opens the mail program with recipient, subject and text filled in. */
export function mailLink(address: string, subject: string, text: string): string {
  // Only the "@" may stand as it is: any other character of an address could end the address part of the link.
  const recipient = encodeURIComponent(address).replaceAll('%40', '@');
  return `mailto:${recipient}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}
