// A seeded random generator.

export interface Random {
  /** 0 <= fraction < 1 */
  fraction(): number;
  /** an integer, 0 <= below(n) < n */
  below(n: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** from the standard normal distribution */
  normal(): number;
  /** `length` random characters of the alphabet */
  text(alphabet: string, length: number): string;
}

/**
 * A stream of its own for each name: what one draws changes nothing of what another does. Two numbers or names, such as a
 * habit and a person's e-mail.
 */
export function streamOf(seed: number, ...names: readonly (string | number)[]): Random {
  let hash = 0x811c9dc5 ^ seed;
  // FNV-1a
  for (const letter of names.join('/')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return randomFrom(hash);
}

/** sfc32, a fast public-domain generator. */
export function randomFrom(seed: number): Random {
  let a = 0x9e3779b9 ^ seed;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  // The first numbers still correlate with the seed.
  for (let round = 0; round < 16; round++) next();
  const below = (n: number) => Math.floor(next() * n);
  return {
    fraction: next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    text(alphabet, length) {
      let text = '';
      for (let index = 0; index < length; index++) text += alphabet[below(alphabet.length)] ?? '';
      return text;
    },
  };
}
