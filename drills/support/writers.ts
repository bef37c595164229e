// A load of writes that remembers what it was told: each request with its key, and the answer if one came.
import { randomUUID } from 'node:crypto';
import { type Client, cookieOf, createClient } from '../../tests/helpers/app.ts';
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
  /** Ends the load and waits until each writer's last request has an answer or broke. */
  stop(): Promise<void>;
}

/** Signs in as the administrator; the session stays good over restarts and on every process of the same database. */
export async function signIn(url: string): Promise<Client> {
  const answer = await createClient(url, '').fetch('/api/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  });
  if (!answer.ok) throw new Error(`Sign-in failed: ${answer.status} ${await answer.text()}`);
  return createClient(url, cookieOf(answer));
}

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
  const write = async (writer: number): Promise<void> => {
    while (!stopping) {
      const added = await submit(addition(options));
      if (added.fineId !== null && options.random() < 0.7) await submit(payment(added.fineId));
      if (added.fineId !== null && options.random() < 0.2) await submit(deletion(added.fineId));
    }
    async function submit(request: Sent): Promise<Sent> {
      sent.push(request);
      await send(options.urlOf(writer), options.cookie, request, options.timeoutMs);
      // A server that is away refuses at once; asking it in a tight loop would measure only that.
      if (request.status === null || request.status >= 500) await pause(20);
      return request;
    }
  };
  const all = Promise.all(Array.from({ length: options.writers }, (_, writer) => write(writer)));
  return {
    sent,
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

/** Sends it, or sends it again under the same key, and notes the answer. Never throws. */
export async function send(url: string, cookie: string, request: Sent, timeoutMs = 30_000): Promise<void> {
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
    if (!answer.ok) return;
    request.answer = text;
    if (request.kind === 'add') request.fineId = (JSON.parse(text) as { fines: { id: string }[] }).fines[0]?.id ?? null;
  } catch {
    request.status = null;
  }
}
