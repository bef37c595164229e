// The options of `npm run bench`.
import { parseArgs } from 'node:util';
import type { Engine } from '../../src/server/db/types.ts';
import type { Size } from './databases.ts';

export const USAGE = `npm run bench -- [--sizes USERS:FINES,…] [--engines sqlite,postgres] [--parts reads,floors,installation]
  --sizes     sizes of the made-up organisation, 1000:50000,10000:1000000 unless given
  --engines   sqlite, postgres or both, separated by a comma
  --parts     reads: every read over one connection; floors: the operations that matter beside a bare node:http answer
              and the same SQL on the driver; installation: how large it is. All unless given.
  --requests  how often each read is sent, 300 unless given; ten times as often beside the floors
  --only      only operations whose name contains this text
  --uncached  beside the floors: bypass the response cache, so that every answer is computed
  --postgres  a PostgreSQL server to use, postgres://…; without it one from npm is started
  --database  instead of --sizes and --engines: a database that npm run bench seed filled, file:PATH or postgres://…,
              whose reads are measured in place, without a copy
`;

const PARTS = ['reads', 'floors', 'installation'] as const;
type Part = (typeof PARTS)[number];

export interface Options {
  sizes: Size[];
  engines: Engine[];
  parts: ReadonlySet<Part>;
  requests: number;
  only: string;
  uncached: boolean;
  postgresUrl: string | null;
  /** a seeded database, to be read in place */
  databaseUrl: string | null;
}

/** Null if they are invalid. */
export function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '1000:50000,10000:1000000' },
      engines: { type: 'string', default: 'sqlite,postgres' },
      parts: { type: 'string', default: PARTS.join(',') },
      requests: { type: 'string', default: '300' },
      only: { type: 'string', default: '' },
      uncached: { type: 'boolean', default: false },
      postgres: { type: 'string' },
      database: { type: 'string' },
    },
  });
  const engines = enginesOf(values.engines);
  const parts = new Set(PARTS.filter((part) => values.parts.split(',').includes(part)));
  const sizes = values.sizes.split(',').map((text) => {
    const [users, fines] = text.split(':').map(Number);
    return isCount(users) && isCount(fines) ? { users, fines } : null;
  });
  const requests = Number(values.requests);
  if (engines.length === 0 || parts.size === 0 || !isCount(requests)) return null;
  if (!sizes.every((size) => size !== null)) return null;
  const { only, uncached, postgres: postgresUrl = null, database: databaseUrl = null } = values;
  return { sizes, engines, parts, requests, only, uncached, postgresUrl, databaseUrl };
}

/** Parses `sqlite,postgres`; ignores anything else. */
export const enginesOf = (list: string): Engine[] =>
  list.split(',').filter((name): name is Engine => name === 'sqlite' || name === 'postgres');

const isCount = (value: number | undefined): value is number => Number.isInteger(value) && (value ?? 0) > 0;
