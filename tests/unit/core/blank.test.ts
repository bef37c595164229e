// Texts of invisible characters count as empty.
import { describe, expect, test } from 'vitest';
import { text } from '../../../src/contract/shapes.ts';
import { isBlank } from '../../../src/core/letters.ts';
import { firstProblem } from '../../../src/core/user-form.ts';

const INVISIBLE = ['', ' ', '\t\n', '\u200B', '\u200F \u2066\u2069', '\uFEFF\u00A0'];

describe('a text of white space and invisible characters', () => {
  test.each(INVISIBLE)('%j is blank, in the form and in the contract', (blank) => {
    expect(isBlank(blank)).toBe(true);
    expect(firstProblem({ userName: blank, userEmail: 'a@b.pk', userRole: 'r', phone: '1', status: 'Active' })).toBe(
      'name-required',
    );
    expect(text(10).safeParse(blank).success).toBe(false);
  });

  test.each(['a', 'ع', '.', '😀'])('%j is not', (shown) => {
    expect(isBlank(shown)).toBe(false);
    expect(text(10).safeParse(shown).success).toBe(true);
  });
});
