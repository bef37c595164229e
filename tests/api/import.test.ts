// Importing an organisation: into the database, from the command line, and the application with imported data.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addFines, assessFines, listFines } from '../../src/contract/fines/fines.ts';
import { listRules } from '../../src/contract/settings/rules.ts';
import { listUsers, readUser } from '../../src/contract/users.ts';
import { RULES } from '../../src/core/fines/rules.ts';
import { connect } from '../../src/server/db/connect.ts';
import type { Database } from '../../src/server/db/types.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { readStatement } from '../../src/server/areas/statements/statement.service.ts';
import { checkBooks } from '../../src/server/tools/books/check-books.ts';
import type { ImportData } from '../../src/server/tools/import/import-data.ts';
import { readExport } from '../../src/server/tools/import/import-reader.ts';
import { NotEmptyError, writeImport } from '../../src/server/tools/import/import-writer.ts';
import { startApp } from '../helpers/app.ts';
import { builtServer } from '../helpers/built.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { newDatabaseUrl } from '../helpers/database.ts';

const fixture = join(import.meta.dirname, '../fixtures/firestore-cut.json');
const expected = JSON.parse(readFileSync(fixture.replace('.json', '.expected.json'), 'utf8')) as {
  fines: number;
  users: number;
  paidFines: number;
  totalPaisa: number;
  pendingPaisa: number;
  usedPaisa: number;
  byUser: Record<string, { fines: number; totalPaisa: number; pendingPaisa: number }>;
};
const NOW = Date.parse('2026-11-18T07:00:00Z');

let database: Awaited<ReturnType<typeof newDatabaseUrl>>;
let db: Database;
let folder: string;

beforeEach(async () => {
  database = await newDatabaseUrl();
  folder = mkdtempSync(join(tmpdir(), 'jurmana-import-'));
  db = connect(database.url);
});
afterEach(async () => {
  await db.close();
  database.remove();
  rmSync(folder, { recursive: true, force: true });
});

const readFixture = () => readExport(readFileSync(fixture, 'utf8'), { timeZone: 'Asia/Karachi', now: NOW }).data;

function write(data: ImportData): Promise<void> {
  const environment = { db, clock: { now: () => NOW }, timeZone: 'Asia/Karachi', onCommit: () => {} };
  return writeImport(environment, data, 'test');
}

