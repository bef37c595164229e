// What a half-typed e-mail address may become (USER-23). tests/unit/core/blank.test.ts has its form and its key.
import { describe, expect, test } from 'vitest';
import { completedEmails } from '../../../src/core/people/email.ts';

const OTHERS = [
  'a@gmail.com',
  'b@Office.test',
  'c@office.test',
  'd@gov.pk',
  'e@office.test',
  'f@gmail.com',
  'no address',
];

describe('a half-typed address [USER-23]', () => {
  test('is completed by what follows the @ in others, the most frequent first, at most three', () => {
    expect(completedEmails('yasir@', OTHERS)).toEqual(['yasir@office.test', 'yasir@gmail.com', 'yasir@gov.pk']);
    expect(completedEmails(' Yasir.S@G', OTHERS)).toEqual(['Yasir.S@gmail.com', 'Yasir.S@gov.pk']);
    expect(completedEmails('yasir@', [...OTHERS, 'g@aa.pk', 'h@aa.pk', 'i@bb.pk', 'j@bb.pk'])).toHaveLength(3);
  });

  test('is not completed before its @, when it is whole, or by what nobody has', () => {
    for (const typed of [
      '',
      'yasir',
      '@',
      '@office',
      'yasir@office.test',
      'yasir@x',
      'yasir@office.test.pk',
      'a b@',
      'a@b@',
    ])
      expect(completedEmails(typed, OTHERS)).toEqual([]);
    expect(completedEmails('yasir@', [])).toEqual([]);
  });
});
