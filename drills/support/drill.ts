// What every drill shares: its options, a database of each engine, and the table of its findings.
//
// A drill is a command that does something destructive to a running system and checks that nothing was lost. `npm test`
// runs it with `--short`. It exits with 1 if a statement did not hold.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from '../../src/server/db/types.ts';
import { END_SIGNALS } from '../../src/server/base/ending.ts';
import { createDatabase, startPostgres } from '../../tests/helpers/postgres.ts';

export interface DrillOptions {
  /** same statements, fewer rounds */
  short: boolean;
  engines: Engine[];
  /** number of rounds, if given; its meaning depends on the drill */
  times: number | null;
  /** seed of random choices; printed, so that a run can be repeated */
  seed: number;
}

/** The administrator of every drill. */
export const ACCOUNT = { email: 'admin@jurmana.test', password: 'only-for-drills' };

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Ends by exit(), which runs the exit handlers, which stop child processes. */
export function endOnSignals(): void {
  for (const signal of END_SIGNALS) process.once(signal, () => process.exit(1));
}

/** Parses `--short --engines sqlite,postgres --times N --seed N`; throws on anything else. */
export function readOptions(engines: Engine[] = ['sqlite', 'postgres']): DrillOptions {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      engines: { type: 'string', default: engines.join(',') },
      times: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const chosen = engines.filter((engine) => values.engines.split(',').includes(engine));
  const times = values.times === undefined ? null : Number(values.times);
  const seed = Number(values.seed);
  if (chosen.length === 0 || !Number.isInteger(seed) || (times !== null && !(Number.isInteger(times) && times > 0))) {
    throw new Error(`Options: --short, --engines ${engines.join(',')}, --times N, --seed N`);
  }
  endOnSignals();
  return { short: values.short, engines: chosen, times, seed };
}

export interface DrillDatabase {
  url: string;
  /** Another empty database; on PostgreSQL in the same server, which this one's remove() stops. */
  another(): Promise<DrillDatabase>;
  remove(): Promise<void>;
}

/**
 * A new, empty database. On PostgreSQL it is in the server of TEST_POSTGRES_URL, otherwise in a temporary server with
 * fsync on.
 */
export async function newDatabase(engine: Engine): Promise<DrillDatabase> {
  if (engine === 'postgres') {
    const given = process.env['TEST_POSTGRES_URL'];
    const own = given === undefined ? await startPostgres({ durable: true }) : null;
    const beside = async (remove: () => Promise<void>): Promise<DrillDatabase> => ({
      url: await createDatabase(own?.url ?? given ?? ''),
      another: () => beside(async () => {}),
      remove,
    });
    return beside(async () => own?.stop());
  }
  const folder = mkdtempSync(join(tmpdir(), 'jurmana-drill-'));
  return {
    url: `file:${join(folder, 'jurmana.db')}`,
    another: () => newDatabase('sqlite'),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Collects a drill's statements, whether they held, and the figures. */
export class Findings {
  readonly #rows: { statement: string; seen: string; holds: boolean }[] = [];

  add(statement: string, holds: boolean, seen: string | number): void {
    this.#rows.push({ statement, seen: String(seen), holds });
  }

  failed(): string[] {
    return this.#rows.flatMap(({ statement, holds }) => (holds ? [] : [statement]));
  }

  /** Prints the table, and sets the exit code to 1 if a statement did not hold. */
  print(title: string): void {
    const width = Math.max(...this.#rows.map(({ statement }) => statement.length));
    say(`\n${title}`);
    for (const { statement, seen, holds } of this.#rows) {
      say(`  ${holds ? 'ok  ' : 'FAIL'}  ${statement.padEnd(width)}  ${seen}`);
    }
    if (this.#rows.length === 0 || this.failed().length > 0) process.exitCode = 1;
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
