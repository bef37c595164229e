// Clients that write concurrently to the same few users and fines through several processes, and log the responses.
import { randomUUID } from 'node:crypto';
import {
  addFines,
  type Assessment,
  assessFines,
  deleteFine,
  listFines,
  setFineStatus,
} from '../../src/contract/fines/fines.ts';
import { readFine } from '../../src/contract/fines/fine-details.ts';
import type { CallInput, Operation } from '../../src/contract/operation.ts';
import { reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { addUser, updateUser } from '../../src/contract/users.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import type { Answer, Client } from '../../tests/helpers/client.ts';
import { userForm } from '../../tests/helpers/ledger.ts';
import { pause } from '../support/drill.ts';

/** The acknowledged writes, each of which must be in the journal exactly once, and what else happened. */
export interface RaceLog {
  /** additions: key, which is also the description -> amount before doubling, and number of users */
  added: Map<string, { amount: number; users: number }>;
  /** `FINE-ID Paid`, `FINE-ID Pending` -> how often */
  marked: Map<string, number>;
  deleted: Set<string>;
  /** payments, reversals and waivers: `ACTION KEY`; the key is also the note or reason */
  money: Set<string>;
  /** phone numbers, each used once */
  edited: Set<string>;
  /** refusals by error code; a lost race is not a fault */
  refused: Map<string, number>;
  /** responses that no lost race explains */
  faults: string[];
  /** requests sent twice concurrently under one key, how many of them succeeded twice, and which got two different answers */
  twice: { sent: number; answered: number; different: string[] };
  /** pairs of concurrent submissions for one user, and how many of them charged one normal and one double amount */
  pairs: { sent: number; right: number };
  reads: number;
}

export interface Race {
  clients: readonly Client[];
  userIds: readonly string[];
  /** fines added recently; some may be deleted by now */
  fineIds: string[];
  /** payments taken recently; some may be taken back by now, or have paid a fine that was deleted */
  payments: { id: string; amount: number }[];
  today: string;
  random: () => number;
  log: RaceLog;
}

/** Error codes of a lost race: another client was first. */
const LOST = new Set([
  'charges-changed',
  'already-paid',
  'already-pending',
  'fine-not-found',
  'email-in-use',
  'payment-changed',
  'payment-reversed',
  'fine-changed',
  'nothing-to-waive',
]);
/** Few, so that there often is another fine of double the amount. */
const AMOUNTS = [50, 100, 200, 400];
const SENT_TWICE_SHARE = 0.1;
const MAX_CONFIRMATIONS = 5;
const ATTEMPTS = 20;
const RETRY_MS = 200;
/** How many of the newest fines the clients work on: few, so that they collide. */
const RECENT_FINES = 40;

export const emptyRaceLog = (): RaceLog => ({
  added: new Map(),
  marked: new Map(),
  deleted: new Set(),
  money: new Set(),
  edited: new Set(),
  refused: new Map(),
  faults: [],
  twice: { sent: 0, answered: 0, different: [] },
  pairs: { sent: 0, right: 0 },
  reads: 0,
});

const pick = <T>({ random }: Race, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

/** One client: random operations on random processes until `stopping`. */
export async function runRacer(race: Race, stopping: () => boolean): Promise<void> {
  while (!stopping()) {
    const chance = race.random();
    if (chance < 0.4) await add(race);
    else if (chance < 0.6) await mark(race);
    else if (chance < 0.68) await collect(race);
    else if (chance < 0.72) await takeBack(race);
    else if (chance < 0.75) await waive(race);
    else if (chance < 0.85) await remove(race);
    else if (chance < 0.95) await edit(race);
    else await look(race);
  }
}

/** Pairs of concurrent submissions for a new user, on two processes, both confirmed at the normal amount. */
export async function runPairs(race: Race, name: number, stopping: () => boolean): Promise<void> {
  const { clients, log, today } = race;
  for (let n = 0; !stopping(); n++) {
    const email = `pair-${name}-${n}@example.pk`;
    const user = userForm({ userName: `Pair ${name}-${n}`, userEmail: email, phone: email });
    const added = await call(race, pick(race, clients), addUser, { body: user }, randomUUID());
    if (added?.ok !== true) continue;
    const { id } = added.value;
    log.edited.add(email);
    const first = Math.floor(race.random() * clients.length);
    const two = [clients[first], clients[(first + 1) % clients.length]].filter((client) => client !== undefined);
    const amount = pick(race, AMOUNTS);
    // Other clients must not know these fines: if the first were deleted before the second is added, both would be
    // normal.
    const submitted = await Promise.all(
      two.map((client) =>
        submit(race, client, { amount, date: today, userIds: [id] }, [{ userId: id, amount, doubled: false }]),
      ),
    );
    log.pairs.sent += 1;
    const amounts = submitted
      .flatMap(({ confirmed }) => confirmed.map((charge) => charge.amount))
      .toSorted((a, b) => a - b);
    if (amounts.length === 2 && amounts[0] === amount && amounts[1] === 2 * amount) log.pairs.right += 1;
  }
}

/** Sends a write, sometimes twice concurrently under the same key; returns the first success. */
async function write<O extends Operation>(race: Race, client: Client, operation: O, input: CallInput<O>, key: string) {
  const { log } = race;
  const clients = race.random() < SENT_TWICE_SHARE ? [client, pick(race, race.clients)] : [client];
  const answers = await Promise.all(clients.map((each) => call(race, each, operation, input, key)));
  const good = answers.filter((answer) => answer?.ok === true);
  if (clients.length === 2) {
    log.twice.sent += 1;
    if (good.length === 2) log.twice.answered += 1;
    if (new Set(good.map((answer) => JSON.stringify(answer.value))).size > 1) {
      log.twice.different.push(operation.id);
    }
  }
  return good[0] ?? answers[0];
}

async function call<O extends Operation>(
  { log }: Race,
  client: Client,
  operation: O,
  input: CallInput<O>,
  key: string,
): Promise<Answer<O> | undefined> {
  try {
    for (let attempt = 1; ; attempt++) {
      const answer = await client.call(operation, input, { key });
      if (answer.ok) return answer;
      count(log.refused, answer.code);
      // After a 503 the write may or may not have been done; a retry under the same key is safe.
      if ((answer.code === 'unavailable' || answer.code === 'busy') && attempt < ATTEMPTS) {
        await pause(RETRY_MS);
        continue;
      }
      if (!LOST.has(answer.code)) log.faults.push(`${operation.id}: ${answer.status} ${answer.code}`);
      return answer;
    }
  } catch (error) {
    log.faults.push(`${operation.id}: ${error instanceof Error ? error.message : String(error)}`);
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
  race.fineIds.push(...(await submit(race, client, body, confirmationOf(assessed.value))).fineIds);
  race.fineIds.splice(0, race.fineIds.length - RECENT_FINES);
}

const confirmationOf = ({ charges }: Assessment) =>
  charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled }));

