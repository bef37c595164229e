/** E-mail addresses: their form and the key by which they are compared (NAME-5). */
import { hasInvisible, stripInvisible } from '../text/letters.ts';
import { MAX_LENGTH } from '../limits.ts';

const FORM = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

/** The address that somebody typed or pasted: without spaces around and the marks that messages and web pages bring along. */
export function tidyEmail(text: string): string {
  return stripInvisible(text).trim();
}

/** The address as it is compared and kept unique: tidied, composed, in lower case. */
export function emailKey(email: string): string {
  return tidyEmail(email).normalize('NFC').toLowerCase();
}

/**
 * {something}@{something}.{something} without spaces, at most 254 characters. Characters nobody sees are refused, since
 * two addresses would look the same.
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_LENGTH.email && FORM.test(text) && !hasInvisible(text);
}

/** The places in a list of those addresses that are at an earlier place already. What is no address repeats nothing. */
export function repeatedEmails(emails: readonly string[]): number[] {
  const seen = new Set<string>();
  return emails.flatMap((email, place) => {
    if (!isEmail(tidyEmail(email))) return [];
    const key = emailKey(email);
    if (seen.has(key)) return [place];
    seen.add(key);
    return [];
  });
}
