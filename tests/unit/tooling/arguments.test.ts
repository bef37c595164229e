// The arguments of `npm test`.
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

import { HELP, matchFiles, readArguments, type Arguments } from '../../../scripts/testing/arguments.ts';
import { affectsServer } from '../../../scripts/testing/changes.ts';
import { plan, testsOfAreas } from '../../../scripts/testing/plan.ts';
import { type Resources, type Step, steps } from '../../../scripts/testing/steps.ts';

const ROOT = join(import.meta.dirname, '../../..');
const KNOWN = ['build', 'types', 'lint', 'unit', 'api-sqlite', 'api-postgres', 'e2e'];
const read = (line: string): Arguments => readArguments(line.split(' ').filter(Boolean), KNOWN);
const ONCE = { quick: false, dev: false, repeat: 1, busy: 0 };

test.each([
  ['', KNOWN, []],
  ['lint types', ['types', 'lint'], []],
  ['api', ['api-sqlite', 'api-postgres'], []],
  ['unit money', ['unit'], ['money']],
  ['api fines.test', ['api-sqlite', 'api-postgres'], ['fines.test']],
  ['e2e fines.spec users.spec', ['e2e'], ['fines.spec', 'users.spec']],
])('"%s" names steps first, then files', (line, chosen, filters) => {
  expect(read(line)).toEqual({ kind: 'run', wanted: { steps: chosen, filters, ...ONCE } });
});

test('quick takes no other steps', () => {
  expect(read('quick')).toEqual({ kind: 'run', wanted: { ...ONCE, steps: [], filters: [], quick: true } });
  expect(read('quick unit')).toMatchObject({ kind: 'wrong' });
});

test('shows takes the ids of requirements', () => {
  expect(read('shows FINE-7 PAY')).toEqual({ kind: 'shows', ids: ['FINE-7', 'PAY'] });
  expect(read('shows')).toMatchObject({ kind: 'wrong' });
});

test('--repeat and --busy take numbers, in any position', () => {
  expect(read('e2e --repeat 5 --busy 2')).toEqual({
    kind: 'run',
    wanted: { ...ONCE, steps: ['e2e'], filters: [], repeat: 5, busy: 2 },
  });
  expect(read('--repeat 2 unit money')).toMatchObject({ wanted: { steps: ['unit'], filters: ['money'], repeat: 2 } });
  for (const line of ['--repeat', '--repeat x', '--busy 0', '--repeat 100'])
    expect(read(line)).toEqual({ kind: 'wrong', message: `${line.split(' ')[0]} needs a number from 1 to 99.` });
});

test('-g takes the title of browser tests', async () => {
  const args = ['e2e', 'keyboard.spec', '-g', 'Ctrl.K finds'];
  const found = readArguments(args, KNOWN);
  expect(found).toEqual({
    kind: 'run',
    wanted: { ...ONCE, steps: ['e2e'], filters: ['keyboard.spec'], title: 'Ctrl.K finds' },
  });
  expect(read('e2e -g')).toEqual({ kind: 'wrong', message: '-g needs a part of the title of a test.' });
  expect(read('unit -g money')).toMatchObject({ kind: 'wrong' });
  if (found.kind !== 'run') throw new Error('It runs.');
  const run = vi.fn<Step['run']>(async () => ({ passed: 1, failed: 0, notes: [], output: '', processor: 0 }));
  const [planned] = plan(found.wanted, [{ name: 'e2e', testFiles: 'tests/e2e/**/*.spec.ts', run }], ROOT);
  await planned?.step.run({} as Resources, planned.selection, () => {});
  expect(run.mock.calls[0]?.[1]).toEqual({ files: ['tests/e2e/keyboard.spec.ts'], title: 'Ctrl.K finds' });
});

