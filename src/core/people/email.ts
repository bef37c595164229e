/** E-mail addresses: their form and the key by which they are compared (NAME-5). */
import { hasInvisible, stripInvisible } from '../text/letters.ts';
import { MAX_LENGTH } from '../limits.ts';

/** Letters and digits of any script, and what an address may contain without quotes (RFC 5322, 3.2.3). */
const NAME = String.raw`[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_\x60{|}~\-]+`;
const LABEL = String.raw`[\p{L}\p{M}\p{N}_\-]+`;
const FORM = new RegExp(String.raw`^${NAME}@${LABEL}(?:\.${LABEL})+$`, 'u');

/**
 * The address as typed or pasted, without surrounding spaces and the invisible marks that messages and web pages add.
 */
export function tidyEmail(text: string): string {
  return stripInvisible(text).trim();
}

/** The key that addresses are compared by and must be unique in: tidied, composed, in lower case. */
export function emailKey(email: string): string {
  return tidyEmail(email).normalize('NFC').toLowerCase();
}

/**
 * One address: {something}@{something}.{something} without spaces and without what separates or wraps addresses in any
 * script (commas, semicolons, brackets, quotes), at most 254 characters. Invisible characters are refused, since two
 * different addresses would look the same.
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_LENGTH.email && FORM.test(text) && !hasInvisible(text);
}

/**
 * The positions of addresses that occur earlier in the list, each with the position of the first. Invalid addresses are
 * ignored.
 */
export const repeatedEmails = (emails: readonly string[]): Map<number, number> =>
  repeats(emails.map((email) => (isEmail(tidyEmail(email)) ? emailKey(email) : '')));

/** The positions of texts that occur earlier in the list, each with the position of the first. '' repeats nothing. */
export function repeats(texts: readonly string[]): Map<number, number> {
  const firsts = new Map<string, number>();
  return new Map(
    texts.flatMap((text, place): [number, number][] => {
      const first = firsts.get(text);
      if (first !== undefined) return [[place, first]];
      if (text !== '') firsts.set(text, place);
      return [];
    }),
  );
}

const MOST_OFFERED = 3;

/**
 * What an address that is typed as far as its @, or further, may become: completed by what follows the @ in other
 * addresses, the most frequent first.
 */
export function completedEmails(typed: string, others: readonly string[]): string[] {
  const [, name, begun] = /^([^\s@]+)@([^\s@]*)$/u.exec(typed.trim()) ?? [];
  if (name === undefined || begun === undefined) return [];
  const beginning = begun.toLowerCase();
  const counts = new Map<string, number>();
  for (const other of others) {
    const domain = emailKey(other).split('@').at(-1) ?? '';
    if (isEmail(other) && domain !== beginning && domain.startsWith(beginning))
      counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_OFFERED)
    .map(([domain]) => `${name}@${domain}`);
}
