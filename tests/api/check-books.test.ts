// check-books agrees after real work, and detects any change made directly in the database.
import { execFile } from 'node:child_process';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEvent, deleteEvent, updateEvent } from '../../src/contract/events.ts';
import { addFines, deleteFine } from '../../src/contract/fines/fines.ts';
import { switchRule } from '../../src/contract/settings/rules.ts';
import { addUser, deleteUser, updateUser } from '../../src/contract/users.ts';
import { databaseLocation } from '../../src/server/db/connect.ts';
import { DAILY_TABLES } from '../../src/server/balances/daily-figures/daily-figures.ts';
import { type BooksReport, checkBooks } from '../../src/server/tools/books/check-books.ts';
import { useApp } from '../helpers/app.ts';
import { builtServer } from '../helpers/built.ts';
import { newDatabaseUrl } from '../helpers/database.ts';
import { eventForm, mark } from '../helpers/ledger.ts';

const app = useApp();
let ids: Ids;
let untouched: BooksReport;
beforeAll(async () => {
  untouched = await checkBooks(app.db);
  ids = await work();
});

type Ids = Awaited<ReturnType<typeof work>>;

/** Uses every kind of write: pays, deletes and reduces fines, changes and deletes events and users. */
async function work(): Promise<{
  first: string;
  second: string;
  paid: string;
  pending: string;
  event: string;
  tea: string;
}> {
  const administrator = await app.administrator();
  const user = (userName: string, userEmail: string) =>
    administrator.must(addUser, { body: { userName, userEmail, userRole: 'Clerk', phone: '0300', status: 'Active' } });
  const first = (await user('First', 'first@example.pk')).id;
  const second = (await user('Second', 'second@example.pk')).id;
  const third = (await user('Third', 'third@example.pk')).id;
  const fine = async (amount: number, date: string, ...charges: [string, number][]) => {
    const confirmed = charges.map(([userId, charged]) => ({ userId, amount: charged, doubled: charged !== amount }));
    const body = { fineType: 'Late', amount, date, userIds: charges.map(([userId]) => userId), confirmed };
    return (await administrator.must(addFines, { body })).fineIds;
  };
  const [paid = '', pending = ''] = await fine(100.5, '2026-11-02', [first, 100.5], [second, 100.5]);
  const [halving = ''] = await fine(250, '2026-11-10', [first, 250]);
  await fine(250, '2026-11-11', [first, 500]);
  await fine(40, '2026-11-12', [third, 40]);
  await fine(30, '2026-11-20', [second, 30]);
  await mark(administrator, paid, 'Paid');
  await administrator.must(deleteFine, { params: { fineId: halving } });
  await administrator.must(deleteUser, { params: { userId: third } });
  await administrator.must(switchRule, { params: { ruleId: '1' }, body: { allowDisallow: false } });
  const form = eventForm({ title: 'Lunch', amount: 70 });
  const event = (await administrator.must(addEvent, { body: form })).event.id;
  await administrator.must(updateEvent, { params: { eventId: event }, body: { ...form, amount: 65.25 } });
  const tea = (await administrator.must(addEvent, { body: { ...form, title: 'Tea', amount: 20 } })).event.id;
  await administrator.must(updateUser, { params: { userId: first }, body: { phone: '0301' } });
  const { event: other } = await administrator.must(addEvent, { body: form });
  await administrator.must(deleteEvent, { params: { eventId: other.id } });
  return { first, second, paid, pending, event, tea };
}

