// The entry of the sidebar that is marked on each screen.
import { expect, test } from 'vitest';

import { finesOf, PATHS } from '../../../src/web/routing/paths.ts';
import { isCurrent, NAVIGATION } from '../../../src/web/shell/navigation/navigation.ts';

const ENTRIES = NAVIGATION.flatMap(({ entries }) => entries);
const marked = (path: string): string[] => ENTRIES.filter((entry) => isCurrent(entry, path)).map(({ text }) => text);

test('each screen of the sidebar is marked at its own entry, and no other [SHELL-1]', () => {
  for (const { path, text } of ENTRIES) expect(marked(path), path).toEqual([text]);
});

test('what is below a screen belongs to it, other screens to no entry [SHELL-1]', () => {
  expect(marked(finesOf('u1'))).toEqual(['fines']);
  expect(marked('/payments/cash-up')).toEqual(['payments']);
  expect(marked('/user/u1')).toEqual(['users']);
  for (const path of [PATHS.profile, '/users', '/']) expect(marked(path), path).toEqual([]);
});

test('each entry leads to its screen; the dashboard’s to the beginning [SHELL-1]', () => {
  for (const { to, path, text } of ENTRIES) expect(to, text).toBe(text === 'dashboard' ? '/' : path);
});
