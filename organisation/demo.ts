// A made-up organisation for the demo: 60 people, two years of fines up to today, past and future events. The same seed
// and day give the same organisation.
import type { Insertable } from 'kysely';
import { ID_ALPHABET, makeName } from './people.ts';
import { type Random, randomFrom } from './random.ts';
import { addDays, type CalendarDay, dayOf, daysBetween, weekRange } from '../src/core/calendar.ts';
import type { EventsTable } from '../src/server/db/schema.ts';
import type { ImportData, ImportedFine, ImportedUser } from '../src/server/tools/import/import-data.ts';
const DAYS = 730;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const PEOPLE = 60;
const WITH_LATIN_NAME = 46;
const ROLES = [
  'Accountant',
  'Designer',
  'Developer',
  'Team Lead',
  'Office Manager',
  'Support Executive',
  'Tester',
  'Intern',
] as const;

/** `rupees` before any doubling. */
const FINE_TYPES = [
  { fineType: 'Late arrival', rupees: 100, weight: 9 },
  { fineType: 'Missed stand-up', rupees: 50, weight: 6 },
  { fineType: 'Phone rang in a meeting', rupees: 200, weight: 4 },
  { fineType: 'Cup left in the sink', rupees: 50, weight: 4 },
  { fineType: 'Lights left on', rupees: 150, weight: 2 },
  { fineType: 'Untidy desk', rupees: 100, weight: 2 },
  { fineType: 'بغیر اطلاع چھٹی', rupees: 1000, weight: 1 },
  { fineType: 'Missed deadline', rupees: 500, weight: 2 },
  { fineType: 'Lost access card', rupees: 750, weight: 1 },
] as const;

/** Days from today, title, description, location, rupees. */
const EVENTS: readonly (readonly [number, string, string, string, number])[] = [
  [-705, 'Welcome lunch', 'Biryani for everyone who joined this season.', 'Office roof', 6500],
  [-660, 'Cricket match', 'Support against Development; Development lost.', 'Gulberg ground', 4200],
  [-610, 'عید ملن پارٹی', 'دفتر کے تمام ساتھیوں اور گھر والوں کے لیے', 'Office hall', 14_500],
  [-560, 'Chai and samosa', 'A rainy afternoon, and what belongs to it.', 'Office roof', 1850.5],
  [-515, 'Farewell dinner', 'For two colleagues who moved to the north.', 'Saddar', 9800],
  [-470, 'Independence Day', 'Flags, sweets and a quiz.', 'Office hall', 5200],
  [-430, 'Team breakfast', 'Halwa puri before the half-year figures.', 'Food street', 3900],
  [-385, 'First-aid course', 'A trainer for a day, with certificates for all who took part.', 'Meeting room 2', 11_000],
  [-340, 'Table tennis table', 'Found second hand, as good as new.', 'Common room', 16_000],
  [-290, 'New Year lunch', 'Everyone brings a dish, the fund brings the meat.', 'Office roof', 5400],
  [-240, 'Mango party', 'Twelve crates, nothing left.', 'Office roof', 7250.75],
  [-195, 'Trip to the lake', 'A day out with families; the bus and the boats.', 'Khanpur', 22_000],
  [-150, 'Chai machine', 'For the second floor.', 'Kitchen', 12_400],
  [-100, 'عید ملن پارٹی', 'دفتر کے تمام ساتھیوں اور گھر والوں کے لیے', 'Office hall', 15_500],
  [-55, 'Plants for the stairs', 'Twenty pots, and a watering list.', 'Stairs', 4800],
  [-12, 'Pizza after the release', 'It went out on the day it was promised for.', 'Meeting room 1', 6900],
  [0, 'Chai and samosa', 'At four, on the roof.', 'Office roof', 2200],
  [3, 'Cricket match', 'The return match.', 'Gulberg ground', 4500],
  [17, 'Annual dinner', 'With families; the tables are booked.', 'Riverside', 28_000],
  [60, 'Spring picnic', 'The place is still to be voted on.', 'Open', 9000],
];

