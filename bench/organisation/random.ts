// Random choices that a seed repeats exactly: the same seed makes the same organisation.

export interface Random {
  /** 0 up to, not including, 1 */
  fraction(): number;
  /** a whole number from 0 up to, not including, n */
  below(n: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** of the standard normal distribution */
  normal(): number;
  /** letters and digits of an alphabet, as many as asked for */
  text(alphabet: string, length: number): string;
}

/** sfc32, a public-domain generator: quick, and good enough for made-up data. */
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
  // The first numbers still resemble the seed.
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
