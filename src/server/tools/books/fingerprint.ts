// An order-independent hash of a set of fines: equal sets have equal fingerprints, different ones practically never. It
// compares a million fines with the journal without holding either in memory.
import type { Selectable } from 'kysely';
import type { FinesTable } from '../../db/schema.ts';
import { FINE_COLUMNS } from '../../shared/fine-row.ts';

export interface Fingerprint {
  a: number;
  b: number;
}

/** A row of `fines`, which the journal records too. */
export type FingerprintedFine = Selectable<FinesTable>;

export const emptyFingerprint = (): Fingerprint => ({ a: 0, b: 0 });

/** Adds a fine to the set, or removes it with `sign` -1. Mutates `sum`. */
export function fingerprintFine(sum: Fingerprint, fine: FingerprintedFine, sign: 1 | -1): void {
  const text = JSON.stringify(FINE_COLUMNS.map((column) => fine[column]));
  // cyrb53, a public-domain hash with two 32-bit halves. Not cryptographic: it detects mistakes, not attacks.
  let first = 0xdeadbeef;
  let second = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 2654435761);
    second = Math.imul(second ^ code, 1597334677);
  }
  first = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909);
  second = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909);
  sum.a = (sum.a + sign * first) | 0;
  sum.b = (sum.b + sign * second) | 0;
}

export const sameFingerprint = (x: Fingerprint, y: Fingerprint): boolean => x.a === y.a && x.b === y.b;
