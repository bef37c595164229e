// What happens once in the demonstration's two years, and when.
import { listTypes, updateType } from '../../src/contract/fines/fine-types.ts';
import type { MemberRequest } from '../../src/contract/money/requests.ts';
import { switchRule } from '../../src/contract/settings/rules.ts';
import { listOwnSessions } from '../../src/contract/sign-in/account.ts';
import { revokeApiKey } from '../../src/contract/sign-in/api-keys.ts';
import { RULE_ID } from '../../src/core/fines/rules.ts';
import { comeTwice, invite, leave, letInAgain } from './comings.ts';
import { appeal, claim, decide } from './asking.ts';
import { importFromRegister } from './fining.ts';
import { changePlans, payFor, plan } from './fund.ts';
import { waiveAndUndo } from './mending.ts';
import { openApp, type Story } from './story.ts';
import { EVENTS, FORMER_TYPE } from './texts.ts';

const PLANNED_DAYS_BEFORE = 14;

interface Happening {
  /** how many days ago; on a day off it happens on the next working day */
  ago: number;
  act(story: Story): Promise<unknown>;
}

/** In the order in which they happen. */
export function happenings(): Happening[] {
  const showAll =
    (allowDisallow: boolean) =>
    ({ office }: Story) =>
      office.administrator(switchRule, {
        params: { ruleId: RULE_ID['members-see-everyone'] },
        body: { allowDisallow },
      });
  const all: Happening[] = [
    { ago: 420, act: showAll(true) },
    { ago: 413, act: showAll(false) },
    { ago: 360, act: retireType },
    { ago: 320, act: tryGateClock },
    { ago: 300, act: async (story) => story.setGate((await story.office.machine('Gate clock', 'collector')).hand) },
    { ago: 330, act: (story) => leave(story, 'inactive') },
    { ago: 210, act: (story) => leave(story, 'inactive') },
    { ago: 75, act: (story) => leave(story, 'deleted') },
    { ago: 40, act: (story) => leave(story, 'inactive') },
    { ago: 250, act: importFromRegister },
    { ago: 4, act: importFromRegister },
    { ago: 66, act: letInAgain },
    { ago: 60, act: tellMembers },
    { ago: 30, act: addToLate },
    { ago: 270, act: waiveAndUndo },
    { ago: 13, act: waiveAndUndo },
    ...[5, 3, 1].map((ago, place) => ({ ago, act: (story: Story) => invite(story, 7 * place) })),
    { ago: 3, act: comeTwice },
    { ago: 2, act: allOpenApp },
    ...asked(63, claim, true),
    ...asked(34, appeal, false),
    ...asked(27, claim, false),
    ...asked(12, appeal, true),
    ...asked(8, claim, true),
    { ago: 0, act: (story) => claim(story) },
    { ago: 1, act: (story) => appeal(story, 1) },
    { ago: 0, act: (story) => claim(story, 2) },
    ...EVENTS.flatMap(eventOf),
  ];
  return all.toSorted((a, b) => b.ago - a.ago);
}

/** A request, and its decision on the next day. */
function asked(ago: number, ask: (story: Story) => Promise<MemberRequest | null>, accepts: boolean): Happening[] {
  let request: MemberRequest | null = null;
  return [
    { ago, act: async (story) => (request = await ask(story)) },
    { ago: ago - 1, act: (story) => decide(story, request, accepts) },
  ];
}

/** Future events were all planned by yesterday. */
function eventOf(event: (typeof EVENTS)[number]): Happening[] {
  const [from, title, , , , inCash] = event;
  let id = '';
  const planned = {
    ago: Math.max(1, PLANNED_DAYS_BEFORE - from),
    act: async (story: Story) => (id = await plan(story, event)),
  };
  const paid = { ago: -from, act: (story: Story) => payFor(story, id, inCash) };
  const changed = { ago: -from + 1, act: (story: Story) => changePlans(story, id) };
  return [planned, ...(title === 'Farewell dinner' ? [changed] : []), ...(inCash > 0 ? [paid] : [])];
}

/** Lets everybody open the app, so that signing in as one of the named people is not their first visit in months. */
async function allOpenApp(story: Story): Promise<void> {
  const { viewer, member, reader } = story.cast;
  for (const person of [viewer, member, reader]) await openApp(story, person);
  await story.office.administrator(listOwnSessions, {});
}

async function retireType({ office: { administrator } }: Story): Promise<void> {
  const { items } = await administrator(listTypes, {});
  const former = items.find(({ name }) => name === FORMER_TYPE.name);
  if (former !== undefined) await administrator(updateType, { params: { id: former.id }, body: { active: false } });
}

async function tellMembers({ office }: Story): Promise<void> {
  await office.beginMailing();
  const params = { ruleId: RULE_ID['tell-members'] };
  await office.administrator(switchRule, { params, body: { allowDisallow: true } });
}

/** From then on the rounds of the post add to what is not paid in time. */
async function addToLate({ office }: Story): Promise<void> {
  const params = { ruleId: RULE_ID['late-surcharge'] };
  await office.administrator(switchRule, { params, body: { allowDisallow: true } });
}

async function tryGateClock({ office }: Story): Promise<void> {
  const { id } = await office.machine('Gate clock, on trial', 'viewer');
  await office.administrator(revokeApiKey, { params: { keyId: id } });
}