test('an unknown step or option is answered with the known ones', () => {
  expect(read('unti')).toEqual({
    kind: 'wrong',
    message: `There is no step "unti"; there are: ${KNOWN.join(', ')}, quick and shows.`,
  });
  expect(read('unit --watch')).toEqual({
    kind: 'wrong',
    message: 'There is no option --watch; there are: --help, --dev, -g, --repeat, --busy.',
  });
});

test('help fits ten lines', () => {
  expect(read('unit --help')).toEqual({ kind: 'help' });
  expect(HELP.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
});

test('a filter matches files that begin with it, or otherwise those that contain it', () => {
  const files = ['tests/e2e/fines.spec.ts', 'tests/e2e/collected-fines.spec.ts', 'tests/e2e/users.spec.ts'];
  expect(matchFiles(files, 'fines.spec')).toEqual(['tests/e2e/fines.spec.ts']);
  expect(matchFiles(files, 'ted-fines')).toEqual(['tests/e2e/collected-fines.spec.ts']);
  expect(matchFiles(files, 'nothing')).toEqual([]);
});

test('a step with chosen files runs only those, after the steps it builds upon', () => {
  const wanted = { ...ONCE, steps: ['unit', 'api-sqlite'], filters: ['fines.test', 'arguments.test'] };
  const planned = plan(wanted, steps, ROOT).map(({ step, selection }) => [step.name, selection]);
  expect(planned).toEqual([
    ['server', {}],
    ['unit', { files: ['tests/unit/tooling/arguments.test.ts'] }],
    ['api-sqlite', { files: ['tests/api/fines.test.ts'] }],
  ]);
  expect(() => plan({ ...wanted, filters: ['no-such-file'] }, steps, ROOT)).toThrow(
    'No test file of unit, api-sqlite has "no-such-file" in its path.',
  );
});

test('a change to what the built server consists of affects every test that starts it', () => {
  for (const path of [
    'src/core/money/money.ts',
    'src/server/app/app.ts',
    'scripts/prepare/build.mjs',
    'package-lock.json',
  ])
    expect(affectsServer(['README.md', path]), path).toBe(true);
  expect(affectsServer(['src/web/app/main.tsx', 'tests/api/fines.test.ts', 'docs/scale.md'])).toBe(false);
});

test('with the development server, browser tests need no build', () => {
  const wanted = { ...ONCE, steps: ['e2e'], filters: ['fines.spec'] };
  const names = (dev: boolean) => plan({ ...wanted, dev }, steps, ROOT).map(({ step }) => step.name);
  expect(read('e2e fines.spec --dev')).toMatchObject({ wanted: { ...wanted, dev: true } });
  expect([names(false), names(true)]).toEqual([['build', 'e2e'], ['e2e']]);
});

test('tests that do not depend on the engine run on one', () => {
  const planned = plan({ ...ONCE, steps: ['api-sqlite', 'api-postgres'], filters: ['headers.test'] }, steps, ROOT);
  expect(planned.map(({ step }) => step.name)).toEqual(['server', 'api-sqlite']);
});

test('the API tests of an area are those named after it, and those that changed', () => {
  const files = ['tests/api/payments.test.ts', 'tests/api/fines.test.ts', 'tests/api/one-engine/headers.test.ts'];
  expect(testsOfAreas(['src/server/areas/payments/payments.service.ts'], files)).toEqual(files.slice(0, 1));
  expect(testsOfAreas(['src/core/fines/fine.ts', 'src/contract/money/payments.ts'], files)).toEqual(files.slice(0, 2));
  expect(testsOfAreas(['src/server/app/app.ts', files[2] ?? ''], files)).toEqual(files.slice(2));
  const ofAll = [
    'tests/api/exports.test.ts',
    'tests/api/one-engine/leaks.test.ts',
    'tests/api/one-engine/bad-input.test.ts',
  ];
  expect(testsOfAreas(['src/contract/users.ts'], [...ofAll, ...files])).toEqual(ofAll);
  expect(testsOfAreas(['src/server/areas/users/users.service.ts'], ofAll)).toEqual([]);
});
