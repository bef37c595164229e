// Texts by key, with values and plural forms.
import { expect, test } from 'vitest';
import { translator } from '../../../src/web/messages/translate.ts';

const TEXTS = {
  greeting: 'Good morning, {{name}}',
  pages: {
    of_one: '{{count, number}} page of {{name}}',
    of_other: '{{count, number}} pages of {{name}}',
    title: 'Pages',
  },
};
const t = translator(
  'en',
  () => TEXTS,
  (value) => `<${value}>`,
);

test('a text is found by its path', () => {
  expect(t('pages.title')).toBe('Pages');
});

test('values are inserted and isolated; a missing one leaves nothing', () => {
  expect(t('greeting', { name: 'Ayesha' })).toBe('Good morning, <Ayesha>');
  expect(t('greeting')).toBe('Good morning, <>');
});

test('placeholders within a value are not replaced', () => {
  expect(t('greeting', { name: '{{name}} $& $1' })).toBe('Good morning, <{{name}} $& $1>');
});

test.each([
  [0, '<0> pages of <>'],
  [1, '<1> page of <>'],
  [12_345, '<12,345> pages of <>'],
])('%j has its plural form, with a comma between thousands', (count, text) => {
  expect(t('pages.of', { count })).toBe(text);
});

test('a key without a text is returned itself, so that a page is never empty', () => {
  expect(['nowhere', 'pages', 'pages.of', 'pages.title.more', 'toString'].map((key) => t(key))).toEqual([
    'nowhere',
    'pages',
    'pages.of',
    'pages.title.more',
    'toString',
  ]);
});

test('an empty value is removed together with the comma that separates it [LOOK-13]', () => {
  const texts = {
    row: '{{action}}: {{receipt}}, {{name}}, {{amount}}',
    urdu: '{{action}}: {{receipt}}، {{name}}، {{amount}}',
    user: '{{action}} {{name}}',
    about: '{{action}}: {{title}}',
    sentence: 'Receipt {{receipt}} was saved.',
  };
  const say = translator('en', () => texts, String);
  const row = { action: 'Take Back', receipt: 'R-1', name: 'Danish', amount: 'Rs. 1.00' };
  expect(say('row', row)).toBe('Take Back: R-1, Danish, Rs. 1.00');
  expect(say('row', { ...row, receipt: '' })).toBe('Take Back: Danish, Rs. 1.00');
  expect(say('row', { ...row, name: '' })).toBe('Take Back: R-1, Rs. 1.00');
  expect(say('row', { ...row, amount: '' })).toBe('Take Back: R-1, Danish');
  expect(say('row', { action: 'Take Back', receipt: '', name: '', amount: '' })).toBe('Take Back');
  expect(say('urdu', { ...row, receipt: '', amount: '' })).toBe('Take Back: Danish');
  expect(say('user', { action: 'View', name: '' })).toBe('View');
  expect(say('about', { action: 'Show more', title: '' })).toBe('Show more');
  expect(say('sentence', { receipt: 'R-1' })).toBe('Receipt R-1 was saved.');
});
