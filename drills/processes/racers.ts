// Clients that race on the same few users and fines through several processes, and remember what each of them was told.
import { randomUUID } from 'node:crypto';
import {
  addFines,
  type Assessment,
  assessFines,
  deleteFine,
  listFines,
  setFineStatus,
} from '../../src/contract/fines.ts';
import type { CallInput, Operation } from '../../src/contract/operation.ts';
import { addUser, updateUser } from '../../src/contract/users.ts';
import type { Answer, Client } from '../../tests/helpers/client.ts';
import { pause } from '../support/drill.ts';

/** What was acknowledged, as the journal must have it: each exactly once. */
export interface Told {
  /** additions: the key, which is the description -> the amount before doubling, and for how many users */
  added: Map<string, { amount: number; users: number }>;
  /** `FINE-ID Paid`, `FINE-ID Pending` -> how often */
  marked: Map<string, number>;
  deleted: Set<string>;
  /** telephone numbers, each given once */
  edited: Set<string>;
  /** refusals by code: a race lost is no fault */
  refused: Map<string, number>;
  /** answers that nothing explains */
  faults: string[];
  /** requests sent twice at once under one key, and how many of these were answered twice */
  twice: { sent: number; answered: number };
  /** pairs of submissions for one user at the same moment, and how many of these charged once normally, once double */
  pairs: { sent: number; right: number };
  reads: number;
}

export interface Race {
  clients: readonly Client[];
  userIds: readonly string[];
  /** fines somebody was told of; some are deleted by now */
  fineIds: string[];
  today: string;
  random: () => number;
  told: Told;
}

/** A race lost: somebody else was first. */
const LOST = new Set(['charges-changed', 'already-paid', 'already-pending', 'fine-not-found', 'email-in-use']);
/** Few, so that deleting one often finds another of double the amount. */
const AMOUNTS = [50, 100, 200, 400];
const SENT_TWICE = 0.1;
const CONFIRMED_AT_MOST = 5;
const ATTEMPTS = 20;
const AGAIN_AFTER_MS = 200;
/** Fines to act upon: few, so that clients meet. */
const FINES_IN_MIND = 40;

export const nothingTold = (): Told => ({
  added: new Map(),
  marked: new Map(),
  deleted: new Set(),
  edited: new Set(),
  refused: new Map(),
  faults: [],
  twice: { sent: 0, answered: 0 },
  pairs: { sent: 0, right: 0 },
  reads: 0,
});

