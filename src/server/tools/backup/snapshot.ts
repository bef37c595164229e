// Produces the lines of a backup from one snapshot of the database, read in pages so that memory use is bounded.
// Servers can write meanwhile.
import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import { appliedMigrations } from '../../db/migrate.ts';
import type { Schema } from '../../db/schema.ts';
import type { Progress } from '../shared/progress.ts';
import { columnsOf } from './engines.ts';
import { type EndLine, FORMAT_VERSION, type Header, type TableLine } from './format.ts';
import { BACKUP_TABLES, type BackupTable, CLEARED_BY_RESTORE } from './tables.ts';

const PAGE = 500;

interface SnapshotOptions {
  db: Database;
  madeAt: string;
  progress: Progress;
}

/** The backup as chunks of complete lines, as `tx` sees the database. */
export async function* snapshot(
  tx: Transaction<Schema>,
  { db, madeAt, progress }: SnapshotOptions,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (piece: string): string => {
    hash.update(piece);
    return piece;
  };
  const header: Header = {
    jurmana: 'backup',
    format: FORMAT_VERSION,
    madeAt,
    engine: db.engine,
    migrations: await appliedMigrations(tx),
  };
  yield hashed(`${JSON.stringify(header)}\n`);
  const counts: EndLine['rows'] = {};
  const columns = await columnsOf(tx, db.engine);
  for (const table of BACKUP_TABLES) {
    const names = columns.get(table.name)?.map(({ name }) => name);
    if (names === undefined || CLEARED_BY_RESTORE.includes(table.name)) continue;
    const line: TableLine = { table: table.name, columns: names };
    yield hashed(`${JSON.stringify(line)}\n`);
    let count = 0;
    for await (const rows of pages(tx, table, names)) {
      yield hashed(rows.map((row) => `${JSON.stringify(Object.values(row))}\n`).join(''));
      count += rows.length;
      progress(`Copying ${table.name}: ${count.toLocaleString('en')}`);
    }
    counts[table.name] = count;
  }
  const end: EndLine = { rows: counts, sha256: hash.digest('hex') };
  yield `${JSON.stringify(end)}\n`;
}

type Row = Record<string, unknown>;

/** All rows of a table, ordered by primary key. */
async function* pages(tx: Transaction<Schema>, table: BackupTable, columns: readonly string[]): AsyncGenerator<Row[]> {
  const keys = sql.join(table.key.map((column) => sql.ref(column)));
  const wanted = sql.join(columns.map((column) => sql.ref(column)));
  let last: Row | undefined;
  for (;;) {
    const after: Row | undefined = last;
    const beyond =
      after === undefined ? sql`` : sql`where (${keys}) > (${sql.join(table.key.map((column) => after[column]))})`;
    const { rows } = await sql<Row>`
      select ${wanted} from ${sql.table(table.name)} ${beyond} order by ${keys} limit ${sql.lit(PAGE)}`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1);
  }
}
