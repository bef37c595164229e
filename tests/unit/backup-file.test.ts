// Creating a backup file next to leftover and unfinished files of other backups.
import { readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { fileNameAt, PARTIAL_SUFFIX } from '../../src/server/tools/backup/format.ts';
import { writeBackupFile } from '../../src/server/tools/backup/write-file.ts';
import { newFolder } from '../helpers/backups.ts';

const DAY = 24 * 60 * 60 * 1000;
const folder = newFolder();
afterEach(folder.remove);

test('yesterday’s leftovers are deleted; files that another backup is writing stay, and may disappear before they are inspected', async () => {
  const now = Date.now();
  const [leftOver, underWay, gone] = [now - 2 * DAY, now - 2000, now - 1000].map(
    (at) => fileNameAt(at) + PARTIAL_SUFFIX,
  );
  for (const name of [leftOver, underWay]) writeFileSync(join(folder.path, String(name)), 'unfinished');
  utimesSync(join(folder.path, String(leftOver)), new Date(now - 2 * DAY), new Date(now - 2 * DAY));
  // A dangling link is listed but cannot be opened, like a file renamed in between.
  symlinkSync(join(folder.path, 'nowhere'), join(folder.path, String(gone)));

  const name = fileNameAt(now);
  await writeBackupFile({ folder: folder.path, name, signal: new AbortController().signal }, piece());
  expect(new Set(readdirSync(folder.path))).toEqual(new Set([underWay, gone, name]));
});

async function* piece(): AsyncIterable<string> {
  yield '{}\n';
}