describe('the writer', () => {
  beforeEach(() => migrate(db));

  it('reaches the expected figures, and journal, summaries and books agree [STATE-3, IMPORT-4]', async () => {
    await write(readFixture());
    const books = await db.read.selectFrom('books').selectAll().executeTakeFirstOrThrow();
    expect(books).toMatchObject({
      total: expected.totalPaisa,
      pending: expected.pendingPaisa,
      used: expected.usedPaisa,
      fine_count: expected.fines,
      paid_count: expected.paidFines,
    });
    const users = await db.read.selectFrom('users').selectAll().execute();
    const figures = users.map(({ id, fine_count, total, pending }) => [
      id,
      { fines: fine_count, totalPaisa: total, pendingPaisa: pending },
    ]);
    expect(Object.fromEntries(figures)).toEqual(expected.byUser);
    for (const { id: userId, pending } of users) {
      const asked = { userId, from: undefined, to: undefined, today: '2026-11-18', timeZone: 'Asia/Karachi' };
      const { closing, lines } = await readStatement(db.read, asked);
      expect(closing).toBe(pending);
      expect(lines.filter(({ kind }) => kind === 'fine')).toHaveLength(expected.byUser[userId]?.fines ?? -1);
    }
    expect(await checkBooks(db)).toMatchObject({ agrees: true, users: [], problems: [] });
    await expectBooksRight(db);
  });

  it('keeps ids, times and the order of creation [NAME-7, PAY-12, IMPORT-4]', async () => {
    const data = readFixture();
    await write(data);
    const fines = await db.read.selectFrom('fines').selectAll().orderBy('sequence').execute();
    expect(fines).toEqual(
      data.fines.map((fine, index) => ({
        ...fine,
        paid_amount: fine.status === 'Paid' ? fine.amount : 0,
        waived_amount: 0,
        mistake: 0,
        doubled_by: null,
        due_on: null,
        sequence: fines[index]?.sequence,
      })),
    );
    expect(fines.every((fine, index) => fine.sequence === (fines[0]?.sequence ?? 0) + index)).toBe(true);
    const entries = await db.read
      .selectFrom('journal')
      .selectAll()
      .where('subject', '=', 'fine')
      .orderBy('sequence')
      .execute();
    expect(entries.map((entry) => [entry.sequence, entry.subject_id, entry.actor, entry.action])).toEqual(
      fines.map((fine) => [fine.sequence, fine.id, 'import', 'import']),
    );
  });

  it('remembers the fine types, the last used first, with an amount that was not doubled', async () => {
    const [template] = readFixture().fines;
    if (template === undefined) throw new Error('The fixture has no fines.');
    const fine = (id: string, fine_type: string, amount: number, date: string) => ({
      ...template,
      id,
      fine_type,
      amount,
      date,
      user_id: 'U',
      status: 'Pending' as const,
      paid_on: null,
    });
    const [user] = readFixture().users;
    if (user === undefined) throw new Error('The fixture has no users.');
    await write({
      users: [{ ...user, id: 'U' }],
      fines: [
        fine('1', 'Late', 5_000, '2026-11-02'),
        fine('2', 'Noise', 30_000, '2026-11-03'),
        fine('3', 'late ', 10_000, '2026-11-05'),
        fine('4', '', 700, '2026-11-20'),
      ],
      events: [],
      settings: [],
    });
    const types = await db.read.selectFrom('fine_types').selectAll().orderBy('last_sequence', 'desc').execute();
    expect(types.map((type) => [type.fine_type, type.last_amount])).toEqual([
      ['late ', 5_000],
      ['Noise', 30_000],
    ]);
  });

  it('leaves nothing behind when it fails [IMPORT-3]', async () => {
    const before = await dump(db);
    const data = readFixture();
    const [event] = data.events;
    if (event === undefined) throw new Error('The fixture has no events.');
    await expect(write({ ...data, events: [...data.events, event] })).rejects.toThrow(/unique/i);
    expect(await dump(db)).toEqual(before);
  });

  it('refuses a database with any record in it, and changes nothing [IMPORT-3]', async () => {
    await write({ users: [], fines: [], events: [], settings: [{ id: '2', description: 'x', allow_disallow: 0 }] });
    const before = await dump(db);
    await expect(write(readFixture())).rejects.toThrow(NotEmptyError);
    expect(await dump(db)).toEqual(before);
  });

  it('lets only one of two concurrent imports through [IMPORT-3]', async () => {
    const outcomes = await Promise.allSettled([write(readFixture()), write(readFixture())]);
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expectBooksRight(db);
  });
});

