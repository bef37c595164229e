// The check of imports finds violations and accepts valid imports.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { checkImports, findCycles, fullFolders, judge, misplacedIn, readImports } from '../../../scripts/imports.ts';

test.each([
  ['src/core/fine.ts', '../contract/fines.ts', 'core must not import contract'],
  ['src/core/fine.ts', '../server/config.ts', 'core must not import server'],
  ['src/core/fine.ts', '../web/main.tsx', 'core must not import web'],
  ['src/core/fine.ts', 'zod', 'no packages'],
  ['src/core/fine.ts', 'node:fs', 'no packages'],
  ['src/contract/fines.ts', '../server/config.ts', 'contract must not import server'],
  ['src/contract/fines.ts', '../web/main.tsx', 'contract must not import web'],
  ['src/contract/fines.ts', 'kysely', 'no package but zod'],
  ['src/contract/fines.ts', '@scope/zod', 'no package but zod'],
  ['src/server/areas/fines/fines.routes.ts', '../../../web/api/call.ts', 'server must not import web'],
  ['src/web/api/call.ts', '../../server/config.ts', 'web must not import server'],
  ['src/web/api/call.ts', 'node:crypto', 'no modules of Node'],
  ['src/web/features/fines/FinesScreen.tsx', '../users/UsersScreen.tsx', 'must not import users'],
  ['src/web/features/fines/parts/Row.tsx', '../../users/UsersScreen.tsx', 'must not import users'],
  ['src/web/ui/money/Money.tsx', '../../features/fines/FinesScreen.tsx', 'features is above ui'],
  ['src/web/api/call.ts', '../ui/money/Money.tsx', 'ui is above api'],
  ['src/web/cellar/wine.ts', '../api/call.ts', 'src/web/cellar has no floor yet'],
  ['src/server/db/run.ts', '../ledger/command.ts', 'ledger is above db'],
  ['src/server/mail/outbox.ts', '../http/serve.ts', 'http is above mail'],
  ['src/server/shared/wire.ts', '../areas/fines/fines.service.ts', 'areas is above shared'],
  ['src/server/areas/fines/fines.service.ts', '../users/users.repository.ts', 'must not know users'],
  ['src/server/areas/reminders/reminders.routes.ts', '../users/users.repository.ts', 'must not know users'],
  ['src/server/areas/refunds/refunds.service.ts', '../payments/payments.service.ts', 'must not know payments'],
  ['src/server/balances/change-fine.ts', '../areas/fines/fines.service.ts', 'areas is above balances'],
  ['src/server/app/main.ts', '../../../tests/helpers/clock.ts', 'nothing outside src'],
  ['src/web/app/main.tsx', '/src/web/app/Routes.tsx', 'relative, or name a package'],
  ['src/other/thing.ts', './more.ts', 'no rule yet'],
])('%s must not import %s', (from, specifier, reason) => {
  expect(judge({ from, line: 1, specifier })).toContain(reason);
});

test.each([
  ['src/core/fine.ts', './money.ts'],
  ['src/contract/fines.ts', '../core/money.ts'],
  ['src/contract/fines.ts', 'zod'],
  ['src/contract/fines.ts', 'zod/v4'],
  ['src/server/areas/fines/fines.service.ts', '../../../core/money.ts'],
  ['src/server/areas/fines/fines.service.ts', './fines.repository.ts'],
  ['src/server/areas/fines/fines.service.ts', '../../ledger/command.ts'],
  ['src/server/areas/fines/fines.service.ts', '../../shared/totals.ts'],
  ['src/server/areas/fines/fines.service.ts', '../../balances/change-fine.ts'],
  ['src/server/areas/payments/payments.service.ts', '../refunds/refunds.repository.ts'],
  ['src/server/app/app.ts', '../areas/fines/fines.routes.ts'],
  ['src/server/tools/import.ts', '../areas/users/users.repository.ts'],
  ['src/server/config/config.ts', 'node:fs'],
  ['src/server/config/config.ts', '../../../package.json'],
  ['src/web/features/fines/FinesScreen.tsx', '../../ui/Money.tsx'],
  ['src/web/features/fines/parts/Row.tsx', '../FinesScreen.tsx'],
  ['src/web/app/Routes.tsx', '../features/fines/FinesScreen.tsx'],
  ['tests/api/fines.test.ts', '../../src/server/app/app.ts'],
])('%s may import %s', (from, specifier) => {
  expect(judge({ from, line: 1, specifier })).toBeUndefined();
});

