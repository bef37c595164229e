// A load of writes that remembers what it was told: each request with its key, and the answer if one came.
import { randomUUID } from 'node:crypto';
import { type Client, signInAt } from '../../tests/helpers/client.ts';
import { updateSetting } from '../../src/contract/settings.ts';
import { addUser } from '../../src/contract/users.ts';
import { ACCOUNT, pause } from './drill.ts';

/** One write that was sent: adding a fine whose description is the key, marking it paid, or deleting it. */
export interface Sent {
  key: string;
  kind: 'add' | 'pay' | 'delete';
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body: object | null;
  /** the id of the fine it is about, null while an addition has no answer */
  fineId: string | null;
  /** the answer's body as it came, null when none came or it was a refusal: then nobody knows */
  answer: string | null;
  /** status of the last answer, null when the connection broke */
  status: number | null;
}

export interface Writers {
  /** everything sent so far, in order of sending; the newest of each writer may have no answer yet */
  readonly sent: readonly Sent[];
  /** how many writes have a good answer */
  acknowledged(): number;
  /** How often a server was not there to take a request: such a request is kept and tried again, and is sent once. */
  refusals(): number;
  /** Ends the load and waits until each writer's last request has an answer or broke. */
  stop(): Promise<void>;
}

/** Signs in as the administrator; the session stays good over restarts and on every process of the same database. */
export const signIn = (url: string): Promise<Client> => signInAt(url, ACCOUNT);

/** So many users without fines; answers their ids. `ruleOn` sets the repeat-offence rule, off unless given. */
export async function addUsers(client: Client, count: number, { ruleOn = false } = {}): Promise<string[]> {
  await client.must(updateSetting, { params: { settingId: '1' }, body: { allowDisallow: ruleOn } });
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { id } = await client.must(addUser, {
      body: {
        userName: `Person ${n}`,
        userEmail: `person${n}@example.pk`,
        userRole: 'Staff',
        phone: '0300',
        status: 'Active',
      },
    });
    ids.push(id);
  }
  return ids;
}

/** Of the requests whose answer was lost, this share is sent again at once, as a browser does; the others stay unknown. */
const SENT_AGAIN = 0.5;
/** Between two looks whether the server is there again: first, and at the most. */
const KNOCK_MS = 25;
const KNOCK_AT_MOST_MS = 150;

/**
 * Starts so many writers. Each adds a fine, pays most of them and deletes some, one request after the other, and goes
 * on with the next one when a request failed. `urlOf` is asked before each request, so a server may move.
 */
export function startWriters(options: {
  urlOf: (writer: number) => string;
  cookie: string;
  userIds: readonly string[];
  writers: number;
  random: () => number;
  /** e.g. `2026-11-21` */
  today: string;
  /** longest wait for an answer, ms; 30 s unless given */
  timeoutMs?: number;
}): Writers {
  const sent: Sent[] = [];
  let stopping = false;
  let refused = 0;
  let acknowledged = 0;
  const write = async (writer: number): Promise<void> => {
    while (!stopping) {
      const added = await submit(addition(options));
      if (added.fineId !== null && options.random() < 0.7) await submit(payment(added.fineId));
      if (added.fineId !== null && options.random() < 0.2) await submit(deletion(added.fineId));
    }
    async function submit(request: Sent): Promise<Sent> {
      sent.push(request);
      const reached = await knock(request);
      if (reached && request.status === null && options.random() < SENT_AGAIN) await knock(request);
      // What never reached a server was not sent.
      else if (!reached) sent.splice(sent.lastIndexOf(request), 1);
      if (request.answer !== null) acknowledged += 1;
      // A server in trouble answers at once; asking it in a tight loop would measure only that.
      if (request.status === null || request.status >= 500) await pause(KNOCK_MS);
      return request;
    }
    /** Sends it as soon as there is a server; false when there is none until the end of the load. */
    async function knock(request: Sent): Promise<boolean> {
      for (let wait = KNOCK_MS; ; wait = Math.min(wait * 1.5, KNOCK_AT_MOST_MS)) {
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

function addition({
  userIds,
  random,
  today,
}: {
  userIds: readonly string[];
  random: () => number;
  today: string;
}): Sent {
  const key = randomUUID();
  const userId = userIds[Math.floor(random() * userIds.length)];
  const amount = 1 + Math.floor(random() * 1000);
  const body = { fineType: 'Drill', description: key, amount, date: today, userIds: [userId] };
  return { key, kind: 'add', method: 'POST', path: '/fines', body, ...unanswered };
}

const unanswered = { fineId: null, answer: null, status: null };

const payment = (fineId: string): Sent => ({
  ...unanswered,
  key: randomUUID(),
  kind: 'pay',
  method: 'PUT',
  path: `/fines/${fineId}/status`,
  body: { status: 'Paid' },
  fineId,
});

const deletion = (fineId: string): Sent => ({
  ...unanswered,
  key: randomUUID(),
  kind: 'delete',
  method: 'DELETE',
  path: `/fines/${fineId}`,
  body: null,
  fineId,
});

/**
 * Sends it, or sends it again under the same key, and notes the answer. Never throws. False when the connection was
 * refused: then no server has seen anything of it.
 */
export async function send(url: string, cookie: string, request: Sent, timeoutMs = 30_000): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api${request.path}`, {
      method: request.method,
      headers: {
        origin: url,
        cookie,
        'idempotency-key': request.key,
        ...(request.body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === null ? {} : { body: JSON.stringify(request.body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    request.status = answer.status;
    if (!answer.ok) return true;
    request.answer = text;
    if (request.kind === 'add') request.fineId = (JSON.parse(text) as { fines: { id: string }[] }).fines[0]?.id ?? null;
    return true;
  } catch (error) {
    request.status = null;
    const cause = error instanceof Error ? error.cause : undefined;
    return !(cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED');
  }
}
