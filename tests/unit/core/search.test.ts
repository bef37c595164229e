// Searching: substring, case-insensitive, in any script.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matches, searchKey } from '../../../src/core/text/search.ts';

/** U+0600 to U+06FF: letters, marks, digits and controls. */
const ARABIC_BLOCK = Array.from({ length: 256 }, (_, index) => String.fromCharCode(0x600 + index));

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom(...ARABIC_BLOCK, ...'Aßé%_ \u0301\u200c'), { maxLength: 12 })
    .map((letters) => letters.join('')),
);

describe('matching', () => {
  test('name or id, as a case-insensitive substring [NAME-4]', () => {
    const fields = ['Ali Khan', 'U7QX2'];
    for (const term of ['ali', 'KHAN', 'i k', 'u7q', 'X2', 'Ali Khan']) expect(matches(fields, term)).toBe(true);
    for (const term of ['sana', 'alikhan', 'U7QX22']) expect(matches(fields, term)).toBe(false);
  });

  test('words in any order, if one of them has at least three letters [NAME-4]', () => {
    for (const term of ['khan ali', 'KHAN  a', 'k ali', 'ali ali', 'han li'])
      expect(matches(['Ali Khan'], term)).toBe(true);
    expect(matches(['عمر خان'], 'خان عمر')).toBe(true);
    for (const term of ['k a', 'kh al', 'khan sana', 'khan alia']) expect(matches(['Ali Khan'], term)).toBe(false);
    expect(matches(['M A Jinnah'], 'm a')).toBe(true);
  });

  test('no match spans two fields', () => {
    expect(matches(['Ali', 'Khan'], 'i k')).toBe(false);
    expect(matches(['Ali', 'Khan'], 'khan ali')).toBe(false);
    expect(matches([], 'a')).toBe(false);
  });

  test('% and _ are ordinary characters [NAME-4]', () => {
    expect(matches(['Ali Khan'], '%')).toBe(false);
    expect(matches(['Ali Khan'], 'A_i')).toBe(false);
    expect(matches(['Ali Khan'], '.*')).toBe(false);
    expect(matches(['100% sure'], '0%')).toBe(true);
    expect(matches(['a_b'], '_')).toBe(true);
    expect(matches([`O'Brien \\ "x"`], `'brien \\ "`)).toBe(true);
  });

  test('an empty term matches everything [NAME-4]', () => {
    for (const term of ['', '  ', '\u200f']) {
      expect(matches(['x'], term)).toBe(true);
      expect(matches([], term)).toBe(true);
    }
  });
});

describe('keys', () => {
  test.each([
    ['علي', 'علی'],
    ['على', 'علی'],
    ['كمال', 'کمال'],
    ['هما', 'ہما'],
    ['ھما', 'ہما'],
    ['بہائی', 'بھائی'],
    ['فاطمة', 'فاطمہ'],
    ['أحمد', 'احمد'],
    ['عُثْمَانُ', 'عثمان'],
    ['مـــحمد', 'محمد'],
    ['\u202bمحمد\u202c بلال\u200f', 'محمد بلال'],
    ['ﻋﻠﻲ', 'علی'],
    ['۱۲۳', '123'],
    ['١٢٣', '123'],
    ['ＡＬＩ', 'ali'],
    ['José', 'jose'],
    ['Jose\u0301', 'JOSÉ'],
    ['İstanbul', 'istanbul'],
    ['IŞIK', 'ışık'],
    ['STRASSE', 'straße'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['  Ali \t\n Khan\u00a0', 'ali khan'],
    ['soft\u00adhyphen', 'softhyphen'],
  ])('%s and %s are equal [NAME-4]', (a, b) => {
    expect(searchKey(a)).toBe(searchKey(b));
  });

  test.each([
    ['بٹ', 'بت'],
    ['نی', 'نے'],
    ['й', 'ик'],
    ['か', 'が'],
  ])('%s and %s are different', (a, b) => {
    expect(searchKey(a)).not.toBe(searchKey(b));
  });

  test('a key of a key is itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(searchKey(searchKey(text))).toBe(searchKey(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('an ASCII text has the same key alone, where that is computed more quickly, as among Urdu words', () => {
    const ascii = fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.string({ unit: fc.constantFrom(...' Az0~%') }),
      fc.string({ unit: fc.constantFrom(...' Az\t\0\u007f') }),
    );
    fc.assert(
      fc.property(ascii, (text) => {
        const words = ['اور', searchKey(text), 'اور'].filter((word) => word !== '');
        expect(searchKey(`اور ${text} اور`)).toBe(words.join(' '));
      }),
      { numRuns: 3000 },
    );
  });

  test('every single character has a key that does not change again', () => {
    const unstable: string[] = [];
    for (let code = 0; code <= 0x1_ffff; code++) {
      const key = searchKey(String.fromCodePoint(code));
      if (searchKey(key) !== key) unstable.push(`U+${code.toString(16)}`);
    }
    expect(unstable).toEqual([]);
  });

  test('a field is found by its own text, in upper and lower case', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        expect(matches([`${before} Käse خان ${after}`], 'KÄSE خان')).toBe(true);
        expect(matches([before], before)).toBe(true);
        expect(matches([after], after.toUpperCase())).toBe(true);
      }),
    );
  });

  test('a key can be stored by every database', () => {
    expect(searchKey('a\0b\ud800')).toBe('ab\ufffd');
  });
});
