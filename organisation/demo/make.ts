// Makes the demonstration: two years of an organisation's life up to now, played through the operations of the real
// server, so that its database holds exactly what they leave behind
// (docs/decisions/0056-tests.md).
import { dayOf } from '../../src/core/calendar.ts';
import { streamOf } from '../random.ts';
import { begin } from './beginning.ts';
import { type Cast, makeCast, type Person } from './cast.ts';
import { collectOfTheDay } from './collecting.ts';
import { comingsOfTheDay } from './comings.ts';
import { type DemoDay, workingDays } from './days.ts';
import { fineOfTheDay } from './fining.ts';
import { handOverOfTheDay } from './fund.ts';
import { mendOfTheDay } from './mending.ts';
import { type Hand, type Office, openOffice } from './office.ts';
import { answersTo } from './mail/post.ts';
import { openPostbox } from './mail/postbox.ts';
import { happenings } from './once.ts';
import { remindOfTheDay } from './reminding.ts';
import type { Story } from './story.ts';

const SEED = 1947;

/**
 * Creates the file of DATABASE_URL, which must not exist yet, as of `now` (ms): the same moment gives the same story.
 * The administrator is ADMIN_EMAIL; everybody who signs in has the password of office.ts. Messages stay on this
 * machine.
 */
export async function makeDemo(options: { environment: NodeJS.ProcessEnv; now: number }): Promise<Cast> {
  const cast = makeCast(SEED);
  const postbox = await openPostbox(answersTo(cast));
  const environment = { ...options.environment, ...postbox.environment };
  const office = await openOffice({ environment, now: options.now });
  try {
    const days = workingDays(dayOf(options.now, office.config.timeZone));
    const present = await begin(office, cast);
    const [first, ...others] = days;
    if (first !== undefined) await live(storyOf(office, { cast, present, day: first }), others);
    return cast;
  } finally {
    await office.close();
    await postbox.close();
  }
}

async function live(story: Story, days: readonly DemoDay[]): Promise<void> {
  const once = happenings();
  for (const day of days) {
    story.day = day;
    for (const part of [comingsOfTheDay, fineOfTheDay, collectOfTheDay, remindOfTheDay, mendOfTheDay]) {
      story.random = streamOf(SEED, part.name, day.ago);
      await part(story);
    }
    story.office.clock.turnTo(day.ago, 0.85);
    while (once[0] !== undefined && day.ago <= once[0].ago) await once.shift()?.act(story);
    await handOverOfTheDay(story);
    await story.office.post()?.deliver();
  }
}

type Beginning = Pick<Story, 'cast' | 'present' | 'day'>;

function storyOf(office: Office, beginning: Beginning): Story {
  const { cast } = beginning;
  const [first, second] = cast.collectors.map((one) => office.as(one)) as [Hand, Hand];
  let gate = first;
  const signedIn: Person[] = [cast.manager, cast.collectors[0], cast.viewer];
  const story: Story = {
    ...beginning,
    office,
    random: streamOf(SEED, 'beginning'),
    manager: office.as(cast.manager),
    collector: () => (signedIn.includes(cast.collectors[1]) && story.random.chance(0.4) ? second : first),
    gate: () => gate,
    setGate: (hand) => (gate = hand),
    fines: [],
    payments: [],
    owing: new Set(),
    inCredit: new Set(),
    signedIn,
  };
  return story;
}
