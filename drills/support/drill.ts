// What every drill shares: its arguments, a database of each engine, and a table of what it found.
//
// A drill is a command that does something terrible to a running system, within a known time, and checks that nothing
// was lost. `--short` is the form `npm test` runs. It exits with 1 when a statement did not hold.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from '../../src/server/db/engine.ts';
import { createDatabase, startPostgres } from '../../tests/helpers/postgres.ts';

export interface DrillOptions {
  /** the form for every day: same statements, fewer rounds */
  short: boolean;
  engines: Engine[];
  /** rounds, when given: what one round is, each drill says */
  times: number | null;
  /** what random choices begin from; printed, so that a run can be repeated */
  seed: number;
}

/** The administrator of every drill. */
export const ACCOUNT = { email: 'admin@jurmana.test', password: 'only-for-drills' };

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Reads `--short --engines sqlite,postgres --times N --seed N`; throws on anything else. */
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
  // Ends by exit(), so that what was started ends with it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return { short: values.short, engines: chosen, times, seed };
}

export interface DrillDatabase {
  url: string;
  /** A further empty database beside this one; on PostgreSQL in the same server, which this one's remove() ends. */
  another(): Promise<DrillDatabase>;
  remove(): Promise<void>;
}

/**
 * A new, empty database. On PostgreSQL in the server of TEST_POSTGRES_URL, else in a throw-away server of its own that
 * writes to the disk as a real installation does.
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

/** Collects what a drill states and what it saw. */
export class Findings {
  readonly #rows: { statement: string; seen: string; holds: boolean }[] = [];

  /** One statement, with the figure that shows it. */
  add(statement: string, holds: boolean, seen: string | number): void {
    this.#rows.push({ statement, seen: String(seen), holds });
  }

  /** The statements that did not hold. */
  failed(): string[] {
    return this.#rows.flatMap(({ statement, holds }) => (holds ? [] : [statement]));
  }

  /** Prints the table under a title; the process then exits with 1 if a statement did not hold. */
  print(title: string): void {
    const width = Math.max(...this.#rows.map(({ statement }) => statement.length));
    say(`\n${title}`);
    for (const { statement, seen, holds } of this.#rows) {
      say(`  ${holds ? 'ok  ' : 'FAIL'}  ${statement.padEnd(width)}  ${seen}`);
    }
    if (this.#rows.length === 0 || this.failed().length > 0) process.exitCode = 1;
  }
}

/** Numbers that look random and are the same for the same seed: 0 <= x < 1. */
export function randomFrom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
