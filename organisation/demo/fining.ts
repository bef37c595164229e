// The fines of a day: the list of the gate, the weekly meeting, and whatever else somebody saw.
import { addFines, assessFines, setFineStatus } from '../../src/contract/fines/fines.ts';
import { checkFineImport, importFines } from '../../src/contract/fines/imports.ts';
import { type Person, pickFined } from './cast.ts';
import { drawPng } from './logo.ts';
import type { Hand } from './office.ts';
import type { Story } from './story.ts';
import { FINE_TYPES, FORMER_TYPE, NOTES } from './texts.ts';

const [LATE, MEETING, ...OTHERS] = FINE_TYPES;
const WITH_NOTE = 0.25;
const PAID_AT_ONCE = 0.2;
const MONDAY = 0;

export async function fineOfTheDay(story: Story): Promise<void> {
  const { office, random, day, cast } = story;
  const isToday = day.ago === 0;
  // The organisation grows.
  const busy = 0.55 + 0.45 * day.share;
  office.clock.turnTo(day.ago, 0.05);
  if (isToday || random.chance(0.45 * busy)) {
    await fine(story, { by: story.gate(), ...LATE, people: pickFined(story.present, 2 + random.below(4)) });
  }
  if (day.weekday === MONDAY) {
    office.clock.turnTo(day.ago, 0.15);
    await fine(story, { by: story.manager, ...MEETING, people: pickFined(story.present, 2 + random.below(4)) });
  }
  office.clock.turnTo(day.ago, 0.3);
  const more = isToday ? 2 : Number(random.chance(0.5 * busy)) + Number(random.chance(0.1));
  for (let count = 0; count < more; count++) {
    const { name, amount } = pickType(story);
    const people = pickFined(story.present, random.chance(0.45) ? 1 : 2 + random.below(3));
    const description = random.chance(WITH_NOTE) ? random.pick(NOTES) : '';
    await fine(story, { by: story.collector(), name, amount, people, description });
  }
  // Without a fine in the last two weeks, signing in as them would show little.
  const shown = [cast.member, cast.reader].filter((person) => day.ago < 14 && person.random.chance(0.2));
  if (shown.length > 0) await fine(story, { by: story.collector(), ...OTHERS[2], people: shown });
}

/** Imports a list that somebody kept on paper. */
export async function importFromRegister({ collector, day, present }: Story): Promise<void> {
  const { name, amount } = OTHERS[2];
  const rows = pickFined(present, 12).map(({ email }) => ({
    member: email,
    fineType: name,
    amount: String(amount),
    date: day.date,
    description: 'From the register of the store.',
  }));
  const by = collector();
  const { checked } = await by(checkFineImport, { body: { rows } });
  await by(importFines, { body: { rows, checked } });
}

function pickType({ random, day }: Story): { name: string; amount: number } {
  if (day.share < 0.5 && random.chance(0.06)) return FORMER_TYPE;
  let rest = random.below(OTHERS.reduce((sum, { weight }) => sum + weight, 0));
  const { name, amount } = OTHERS.find(({ weight }) => (rest -= weight) < 0) ?? OTHERS[0];
  return { name, amount: amount ?? 100 * (2 + random.below(18)) };
}

interface Given {
  by: Hand;
  name: string;
  amount: number;
  people: readonly Person[];
  description?: string;
}

/** Like the form, asks who is charged double, and confirms it. */
async function fine(story: Story, { by, name, amount, people, description = '' }: Given): Promise<void> {
  const { date, ago } = story.day;
  const body = { fineType: name, description, amount, date, userIds: people.map(({ id }) => id) };
  const pictures = name === SEEN && ago < 90 ? [drawSeen()] : [];
  const { charges } = await by(assessFines, { body });
  const confirmed = charges.map(({ userId, amount: charged, doubled }) => ({ userId, amount: charged, doubled }));
  const { fineIds } = await by(addFines, { body: { ...body, confirmed, pictures } });
  const [first] = charges;
  const [fineId = ''] = fineIds;
  if (people.length === 1 && first !== undefined && people[0]?.random.chance(PAID_AT_ONCE) === true) {
    const shown = { amount: first.amount, paidAmount: 0, waivedAmount: 0 };
    await by(setFineStatus, { params: { fineId }, body: { status: 'Paid', shown } });
    return;
  }
  for (const [place, person] of people.entries()) {
    story.fines.push({ id: fineIds[place] ?? '', person, ago });
    story.owing.add(person);
  }
}

/** A type of which the one who fines has taken a picture. */
const SEEN = 'No safety shoes';

/** Two sandals on a floor of tiles, as a picture of a few hundred bytes. */
function drawSeen(): string {
  const [tile, gap, sole, strap] = [
    [196, 200, 204, 255],
    [150, 155, 160, 255],
    [120, 72, 40, 255],
    [60, 36, 20, 255],
  ] as const;
  return drawPng({ width: 320, height: 240 }, (x, y) => {
    const middle = x < 160 ? 110 : 210;
    const isSole = ((x - middle) / 32) ** 2 + ((y - 120) / 80) ** 2 < 1;
    if (isSole) return Math.abs(y - 80 - Math.abs(x - middle) / 2) < 9 ? strap : sole;
    return x % 80 < 3 || y % 80 < 3 ? gap : tile;
  });
}
