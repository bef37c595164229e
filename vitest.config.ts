// Vitest settings: one project for each kind of test, and for tests with a database one for each engine.
//
// A test with a database reads the engine from TEST_ENGINE ('sqlite' or 'postgres'); on PostgreSQL the running
// server's address is in TEST_POSTGRES_URL, and the test makes its own database in it (tests/helpers/postgres.ts).
//
// tests/api runs on both engines, but for tests/api/one-engine: what no engine decides.
import { defineConfig } from 'vitest/config';

import { patience } from './tests/helpers/patience.ts';

/** Long enough for a slow machine that runs everything at once, short enough to end what hangs. */
const limits = {
  testTimeout: patience(120_000),
  hookTimeout: patience(120_000),
  teardownTimeout: patience(120_000),
  // Vitest's own is one second.
  expect: { poll: { timeout: patience(30_000) } },
};

function databaseProject(kind: 'api' | 'laws', engine: 'sqlite' | 'postgres') {
  return {
    test: {
      name: `${kind}-${engine}`,
      include: [`tests/${kind}/**/*.test.ts`],
      ...(engine === 'postgres' ? { exclude: ['tests/*/one-engine/**'] } : {}),
      env: { TEST_ENGINE: engine },
      globalSetup: [
        'tests/helpers/built-setup.ts',
        ...(engine === 'postgres' ? ['tests/helpers/postgres-setup.ts'] : []),
      ],
      ...limits,
      isolate: false,
    },
  };
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], ...limits, isolate: false } },
      databaseProject('laws', 'sqlite'),
      databaseProject('laws', 'postgres'),
      databaseProject('api', 'sqlite'),
      databaseProject('api', 'postgres'),
    ],
  },
});
