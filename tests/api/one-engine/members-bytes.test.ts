// Checks every byte that a member receives, from every operation and from the live stream, with the rule "Members can
// see everyone's fines" off and on, for data of other users that they may not see (ACCESS-7 to ACCESS-9). The data
// contains marker values, so that leaks are recognised in any context.
import { beforeAll, describe, expect, test } from 'vitest';
import { addEvent } from '../../../src/contract/events.ts';
import { OPERATIONS } from '../../../src/contract/index.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { createSignInLink, deleteUser, updateUser, type User } from '../../../src/contract/users.ts';
import { isAllowed } from '../../../src/core/people/permission.ts';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { type Client } from '../../helpers/client.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { addUser, eventForm, fineOne, mark, setRule, userForm } from '../../helpers/ledger.ts';
import { caughtUp, openLive } from '../../helpers/live-stream.ts';
import { signedInMember } from '../../helpers/members.ts';

const OWN = { userName: 'OwnName', userEmail: 'own-mail@marker.pk', phone: 'OWNPHONE', userRole: 'OWNROLE' };
const OTHER = { userName: 'OtherName', userEmail: 'other-mail@marker.pk', phone: 'OTHERPHONE', userRole: 'OTHERROLE' };
const GONE = { userName: 'GoneName', userEmail: 'gone-mail@marker.pk', phone: 'GONEPHONE', userRole: 'GONEROLE' };

/** Never sent to a member. */
const NEVER = [
  'other-mail',
  'OTHERPHONE',
  'OTHERROLE',
  'GoneName',
  'gone-mail',
  'GONEPHONE',
  'GONEROLE',
  'OWNPHONE',
  'OWNROLE',
  'EVENTTITLE',
  'EVENTTEXT',
  'EVENTPLACE',
  ADMINISTRATOR.email,
  'Double the fine',
  // The note of somebody else's fine (ACCESS-12).
  'OTHERTEXT',
];
/** Sent only with the rule on: names, ids and amounts of others. */
const UNDER_THE_RULE = ['OtherName', 'OTHERFINE', '7331', '8442'];

const app = useApp();
const administrator = useAdministrator(app);
let member: Client;
let own: User;
let other: User;
let gone: User;
let fineIds: string[];

beforeAll(async () => {
  await setRule(administrator, false);
  ({ user: own, client: member } = await signedInMember(app, administrator, OWN));
  other = await addUser(administrator, OTHER);
  gone = await addUser(administrator, GONE);
  const finesMade = [
    await fineOne(administrator, own.id, { amount: 11, fineType: 'OWNFINE', description: 'OWNTEXT' }),
    await fineOne(administrator, other.id, { amount: 7331, fineType: 'OTHERFINE', description: 'OTHERTEXT' }),
    await fineOne(administrator, gone.id, { amount: 8442, fineType: 'OTHERFINE', description: 'OTHERTEXT' }),
  ];
  fineIds = finesMade.map(({ id }) => id);
  await administrator.must(deleteUser, { params: { userId: gone.id } });
  const words = { title: 'EVENTTITLE', description: 'EVENTTEXT', location: 'EVENTPLACE' };
  await administrator.must(addEvent, { body: eventForm({ ...words, date: '2026-11-20' }) });
});

const LEAVES = ['account.signOutEverywhere', 'auth.signOut'];

/**
 * The requests to try for an operation: with every id, and with searches that would find others. What members may not
 * call is refused whatever the rest of the request is, so there each search and each body is tried with one id.
 */
function requestsTo(operation: Operation): [address: string, body: object | null][] {
  const ids = [own.id, other.id, gone.id, ...fineIds, '1', 'members-see-everyone', 'NOBODY22'];
  const paths = operation.path.includes(':') ? ids.map((id) => operation.path.replace(/:\w+/, id)) : [operation.path];
  const queries = ['', '?search=other', '?search=OTHERPHONE', '?page=2', '?pageSize=20&fines=5', `?userId=${other.id}`];
  const isRefused = !isAllowed(operation.needs, 'member');
  const each = <T>(all: readonly T[], place: number): readonly T[] => (isRefused && place > 0 ? all.slice(0, 1) : all);
  return paths.flatMap((path, place) => {
    const addresses = operation.method === 'GET' ? each(queries, place).map((query) => path + query) : [path];
    const bodies = operation.body === undefined ? [null] : each(BODIES, place);
    return addresses.flatMap((address) => bodies.map((body): [string, object | null] => [`/api${address}`, body]));
  });
}

/** Bodies to try; a member's requests with them must be refused, or affect only their own account. */
const BODIES = [
  {},
  { ...OTHER, status: 'Active' },
  { fineType: 'X', description: '', amount: 1, date: '2026-11-18', userIds: ['OTHER'] },
  { status: 'Paid' },
  { allowDisallow: true },
  { email: OTHER.userEmail, password: 'a guess of mine' },
  { token: 'made up', password: 'long enough' },
  { currentPassword: 'not it at all', newPassword: 'long enough' },
];

