// npm run bench seed -- --users 10000 --fines 1000000 --database file:data/seeded.db
//
// Seeds an empty database with a made-up organisation of any size. The result passes check-books.
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../src/server/config/config.ts';
import { fillDatabase, NotEmptyError } from '../organisation/fill.ts';

const USAGE = `npm run bench seed -- [--users N] [--fines N] [--years N] [--seed N] [--database URL]
  --users     people, 10000 unless given
  --fines     1000000 unless given
  --years     how far back the history goes, 4 unless given
  --seed      the same number makes the same organisation on the same day, 1 unless given
  --database  file:PATH or postgres://…; DATABASE_URL unless given. It must hold no records yet.
`;

class UsageError extends Error {}

function options() {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '10000' },
      fines: { type: 'string', default: '1000000' },
      years: { type: 'string', default: '4' },
      seed: { type: 'string', default: '1' },
      database: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const count = (name: 'users' | 'fines' | 'years' | 'seed', least: number, most: number): number => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`);
  };
  const config = readConfig(
    values.database === undefined ? process.env : { ...process.env, DATABASE_URL: values.database },
  );
  return {
    help: values.help,
    databaseUrl: config.databaseUrl,
    history: {
      users: count('users', 1, 1_000_000),
      fines: count('fines', 0, 100_000_000),
      years: count('years', 1, 50),
      seed: count('seed', 0, 2 ** 31 - 1),
      now: Date.now(),
      actor: config.administratorEmail,
    },
  };
}

async function main(): Promise<void> {
  const { help, databaseUrl, history } = options();
  if (help) return void process.stdout.write(USAGE);
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  let said = 0;
  await fillDatabase(databaseUrl, history, (fines) => {
    const tenths = history.fines === 0 ? 10 : Math.floor((10 * fines) / history.fines);
    if (tenths <= said) return;
    said = tenths;
    process.stdout.write(`${fines.toLocaleString('en')} fines, ${seconds()} s\n`);
  });
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(`Done after ${seconds()} s, with at most ${memory} MB of memory.\n`);
}

try {
  await main();
} catch (error) {
  const mistaken = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  const known = error instanceof UsageError || error instanceof ConfigError || error instanceof NotEmptyError;
  if (!known && !mistaken) throw error;
  process.stderr.write(`${error.message}\n${error instanceof NotEmptyError ? '' : USAGE}`);
  process.exitCode = 1;
}
