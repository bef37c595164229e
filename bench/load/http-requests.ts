// The requests that are compared with their floors.
import { signIn } from '../../src/contract/sign-in/auth.ts';
import { addFines, deleteFine, setFineStatus } from '../../src/contract/fines/fines.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { addDays } from '../../src/core/calendar.ts';
import { MAX_ENTRIES } from '../../src/server/db/books-version.ts';
import { ACCOUNT } from '../measure/server-process.ts';
import type { Sample } from '../measure/sample.ts';
import type { Random } from '../../organisation/random.ts';
import { type HttpRequest, httpRequest } from '../../tests/helpers/http-request.ts';

/** The headers of every request of a signed-in browser. */
export type Common = Record<string, string>;

const HOST = '127.0.0.1';
export const commonHeaders = (cookie: string): Common => ({
  host: HOST,
  origin: `http://${HOST}`,
  cookie,
  'accept-encoding': 'gzip, deflate, br',
});

export const signInRequest = (): HttpRequest => httpRequest(signIn, { body: ACCOUNT }, { common: commonHeaders('') });

/** The Cookie header after signing in. */
export const cookieOf = (setCookie: readonly string[]): string =>
  setCookie.map((line) => line.split(';')[0] ?? '').join('; ');

export interface ReadKind {
  name: string;
  httpRequests: HttpRequest[];
}

/** Terms that match often and rarely, in both scripts. */
const TERMS = ['ali', 'khan', 'عمر', 'خان', 'zainab', 'ahmed b', 'yousaf', 'زیدی'];
const VARIANTS = 48;

export function readKinds(common: Common, sample: Sample, random: Random): ReadKind[] {
  const get = (path: string): HttpRequest => ({ method: 'GET', path: `/api${path}`, headers: common, body: '' });
  const many = (path: () => string) => Array.from({ length: VARIANTS }, () => get(path()));
  const page = (items: number, size: number) => 1 + random.below(Math.max(1, Math.floor(items / size)));
  return [
    { name: 'Fines: first page', httpRequests: [get('/fines')] },
    { name: 'Fines: deep in the list', httpRequests: many(() => `/fines?page=${page(sample.fineCount, 10)}`) },
    { name: 'Fines of a user', httpRequests: many(() => `/fines?userId=${random.pick(sample.users)}`) },
    {
      name: 'Dashboard: 20 users, 3 fines each',
      httpRequests: many(() => `/overview?fines=3&pageSize=20&page=${page(sample.userCount, 20)}`),
    },
    {
      name: 'Search of the dashboard',
      httpRequests: TERMS.map((term) => get(`/overview?fines=3&pageSize=20&search=${encodeURIComponent(term)}`)),
    },
    { name: 'Search of users', httpRequests: TERMS.map((term) => get(`/users?search=${encodeURIComponent(term)}`)) },
  ];
}

/**
 * The same requests, but missing the response cache: there are more URLs than it has entries, so each entry is evicted
 * before its URL is requested again. The server ignores the added parameter.
 */
export function withoutCache({ name, httpRequests }: ReadKind): ReadKind {
  const times = Math.ceil((2 * MAX_ENTRIES) / httpRequests.length);
  const many = Array.from({ length: times }, () => httpRequests).flat();
  const added = (path: string, turn: number) => `${path}${path.includes('?') ? '&' : '?'}uncached=${turn}`;
  return { name, httpRequests: many.map((request, turn) => ({ ...request, path: added(request.path, turn) })) };
}

const AMOUNT = 100;

/**
 * Each adds a fine for one user, with the rule on and the charge confirmed. No user has two in one week, and all weeks
 * are before the history begins, so none is doubled.
 */
export function addRequests(common: Common, sample: Sample, count: number): HttpRequest[] {
  return Array.from({ length: count }, (_, turn) => {
    const userId = sample.users[turn % sample.users.length] ?? '';
    const date = addDays('2019-12-30', -7 * Math.floor(turn / sample.users.length));
    const confirmed = [{ userId, amount: AMOUNT, doubled: false }];
    const body = { fineType: 'Late arrival', amount: AMOUNT, date, userIds: [userId], confirmed };
    return httpRequest(addFines, { body }, { common });
  });
}

/** Fines that one payment pays, in `payFiveRequests`. */
const TOGETHER = 5;

/** Adds `count` times five fines, each five for one user, in the weeks before those of addRequests(). */
export function addFiveRequests(common: Common, sample: Sample, count: number): HttpRequest[] {
  return Array.from({ length: count * TOGETHER }, (_, index) => {
    const turn = Math.floor(index / TOGETHER);
    const userId = sample.users[turn % sample.users.length] ?? '';
    const week = (index % TOGETHER) + TOGETHER * Math.floor(turn / sample.users.length);
    const date = addDays('1989-12-27', -7 * week);
    const confirmed = [{ userId, amount: AMOUNT, doubled: false }];
    const body = { fineType: 'Late arrival', amount: AMOUNT, date, userIds: [userId], confirmed };
    return httpRequest(addFines, { body }, { common });
  });
}

/** Each takes one payment for the five fines of one user, in the order in which addFiveRequests() added them. */
export function payFiveRequests(common: Common, sample: Sample, fineIds: readonly string[]): HttpRequest[] {
  return Array.from({ length: Math.floor(fineIds.length / TOGETHER) }, (_, turn) => {
    const five = fineIds.slice(turn * TOGETHER, (turn + 1) * TOGETHER);
    const body = {
      userId: sample.users[turn % sample.users.length] ?? '',
      fines: five.map((fineId) => ({ fineId, outstanding: AMOUNT })),
      amount: AMOUNT * TOGETHER,
      receivedOn: sample.today,
    };
    return httpRequest(takePayment, { body }, { common });
  });
}

/** The ids in responses to adding fines. */
export const addedFines = (bodies: readonly string[]): string[] =>
  bodies.flatMap((body) => (JSON.parse(body) as { fineIds: string[] }).fineIds);

export const payRequests = (common: Common, fineIds: readonly string[]): HttpRequest[] =>
  fineIds.map((fineId) => {
    const body = { status: 'Paid' as const, shown: { amount: AMOUNT, paidAmount: 0, waivedAmount: 0 } };
    return httpRequest(setFineStatus, { params: { fineId }, body }, { common });
  });

export const deleteRequests = (common: Common, fineIds: readonly string[]): HttpRequest[] =>
  fineIds.map((fineId) => httpRequest(deleteFine, { params: { fineId } }, { common }));
