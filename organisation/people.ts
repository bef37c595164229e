// The people of the made-up organisation: names, when they joined, how often they are fined, how much they pay.
import type { Selectable } from 'kysely';
import type { GroupsTable, UsersTable } from '../src/server/db/schema.ts';
import { emptyUserRow } from '../src/server/shared/user-row.ts';
import { type Random, streamOf } from './random.ts';
import { FIRST_NAMES, GROUPS, LAST_NAMES, ROLES, URDU_FIRST_NAMES, URDU_LAST_NAMES } from './words.ts';

export interface Person {
  /** before any fine; the history fills in figures and timestamps */
  row: Selectable<UsersTable>;
  /** the day of the history on which they joined, from 0 */
  joins: number;
  /** the day on which their record is deleted, null for nearly all */
  leaves: number | null;
  /** the share of fines they pay */
  pays: number;
}

export interface People {
  /** in the order in which they joined */
  all: readonly Person[];
  groups: readonly GroupsTable[];
  /** Picks somebody who has joined and not left, with a skew: a few people get most fines. */
  pickPresent(random: Random, day: number): Person;
}

/** The alphabet of the server's ids. */
export const ID_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const URDU_SHARE = 0.25;
const JOINED_AT_START = 0.6;
const LEAVES = 0.01;
const INACTIVE = 0.05;
const WITHOUT_GROUP = 0.1;
const WITHOUT_EMAIL = 0.02;
/** Sigma of the log-normal distribution of fines per person: the top fifth gets about 60% of the fines. */
const SKEW = 1.1;
const SHARE_PAID = 0.63;

/**
 * Each person has streams of their own.
 * @param days length of the history
 */
export function makePeople(seed: number, count: number, days: number): People {
  const random = streamOf(seed, 'joining');
  const joins = Array.from({ length: count }, (_, index) =>
    index < Math.max(1, count * JOINED_AT_START) ? 0 : random.below(Math.max(1, days - 30)),
  ).toSorted((a, b) => a - b);
  const ids = new Set<string>();
  while (ids.size < count) ids.add(random.text(ID_ALPHABET, 8));
  const groups = GROUPS.map(([name, urduName], index) => ({
    id: streamOf(seed, 'group', index).text(ID_ALPHABET, 8),
    name,
    name_urdu: urduName,
    position: index + 1,
    active: 1,
  }));
  const all = Array.from(ids, (id, index) => {
    const person = makePerson(streamOf(seed, 'person', index), id, index, { joins: joins[index] ?? 0, days });
    person.row.group_id = pickGroup(streamOf(seed, 'grouped', index), groups);
    return person;
  });

  const cumulated: number[] = [];
  let sum = 0;
  for (const index of all.keys()) cumulated.push((sum += Math.exp(SKEW * streamOf(seed, 'fined', index).normal())));
  return {
    all,
    groups,
    pickPresent(chance, day) {
      const present = firstAbove(joins, day);
      for (;;) {
        const person = all[firstAbove(cumulated, chance.fraction() * (cumulated[present - 1] ?? 0))] ?? all[0];
        if (person === undefined) throw new Error('An organisation without people cannot be fined.');
        // The first person never leaves, so this ends.
        if (person.leaves === null || person.leaves > day) return person;
      }
    },
  };
}

export function makeName(random: Random, script: 'Latin' | 'Urdu'): string {
  const [first, last] = script === 'Latin' ? [FIRST_NAMES, LAST_NAMES] : [URDU_FIRST_NAMES, URDU_LAST_NAMES];
  return `${random.pick(first)} ${random.pick(last)}`;
}

/** The first has nearly half of all, the last some 3%. */
const pickGroup = (random: Random, groups: readonly GroupsTable[]): string | null =>
  random.chance(WITHOUT_GROUP) ? null : (groups[Math.floor(groups.length * random.fraction() ** 3)]?.id ?? null);

function makePerson(random: Random, id: string, index: number, life: { joins: number; days: number }): Person {
  const urdu = random.chance(URDU_SHARE);
  const latinName = makeName(random, 'Latin');
  const email =
    index > 0 && random.chance(WITHOUT_EMAIL)
      ? null
      : `${latinName.replace(' ', '.')}${index + 1}@example.pk`.toLowerCase();
  const details = {
    id,
    user_name: urdu ? makeName(random, 'Urdu') : latinName,
    user_email: email,
    user_role: random.pick(ROLES),
    phone: `03${random.text('01234', 1)}${random.text('0123456789', 1)} ${random.text('0123456789', 7)}`,
  };
  const staysUntil = life.joins + 60 + random.below(Math.max(1, life.days));
  return {
    row: emptyUserRow({ ...details, status: random.chance(INACTIVE) ? 'Inactive' : 'Active' }),
    joins: life.joins,
    leaves: index > 0 && random.chance(LEAVES) && staysUntil < life.days ? staysUntil : null,
    pays: Math.min(1, Math.max(0, SHARE_PAID + 0.2 * random.normal())),
  };
}

/** Binary search for the index of the first number above `value`. */
function firstAbove(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