/** Sends everything as the member; returns all bytes received, by request. */
async function everything(): Promise<Map<string, string>> {
  const received = new Map<string, string>();
  const operations = OPERATIONS.filter(({ id }) => !LEAVES.includes(id) && id !== 'live.feed');
  for (const operation of operations) {
    for (const [address, body] of requestsTo(operation)) {
      const sent = body === null ? '' : JSON.stringify(body).replace('"OTHER"', JSON.stringify(other.id));
      const { status, statusText, headers, text } = await member.send(address, {
        method: operation.method,
        headers: {
          'idempotency-key': `key-${received.size}-of-this-test`,
          ...(sent === '' ? {} : { 'content-type': 'application/json' }),
        },
        body: sent,
      });
      received.set(`${operation.method} ${address} ${sent}`, [status, statusText, ...headers, '', text].join('\n'));
    }
  }
  return received;
}

/** The live stream as text while something happens, and its changes after the initial one. */
async function streamDuring(happens: () => Promise<unknown>): Promise<{ text: string; changes: string[] }> {
  const stopping = new AbortController();
  const administrators = await openLive(app.url, administrator.cookie);
  const answer = await member.fetch('/api/live', { signal: stopping.signal });
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const changes = () => [...text.matchAll(/event: change\n([^]*?)\n\n/g)].map(([, lines]) => lines ?? '');
  const readChanges = async (count: number): Promise<void> => {
    while (changes().length < count) {
      const piece = await reader.read();
      if (piece.done) throw new Error(`The stream ended: ${text}`);
      text += piece.value;
    }
  };
  await readChanges(1);
  await happens();
  await caughtUp(app, administrators);
  // The member always hears of their own fine, so this last one marks the end.
  const last = await fineOne(administrator, own.id, { amount: 1 });
  await mark(administrator, last.id, 'Paid');
  await caughtUp(app, administrators);
  await readChanges(2);
  stopping.abort();
  administrators.close();
  return { text, changes: changes().slice(1) };
}

/** Makes every kind of change to others' records. */
async function changeOthers(): Promise<void> {
  const form = { ...userForm(), ...OTHER, status: 'Active' as const };
  await administrator.must(updateUser, { params: { userId: other.id }, body: { ...form, userName: 'OtherName' } });
  await administrator.must(createSignInLink, { params: { userId: other.id } });
  await fineOne(administrator, other.id, { amount: 7331, fineType: 'OTHERFINE', description: 'OTHERTEXT' });
  const words = { title: 'EVENTTITLE', description: 'EVENTTEXT', location: 'EVENTPLACE' };
  await administrator.must(addEvent, { body: eventForm({ ...words, date: '2026-11-21' }) });
  await setRule(administrator, true);
  await setRule(administrator, false);
}

/** Which words occur in which responses, with the request. */
const holding = (received: ReadonlyMap<string, string>, words: readonly string[]): string[] =>
  [...received].flatMap(([request, bytes]) =>
    words.filter((word) => bytes.toLowerCase().includes(word.toLowerCase())).map((word) => `${word} in ${request}`),
  );

describe.each([false, true])('with the rule on: %s', (ruleOn) => {
  beforeAll(() => setRule(administrator, ruleOn, 'members-see-everyone'));

  test('no operation tells a member what they may not know [ACCESS-9, ACCESS-12]', async () => {
    const received = await everything();
    expect(received.size).toBeGreaterThan(200);
    expect(holding(received, NEVER)).toEqual([]);
    const underTheRule = holding(received, UNDER_THE_RULE);
    if (ruleOn) expect(underTheRule.length).toBeGreaterThan(0);
    else expect([...underTheRule, ...holding(received, [other.id, gone.id])]).toEqual([]);
    // To prove the check itself, it must find the member's own data.
    for (const word of ['OwnName', 'OWNFINE', 'OWNTEXT']) expect(holding(received, [word]).length).toBeGreaterThan(0);
  });

  test('the live stream says whose it is and that something changed, and nothing else', async () => {
    const { text, changes } = await streamDuring(changeOthers);
    const bytes = new Map([['the stream', text]]);
    expect(holding(bytes, [...NEVER, ...UNDER_THE_RULE, 'OwnName', 'OWNFINE', own.id, other.id])).toEqual([]);
    expect(text.match(/own-mail/g)).toHaveLength(1);
    for (const change of changes) expect(change).toMatch(/^id: [\w-]{96}\ndata: \{\}$/);
    // All ids must differ, although versions are otherwise indistinguishable.
    expect(new Set(changes).size).toBe(changes.length);
    // The rule switched on and off, and two changes of their own fine.
    if (!ruleOn) expect(changes.length).toBeLessThanOrEqual(4);
  });
});
