/** E-mail addresses: their form and the key by which they are compared (NAME-5). */
import { MAX_LENGTH } from './limits.ts';

const FORM = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
const UNSEEN = /[\p{Cc}\p{Cf}]/u;

/** The address as it is compared and kept unique: without spaces around, composed, in lower case. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/**
 * {something}@{something}.{something} without spaces, at most 254 characters. Characters nobody sees are refused, since
 * two addresses would look the same.
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_LENGTH.email && FORM.test(text) && !UNSEEN.test(text);
}

/** The places in a list of those addresses that are at an earlier place already. What is no address repeats nothing. */
export function repeatedEmails(emails: readonly string[]): number[] {
  const seen = new Set<string>();
  return emails.flatMap((email, place) => {
    if (!isEmail(email.trim())) return [];
    const key = emailKey(email);
    if (seen.has(key)) return [place];
    seen.add(key);
    return [];
  });
}
