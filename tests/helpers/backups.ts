// Runs the backup and restore commands in tests, and reads backup files.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { builtServer } from './built.ts';

export interface ToolResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `npm run backup` or `restore` on a database. */
export function runTool(
  tool: 'backup' | 'restore',
  databaseUrl: string,
  ...parameters: readonly string[]
): Promise<ToolResult> {
  return new Promise((resolve) => {
    // Without Vitest's environment variables.
    const child = execFile(
      process.execPath,
      [builtServer(`tools/${tool}`), ...parameters],
      { env: { DATABASE_URL: databaseUrl } },
      (_, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, stdout, stderr });
      },
    );
  });
}

export function newFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'jurmana-backups-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export const textOf = (file: string): string => gunzipSync(readFileSync(file)).toString();

/** Every row of a backup as `table: [values]`, sorted; booleans are 0 and 1, as in SQLite. */
export function rowsOf(file: string): string[] {
  let table = '';
  const rows: string[] = [];
  for (const line of textOf(file).trimEnd().split('\n')) {
    const value = JSON.parse(line) as { table?: string } | unknown[];
    if (Array.isArray(value)) {
      rows.push(`${table}: ${JSON.stringify(value.map((one) => (typeof one === 'boolean' ? Number(one) : one)))}`);
    } else table = value.table ?? table;
  }
  return rows.toSorted();
}