const TABLES = [
  'settings',
  'idempotency',
  'books',
  'books_by_day',
  ...DAILY_TABLES,
  'journal',
  'events',
  'users',
  'fines',
  'payments',
  'allocations',
  'reversals',
] as const;
let rows: Map<(typeof TABLES)[number], Record<string, never>[]>;
/** Each test tampers with the same tables, which are restored afterwards. */
beforeEach(async () => {
  rows = new Map();
  for (const table of TABLES) {
    rows.set(table, (await app.db.write.selectFrom(table).selectAll().execute()) as unknown as Record<string, never>[]);
  }
});
afterEach(async () => {
  await app.db.write.transaction().execute(async (tx) => {
    for (const table of TABLES.toReversed()) await tx.deleteFrom(table).execute();
    for (const table of TABLES) {
      const kept = rows.get(table) ?? [];
      if (kept.length > 0) await tx.insertInto(table).values(kept).execute();
    }
  });
});

it('agrees with books that have no entries yet', () => {
  expect(untouched).toMatchObject({ agrees: true, users: [], problemCount: 0 });
});

it('agrees after every kind of operation, and shows the figures from all three sources [CHECK-1]', async () => {
  const report = await checkBooks(app.db);
  expect(report).toMatchObject({ agrees: true, users: [], problems: [], problemCount: 0 });
  const [total, pending, credit, used] = report.organisation;
  expect(total).toMatchObject({ figure: 'Total fines', journal: 52_100, records: 52_100, kept: 52_100, agrees: true });
  expect(pending).toMatchObject({ figure: 'Pending', journal: 42_050, records: 42_050, kept: 42_050, agrees: true });
  expect(credit).toMatchObject({ figure: 'Credit held', journal: 0, records: 0, kept: 0, agrees: true });
  expect(used).toMatchObject({ figure: 'Used', journal: 8_525, records: 8_525, kept: 8_525, agrees: true });
});

