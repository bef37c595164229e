// The steps of `npm test`. Each is a check that counts as one test, or a test run.
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

import { changedFiles } from './changes.ts';
import { countReport, type Counts } from './counts.ts';
import { runNode, type Ended } from './run.ts';

export type Resources = {
  root: string;
  /** folder for the reports of this run */
  reports: string;
  /** the PostgreSQL server that all steps share */
  postgres: Promise<{ url: string }>;
  /** path of the browser */
  chromium: Promise<string>;
};

/** Which tests of a step to run; all if neither is given. */
export type Selection = {
  /** paths relative to the root */
  files?: string[];
  /** only tests that changed since this commit, or import something that did */
  changedSince?: string;
  /** run browser tests on the development server, without a build */
  dev?: boolean;
  /** only browser tests whose title matches */
  title?: string;
};

export type Result = Counts & Pick<Ended, 'output' | 'processor'>;

export type Step = {
  name: string;
  /** names of the steps it depends on */
  after?: string[];
  needs?: ('postgres' | 'chromium')[];
  /** how many places it takes; one unless given */
  places?: number;
  /** glob of its test files; undefined for a check */
  testFiles?: string;
  /** `onOutput` receives what it prints as it comes */
  run: (resources: Resources, selection: Selection, onOutput: (text: string) => void) => Promise<Result>;
};

/** Relative to the root. */
export function filesOf({ testFiles }: Step, root: string): string[] {
  return testFiles === undefined ? [] : globSync(testFiles, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
}

const counted = ({ ok, ...ended }: Ended): Result => ({
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  notes: [],
  ...ended,
});

/** Commands that run in parallel and count as one check. */
function check(name: string, ...commands: string[][]): Step {
  return {
    name,
    run: async ({ root }) => {
      const ended = await Promise.all(commands.map((command) => runNode(command, { cwd: root })));
      // The type checks share files, and report the same errors about them.
      const lines = new Set(ended.flatMap(({ output }) => output.split('\n')));
      const processor = ended.reduce((sum, one) => sum + one.processor, 0);
      return counted({ ok: ended.every(({ ok }) => ok), output: [...lines].join('\n'), processor });
    },
  };
}

function vitest(project: string): Step {
  const onPostgres = project.endsWith('-postgres');
  const kind = project.split('-')[0] ?? '';
  return {
    name: project,
    // tests/api/one-engine runs only on SQLite.
    testFiles: onPostgres ? `tests/${kind}/*.test.ts` : `tests/${kind}/**/*.test.ts`,
    ...(project === 'unit' ? {} : { after: ['server'] }),
    ...(onPostgres ? { needs: ['postgres' as const] } : {}),
    run: async ({ root, reports, postgres }, { files = [], changedSince }, onOutput) => {
      const report = join(reports, `${project}.json`);
      const ended = await runNode(
        [
          'node_modules/vitest/vitest.mjs',
          'run',
          ...files,
          '--project',
          project,
          ...(changedSince === undefined ? [] : ['--changed', changedSince, '--passWithNoTests']),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        { cwd: root, env: onPostgres ? { TEST_POSTGRES_URL: (await postgres).url } : {}, onOutput },
      );
      const { output, processor } = ended;
      const result = { ...countReport('vitest', report, ended.ok), output, processor };
      if (changedSince !== undefined && ended.ok && result.passed === 0)
        return { ...result, failed: 0, notes: ['no test is concerned'] };
      return result;
    },
  };
}

/** A drill in its short form, counted as one check. */
function drill(name: string): Step {
  return {
    name: `drill-${name}`,
    after: ['build'],
    needs: ['postgres'],
    run: async ({ root, postgres }) => {
      const env = { TEST_POSTGRES_URL: (await postgres).url };
      return counted(await runNode([`drills/${name}.ts`, '--short'], { cwd: root, env }));
    },
  };
}

const browser: Step = {
  name: 'e2e',
  // Its browsers keep more than one core busy all the time.
  places: 2,
  testFiles: 'tests/e2e/**/*.spec.ts',
  after: ['build'],
  needs: ['postgres', 'chromium'],
  run: async ({ root, reports, postgres, chromium }, { files = [], dev = false, title }, onOutput) => {
    const report = join(reports, 'e2e.json');
    const env = {
      TEST_POSTGRES_URL: (await postgres).url,
      CHROMIUM_PATH: await chromium,
      E2E_REPORT: report,
      ...(dev ? { E2E_DEV: 'true' } : {}),
    };
    // Playwright takes regular expressions.
    const patterns = files.map((file) => `/${file.replaceAll('.', '\\.')}$`);
    const command = [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...patterns,
      ...(title === undefined ? [] : ['-g', title]),
    ];
    const ended = await runNode(command, { cwd: root, env, onOutput });
    const { output, processor } = ended;
    return { ...countReport('playwright', report, ended.ok), output, processor };
  },
};

const LINT = ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'];

const lint: Step = {
  name: 'lint',
  run: async ({ root }, { changedSince }) => {
    const changed =
      changedSince === undefined
        ? []
        : changedFiles(root, changedSince).filter(
            (path) => /\.(?:tsx?|mjs|js)$/.test(path) && existsSync(join(root, path)),
          );
    if (changedSince !== undefined && changed.length === 0)
      return { passed: 1, failed: 0, notes: ['nothing changed'], output: '', processor: 0 };
    return counted(await runNode([...LINT, ...changed], { cwd: root }));
  },
};

/** Files kept in .cache make the next run of types and unused a matter of seconds. */
const types = (project: string): string[] => [
  'node_modules/typescript/bin/tsc',
  '-p',
  `tsconfig.${project}.json`,
  '--incremental',
  '--tsBuildInfoFile',
  `.cache/types/${project}.tsbuildinfo`,
  // One checker each: several would compute the same types again, and the projects already keep the cores busy.
  '--checkers',
  '1',
];

/** How many steps run at a time, on two cores: API tests and drills wait for half of their time. */
export const PLACES = 3;

/** In the order they start: quick checks first, then the longest. */
export const steps: Step[] = [
  check('server', ['scripts/prepare.mjs', 'tools']),
  // It includes the server, which must not be built twice at once.
  { ...check('build', ['scripts/prepare.mjs', 'build']), after: ['server'] },
  check('types', types('node'), types('web'), types('worker'), types('e2e')),
  lint,
  check('format', ['node_modules/oxfmt/bin/oxfmt', '--check']),
  check('imports', ['scripts/check-imports.ts']),
  check('browsers', ['scripts/check-browsers.ts']),
  check('unused', ['node_modules/knip/bin/knip.js', '--cache', '--cache-location', '.cache/unused']),
  vitest('unit'),
  browser,
  vitest('api-sqlite'),
  vitest('api-postgres'),
  drill('fuzz'),
  vitest('laws-postgres'),
  drill('crash'),
  drill('backup'),
  drill('mail'),
  vitest('laws-sqlite'),
  drill('trouble'),
  drill('processes'),
];

/** What `npm test -- quick` runs. */
export const QUICK = ['types', 'lint', 'format', 'imports', 'unused', 'unit', 'laws-sqlite', 'api-sqlite'];
