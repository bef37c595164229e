// Measures sign-in from outside: how long each kind of failure takes, and how concurrent sign-ins affect reads.
import { randomInt } from 'node:crypto';
import { listFines } from '../../src/contract/fines/fines.ts';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { connect } from '../../src/server/db/connect.ts';
import { setPassword } from '../../tests/helpers/auth.ts';
import type { MeasuringClient } from './client.ts';

const PASSWORD = 'right-only-for-measuring';

/** Returns the e-mails of users who can sign in with PASSWORD. */
export async function addMembers(databaseUrl: string, count: number): Promise<string[]> {
  const db = connect(databaseUrl);
  try {
    const users = await db.read
      .selectFrom('users')
      .where('deleted_at', 'is', null)
      .where('status', '=', 'Active')
      .where('email_key', 'is not', null)
      .select('email_key')
      .orderBy('id')
      .limit(count)
      .execute();
    for (const { email_key: email } of users) {
      await setPassword(db, Date.now(), { email: email ?? '', password: PASSWORD });
    }
    return users.map((user) => user.email_key ?? '');
  } finally {
    await db.close();
  }
}

/** One attempt, from a random forwarded address, so that the limit per address does not apply. */
async function attempt(url: string, email: string, password: string): Promise<{ ms: number; status: number }> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const started = performance.now();
  const answer = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  return { ms: performance.now() - started, status: answer.status };
}

async function failed(url: string, email: string): Promise<number> {
  const { ms, status } = await attempt(url, email, 'wrong-only-for-measuring');
  if (status !== 401) throw new Error(`A sign-in that must fail was answered with ${status}.`);
  return ms;
}

export interface Failures {
  unknownEmail: number[];
  wrongPassword: number[];
}

/** Alternates both kinds of failure in random order, so that other load on the machine affects both alike. */
export async function measureFailures(url: string, members: readonly string[], each: number): Promise<Failures> {
  const failures: Failures = { unknownEmail: [], wrongPassword: [] };
  for (let turn = 0; turn < each; turn += 1) {
    // As long as the member's e-mail, and repeated as rarely.
    const member = members[turn % members.length] ?? '';
    const nobody = `x${member.slice(1)}`.replace('@', `${turn % 10}@`);
    const sends = [
      async () => failures.unknownEmail.push(await failed(url, nobody)),
      async () => failures.wrongPassword.push(await failed(url, member)),
    ];
    for (const send of randomInt(2) === 0 ? sends : sends.toReversed()) await send();
  }
  return failures;
}

/**
 * The probability that a random time of `a` is longer than one of `b`: 50 % if they are indistinguishable, whatever the
 * distributions.
 */
export function shareLonger(a: readonly number[], b: readonly number[]): number {
  let wins = 0;
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0;
  return wins / (a.length * b.length);
}

export interface Reader {
  name: string;
  read(client: MeasuringClient): Promise<number>;
}

/** Short responses are not compressed; longer ones are, in the thread pool that also hashes passwords. */
export const READERS: readonly Reader[] = [
  { name: 'Session (short answer)', read: async (client) => (await client.call(readSession, {})).ms },
  {
    name: '100 fines (compressed answer)',
    read: async (client) => (await client.call(listFines, { query: { pageSize: 100 } })).ms,
  },
];

export async function measureQuiet(client: MeasuringClient, reader: Reader, count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) times.push(await reader.read(client));
  return times;
}

/** Reads sequentially while all members sign in concurrently. */
export async function measureDuring(
  url: string,
  client: MeasuringClient,
  reader: Reader,
  members: readonly string[],
): Promise<{ reads: number[]; signInMs: number }> {
  const started = performance.now();
  let over = false;
  const signIns = Promise.all(members.map((email) => attempt(url, email, PASSWORD))).finally(() => (over = true));
  const reads: number[] = [];
  while (!over) reads.push(await reader.read(client));
  const answers = await signIns;
  const refused = answers.filter(({ status }) => status !== 200);
  if (refused.length > 0) throw new Error(`${refused.length} sign-ins were refused (${refused[0]?.status}).`);
  return { reads, signInMs: performance.now() - started };
}
