// The requests of members of the demonstration, "I have paid" and "Appeal", and their outcome.
import { readOwed } from '../../src/contract/money/payments.ts';
import {
  acceptAppeal,
  acceptClaim,
  type MemberRequest,
  refuseAppeal,
  refuseClaim,
  sendAppeal,
  sendClaim,
} from '../../src/contract/money/requests.ts';
import { readDeletion } from '../../src/contract/fines/fines.ts';
import { dayOf } from '../../src/core/calendar.ts';
import type { Person } from './cast.ts';
import { drawPng } from './logo.ts';
import type { Story } from './story.ts';
import { APPEALS, REFUSED_BECAUSE } from './texts.ts';

/** Somebody who signed in and owes something, with their oldest fine; the named people come first. */
async function debtor({ manager, cast, signedIn, present }: Story, skip = 0) {
  const members = [cast.member, cast.reader, ...signedIn].filter(({ access }) => access === 'member');
  let left = skip;
  for (const person of new Set(members)) {
    if (!signedIn.includes(person) || !present.includes(person)) continue;
    const [fine] = (await manager(readOwed, { params: { userId: person.id } })).fines;
    if (fine !== undefined && left-- === 0) return { person, fine };
  }
  return null;
}

/** Sends "I have paid" with a picture of the transfer; null if nobody owes anything. */
export async function claim(story: Story, skip?: number): Promise<MemberRequest | null> {
  const found = await debtor(story, skip);
  if (found === null) return null;
  const { person, fine } = found;
  const { office } = story;
  const { random } = person;
  const body = {
    fineIds: [fine.id],
    amount: fine.outstanding,
    method: random.pick(['Raast', 'Easypaisa', 'JazzCash'] as const),
    reference: `TRX ${100_000 + random.below(900_000)}`,
    receivedOn: dayOf(office.clock.now(), office.config.timeZone),
    picture: drawTransfer(),
  };
  return (await office.as(person)(sendClaim, { body })).request;
}

export async function appeal(story: Story, skip?: number): Promise<MemberRequest | null> {
  const found = await debtor(story, skip);
  if (found === null) return null;
  const { person, fine } = found;
  const reason = APPEALS[inUrdu(person) ? 'ur' : 'en'];
  const { request } = await story.office.as(person)(sendAppeal, { body: { fineId: fine.id, reason } });
  return request;
}

const inUrdu = ({ name }: Person): boolean => /\p{Script=Arabic}/u.test(name);

export async function decide(story: Story, request: MemberRequest | null, accepts: boolean): Promise<void> {
  if (request === null) return;
  const { id: requestId, kind, userId, fines: about } = request;
  const params = { requestId };
  const refusal = { params, body: { answer: REFUSED_BECAUSE[kind] } };
  const { fines } = await story.manager(readOwed, { params: { userId } });
  const fine = fines.find(({ id }) => id === about[0]?.fineId);
  if (kind === 'claim') {
    const shown = fine === undefined ? [] : [{ fineId: fine.id, outstanding: fine.outstanding }];
    if (accepts) await story.collector()(acceptClaim, { params, body: { fines: shown, answer: '' } });
    else await story.collector()(refuseClaim, refusal);
    return;
  }
  if (!accepts || fine === undefined) {
    await story.manager(refuseAppeal, refusal);
    return;
  }
  const { reduction } = await story.manager(readDeletion, { params: { fineId: fine.id } });
  const { outstanding, paidAmount } = fine;
  const body = { fine: { outstanding, paidAmount, reduces: reduction?.fineId ?? '' }, answer: 'Sorry about that.' };
  await story.manager(acceptAppeal, { params, body });
}

/** A phone's screenshot of a transfer: a green header, a tick, and illegible lines of text. */
function drawTransfer(): string {
  const [green, white, grey] = [
    [22, 130, 80, 255],
    [255, 255, 255, 255],
    [205, 210, 215, 255],
  ] as const;
  return drawPng({ width: 270, height: 480 }, (x, y) => {
    if (y < 150) {
      const isTick = Math.abs(y - 80 - (x < 125 ? x - 125 : 125 - x) * 1.1) < 7 && x > 100 && x < 175 && y > 30;
      return isTick ? white : green;
    }
    const line = Math.floor((y - 180) / 34);
    const isText = y >= 180 && line < 7 && (y - 180) % 34 < 12;
    const isLabel = x > 24 && x < 90 + ((line * 37) % 40);
    const isFigure = x < 246 && x > 150 + ((line * 53) % 60);
    return isText && (isLabel || isFigure) ? grey : white;
  });
}
