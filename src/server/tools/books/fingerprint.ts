// A sum over records that does not depend on their order: two sets of fines have the same one when, and practically only
// when, they hold the same fines. It compares a million fines with the journal without keeping either in memory.

export interface Fingerprint {
  a: number;
  b: number;
}

export interface FingerprintedFine {
  id: string;
  user_id: string;
  amount: number;
  date: string;
  status: string;
}

export const emptyFingerprint = (): Fingerprint => ({ a: 0, b: 0 });

/** Adds a fine to the set, or with `sign` -1 takes it out again. Changes `sum`. */
export function fingerprintFine(sum: Fingerprint, fine: FingerprintedFine, sign: 1 | -1): void {
  const text = `${fine.id}\n${fine.user_id}\n${fine.amount}\n${fine.date}\n${fine.status}`;
  // cyrb53, a public-domain hash of two 32-bit halves; it guards against accidents and clumsiness, not cryptanalysis.
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