/** Adds fines, confirming changed charges like an administrator. Returns the fines added and the charges confirmed. */
async function submit(
  race: Race,
  client: Client,
  body: { amount: number; date: string; userIds: string[] },
  confirmed: ReturnType<typeof confirmationOf>,
): Promise<{ fineIds: string[]; confirmed: { amount: number }[] }> {
  for (let time = 0; time < MAX_CONFIRMATIONS; time++) {
    const key = randomUUID();
    const input = { body: { ...body, fineType: 'Race', description: key, confirmed } };
    const answer = await write(race, client, addFines, input, key);
    if (answer?.ok === true) {
      race.log.added.set(key, { amount: body.amount, users: body.userIds.length });
      return { fineIds: answer.value.fineIds, confirmed };
    }
    if (answer?.code !== 'charges-changed') return { fineIds: [], confirmed: [] };
    confirmed = confirmationOf(answer.details as Assessment);
  }
  return { fineIds: [], confirmed: [] };
}

async function mark(race: Race): Promise<void> {
  const fineId = pick(race, race.fineIds);
  if (fineId === undefined) return;
  const status = race.random() < 0.6 ? ('Paid' as const) : ('Pending' as const);
  const read = await call(race, pick(race, race.clients), readFine, { params: { fineId } }, randomUUID());
  if (read?.ok !== true) return;
  const { amount, paidAmount, waivedAmount } = read.value.fine;
  const input = { params: { fineId }, body: { status, shown: { amount, paidAmount, waivedAmount } } };
  const answer = await write(race, pick(race, race.clients), setFineStatus, input, randomUUID());
  if (answer?.ok === true) count(race.log.marked, `${fineId} ${status}`);
}

