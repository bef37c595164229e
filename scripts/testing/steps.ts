// What `npm test` consists of. Every step is a command whose success is counted, or a test run whose tests are.
import { join } from 'node:path';

import { countReport, type Counts } from './counts.ts';
import { runNode, type Ended } from './run.ts';

export type Resources = {
  root: string;
  /** A folder for the reports of this run. */
  reports: string;
  /** The PostgreSQL server all steps share. */
  postgres: Promise<{ url: string }>;
  /** The path of a browser. */
  chromium: Promise<string>;
};

export type Result = Counts & { output: string };

export type Step = {
  name: string;
  /** Names of steps whose results this one builds upon. */
  after?: string[];
  needs?: ('postgres' | 'chromium')[];
  run: (resources: Resources) => Promise<Result>;
};

const counted = ({ ok, output }: Ended): Result => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, notes: [], output });

/** A check made of commands that run side by side; it is one thing that passes or fails. */
function check(name: string, ...commands: string[][]): Step {
  return {
    name,
    run: async ({ root }) => {
      const ended = await Promise.all(commands.map((command) => runNode(command, { cwd: root })));
      return counted({ ok: ended.every(({ ok }) => ok), output: ended.map(({ output }) => output).join('') });
    },
  };
}

function vitest(project: string): Step {
  const onPostgres = project.endsWith('-postgres');
  return {
    name: project,
    ...(project === 'unit' ? {} : { after: ['build'] }),
    ...(onPostgres ? { needs: ['postgres' as const] } : {}),
    run: async ({ root, reports, postgres }) => {
      const report = join(reports, `${project}.json`);
      const ended = await runNode(
        [
          'node_modules/vitest/vitest.mjs',
          'run',
          '--project',
          project,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        { cwd: root, env: onPostgres ? { TEST_POSTGRES_URL: (await postgres).url } : {} },
      );
      return { ...countReport('vitest', report, ended.ok), output: ended.output };
    },
  };
}

/** A drill in its short form: one thing that holds or does not. */
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
  name: 'browser',
  after: ['build'],
  needs: ['postgres', 'chromium'],
  run: async ({ root, reports, postgres, chromium }) => {
    const report = join(reports, 'browser.json');
    const env = {
      TEST_POSTGRES_URL: (await postgres).url,
      CHROMIUM_PATH: await chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    };
    const ended = await runNode(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
      cwd: root,
      env,
    });
    return { ...countReport('playwright', report, ended.ok), output: ended.output };
  },
};

const tsc = ['node_modules/typescript/bin/tsc', '-p'];

/** In the order they are taken up. */
export const steps: Step[] = [
  check('build', ['scripts/prepare.mjs', 'build']),
  check('types', [...tsc, 'tsconfig.node.json'], [...tsc, 'tsconfig.web.json'], [...tsc, 'tsconfig.e2e.json']),
  check('lint', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings']),
  check('format', ['node_modules/oxfmt/bin/oxfmt', '--check']),
  check('imports', ['scripts/check-imports.ts']),
  check('unused', ['node_modules/knip/bin/knip.js']),
  vitest('unit'),
  vitest('laws-sqlite'),
  vitest('laws-postgres'),
  vitest('api-sqlite'),
  vitest('api-postgres'),
  browser,
  drill('crash'),
  drill('processes'),
  drill('fuzz'),
  drill('backup'),
  drill('trouble'),
  drill('ha'),
];
