// The requests whose speed is compared with the floor, ready to be sent.
import { randomUUID } from 'node:crypto';
import { addDays } from '../../src/core/calendar.ts';
import { KEPT_AT_MOST } from '../../src/server/shared/kept.ts';
import { ACCOUNT } from '../measure/server-process.ts';
import type { Sample } from '../measure/reads.ts';
import type { Random } from '../organisation/random.ts';
import type { Shot } from './protocol.ts';

/** What every request of a signed-in browser carries. */
export type Common = Record<string, string>;

const HOST = '127.0.0.1';
export const commonHeaders = (cookie: string): Common => ({
  host: HOST,
  origin: `http://${HOST}`,
  cookie,
  'accept-encoding': 'gzip, deflate, br',
});
const JSON_BODY = { 'content-type': 'application/json' };

export const signInShot = (): Shot => ({
  method: 'POST',
  path: '/api/auth/sign-in',
  headers: { ...commonHeaders(''), ...JSON_BODY },
  body: JSON.stringify(ACCOUNT),
});

/** The Cookie header after signing in. */
export const cookieOf = (setCookie: readonly string[]): string =>
  setCookie.map((line) => line.split(';')[0] ?? '').join('; ');

export interface ReadKind {
  name: string;
  shots: Shot[];
}

/** Found often and seldom, in both scripts. */
const TERMS = ['ali', 'khan', 'عمر', 'خان', 'zainab', 'ahmed b', 'yousaf', 'زیدی'];
const VARIANTS = 48;

export function readKinds(common: Common, sample: Sample, random: Random): ReadKind[] {
  const get = (path: string): Shot => ({ method: 'GET', path: `/api${path}`, headers: common, body: '' });
  const many = (path: () => string) => Array.from({ length: VARIANTS }, () => get(path()));
  const page = (items: number, size: number) => 1 + random.below(Math.max(1, Math.floor(items / size)));
  return [
    { name: 'Fines: first page', shots: [get('/fines')] },
    { name: 'Fines: deep in the list', shots: many(() => `/fines?page=${page(sample.fineCount, 10)}`) },
    { name: 'Fines of a user', shots: many(() => `/fines?userId=${random.pick(sample.users)}`) },
    {
      name: 'Dashboard: 20 users, 3 fines each',
      shots: many(() => `/overview?fines=3&pageSize=20&page=${page(sample.userCount, 20)}`),
    },
    {
      name: 'Search of the dashboard',
      shots: TERMS.map((term) => get(`/overview?fines=3&pageSize=20&search=${encodeURIComponent(term)}`)),
    },
    { name: 'Search of users', shots: TERMS.map((term) => get(`/users?search=${encodeURIComponent(term)}`)) },
  ];
}

/**
 * The same requests at addresses that nobody has asked for lately, more than answers are kept: when one comes again, its
 * answer is gone. The server takes no notice of what is added.
 */
export function madeAnew({ name, shots }: ReadKind): ReadKind {
  const times = Math.ceil((2 * KEPT_AT_MOST) / shots.length);
  const many = Array.from({ length: times }, () => shots).flat();
  const added = (path: string, turn: number) => `${path}${path.includes('?') ? '&' : '?'}anew=${turn}`;
  return { name, shots: many.map((shot, turn) => ({ ...shot, path: added(shot.path, turn) })) };
}

const AMOUNT = 100;

/**
 * Adds a fine for one user each, the rule being on and the charge confirmed. Each is dated in a week of its own before
 * the history begins, so that none is doubled, however often this is asked for.
 * @param from counts on from earlier calls on the same database, unless what they added was deleted
 */
export function addShots(common: Common, sample: Sample, count: number, from = 0): Shot[] {
  return Array.from({ length: count }, (_, index) => {
    const turn = from + index;
    const userId = sample.users[turn % sample.users.length] ?? '';
    const date = addDays('2019-12-30', -7 * Math.floor(turn / sample.users.length));
    const confirmed = [{ userId, amount: AMOUNT, doubled: false }];
    return write(common, 'POST', '/fines', {
      fineType: 'Late arrival',
      amount: AMOUNT,
      date,
      userIds: [userId],
      confirmed,
    });
  });
}

/** The fines that adding answered with. */
export const addedFines = (answers: readonly string[]): string[] =>
  answers.flatMap((answer) => (JSON.parse(answer) as { fines: { id: string }[] }).fines.map(({ id }) => id));

export const payShots = (common: Common, fineIds: readonly string[]): Shot[] =>
  fineIds.map((id) => write(common, 'PUT', `/fines/${id}/status`, { status: 'Paid' }));

export const deleteShots = (common: Common, fineIds: readonly string[]): Shot[] =>
  fineIds.map((id) => write(common, 'DELETE', `/fines/${id}`));

function write(common: Common, method: Shot['method'], path: string, body?: object): Shot {
  return {
    method,
    path: `/api${path}`,
    headers: { ...common, 'idempotency-key': randomUUID(), ...(body === undefined ? {} : JSON_BODY) },
    body: body === undefined ? '' : JSON.stringify(body),
  };
}