describe('the application after an import', () => {
  it('lists the imported users, shows missing ones as unknown, and goes on adding fines under the rule', async () => {
    await migrate(db);
    await write(readFixture());
    const app = await startApp({ databaseUrl: database.url, clock: { ...fixedClock() } });
    try {
      const administrator = await app.administrator();
      const users = await administrator.must(listUsers, { query: { pageSize: 100 } });
      expect(users.totalUsers).toBe(expected.users);
      expect(users.items.find((user) => user.id === 'UAiHm1c9S9BRl74chXr6')?.userName).toBe('Unknown User');
      expect(users.items.some((user) => user.id === 'EiySCfjMMhFhESq331C8')).toBe(false);
      const unknown = await administrator.must(readUser, { params: { userId: 'EiySCfjMMhFhESq331C8' } });
      expect(unknown).toMatchObject({ deleted: true, user: { userName: 'Unknown User', userEmail: null } });
      expect(unknown.summary.fineCount).toBe(expected.byUser['EiySCfjMMhFhESq331C8']?.fines);
      const fines = await administrator.must(listFines, { query: { pageSize: 100 } });
      expect(fines.totalItems).toBe(expected.fines);
      expect(fines.totals.totalFinesAmount).toBe(expected.totalPaisa / 100);
      const settings = await administrator.must(listRules, {});
      expect(settings.items.map(({ id, allowDisallow }) => [id, allowDisallow])).toEqual([
        ...RULES.map(({ id, isOnAtFirst }) => [id, isOnAtFirst]),
        ['2', false],
      ]);

      const newest = fines.items.find((each) => each.userName !== 'Unknown User');
      const other = users.items.find((user) => user.id === 'TxEGqEnYbeEQzqgOcU2e');
      if (newest === undefined || other === undefined) throw new Error('The fixture has nobody to fine.');
      const body = { amount: 100, date: newest.date, userIds: [newest.userId, other.id] };
      const { charges } = await administrator.must(assessFines, { body });
      expect(charges.map(({ amount, doubled }) => [amount, doubled])).toEqual([
        [200, true],
        [100, false],
      ]);
      const confirmed = charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled }));
      await administrator.must(addFines, { body: { ...body, fineType: 'Late arrival', confirmed } });
      expect((await checkBooks(db)).agrees).toBe(true);
    } finally {
      await app.stop();
    }
  });
});

function fixedClock() {
  return { now: () => NOW, set: () => NOW, advance: () => NOW };
}

/** Runs the tool as npm does, on the database under test, without Vitest's environment variables. */
function run(...parameters: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { DATABASE_URL: database.url, npm_lifecycle_event: 'import', INIT_CWD: folder };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [builtServer('tools/import'), ...parameters],
      { env, cwd: folder },
      (_, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, stdout, stderr });
      },
    );
  });
}

describe('the command', () => {
  const report = () => readFileSync(join(folder, 'report.txt'), 'utf8');

  it('only reports without --apply, and does not even create a database [IMPORT-1]', async () => {
    const { code, stdout } = await run(fixture, '--report', 'report.txt');
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing was imported: this is the report only. To import, add --apply --accept-refused.');
    expect(report()).toContain('Figures of every user');
    expect(statSync(join(folder, 'report.txt')).mode & 0o077).toBe(0);
    const tables = await db.write.introspection.getTables();
    expect(tables.some((table) => table.name === 'users')).toBe(false);
  });

  it('applies despite refused records only when told to, and only once [IMPORT-1]', async () => {
    const blocked = await run(fixture, '--report', 'report.txt', '--apply');
    expect(blocked.code).toBe(1);
    expect(blocked.stdout).toContain('Nothing was imported, because of 4 refused records.');

    const applied = await run(fixture, '--report', 'report.txt', '--apply', '--accept-refused');
    expect(applied).toMatchObject({ code: 0, stderr: '' });
    expect(applied.stdout).toContain('Imported, without 4 refused records.');
    const { fine_count } = await db.read.selectFrom('books').select('fine_count').executeTakeFirstOrThrow();
    expect(fine_count).toBe(expected.fines);

    const kept = report();
    const again = await run(fixture, '--report', 'report.txt', '--apply', '--accept-refused');
    expect(again).toEqual({
      code: 2,
      stdout: '',
      stderr: 'The database already holds records; an import needs an empty one. Nothing was changed.\n',
    });
    expect(report()).toBe(kept);
  });

  it.each([
    ['no file', [], /^Usage: npm run import/],
    ['an option it does not have', ['--force', 'x.json'], /^Unknown option '--force'\.\nUsage/],
    ['a file that is not there', ['missing.json'], /^The file .+missing\.json cannot be read/],
    ['a file that is not JSON', ['bad.json'], /^The file is not JSON/],
    ['a report that cannot be written', [fixture, '--report', '.'], /^The report cannot be written/],
  ])('says in one sentence what is wrong with %s', async (_, parameters, sentence) => {
    writeFileSync(join(folder, 'bad.json'), 'Dear Sir,');
    const { code, stdout, stderr } = await run(...parameters);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
  });
});
