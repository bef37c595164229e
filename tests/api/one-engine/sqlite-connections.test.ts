// Several connections to one SQLite file. Opening it a second time in one process must not drop its locks: closing any
// descriptor of a file releases all POSIX locks of the process on it, and another process could then write concurrently
// (BACKUP-1, CHECK-1).
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { connect } from '../../../src/server/db/connect.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { inWriteTransaction } from '../../../src/server/db/transaction.ts';
import { newFolder } from '../../helpers/backups.ts';

/** Whether another process can start to write. */
function canWriteElsewhere(path: string): boolean {
  const script = `const db = new (require('better-sqlite3'))(process.argv[1], { timeout: 0 });
    try { db.exec('begin immediate; rollback'); console.log('yes'); } catch { console.log('no'); }`;
  return execFileSync(process.execPath, ['-e', script, path], { encoding: 'utf8' }).trim() === 'yes';
}

test('a second connection does not release the lock of a write in progress', async () => {
  const folder = newFolder();
  const path = join(folder.path, 'locked.db');
  const db = connect(`file:${path}`);
  await migrate(db);
  await inWriteTransaction(db, async (tx) => {
    await tx.insertInto('instance').values({ key: 'a', value: '1' }).execute();
    expect(canWriteElsewhere(path)).toBe(false);
    const again = connect(`file:${path}`);
    expect(canWriteElsewhere(path)).toBe(false);
    await again.close();
  });
  expect(canWriteElsewhere(path)).toBe(true);
  await db.close();
  folder.remove();
});

test('tables that another process creates during the start are not taken for another program [OPS-16]', async () => {
  const folder = newFolder();
  const open = () => connect(`file:${join(folder.path, 'shared.db')}`);
  const [first, second] = [open(), open()];
  const { introspection } = second.write;
  vi.spyOn(second.write, 'introspection', 'get').mockReturnValueOnce({
    getSchemas: () => introspection.getSchemas(),
    getTables: async (options) => {
      const tables = await introspection.getTables(options);
      await migrate(first);
      return tables;
    },
  });
  await migrate(second);
  expect(await second.read.selectFrom('users').selectAll().execute()).toEqual([]);
  await first.close();
  await second.close();
  folder.remove();
});
