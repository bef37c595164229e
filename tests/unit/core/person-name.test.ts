// Names: initials in any script, display, and sort order.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayName, initials, sortKey, UNKNOWN_USER } from '../../../src/core/people/person-name.ts';

/** The order of the databases: by UTF-8 bytes. */
function inOrder(names: readonly string[]): string[] {
  return names.toSorted((a, b) => Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b))));
}

describe('initials', () => {
  test.each([
    ['Ali', 'A'],
    ['ali khan', 'AK'],
    ['Muhammad Ali Jinnah', 'MJ'],
    ['  Saba   Sheikh ', 'SS'],
    ['محمد بلال', 'مب'],
    ['عائشہ', 'ع'],
    ['\u200fعثمان\u200f بٹ', 'عب'],
    ['élodie ångström', 'ÉÅ'],
    ['e\u0301lodie', 'É'],
    ['q\u0307ali', 'Q\u0307'],
    ['نُور جہاں', 'نُج'],
    ['ßara', 'S'],
    ['(Ali) "Khan"', 'AK'],
    ['Ali -', 'A'],
    ['李 小龍', '李小'],
    ['김', '김'],
    ['нина Петрова', 'НП'],
    ['अनिता शर्मा', 'अश'],
    ['𝒜lpha', '𝒜'],
    ['👩🏽‍🚒', '👩🏽‍🚒'],
    ['🇵🇰 Team', '🇵🇰T'],
    ['🦊Fox', 'F'],
    ['7 Eleven', '7E'],
  ])('the first letter, or those of the first and last words, uppercased: %s [NAME-2]', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  test.each([null, '', '   ', '\u200f', '-', '... !', '\ud800'])('"?" when there is no name: %j [NAME-2]', (name) => {
    expect(initials(name)).toBe('?');
  });

  test('every name has an avatar text, of at most two letters as a reader sees them', () => {
    const segmenter = new Intl.Segmenter('ur', { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (a, b) => {
        for (const name of [a, b]) {
          expect(initials(name)).not.toBe('');
          expect([...segmenter.segment(initials(name))].length).toBeLessThanOrEqual(2);
        }
      }),
    );
  });
});

describe('what is shown', () => {
  test('"Unknown User" when the record is missing or has no name [NAME-1]', () => {
    expect(UNKNOWN_USER).toBe('Unknown User');
    for (const name of [null, '', '  ', '\u200f \u200b']) expect(displayName(name)).toBe('Unknown User');
  });

  test('a name is shown as written, without extra spaces', () => {
    expect(displayName(' Saba  Sheikh ')).toBe('Saba Sheikh');
    expect(displayName('عائشہ خان')).toBe('عائشہ خان');
  });
});

describe('the order of names', () => {
  test('Latin names regardless of case and accents [NAME-3]', () => {
    const names = ['Ali Khan', 'alia', 'Álvaro', 'bilal', 'Bilal Ahmed', 'Élodie', 'Ømer', 'Oz', 'ZARA'];
    expect(inOrder(names.toReversed())).toEqual(names);
    expect(sortKey('ÉLODIE')).toBe(sortKey('elodie'));
    expect(sortKey('e\u0301lodie')).toBe(sortKey('élodie'));
  });

  test('Urdu names in the order of the Urdu alphabet, after the Latin ones [NAME-3]', () => {
    const names = [
      'Zara',
      'احمد',
      'آصف',
      'بلال',
      'پرویز',
      'ثنا',
      'حمزہ ملک',
      'زینب',
      'عائشہ خان',
      'عثمان بٹ',
      'گل',
      'محمد',
      'ہما',
      'یاسر',
    ];
    expect(inOrder(names.toReversed())).toEqual(names);
  });

  test('an aspirated letter comes after all words with the plain one, as in a dictionary', () => {
    const names = ['بابر', 'بلال', 'بیگم', 'بھٹو', 'پرویز', 'کامران', 'کیانی', 'کھوکھر', 'گل'];
    expect(inOrder(names.toReversed())).toEqual(names);
  });

  test('a name sorts the same from an Arabic and an Urdu keyboard, with and without harakat', () => {
    expect(sortKey('علي')).toBe(sortKey('علی'));
    expect(sortKey('كمال')).toBe(sortKey('کمال'));
    expect(sortKey('هما')).toBe(sortKey('ہما'));
    expect(sortKey('أحمد')).toBe(sortKey('احمد'));
    expect(sortKey('عُثمان')).toBe(sortKey('عثمان'));
    expect(sortKey('مـحمد')).toBe(sortKey('محمد'));
    expect(sortKey('ا\u0653صف')).toBe(sortKey('آصف'));
    expect(sortKey('ﻋﻠﻲ')).toBe(sortKey('علی'));
  });

  describe('the order equals Intl’s Urdu collation for', () => {
    const letters = [...'اآبپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہھۃءیے'];
    const collator = new Intl.Collator('ur', { sensitivity: 'base' });
    const ourOrder = (a: string, b: string) =>
      Math.sign(Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b))));
    const intlOrder = (a: string, b: string) => Math.sign(collator.compare(a, b));

    test('every two letters', () => {
      for (const a of letters) {
        for (const b of letters) expect(`${a}${b} ${ourOrder(a, b)}`).toBe(`${a}${b} ${intlOrder(a, b)}`);
      }
    });

    test('every three letters that differ in the last two', () => {
      const wrong: string[] = [];
      for (const first of 'اباپجگنی') {
        for (const a of letters) {
          for (const b of [...letters, 'ھا']) {
            if (ourOrder(first + a, first + b) !== intlOrder(first + a, first + b)) wrong.push(first + a, first + b);
          }
        }
      }
      expect(wrong).toEqual([]);
    });

    test('words', () => {
      const word = fc
        .array(fc.constantFrom(...letters, 'بھ', 'کھ'), { minLength: 1, maxLength: 4 })
        .map((list) => list.join(''));
      fc.assert(
        fc.property(word, word, (a, b) => {
          expect(ourOrder(a, b)).toBe(intlOrder(a, b));
        }),
        { numRuns: 1000 },
      );
    });
  });

  test('every letter of Pakistan’s languages has a place among the Urdu letters', () => {
    for (const letter of 'ٻڀٺٽٿټڄڃڇځڅڊډڌڍڏړږڙښڦڪګڱڳڻڼېۍكيىه') {
      expect(sortKey(letter) >= sortKey('ا') && sortKey(letter) <= sortKey('ے')).toBe(true);
    }
  });

  test('a key can be stored by every database', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const key = sortKey(name);
        expect(key.isWellFormed()).toBe(true);
        expect(key).not.toContain('\0');
      }),
      { examples: [['a\0b\ud800']] },
    );
  });
});
