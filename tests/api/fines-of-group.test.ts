// The pages of a group's fines are found in several ways; each is the page of all its fines, sorted.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from '../../organisation/random.ts';
import { addDays } from '../../src/core/calendar.ts';
import { NO_GROUP } from '../../src/core/people/group.ts';
import {
  countOf,
  countsOfGroup,
  daysOfGroup,
  finesOfGroup,
  finesPage,
} from '../../src/server/areas/fines/fines.repository.ts';
import { readFineDays } from '../../src/server/balances/daily-figures/fine-days.ts';
import { connect } from '../../src/server/db/connect.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import type { Database } from '../../src/server/db/types.ts';
import { EVERY_FINE, isCountedByUser } from '../../src/server/shared/queries.ts';
import { newDatabaseUrl } from '../helpers/database.ts';
import { seedFines, seedUsers } from '../helpers/seed.ts';

const FINES = 1500;
const STATUSES = ['all', 'Pending', 'Paid', 'Waived', 'PartlyPaid'] as const;
/** Of different sizes. The fines of `former` are older than most of the others. */
const SIZES = { large: 30, middle: 12, small: 2, former: 8, [NO_GROUP]: 8 };
const GROUPS = [...Object.keys(SIZES), 'nobody’s'];
/** The first way only, the second, the third, and as they come. */
const REACHES = [
  { few: FINES, part: 1, many: 0 },
  { few: 0, part: FINES, many: 0 },
  { few: 0, part: FINES, many: FINES },
  { few: 60, part: 20, many: 200 },
];
const random = randomFrom(47);
const { below } = random;
let db: Database;
let remove: () => void;

beforeAll(async () => {
  const database = await newDatabaseUrl();
  remove = database.remove;
  db = connect(database.url);
  await migrate(db);
  const groupOf = Object.entries(SIZES).flatMap(([group, size]) => Array.from({ length: size }, () => group));
  const users = await seedUsers(db, groupOf.length);
  for (const [position, id] of Object.keys(SIZES).entries()) {
    if (id !== NO_GROUP)
      await db.write.insertInto('groups').values({ id, name: id, name_urdu: '', position, active: 1 }).execute();
  }
  for (const [n, group] of groupOf.entries()) {
    if (group !== NO_GROUP)
      await db.write
        .updateTable('users')
        .set({ group_id: group })
        .where('id', '=', users[n] ?? '')
        .execute();
  }
  const fines = Array.from({ length: FINES }, () => {
    const n = below(users.length);
    const date = addDays('2024-01-01', groupOf[n] === 'former' && below(20) > 0 ? below(60) : below(700));
    const status = below(2) === 0 ? ('Paid' as const) : ('Pending' as const);
    return { userId: users[n] ?? '', date, amount: below(4) * 5000, status };
  });
  const rows = await seedFines(db, fines);
  const owed = rows.filter(({ status, amount }) => status === 'Pending' && amount > 5000);
  for (const { id, amount } of owed.slice(0, 120)) {
    const part = below(2) === 0 ? { paid_amount: 5000 } : { waived_amount: amount };
    await db.write.updateTable('fines').set(part).where('id', '=', id).execute();
  }
});

afterAll(async () => {
  await db.close();
  remove();
});

/** In the order of the list. */
async function sorted(group: string, status: (typeof STATUSES)[number]): Promise<string[]> {
  const all = await db.read
    .selectFrom('fines')
    .innerJoin('users', 'users.id', 'fines.user_id')
    .selectAll('fines')
    .select('group_id')
    .execute();
  const isOf = {
    all: () => true,
    Pending: (fine) => fine.status === 'Pending',
    Paid: (fine) => fine.status === 'Paid',
    Waived: (fine) => fine.waived_amount > 0 && fine.waived_amount >= fine.amount,
    PartlyPaid: (fine) => fine.paid_amount > 0 && fine.amount > fine.paid_amount + fine.waived_amount,
  } satisfies Record<string, (fine: (typeof all)[number]) => boolean>;
  return all
    .filter((fine) => (fine.group_id ?? NO_GROUP) === group && isOf[status](fine))
    .toSorted((a, b) => (a.date === b.date ? b.sequence - a.sequence : a.date < b.date ? 1 : -1))
    .map(({ id }) => id);
}

test.each(STATUSES)('pages of a group’s fines, %s, are those of its sorted fines [GROUP-5]', async (status) => {
  const { fine_count: count, paid_count: paid } = await db.read
    .selectFrom('books')
    .selectAll()
    .executeTakeFirstOrThrow();
  const days = () => readFineDays(db.read);
  for (const group of GROUPS) {
    const list = await sorted(group, status);
    const limits = { ...EVERY_FINE, group, status };
    const offsets = [0, 10, below(list.length + 1), below(list.length + 1), list.length - 3, list.length + 7];
    const counts = await countsOfGroup(db.read, group);
    const numberOf = (of: { fine_count: number; paid_count: number }) =>
      ({ all: of.fine_count, Paid: of.paid_count, Pending: of.fine_count - of.paid_count })[status as 'all'];
    for (const offset of offsets.filter((from) => from >= 0)) {
      const window = { limit: 1 + below(20), offset };
      const page = list.slice(offset, offset + window.limit);
      if (!isCountedByUser(limits)) {
        expect(await countOf(db.read, limits, undefined)).toBe(list.length);
        expect((await finesPage(db.read, { ...limits, ...window }, days)).map(({ id }) => id)).toEqual(page);
        continue;
      }
      expect(numberOf(counts)).toBe(list.length);
      const known = { own: list.length, all: numberOf({ fine_count: count, paid_count: paid }), newest: counts.newest };
      const read = { days, daysOwn: () => daysOfGroup(db.read, limits) };
      for (const reach of REACHES) {
        const found = await finesOfGroup(db.read, limits, window, known, read, reach);
        expect(
          found.map(({ id }) => id),
          `${group}, ${JSON.stringify({ window, reach })}`,
        ).toEqual(page);
      }
    }
  }
});
