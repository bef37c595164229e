// A lively made-up organisation for the demonstration: 60 people, two years of fines up to today, events past and to
// come. The same seed and day give the same organisation.
import { addDays, type CalendarDay, dayOf, daysBetween, weekRange } from '../../src/core/calendar.ts';
import type { EventsTable } from '../../src/server/db/schema.ts';
import type { ImportData, ImportedFine, ImportedUser } from '../../src/server/tools/import/import-data.ts';
import { PEOPLE, ROLES } from './people.ts';

const DAYS = 730;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Rupees before any doubling, and how often it happens beside the others. */
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

/** Days from today, and rupees; the last ones are still to come. */
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

/** Numbers that look random and are the same in every run: 0 <= x < 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** `now` in ms; nothing but the events to come lies after it. */
export function madeUpOrganisation(options: { now: number; timeZone: string; seed: number }): ImportData {
  const { now, timeZone } = options;
  const roll = dice(options.seed);
  const today = dayOf(now, timeZone);
  const id = (length: number) => Array.from({ length }, () => ALPHABET[Math.floor(roll() * ALPHABET.length)]).join('');
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T;

  const users = PEOPLE.map((name, index): ImportedUser => ({
    id: id(8),
    user_name: name,
    user_email: emailOf(name, index),
    user_role: pick(ROLES),
    phone: `0300 00000${String(index + 10)}`,
    status: index % 15 === 14 ? 'Inactive' : 'Active',
    created_at: now - (DAYS + 20 - (index % 10)) * DAY,
    updated_at: null,
    summary_updated_at: now,
    present: true,
  }));
  const fines = finesOf(users, { now, today, timeZone, roll, id });
  const events = EVENTS.map(([days, title, description, location, rupees]): EventsTable => ({
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

/** Addresses below .example reach nobody; Urdu names have a number instead of a name. */
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

/** Day by day from two years ago, so that doubling sees what the rule would have seen. */
function finesOf(users: readonly ImportedUser[], { now, today, timeZone, roll, id }: Surroundings): ImportedFine[] {
  const fines: ImportedFine[] = [];
  const finedInWeek = new Set<string>();
  // Some are always late, some never.
  const habits = users.map((_, index) => (index % 12 === 11 ? 0 : 0.01 + 0.12 * roll() ** 2));
  for (let ago = DAYS - 1; ago >= 0; ago--) {
    const date = addDays(today, -ago);
    if (daysBetween(weekRange(date).monday, date) === 6) continue;
    const times = users.flatMap((user, index) => (roll() < (habits[index] ?? 0) ? [{ user, at: roll() }] : []));
    for (const { user, at } of times.toSorted((a, b) => a.at - b.at)) {
      // Between nine and six by the organisation's clock, and never in the future.
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

/** Midnight of a day in the organisation's zone, to the hour. */
function startOf(day: CalendarDay, now: number, timeZone: string): number {
  const from = Math.floor(now / HOUR) * HOUR - daysBetween(day, dayOf(now, timeZone)) * DAY;
  let hour = from;
  while (dayOf(hour - HOUR, timeZone) >= day) hour -= HOUR;
  while (dayOf(hour, timeZone) < day) hour += HOUR;
  return hour;
}

/** When it was paid, null while it is not: most are paid in the end, few of the newest. */
function paidAfter(roll: () => number, created: number, ago: number, now: number): number | null {
  const pays = roll() < (ago > 45 ? 0.63 : 0.35);
  const paidOn = created + Math.round((0.5 + roll() * 25) * DAY);
  return pays && paidOn < now ? paidOn : null;
}

function pickType(share: number): (typeof FINE_TYPES)[number] {
  let rest = share * FINE_TYPES.reduce((sum, type) => sum + type.weight, 0);
  return FINE_TYPES.find((type) => (rest -= type.weight) < 0) ?? FINE_TYPES[0];
}