/** A recent fine with what is currently left to pay of it; null if nothing is. */
async function owed(race: Race): Promise<{ fineId: string; userId: string; outstanding: number } | null> {
  const fineId = pick(race, race.fineIds);
  if (fineId === undefined) return null;
  const answer = await call(race, pick(race, race.clients), readFine, { params: { fineId } }, randomUUID());
  if (answer?.ok !== true || answer.value.fine.outstanding === 0) return null;
  return { fineId, ...answer.value.fine };
}

/** Pays half of what is owed, or twice as much, which leaves credit. */
async function collect(race: Race): Promise<void> {
  const fine = await owed(race);
  if (fine === null) return;
  const { fineId, userId, outstanding } = fine;
  const key = randomUUID();
  const amount = Number((outstanding * (race.random() < 0.7 ? 0.5 : 2)).toFixed(2));
  const body = { userId, fines: [{ fineId, outstanding }], amount, receivedOn: race.today, note: key };
  const answer = await write(race, pick(race, race.clients), takePayment, { body }, key);
  if (answer?.ok !== true || answer.value.payment === null) return;
  race.log.money.add(`payments.take ${key}`);
  race.payments.push({ id: answer.value.payment.id, amount });
  race.payments.splice(0, race.payments.length - RECENT_FINES);
}

async function takeBack(race: Race): Promise<void> {
  const payment = pick(race, race.payments);
  if (payment === undefined) return;
  const key = randomUUID();
  const input = { params: { paymentId: payment.id }, body: { amount: payment.amount, reason: key } };
  const answer = await write(race, pick(race, race.clients), reversePayment, input, key);
  if (answer?.ok === true) race.log.money.add(`payments.reverse ${key}`);
}

async function waive(race: Race): Promise<void> {
  const fine = await owed(race);
  if (fine === null) return;
  const { fineId, outstanding } = fine;
  const key = randomUUID();
  const amount = Number((outstanding / 2).toFixed(2));
  const input = { params: { fineId }, body: { outstanding, amount, reason: key } };
  const answer = await write(race, pick(race, race.clients), waiveFine, input, key);
  if (answer?.ok === true) race.log.money.add(`fines.waive ${key}`);
}

async function remove(race: Race): Promise<void> {
  const fineId = pick(race, race.fineIds);
  if (fineId === undefined) return;
  const answer = await write(race, pick(race, race.clients), deleteFine, { params: { fineId } }, randomUUID());
  if (answer?.ok === true && race.log.deleted.has(fineId)) race.log.faults.push(`${fineId} was deleted twice`);
  if (answer?.ok === true) race.log.deleted.add(fineId);
}

async function edit(race: Race): Promise<void> {
  const userId = pick(race, race.userIds);
  // Few addresses, so that two users often get the same one.
  const userEmail = `racer${Math.floor(race.random() * 2 * race.userIds.length)}@example.pk`;
  const phone = randomUUID();
  const body = userForm({ userName: `Racer ${phone.slice(0, 4)}`, userEmail, phone });
  const answer = await write(race, pick(race, race.clients), updateUser, { params: { userId }, body }, randomUUID());
  if (answer?.ok === true) race.log.edited.add(phone);
}

async function look(race: Race): Promise<void> {
  const input = { query: { userId: pick(race, race.userIds) } };
  const answer = await call(race, pick(race, race.clients), listFines, input, randomUUID());
  if (answer?.ok !== true) return;
  race.log.reads += 1;
  const { totals, user } = answer.value;
  const least = Math.min(
    totals.pendingFinesAmount,
    totals.collectedAmount,
    user?.summary.pendingFine ?? 0,
    user?.summary.paidAmount ?? 0,
  );
  if (least < 0) race.log.faults.push(`a figure below 0: ${JSON.stringify({ totals, user })}`);
}