describe('detects this change made by SQL:', () => {
  const ofUser =
    (id: keyof Ids, ...figures: string[]) =>
    (known: Ids) => ({
      users: [{ userId: known[id], figures: figures.map((figure) => expect.objectContaining({ figure })) }],
    });
  const ofOrganisation = (figure: string) => () => ({
    organisation: expect.arrayContaining([expect.objectContaining({ figure, agrees: false })]),
  });
  const problem = (sentence: RegExp) => () => ({
    problems: expect.arrayContaining([expect.stringMatching(sentence)]),
  });

  const tamperings: [string, (known: Ids) => RawBuilder<unknown>, ((known: Ids) => object)[]][] = [
    [
      "a user's total",
      ({ first }) => sql`update users set total = total + 1 where id = ${first}`,
      [ofUser('first', 'Total fines')],
    ],
    [
      "a user's pending",
      ({ first }) => sql`update users set pending = pending - 1 where id = ${first}`,
      [ofUser('first', 'Pending')],
    ],
    [
      "a user's fine count",
      ({ second }) => sql`update users set fine_count = fine_count + 1 where id = ${second}`,
      [ofUser('second', 'Fines')],
    ],
    [
      "a user's paid count",
      ({ second }) => sql`update users set paid_count = paid_count + 1 where id = ${second}`,
      [ofUser('second', 'Paid fines')],
    ],
    [
      "a user's newest fine date",
      ({ second }) => sql`update users set newest_fine_date = '2026-11-03' where id = ${second}`,
      [ofUser('second', 'Newest fine')],
    ],
    [
      'a newest fine date that is gone',
      ({ second }) => sql`update users set newest_fine_date = null where id = ${second}`,
      [ofUser('second', 'Newest fine')],
    ],
    [
      'a day since when nothing is unpaid',
      ({ second }) => sql`update users set oldest_pending_date = null where id = ${second}`,
      [ofUser('second', 'Oldest unpaid')],
    ],
    ["the books' total", () => sql`update books set total = total + 5`, [ofOrganisation('Total fines')]],
    ["the books' pending", () => sql`update books set pending = pending - 5`, [ofOrganisation('Pending')]],
    ["the books' used money", () => sql`update books set used = used + 5`, [ofOrganisation('Used')]],
    ["the books' fine count", () => sql`update books set fine_count = fine_count + 1`, [ofOrganisation('Fines')]],
    ["the books' paid count", () => sql`update books set paid_count = paid_count + 1`, [ofOrganisation('Paid fines')]],
    [
      "the books' last sequence",
      () => sql`update books set last_sequence = last_sequence + 1`,
      [ofOrganisation('Journal entries')],
    ],
    [
      "a fine's amount",
      ({ pending }) => sql`update fines set amount = amount * 2 where id = ${pending}`,
      [ofOrganisation('Total fines'), problem(/was changed without a journal entry/)],
    ],
    [
      "a fine's status",
      ({ pending }) => sql`update fines set status = 'Paid' where id = ${pending}`,
      [ofOrganisation('Paid fines')],
    ],
    [
      'what is paid of a fine',
      ({ paid }) => sql`update fines set paid_amount = paid_amount - 1 where id = ${paid}`,
      [
        ofOrganisation('Pending'),
        ofOrganisation('Credit held'),
        problem(/^The fine \w+ says that 10049 paisa of it are paid/),
      ],
    ],
    [
      'what a payment was',
      () => sql`update payments set amount = amount + 1`,
      [ofOrganisation('Credit held'), problem(/^The payment \w+ differs from the journal\.$/)],
    ],
    [
      'an allocation removed',
      () => sql`delete from allocations`,
      [problem(/^The fine \w+ says that 10050 paisa of it are paid, but its allocations say 0\.$/)],
    ],
    [
      'a receipt’s number',
      () => sql`update payments set receipt_number = 7`,
      [
        problem(/^The receipt numbers of 2026 have a gap/),
        problem(/^The books say the newest receipt is R-2026-000001/),
      ],
    ],
    [
      "a fine's date",
      ({ pending }) => sql`update fines set date = '2026-11-25' where id = ${pending}`,
      [
        ofUser('second', 'Newest fine', 'Oldest unpaid'),
        problem(/^The kept "fine count" for fines of 2026-11-25 is 0, but the records say 1\.$/),
      ],
    ],
    [
      'a fine moved to another user',
      ({ pending, first }) => sql`update fines set user_id = ${first} where id = ${pending}`,
      [problem(/^The fines of the user \w+ differ from the journal/)],
    ],
    [
      'two fines whose amounts were exchanged, every sum staying right',
      ({ second }) => sql`update fines set amount = 13050 - amount where user_id = ${second}`,
      [problem(/was changed without a journal entry/)],
    ],
    [
      'a fine removed',
      ({ pending }) => sql`delete from fines where id = ${pending}`,
      [
        ofOrganisation('Fines'),
        problem(/^The kept "fine count" for fines of 2026-11-02 is 2, but the records say 1\.$/),
      ],
    ],
    [
      'the count of a day',
      () => sql`update fine_days set fine_count = 7 where day = '2026-11-02'`,
      [problem(/^The kept "fine count" for fines of 2026-11-02 is 7, but the records say 2\.$/)],
    ],
    [
      'the count of the paid fines of a day',
      () => sql`update fine_days set paid_count = 7 where day = '2026-11-02'`,
      [problem(/^The kept "paid count" for fines of 2026-11-02 is 7, but the records say \d\.$/)],
    ],
    [
      'what was received on a day',
      () => sql`update payment_days set received = received + 1`,
      [problem(/^The kept "received" for .+ is \d+, but the records say \d+\.$/)],
    ],
    [
      'what was charged on a day',
      () => sql`update fine_type_days set charged = charged + 1 where day = '2026-11-02'`,
      [problem(/^The kept "charged" for fines of 2026-11-02 and the type "[^"]+" is \d+, but the records say \d+\.$/)],
    ],
    [
      "an event's amount",
      ({ event }) => sql`update events set amount = 1 where id = ${event}`,
      [ofOrganisation('Used')],
    ],
    ['an event removed', ({ event }) => sql`delete from events where id = ${event}`, [ofOrganisation('Events')]],
    [
      'the row of the newest day',
      () => sql`update books_by_day set total = total - 1`,
      [problem(/^The books kept for the end of 2026-11-18 differ from the journal/)],
    ],
    [
      'a journal entry removed',
      () => sql`delete from journal where sequence = 4`,
      [problem(/^Journal entry 4 is missing\.$/), ofOrganisation('Journal entries')],
    ],
    [
      'several journal entries removed',
      () => sql`delete from journal where sequence in (4, 5)`,
      [problem(/^Journal entries 4 to 5 are missing\.$/)],
    ],
    [
      'the newest journal entry removed',
      () => sql`delete from journal where sequence = (select last_sequence from books)`,
      [ofOrganisation('Journal entries')],
    ],
    [
      'an entry that says another change than its record',
      () => sql`update journal set total_change = total_change + 100 where sequence = 4`,
      [
        problem(
          /^Journal entry 4 \(fines\.add\) says that it changed the total by 10150 paisa, but its record says 10050\.$/,
        ),
      ],
    ],
    [
      "an entry's record",
      () => sql`update journal set after = replace(after, '10050', '90050') where sequence = 4`,
      [problem(/^Journal entry 4 .+ its record says 90050/)],
    ],
    [
      'an entry whose record is unreadable',
      () => sql`update journal set after = '{' where sequence = 4`,
      [problem(/^Journal entry 4 \(fines\.add\): its record cannot be read\.$/)],
    ],
    [
      'an entry turned to another user',
      ({ second }) => sql`update journal set user_id = ${second} where sequence = 4`,
      [problem(/^Journal entry 4 \(fines\.add\): its fine cannot be read, or is not the one that the entry names\.$/)],
    ],
    [
      'the amounts of two events exchanged, their sum staying right',
      ({ event, tea }) => sql`update events set amount = 6525 + 2000 - amount where id in (${event}, ${tea})`,
      [problem(/^The event \w+ differs from the journal: amount\.$/)],
    ],
    [
      "an event's title",
      ({ event }) => sql`update events set title = 'Dinner' where id = ${event}`,
      [problem(/^The event \w+ differs from the journal: title\.$/)],
    ],
    [
      'an event that no entry knows',
      () => sql`insert into events (id, title, description, date, location, amount, created_at)
        select 'STRANGE22222', title, description, date, location, 0, created_at from events limit 1`,
      [problem(/^The event STRANGE22222 is not in the journal\.$/)],
    ],
    [
      "a fine's day of payment",
      ({ paid }) => sql`update fines set paid_on = paid_on + 1 where id = ${paid}`,
      [problem(/^The fine \w+ differs from the journal: paid_on\.$/)],
    ],
    [
      'a fine paid without a day of payment',
      ({ paid }) => sql`update fines set paid_on = null where id = ${paid}`,
      [problem(/^The fine \w+ differs from the journal: paid_on\.$/)],
    ],
    [
      "a fine's type and description",
      ({ pending }) => sql`update fines set fine_type = 'Other', description = 'x' where id = ${pending}`,
      [problem(/^The fine \w+ differs from the journal: fine_type, description\.$/)],
    ],
    [
      "a fine's sequence",
      ({ pending }) => sql`update fines set sequence = 999 where id = ${pending}`,
      [problem(/^The fine \w+ differs from the journal: sequence\.$/)],
    ],
    [
      "a user's e-mail",
      ({ first }) => sql`update users set user_email = 'other@example.pk' where id = ${first}`,
      [problem(/^The user \w+ differs from the journal: user_email\.$/)],
    ],
    [
      "a user's e-mail as it is signed in with",
      ({ first }) => sql`update users set email_key = 'other@example.pk' where id = ${first}`,
      [problem(/^The user \w+ has search, sort or sign-in keys that do not match their details: email_key\.$/)],
    ],
    [
      'a deleted user who is back',
      () => sql`update users set deleted_at = null where deleted_at is not null`,
      [problem(/^The user \w+ was deleted according to the journal, but still exists\.$/)],
    ],
    [
      'a rule',
      () => sql`update settings set allow_disallow = 1 where id = '1'`,
      [problem(/^The rule 1 differs from the journal: allow_disallow\.$/)],
    ],
    [
      'a rule that was never switched',
      () => sql`update settings set allow_disallow = 1 where id = 'members-see-everyone'`,
      [problem(/^The rule members-see-everyone was changed without a journal entry\.$/)],
    ],
    [
      'who made an entry',
      () => sql`update journal set actor = 'somebody@example.pk' where sequence = 4`,
      [
        problem(
          /^Journal entry 4 \(fines\.add\) was altered after it was written, or does not follow the entry before it\.$/,
        ),
      ],
    ],
    [
      'when an entry was made',
      () => sql`update journal set at = at - 1000 where sequence = 4`,
      [
        problem(
          /^Journal entry 4 \(fines\.add\) was altered after it was written, or does not follow the entry before it\.$/,
        ),
      ],
    ],
    [
      'an entry that begins elsewhere than the one before it ended',
      () =>
        sql`update journal set before = replace(before, 'First', 'Forst') where subject = 'user' and before is not null`,
      [
        problem(
          /^Journal entry \d+ \(users\.update\) does not start from the state in which earlier entries left the user \w+\.$/,
        ),
      ],
    ],
    [
      'money changed by an entry about a user',
      () => sql`update journal set used_change = 3 where sequence = 1`,
      [
        problem(
          /^Journal entry 1 \(users\.add\) says that it changed the used money by 3 paisa, but its record says 0\.$/,
        ),
      ],
    ],
  ];

  it.each(tamperings)('%s [TOTAL-12, REPORT-12, CHECK-1]', async (_, tamper, findings) => {
    await tamper(ids).execute(app.db.write);
    const report = await checkBooks(app.db);
    expect(report.agrees).toBe(false);
    for (const finding of findings) expect(report).toMatchObject(finding(ids));
  });
});

describe('the command [CHECK-2, OPS-20]', () => {
  function run(databaseUrl: string): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      // Without Vitest's environment variables.
      const env = { DATABASE_URL: databaseUrl };
      const child = execFile(process.execPath, [builtServer('tools/check-books')], { env }, (_, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, stdout, stderr });
      });
    });
  }

  it('prints a table and exits 0, even while the server runs', async () => {
    const { code, stdout, stderr } = await run(app.databaseUrl);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.startsWith(`The books of ${databaseLocation(app.databaseUrl)}\n\n`)).toBe(true);
    expect(stdout).toMatch(/\nFigure +Journal +Records +Kept\n/);
    expect(stdout).toMatch(/\nTotal fines +Rs\. 521\.00 +Rs\. 521\.00 +Rs\. 521\.00 +ok\n/);
    expect(stdout.endsWith('\nThe books agree.\n')).toBe(true);
  });

  it('names every difference and exits 1', async () => {
    const { first } = ids;
    await sql`update users set total = total + 100 where id = ${first}`.execute(app.db.write);
    const { code, stdout } = await run(app.databaseUrl);
    expect(code).toBe(1);
    expect(stdout).toContain(`User ${first} (First)`);
    expect(stdout).toMatch(/\nTotal fines +Rs\. 350\.50 +Rs\. 350\.50 +Rs\. 351\.50 +DIFFERS\n/);
    expect(stdout).toContain('The books do not agree: 0 figures of the organisation, 1 users, 0 other findings.');
  });

  it('exits 2 with one sentence if there is nothing to check', async () => {
    const empty = await newDatabaseUrl();
    const { code, stdout, stderr } = await run(empty.url);
    empty.remove();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^(There is no database at .+|The database holds no books yet.+)\n$/);
  });
});