/** `now` in ms: only future events are dated after it. */
export function madeUpOrganisation(options: { now: number; timeZone: string; seed: number }): ImportData {
  const { now, timeZone } = options;
  const random = randomFrom(options.seed);
  const roll = random.fraction;
  const today = dayOf(now, timeZone);
  const id = (length: number) => random.text(ID_ALPHABET, length);

  const users = namesFrom(random).map((name, index): ImportedUser => ({
    id: id(8),
    user_name: name,
    user_email: emailOf(name, index),
    user_role: random.pick(ROLES),
    phone: `0300 00000${String(index + 10)}`,
    status: index % 15 === 14 ? 'Inactive' : 'Active',
    created_at: now - (DAYS + 20 - (index % 10)) * DAY,
    updated_at: null,
    summary_updated_at: now,
    present: true,
  }));
  const fines = finesOf(users, { now, today, timeZone, roll, id });
  const events = EVENTS.map(([days, title, description, location, rupees]): Insertable<EventsTable> => ({
    id: id(12),
    title,
    description,
    date: addDays(today, days),
    location,
    amount: Math.round(rupees * 100),
    created_at: Math.min(now, now + (days - 14) * DAY),
    updated_at: null,
  }));
  return { users, fines, events, settings: [{ id: '1', description: '', allow_disallow: 1 }] };
}

/** All different, the last ones in Urdu. */
function namesFrom(random: Random): string[] {
  const names = new Set<string>();
  while (names.size < PEOPLE) names.add(makeName(random, names.size < WITH_LATIN_NAME ? 'Latin' : 'Urdu'));
  return [...names];
}

/** .example domains receive no mail. Urdu names get a number instead. */
function emailOf(name: string, index: number): string {
  const words = name.toLowerCase().split(' ').join('.');
  return `${/^[a-z.]+$/.test(words) ? words : `colleague${index}`}@office.example`;
}

interface Surroundings {
  now: number;
  today: CalendarDay;
  timeZone: string;
  roll: () => number;
  id: (length: number) => string;
}

/** In chronological order, so that doubling follows the rule. */
function finesOf(users: readonly ImportedUser[], { now, today, timeZone, roll, id }: Surroundings): ImportedFine[] {
  const fines: ImportedFine[] = [];
  const finedInWeek = new Set<string>();
  // The chance per day; every twelfth person is never fined.
  const habits = users.map((_, index) => (index % 12 === 11 ? 0 : 0.01 + 0.12 * roll() ** 2));
  for (let ago = DAYS - 1; ago >= 0; ago--) {
    const date = addDays(today, -ago);
    if (daysBetween(weekRange(date).monday, date) === 6) continue;
    const times = users.flatMap((user, index) => (roll() < (habits[index] ?? 0) ? [{ user, at: roll() }] : []));
    for (const { user, at } of times.toSorted((a, b) => a.at - b.at)) {
      // Between 9:00 and 18:00 in the organisation's time zone, and never in the future.
      const created = Math.min(
        startOf(date, now, timeZone) + Math.round((9 + 9 * at) * HOUR),
        now - Math.round(HOUR * (1 - at)),
      );
      const type = pickType(roll());
      const week = `${user.id} ${weekRange(date).monday}`;
      const doubled = finedInWeek.has(week);
      finedInWeek.add(week);
      const paidOn = paidAfter(roll, created, ago, now);
      fines.push({
        id: id(12),
        user_id: user.id,
        fine_type: type.fineType,
        description: roll() < 0.08 ? 'Agreed in the morning meeting.' : '',
        amount: type.rupees * 100 * (doubled ? 2 : 1),
        date,
        status: paidOn === null ? 'Pending' : 'Paid',
        created_at: created,
        paid_on: paidOn,
        updated_at: paidOn ?? created,
      });
    }
  }
  return fines.toSorted((a, b) => a.created_at - b.created_at);
}

/** Midnight of a day in the organisation's time zone, to the hour. */
function startOf(day: CalendarDay, now: number, timeZone: string): number {
  const from = Math.floor(now / HOUR) * HOUR - daysBetween(day, dayOf(now, timeZone)) * DAY;
  let hour = from;
  while (dayOf(hour - HOUR, timeZone) >= day) hour -= HOUR;
  while (dayOf(hour, timeZone) < day) hour += HOUR;
  return hour;
}

/** When it was paid, null if not: most are paid in the end, fewer of the recent ones. */
function paidAfter(roll: () => number, created: number, ago: number, now: number): number | null {
  const pays = roll() < (ago > 45 ? 0.63 : 0.35);
  const paidOn = created + Math.round((0.5 + roll() * 25) * DAY);
  return pays && paidOn < now ? paidOn : null;
}

function pickType(share: number): (typeof FINE_TYPES)[number] {
  let rest = share * FINE_TYPES.reduce((sum, type) => sum + type.weight, 0);
  return FINE_TYPES.find((type) => (rest -= type.weight) < 0) ?? FINE_TYPES[0];
}
