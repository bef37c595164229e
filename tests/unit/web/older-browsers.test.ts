// The replacements for older browsers do the same as the newer browsers' own functions.
import { expect, test, vi } from 'vitest';
import { graphemesOf } from '../../../src/core/text/graphemes.ts';

const TEXTS = ['', 'plain', 'a\ud800b', '\udc00', '👩‍👩‍👧', '\ud83d', 'عَلی'];

test('sorting, reversing, grouping and lone surrogates', async () => {
  const numbers = [3, 1, 10, 2];
  const run = () => ({
    sorted: [numbers.toSorted(undefined), numbers.toSorted((a, b) => b - a), ['b', undefined, 'a'].toSorted(undefined)],
    turned: numbers.toReversed(),
    groups: [...Map.groupBy(numbers, (number, index) => (number + index) % 2)],
    whole: TEXTS.map((text) => text.toWellFormed()),
    untouched: [...numbers],
  });
  const expected = run();
  const lacked = [
    [Array.prototype, 'toSorted'],
    [Array.prototype, 'toReversed'],
    [String.prototype, 'toWellFormed'],
    [Map, 'groupBy'],
  ] as const;
  const own = lacked.map(([object, name]) => Object.getOwnPropertyDescriptor(object, name) ?? {});
  for (const [object, name] of lacked) Reflect.deleteProperty(object, name);
  try {
    await import('../../../src/web/older-browsers.ts');
    expect(Map.groupBy.toString()).not.toContain('[native code]');
    expect(run()).toEqual(expected);
  } finally {
    for (const [index, [object, name]] of lacked.entries()) Object.defineProperty(object, name, own[index] ?? {});
  }
});

test('characters as a reader perceives them, even without a segmenter', () => {
  const words = ['plain', 'عَلی', '👩‍👩‍👧x', 'e\u0301a'];
  const expected = words.map(graphemesOf);
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
  try {
    expect(words.map(graphemesOf)).toEqual(expected);
  } finally {
    vi.unstubAllGlobals();
  }
});