const pick = <T>({ random }: Race, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

/** One client: something on a random process, again and again until told to stop. */
export async function runRacer(race: Race, stopping: () => boolean): Promise<void> {
  while (!stopping()) {
    const chance = race.random();
    if (chance < 0.4) await add(race);
    else if (chance < 0.75) await mark(race);
    else if (chance < 0.85) await remove(race);
    else if (chance < 0.95) await edit(race);
    else await look(race);
  }
}

/** Two submissions for a new user at the same moment, on two processes, both confirmed at the normal amount. */
export async function runPairs(race: Race, name: number, stopping: () => boolean): Promise<void> {
  const { clients, told, today } = race;
  for (let n = 0; !stopping(); n++) {
    const email = `pair-${name}-${n}@example.pk`;
    const user = {
      userName: `Pair ${name}-${n}`,
      userEmail: email,
      userRole: 'Staff',
      phone: email,
      status: 'Active' as const,
    };
    const added = await call(race, pick(race, clients), addUser, { body: user }, randomUUID());
    if (added?.ok !== true) continue;
    const { id } = added.value;
    told.edited.add(email);
    const first = Math.floor(race.random() * clients.length);
    const two = [clients[first], clients[(first + 1) % clients.length]].filter((client) => client !== undefined);
    const amount = pick(race, AMOUNTS);
    // Nobody else learns of these fines: deleting the first before the second is added would rightly make both normal.
    const charges = await Promise.all(
      two.map((client) =>
        submit(race, client, { amount, date: today, userIds: [id] }, [{ userId: id, amount, doubled: false }]),
      ),
    );
    told.pairs.sent += 1;
    const amounts = charges
      .flat()
      .map((fine) => fine.amount)
      .toSorted((a, b) => a - b);
    if (amounts.length === 2 && amounts[0] === amount && amounts[1] === 2 * amount) told.pairs.right += 1;
  }
}

/** Sends a write, sometimes twice at once under the same key; answers the first good answer. */
async function write<O extends Operation>(race: Race, client: Client, operation: O, input: CallInput<O>, key: string) {
  const { told } = race;
  const clients = race.random() < SENT_TWICE ? [client, pick(race, race.clients)] : [client];
  const answers = await Promise.all(clients.map((each) => call(race, each, operation, input, key)));
  const good = answers.filter((answer) => answer?.ok === true);
  if (clients.length === 2) {
    told.twice.sent += 1;
    if (good.length === 2) told.twice.answered += 1;
    if (new Set(good.map((answer) => JSON.stringify(answer.value))).size > 1) {
      told.faults.push(`${operation.id}: one key, two answers`);
    }
  }
  return good[0] ?? answers[0];
}

async function call<O extends Operation>(
  { told }: Race,
  client: Client,
  operation: O,
  input: CallInput<O>,
  key: string,
): Promise<Answer<O> | undefined> {
  try {
    for (let attempt = 1; ; attempt++) {
      const answer = await client.call(operation, input, { key });
      if (answer.ok) return answer;
      count(told.refused, answer.code);
      // A server that has more to do than it can says so, and nobody knows whether it was done: the same key finds out.
      if (answer.code === 'unavailable' && attempt < ATTEMPTS) {
        await pause(AGAIN_AFTER_MS);
        continue;
      }
      if (!LOST.has(answer.code)) told.faults.push(`${operation.id}: ${answer.status} ${answer.code}`);
      return answer;
    }
  } catch (error) {
    told.faults.push(`${operation.id}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function add(race: Race): Promise<void> {
  const client = pick(race, race.clients);
  const userIds = [
    ...new Set(Array.from({ length: 1 + Math.floor(race.random() * 3) }, () => pick(race, race.userIds))),
  ];
  const body = { amount: pick(race, AMOUNTS), date: race.today, userIds };
  const assessed = await call(race, client, assessFines, { body }, randomUUID());
  if (assessed?.ok !== true) return;
  const fines = await submit(race, client, body, confirmationOf(assessed.value));
  race.fineIds.push(...fines.map(({ id }) => id));
  race.fineIds.splice(0, race.fineIds.length - FINES_IN_MIND);
}

const confirmationOf = ({ charges }: Assessment) =>
  charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled }));

/** Adds what was confirmed; confirms the new amounts where they changed, as an administrator would. The fines added. */
async function submit(
  race: Race,
  client: Client,
  body: { amount: number; date: string; userIds: string[] },
  confirmed: ReturnType<typeof confirmationOf>,
): Promise<{ id: string; amount: number }[]> {
  for (let time = 0; time < CONFIRMED_AT_MOST; time++) {
    const key = randomUUID();
    const input = { body: { ...body, fineType: 'Race', description: key, confirmed } };
    const answer = await write(race, client, addFines, input, key);
    if (answer?.ok === true) {
      race.told.added.set(key, { amount: body.amount, users: body.userIds.length });
      return answer.value.fines;
    }
    if (answer?.code !== 'charges-changed') return [];
    confirmed = confirmationOf(answer.details as Assessment);
  }
  return [];
}

async function mark(race: Race): Promise<void> {
  const fineId = pick(race, race.fineIds);
  if (fineId === undefined) return;
  const status = race.random() < 0.6 ? ('Paid' as const) : ('Pending' as const);
  const input = { params: { fineId }, body: { status } };
  const answer = await write(race, pick(race, race.clients), setFineStatus, input, randomUUID());
  if (answer?.ok === true) count(race.told.marked, `${fineId} ${status}`);
}

async function remove(race: Race): Promise<void> {
  const fineId = pick(race, race.fineIds);
  if (fineId === undefined) return;
  const answer = await write(race, pick(race, race.clients), deleteFine, { params: { fineId } }, randomUUID());
  if (answer?.ok === true && race.told.deleted.has(fineId)) race.told.faults.push(`${fineId} was deleted twice`);
  if (answer?.ok === true) race.told.deleted.add(fineId);
}

async function edit(race: Race): Promise<void> {
  const userId = pick(race, race.userIds);
  // Out of few addresses, so that two users are often given the same one.
  const userEmail = `racer${Math.floor(race.random() * 2 * race.userIds.length)}@example.pk`;
  const phone = randomUUID();
  const body = {
    userName: `Racer ${phone.slice(0, 4)}`,
    userEmail,
    userRole: 'Staff',
    phone,
    status: 'Active' as const,
  };
  const answer = await write(race, pick(race, race.clients), updateUser, { params: { userId }, body }, randomUUID());
  if (answer?.ok === true) race.told.edited.add(phone);
}

async function look(race: Race): Promise<void> {
  const input = { query: { userId: pick(race, race.userIds) } };
  const answer = await call(race, pick(race, race.clients), listFines, input, randomUUID());
  if (answer?.ok !== true) return;
  race.told.reads += 1;
  const { totals, user } = answer.value;
  const least = Math.min(
    totals.pendingFinesAmount,
    totals.collectedAmount,
    user?.summary.pendingFine ?? 0,
    user?.summary.paidAmount ?? 0,
  );
  if (least < 0) race.told.faults.push(`a figure below 0: ${JSON.stringify({ totals, user })}`);
}
