// The entry of the sidebar that is marked on each screen.
import { expect, test } from 'vitest';

import { finesOf, PATHS } from '../../../src/web/routing/paths.ts';
import { SCREEN_NAMES, SCREENS } from '../../../src/web/routing/screens.ts';
import { entriesFor, isCurrent, navigationFor } from '../../../src/web/shell/navigation/navigation.ts';

const ENTRIES = entriesFor('viewer');
const marked = (path: string): string[] => ENTRIES.filter((entry) => isCurrent(entry, path)).map(({ name }) => name);

test('each screen of the sidebar is marked at its own entry, and no other [SHELL-1]', () => {
  for (const { path, name } of ENTRIES) expect(marked(path), path).toEqual([name]);
});

test('what is below a screen belongs to it, other screens to no entry [SHELL-1]', () => {
  expect(marked(finesOf('u1'))).toEqual(['fines']);
  expect(marked('/payments/cash-up')).toEqual(['payments']);
  expect(marked('/user/u1')).toEqual(['users']);
  for (const path of [PATHS.profile, '/users', '/']) expect(marked(path), path).toEqual([]);
});

test('each entry leads to its screen; the dashboard’s to the beginning [SHELL-1]', () => {
  for (const { to, path, name } of ENTRIES) expect(to, name).toBe(name === 'dashboard' ? '/' : path);
});

test('the groups come in the order of the table of screens, with what somebody may open [SHELL-1]', () => {
  const groups = navigationFor('viewer');
  expect(groups.map(({ text }) => text)).toEqual(['work', 'people', 'money', 'organisation']);
  expect(groups.flatMap(({ entries }) => entries)).toEqual(ENTRIES);
  expect(ENTRIES.map(({ name }) => name)).toEqual(SCREEN_NAMES.filter((name) => 'group' in SCREENS[name]));
  expect(entriesFor('member').map(({ name }) => name)).toEqual(['overview']);
});
