// The words by which the finder finds screens and actions.
import { beforeAll, expect, test } from 'vitest';
import { commandsCalled, commandsFor } from '../../../src/web/features/finder/commands.ts';
import { areaTexts, loadAllTexts } from '../../../src/web/messages/index.ts';

beforeAll(async () => {
  for (const area of ['finder', 'settings', 'account', 'users'] as const) await areaTexts(area)();
  await loadAllTexts();
});

const found = (term: string): string[] => commandsCalled(commandsFor('administrator'), term).map(({ text }) => text);

test.each([
  ['log out', 'shell.logout'],
  ['sign out', 'shell.logout'],
  ['سائن آوٹ', 'shell.logout'],
  ['debt', 'shell.overview'],
  ['dues', 'shell.overview'],
  ['receipt', 'shell.payments'],
  ['رسید', 'shell.payments'],
  ['email', 'account.mails.title'],
  ['پاسورڈ', 'account.password.title'],
  ['اردو', 'account.language.title'],
  ['Excel', 'finder.importFines'],
  ['refund', 'finder.givenBack'],
  ['سیٹنگز', 'shell.settings'],
  ['settings types', 'settings.types.title'],
  ['QR code', 'settings.reminders.title'],
])('“%s” finds %s, also by words that are not its name [FIND-14]', (term, text) => {
  expect(found(term)).toContain(text);
});

test('what is found by its name comes before what is found by another word [FIND-14]', () => {
  expect(found('logout')[0]).toBe('shell.logout');
  expect(found('due days')[0]).toBe('settings.due.title');
  expect(found('collected')[0]).toBe('shell.collected');
  expect(found('paid')).toEqual(['shell.fines', 'shell.collected']);
});

test('words of two languages are not mixed, and an empty term finds no part of a screen [FIND-8, FIND-13]', () => {
  expect(found('logout لاگ')).toEqual([]);
  expect(found('')).toContain('shell.settings');
  expect(found('')).not.toContain('settings.due.title');
});
