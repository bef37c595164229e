// How the demonstration's money is used: events, pay-outs for them, and hand-overs of cash.
import { addEvent, deleteEvent, updateEvent } from '../../src/contract/events.ts';
import { handOverCash, readCash, recordPayOut } from '../../src/contract/money/cash.ts';
import { addDays } from '../../src/core/calendar.ts';
import { idOfUser } from '../../src/core/people/actor.ts';
import { rupees, type Story } from './story.ts';
import type { EVENTS } from './texts.ts';

const SATURDAY = 5;
/** Days between two hand-overs. */
const HANDED_OVER_DAYS = 14;
/** The count less the expected amount, in rupees, at the last hand-over before so many days ago. */
const DIFFERENCES = [
  { ago: 380, rupees: 10, note: 'Ten too many; kept in the box.' },
  { ago: 180, rupees: -20, note: 'Twenty short; searched, not found.' },
  { ago: 1, rupees: -50, note: 'Fifty short; looked for in the receipts.' },
];
/** The manager keeps this in her box, to give back credit. */
const KEPT = 300;
const BANK = 'Bank, account of the fund';

type Event = (typeof EVENTS)[number];

/** Adds an event; returns its id. */
export async function plan({ manager, day }: Story, event: Event): Promise<string> {
  const [from, title, description, location, amount] = event;
  const body = { title, description, date: addDays(day.date, day.ago + from), location, amount };
  return (await manager(addEvent, { body })).event.id;
}

/** The manager's cash. */
async function cashOfManager({ manager, cast }: Story) {
  const { holders } = await manager(readCash, {});
  return holders.find(({ holderId }) => holderId === idOfUser(cast.manager.id));
}

/** The amount of the manager's cash. */
export const heldByManager = async (story: Story): Promise<number> => (await cashOfManager(story))?.held ?? 0;

/** Pays the cash part of an event, as far as there is cash. */
export async function payFor(story: Story, eventId: string, inCash: number): Promise<void> {
  const { holderId = '', held = 0 } = (await cashOfManager(story)) ?? {};
  const amount = Math.min(rupees(held - KEPT), inCash);
  if (amount > 0) await story.manager(recordPayOut, { body: { holderId, amount, eventId } });
}

/** Calls off a planned event, and raises the cost of another. */
export async function changePlans({ manager, day }: Story, eventId: string): Promise<void> {
  await manager(updateEvent, { params: { eventId }, body: { amount: 8200 } });
  const date = addDays(day.date, 20);
  const body = { title: 'Film night', description: 'On the large wall.', date, location: 'Loading bay', amount: 3000 };
  const { event } = await manager(addEvent, { body });
  await manager(deleteEvent, { params: { eventId: event.id }, query: { amount: event.amount } });
}

/**
 * Every other Saturday the collectors' cash goes to the manager; on the first of these in a month, hers goes to the
 * bank.
 */
export async function handOverOfTheDay(story: Story): Promise<void> {
  const { office, day, cast, manager } = story;
  if (day.weekday !== SATURDAY || day.ago === 0 || Math.floor(day.ago / 7) % 2 === 1) return;
  office.clock.turnTo(day.ago, 0.95);
  const { holders } = await manager(readCash, {});
  const isBankDay = day.ago > 12 && Number(day.date.slice(8)) <= 14;
  const isManagers = ({ holderId }: { holderId: string }) => holderId === idOfUser(cast.manager.id);
  // Hers comes first, because she keeps what she takes over for the next two weeks.
  for (const { holderId, held } of [...holders.filter(isManagers), ...holders.filter((one) => !isManagers(one))]) {
    const isManager = isManagers({ holderId });
    if (held <= 0 || (isManager && !isBankDay)) continue;
    const isFirst = holderId === idOfUser(cast.collectors[0].id);
    const difference = isFirst
      ? DIFFERENCES.find(({ ago }) => day.ago >= ago && day.ago < ago + HANDED_OVER_DAYS)
      : undefined;
    const counted = rupees(Math.max(0, held + (difference?.rupees ?? 0)));
    const takenBy = isManager ? BANK : cast.manager.email;
    await manager(handOverCash, { body: { holderId, held, counted, takenBy, note: difference?.note ?? '' } });
  }
}