test('a folder of more than fifteen files is found, except messages', () => {
  const files = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`);
  const paths = ['src/core', 'src/web/messages/ur'].flatMap((folder) => files(folder, 16));
  expect(fullFolders([...paths, ...files('src/web', 15)])).toEqual(['src/core holds 16 files, more than 15']);
});

test('a level of access that is compared outside its file is found', () => {
  const text = `if (access === 'member') a();
if ('viewer' !== principal?.access) b();
if (isAllowed('manager', access)) c();
const mine = { needs: 'manager', column: column === 'member', may: isAllowed(addFines.needs, access) };
if (access === null) d();
`;
  const found = misplacedIn('src/web/app/main.tsx', text);
  expect(found.map((line) => line.split(' ')[0])).toEqual([1, 2, 3].map((line) => `src/web/app/main.tsx:${line}`));
  expect(misplacedIn('src/core/people/permission.ts', text)).toEqual([]);
});

test('an amount is converted by the codec and in files alone', () => {
  const text = 'const paid = rupeesFromPaisa(row.amount);';
  expect(misplacedIn('src/server/areas/fines/fines.routes.ts', text)).toHaveLength(1);
  expect(misplacedIn('src/core/files/csv.ts', text)).toEqual([]);
});

test('every form of an import is seen, with its line', () => {
  const text = `import a from './1.ts';
import './2.ts';
import type { B } from './3.ts';
export { c } from './4.ts';
export * from './5.ts';
export type { D } from './6.ts';
const e = await import('./7.ts');
const f = await import(\`./8.ts\`);
type G = import('./9.ts').G;
const h = require('./10.ts');
const i = await import(name);
// import './not-this.ts'
const text = "import './nor-this.ts'";
`;
  expect(readImports('src/core/a.ts', text).map(({ specifier, line }) => [line, specifier])).toEqual([
    ...Array.from({ length: 10 }, (_, index) => [index + 1, `./${index + 1}.ts`]),
    [11, undefined],
  ]);
  expect(judge({ from: 'src/core/a.ts', line: 11, specifier: undefined })).toContain('computed');
});

test('a file that cannot be parsed is an error, not a file without imports', () => {
  expect(() => readImports('src/core/a.ts', "import { from './b.ts'")).toThrow('cannot be parsed');
});

test('folders are searched recursively, and each violation is reported with file and line', () => {
  const root = mkdtempSync(join(tmpdir(), 'jurmana-imports-'));
  try {
    for (const [path, text] of Object.entries({
      'src/core/money.ts': 'export const a = 1;',
      'src/core/deep/er.ts': "\nimport { x } from '../../server/x.ts';",
      'src/web/features/a/A.tsx': "export const A = () => <p>{import('../b/B.tsx')}</p>;",
      'src/web/features/b/B.tsx': 'export const B = 1;',
      'src/contract/a.ts': "import type { B } from './b.ts';",
      'src/contract/b.ts': "export const load = () => import('./a.ts');",
    })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    expect(checkImports(root)).toEqual({
      files: 6,
      violations: [
        'src/core/deep/er.ts:2 imports ../../server/x.ts: core must not import server',
        'src/web/features/a/A.tsx:1 imports ../b/B.tsx: the feature a must not import b',
        'import cycle: src/contract/a.ts -> src/contract/b.ts -> src/contract/a.ts',
      ],
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

const edges = (pairs: readonly [string, string][]) => pairs.map(([from, specifier]) => ({ from, line: 1, specifier }));

test('an import cycle of any length is found, and reported once', () => {
  expect(
    findCycles(
      edges([
        ['src/web/app/Routes.tsx', './screens.tsx'],
        ['src/web/app/screens.tsx', '../shell/Frame.tsx'],
        ['src/web/shell/Frame.tsx', '../app/preload.ts'],
        ['src/web/app/preload.ts', './screens.tsx'],
        ['src/web/app/preload.ts', 'react'],
      ]),
    ),
  ).toEqual([['src/web/app/preload.ts', 'src/web/app/screens.tsx', 'src/web/shell/Frame.tsx']]);
  expect(findCycles(edges([['src/web/a.ts', './a.ts']]))).toEqual([['src/web/a.ts']]);
});

test('two paths to the same file are not a cycle', () => {
  expect(
    findCycles(
      edges([
        ['src/web/a.ts', './b.ts'],
        ['src/web/a.ts', './c.ts'],
        ['src/web/b.ts', './c.ts'],
      ]),
    ),
  ).toEqual([]);
});

test("the project's own source is found, obeys the directions, and has no import cycles", () => {
  const { files, violations } = checkImports(join(import.meta.dirname, '../../..'));
  expect(files).toBeGreaterThan(50);
  expect(violations).toEqual([]);
});
