// Every byte that a member's session receives, from every operation and from the live stream, with the rule "Members can
// see everyone's fines" off and on: no e-mail, phone, role or money record of another user beyond what decisions section
// 5 grants. The data carries marker values, so that whatever slips out is recognised, however it is wrapped.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent } from '../../src/contract/events.ts';
import { OPERATIONS } from '../../src/contract/index.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { setFineStatus } from '../../src/contract/fines.ts';
import { createSignInLink, deleteUser, updateUser, type User } from '../../src/contract/users.ts';
import { ADMINISTRATOR, startApp, type TestApp } from '../helpers/app.ts';
import { type Client } from '../helpers/client.ts';
import { addUser, fineOne, person, setRule } from '../helpers/ledger.ts';
import { signedInMember } from '../helpers/members.ts';

const OWN = { userName: 'OwnName', userEmail: 'own-mail@marker.pk', phone: 'OWNPHONE', userRole: 'OWNROLE' };
const OTHER = { userName: 'OtherName', userEmail: 'other-mail@marker.pk', phone: 'OTHERPHONE', userRole: 'OTHERROLE' };
const GONE = { userName: 'GoneName', userEmail: 'gone-mail@marker.pk', phone: 'GONEPHONE', userRole: 'GONEROLE' };

/** Never sent to a member, whatever the rule says. */
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
];
/** Sent with the rule on only: names, ids and money of others. */
const UNDER_THE_RULE = ['OtherName', 'OTHERFINE', 'OTHERTEXT', '7331', '8442'];

let app: TestApp;
let administrator: Client;
let member: Client;
let own: User;
let other: User;
let gone: User;
let fineIds: string[];

beforeAll(async () => {
  app = await startApp();
  administrator = await app.administrator();
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
  const event = {
    title: 'EVENTTITLE',
    description: 'EVENTTEXT',
    date: '2026-11-20',
    location: 'EVENTPLACE',
    amount: 5,
  };
  await administrator.must(addEvent, { body: event });
});
afterAll(() => app.stop());

const LEAVES = ['account.signOutEverywhere', 'auth.signOut'];

/** Everything worth asking an operation for: each id there is, in each place, and the searches that would find others. */
function addresses(operation: Operation): string[] {
  const ids = [own.id, other.id, gone.id, ...fineIds, '1', 'members-see-everyone', 'NOBODY22'];
  const paths = operation.path.includes(':') ? ids.map((id) => operation.path.replace(/:\w+/, id)) : [operation.path];
  const queries = ['', '?search=other', '?search=OTHERPHONE', '?page=2', '?pageSize=20&fines=5', `?userId=${other.id}`];
  return operation.method === 'GET'
    ? paths.flatMap((path) => queries.map((query) => `/api${path}${query}`))
    : paths.map((path) => `/api${path}`);
}

/** Bodies that an operation might act on; for a member all of them must end in a refusal, or in the own account. */
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

/** Status line, headers and body, as they come. */
async function bytesOf(answer: Response): Promise<string> {
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${answer.status} ${answer.statusText}\n${headers}\n\n${await answer.text()}`;
}

/** Asks for everything as the member, and answers with every byte received, by request. */
async function everything(): Promise<Map<string, string>> {
  const received = new Map<string, string>();
  const operations = OPERATIONS.filter(({ id }) => !LEAVES.includes(id) && id !== 'live.feed');
  for (const operation of operations) {
    for (const address of addresses(operation)) {
      for (const body of operation.body === undefined ? [null] : BODIES) {
        const sent = body === null ? null : JSON.stringify(body).replace('"OTHER"', JSON.stringify(other.id));
        const answer = await member.fetch(address, {
          method: operation.method,
          redirect: 'manual',
          headers: {
            'idempotency-key': `key-${received.size}-of-this-test`,
            ...(sent === null ? {} : { 'content-type': 'application/json' }),
          },
          ...(sent === null ? {} : { body: sent }),
        });
        received.set(`${operation.method} ${address} ${sent ?? ''}`, await bytesOf(answer));
      }
    }
  }
  return received;
}

/** Reads the live stream as text while something happens, until a change that the member hears has come through. */
async function streamDuring(happens: () => Promise<unknown>): Promise<string> {
  const stopping = new AbortController();
  const answer = await member.fetch('/api/live', { signal: stopping.signal });
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const readUntil = async (mark: string): Promise<void> => {
    while (!text.includes(mark)) {
      const piece = await reader.read();
      if (piece.done) throw new Error(`The stream ended: ${text}`);
      text += piece.value;
    }
  };
  await readUntil('event: hello');
  await happens();
  // The member's own fine comes last, and is always heard.
  const last = await fineOne(administrator, own.id, { amount: 1 });
  await administrator.must(setFineStatus, { params: { fineId: last.id }, body: { status: 'Paid' } });
  const { last_sequence: newest } = await app.db.read
    .selectFrom('books')
    .select('last_sequence')
    .executeTakeFirstOrThrow();
  await readUntil(`id: ${newest}`);
  stopping.abort();
  return text;
}

/** Everything that others' records can go through. */
async function bustle(): Promise<void> {
  const form = { ...person(), ...OTHER, status: 'Active' as const };
  await administrator.must(updateUser, { params: { userId: other.id }, body: { ...form, userName: 'OtherName' } });
  await administrator.must(createSignInLink, { params: { userId: other.id } });
  await fineOne(administrator, other.id, { amount: 7331, fineType: 'OTHERFINE', description: 'OTHERTEXT' });
  const event = {
    title: 'EVENTTITLE',
    description: 'EVENTTEXT',
    date: '2026-11-21',
    location: 'EVENTPLACE',
    amount: 5,
  };
  await administrator.must(addEvent, { body: event });
  await setRule(administrator, true);
  await setRule(administrator, false);
}

/** The requests whose answers hold one of the words, with the word. What the member sent may not be counted as received. */
const holding = (received: ReadonlyMap<string, string>, words: readonly string[]): string[] =>
  [...received].flatMap(([request, bytes]) =>
    words.filter((word) => bytes.toLowerCase().includes(word.toLowerCase())).map((word) => `${word} in ${request}`),
  );

describe.each([false, true])('with the rule on: %s', (ruleOn) => {
  beforeAll(() => setRule(administrator, ruleOn, 'members-see-everyone'));

  test('no operation tells a member what is not theirs to know', async () => {
    const received = await everything();
    expect(received.size).toBeGreaterThan(200);
    expect(holding(received, NEVER)).toEqual([]);
    const underTheRule = holding(received, UNDER_THE_RULE);
    if (ruleOn) expect(underTheRule.length).toBeGreaterThan(0);
    else expect([...underTheRule, ...holding(received, [other.id, gone.id])]).toEqual([]);
    // The test would notice: what is the member's own is found.
    for (const word of ['OwnName', 'OWNFINE', 'OWNTEXT']) expect(holding(received, [word]).length).toBeGreaterThan(0);
  });

  test('the live stream names the member’s own id, and others’ only under the rule', async () => {
    const bytes = new Map([['the stream', await streamDuring(bustle)]]);
    expect(holding(bytes, [...NEVER, ...UNDER_THE_RULE, 'OwnName', 'OWNFINE', 'own-mail'])).toEqual([]);
    expect(holding(bytes, [own.id])).toHaveLength(1);
    expect(holding(bytes, [other.id])).toHaveLength(ruleOn ? 1 : 0);
    expect(bytes.get('the stream')).not.toMatch(/"event"|"setting"/);
  });
});
