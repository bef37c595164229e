// Write load that records each request with its key, and the response if there was one.
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { type Client, signInAt } from '../../tests/helpers/client.ts';
import { addUser, setRule } from '../../tests/helpers/ledger.ts';
import { ACCOUNT, pause } from './drill.ts';
import {
  addition,
  collection,
  deletion,
  eventAddition,
  eventChange,
  eventDeletion,
  givingBack,
  isRepeatable,
  type Figures,
  markPaid,
  payOut,
  ruleSwitch,
  send,
  type Sent,
  signInLink,
  takingBack,
  userAddition,
  userChange,
  userDeletion,
  waiver,
} from './requests.ts';

export interface Writers {
  /** everything sent so far, in order; the newest of each writer may have no response yet */
  readonly sent: readonly Sent[];
  /** how many writes succeeded */
  acknowledged(): number;
  /** how often a connection was refused; such a request is retried until it is sent once */
  refusals(): number;
  /** Ends the load and waits until each writer's last request has succeeded or failed. */
  stop(): Promise<void>;
}

/** Signs in as the administrator. The session survives restarts and works on every process of the same database. */
export const signIn = (url: string): Promise<Client> => signInAt(url, ACCOUNT);

/**
 * Adds users, switches the repeat-offence rule, and returns the ids. Their phone number is too short to be mistaken for
 * an edit that the processes drill counts.
 */
export async function addUsers(client: Client, count: number, { ruleOn = false } = {}): Promise<string[]> {
  await setRule(client, ruleOn);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await addUser(client, { phone: '-' })).id);
  return ids;
}

/**
 * The share of requests without a response that is sent again, as a browser does; the outcome of the others is unknown.
 */
const RESENT_SHARE = 0.5;
/** Retry interval while the server is down: initial and maximum. */
const RETRY_MS = 25;
const MAX_RETRY_MS = 150;

/**
 * Starts writers, each of which sends one request at a time: adds fines, pays most of them in full or in part, waives
 * and deletes some, takes payments and gives credit back; less often, adds and changes events and users (who may get a
 * sign-in link), or switches a rule. `urlOf` is called before each request, so the server may move.
 */
export function startWriters(options: {
  urlOf: (writer: number) => string;
  cookie: string;
  userIds: readonly string[];
  writers: number;
  random: () => number;
  /** e.g. `2026-11-21` */
  today: string;
  /** response timeout, ms; 30 s unless given */
  timeoutMs?: number;
  /**
   * how long a writer pauses after a refusal, ms; longer for long faults, because refused requests are sent again at
   * the end
   */
  restMs?: number;
}): Writers {
  const sent: Sent[] = [];
  const { random } = options;
  const amount = (): number => 1 + Math.floor(random() * 1000);
  let stopping = false;
  let refused = 0;
  let acknowledged = 0;
  const write = async (writer: number): Promise<void> => {
    while (!stopping) {
      const chance = random();
      if (chance < 0.6) await aboutFine();
      else if (chance < 0.7) await aboutCredit();
      else if (chance < 0.82) await aboutEvent();
      else if (chance < 0.94) await aboutUser();
      else await submit(ruleSwitch(random() < 0.5));
    }
    async function aboutFine(): Promise<void> {
      const userId = options.userIds[Math.floor(random() * options.userIds.length)];
      const charged = amount();
      const { id } = await submit(addition({ userId, amount: charged, date: options.today }));
      let shown: Figures | null = { amount: charged, paidAmount: 0, waivedAmount: 0 };
      if (id !== null && userId !== undefined && random() < 0.4) {
        shown = await payInPart(userId, { fineId: id, outstanding: charged });
        if (shown === null) return;
      }
      if (id !== null && random() < 0.7) await submit(markPaid(id, shown));
      if (id !== null && random() < 0.2) await submit(deletion(id));
    }
    /** Pays half, and perhaps takes it back; may waive part of the rest. Null if an outcome is unknown. */
    async function payInPart(userId: string, fine: { fineId: string; outstanding: number }): Promise<Figures | null> {
      const half = fine.outstanding / 2;
      const receivedOn = options.today;
      const taken = await submit(collection({ userId, fines: [fine], amount: half, receivedOn }));
      if (taken.answer === null) return null;
      const isTakenBack = random() < 0.3;
      if (isTakenBack && (await submit(takingBack(taken.id ?? '', half))).answer === null) return null;
      const shown = { amount: fine.outstanding, paidAmount: isTakenBack ? 0 : half, waivedAmount: 0 };
      if (random() < 0.4) return shown;
      const outstanding = fine.outstanding - shown.paidAmount;
      const waived = await submit(waiver(fine.fineId, { outstanding, amount: outstanding / 2 }));
      return waived.answer === null ? null : { ...shown, waivedAmount: outstanding / 2 };
    }
    /** Uses a new user, so that no other writer changes the credit. */
    async function aboutCredit(): Promise<void> {
      const { id: userId } = await submit(userAddition());
      if (userId === null) return;
      const credit = 2 + amount();
      const paid = await submit(collection({ userId, fines: [], amount: credit, receivedOn: options.today }));
      if (paid.answer === null) return;
      const given = await submit(givingBack({ userId, credit, amount: credit / 2, givenOn: options.today }));
      if (given.answer !== null && random() < 0.5) await submit(payOut(ADMINISTRATOR_ID, 1));
    }
    async function aboutEvent(): Promise<void> {
      const { id } = await submit(eventAddition({ amount: amount(), date: options.today }));
      if (id !== null && random() < 0.7) await submit(eventChange(id, amount()));
      if (id !== null && random() < 0.3) await submit(eventDeletion(id));
    }
    async function aboutUser(): Promise<void> {
      const { id } = await submit(userAddition());
      if (id !== null && random() < 0.6) await submit(signInLink(id));
      if (id !== null && random() < 0.7) await submit(userChange(id));
      if (id !== null && random() < 0.3) await submit(userDeletion(id));
    }
    async function submit(request: Sent): Promise<Sent> {
      sent.push(request);
      const reached = await sendWhenUp(request);
      if (reached && request.status === null && isRepeatable(request) && random() < RESENT_SHARE)
        await sendWhenUp(request);
      // It never reached a server.
      else if (!reached) sent.splice(sent.lastIndexOf(request), 1);
      if (request.answer !== null) acknowledged += 1;
      // A failing server responds immediately; do not retry in a tight loop.
      if (request.status === null || request.status >= 500) await pause(options.restMs ?? RETRY_MS);
      return request;
    }
    /** Sends it as soon as a server accepts connections; false if none does until the load ends. */
    async function sendWhenUp(request: Sent): Promise<boolean> {
      for (let wait = RETRY_MS; ; wait = Math.min(wait * 1.5, MAX_RETRY_MS)) {
        if (await send(options.urlOf(writer), options.cookie, request, options.timeoutMs)) return true;
        refused += 1;
        if (stopping) return false;
        await pause(wait);
      }
    }
  };
  const all = Promise.all(Array.from({ length: options.writers }, (_, writer) => write(writer)));
  return {
    sent,
    acknowledged: () => acknowledged,
    refusals: () => refused,
    stop: async () => {
      stopping = true;
      await all;
    },
  };
}
