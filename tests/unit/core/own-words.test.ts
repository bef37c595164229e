// Texts that the program wrote into records are shown in the reader's language; texts written by people stay.
import { expect, test } from 'vitest';
import { ADMINISTRATOR, apiKeyActor, wordsIn, REVERSAL_REASON } from '../../../src/core/text/own-words.ts';
import { UNKNOWN_USER } from '../../../src/core/people/person-name.ts';

const OWN = [UNKNOWN_USER, ADMINISTRATOR, ...Object.values(REVERSAL_REASON)];

test('the program’s own texts are shown in Urdu on an Urdu page [LANG-7]', () => {
  for (const word of OWN) {
    expect(wordsIn('en', word)).toBe(word);
    expect(wordsIn('ur', word)).toMatch(/^[\p{Script=Arabic} ]+$/u);
  }
  expect(wordsIn('ur', apiKeyActor('Gate'))).toMatch(/^Gate \(\p{Script=Arabic}+\)$/u);
  expect(wordsIn('en', apiKeyActor('Gate'))).toBe('Gate (API key)');
});

test.each(['Bilal Ahmed', 'was in hospital', 'عائشہ', ''])('%j, written by people, stays', (text) => {
  expect(wordsIn('ur', text)).toBe(text);
});
