// Fines that waited on a device until it was online are sent to the real server by the page's own code, with a disk
// that outlives the page and a line that breaks.
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { addFines } from '../../../src/contract/fines/fines.ts';
import type { CallInput } from '../../../src/contract/operation.ts';
import { addDays } from '../../../src/core/calendar.ts';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { expectBooksRight } from '../../helpers/books.ts';
import type { Client } from '../../helpers/client.ts';
import { addUser, addUsers, setRule } from '../../helpers/ledger.ts';
import { signedInWithAccess } from '../../helpers/members.ts';
import { waitFor } from '../../helpers/wait.ts';

/** What the device keeps. A page that is closed stores nothing more, whatever it is still waiting for. */
const disk = vi.hoisted(() => ({ kept: new Map<string, unknown>(), page: 0 }));
vi.mock('idb-keyval', () => {
  const use = async <T>(page: number, work: (kept: Map<string, unknown>) => T): Promise<T> => {
    if (page !== disk.page) throw new Error('This page is gone.');
    return structuredClone(work(disk.kept));
  };
  return {
    createStore: () => disk.page,
    set: (name: string, value: unknown, page: number) =>
      use(page, (kept) => void kept.set(name, structuredClone(value))),
    del: (name: string, page: number) => use(page, (kept) => void kept.delete(name)),
    values: (page: number) => use(page, (kept) => [...kept.values()]),
  };
});
// Replaces the cache of what is on screen.
vi.mock('../../../src/web/api/client.ts', () => ({ invalidator: { add: () => {} } }));

type Body = CallInput<typeof addFines>['body'];

/** Types of the page's code, whose files belong to another TypeScript project. */
interface Waiting {
  followWaiting(owner: string, whenSent: (count: number) => void): () => void;
  waitForLine(fine: { body: Body; names: readonly string[]; key: undefined }): Promise<void>;
  dropAll(): Promise<void>;
  waitingFines(): readonly { body: Body; asked: unknown; refused: unknown }[];
}
interface LineState {
  setConnection(state: 'connected' | 'reconnecting'): void;
}

const realFetch = globalThis.fetch;
const app = useApp();
const administrator = useAdministrator(app);
let collector: Client;
let owner: string;

beforeAll(async () => {
  const signedIn = await signedInWithAccess(app, administrator, 'collector');
  collector = signedIn.client;
  owner = signedIn.user.id;
});
afterEach(() => vi.unstubAllGlobals());

/** Where the line breaks, after `answers` saved fines: before the next request, before that answer, or within it. */
type Break = { answers: number; at: 'before' | 'saved' | 'answer'; restarts: boolean };

class Line {
  isAway = true;
  #answers = 0;
  readonly breaks: Break[];
  readonly #restart: () => void;

  constructor(breaks: readonly Break[], restart: () => void) {
    this.breaks = [...breaks];
    this.#restart = restart;
  }

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const isFine = path === '/api/fines';
    if (isFine && this.#isTime('before')) this.#break();
    if (this.isAway) throw new TypeError('fetch failed');
    const answer = await collector.fetch(path, init);
    if (!isFine || !answer.ok) return answer;
    this.#answers += 1;
    if (this.#isTime('saved')) {
      this.#break();
      throw new TypeError('fetch failed');
    }
    if (!this.#isTime('answer')) return answer;
    const whole = new Uint8Array(await answer.arrayBuffer());
    this.#break();
    const half = new ReadableStream({
      start(controller) {
        controller.enqueue(whole.slice(0, whole.length / 2));
        controller.error(new TypeError('terminated'));
      },
    });
    return new Response(half, { status: answer.status, headers: answer.headers });
  };

  #isTime(at: Break['at']): boolean {
    const [next] = this.breaks;
    return !this.isAway && next?.at === at && next.answers === this.#answers;
  }

  #break(): void {
    this.isAway = true;
    if (this.breaks.shift()?.restarts === true) this.#restart();
  }
}

/** A BroadcastChannel that no other tab listens to. */
class OneTab {
  postMessage(): void {}
  addEventListener(): void {}
  removeEventListener(): void {}
}

test('fifty waiting fines are each saved once, in order and with their days, whatever breaks and restarts [OFFLINE-9, OFFLINE-10]', async () => {
  const members = await addUsers(
    administrator,
    Array.from({ length: 25 }, (_, place) => `Late ${place}`),
  );
  // With the rule on, each fine is sent twice, because the server first answers what it would charge.
  await setRule(administrator, true);

  let stop = (): void => {};
  let counted = 0;
  const restart = (): void => {
    stop();
    disk.page += 1;
  };
  const line = new Line(
    [
      { answers: 0, at: 'before', restarts: false },
      { answers: 8, at: 'saved', restarts: false },
      { answers: 17, at: 'answer', restarts: true },
      { answers: 25, at: 'saved', restarts: true },
      { answers: 33, at: 'before', restarts: true },
      { answers: 50, at: 'answer', restarts: false },
    ],
    restart,
  );
  vi.stubGlobal('fetch', (path: string | URL, init: RequestInit) =>
    typeof path === 'string' && path.startsWith('/') ? line.fetch(path, init) : realFetch(path, init),
  );
  vi.stubGlobal('BroadcastChannel', OneTab);
  /** The page as it opens: a new one after each restart. */
  const open = async (): Promise<Waiting> => {
    const file = `../../../src/web/offline/waiting/waiting-fines.ts?page=${disk.page}`;
    const page = (await import(file)) as Waiting;
    stop = page.followWaiting(owner, (count) => (counted += count));
    await waitFor(() => expect(page.waitingFines()).toHaveLength(disk.kept.size));
    return page;
  };
  const connection = '../../../src/web/api/live/connection.ts';
  const { setConnection } = (await import(connection)) as LineState;

  const entered = Array.from({ length: 50 }, (_, place) => ({
    date: addDays(place < 25 ? '2026-11-09' : '2026-11-16', Math.floor((place % 25) / 10)),
    userId: members[place % 25]?.id ?? '',
  }));
  let page = await open();
  for (const [place, { date, userId }] of entered.entries()) {
    if (place === 20 || place === 40) {
      restart();
      page = await open();
    }
    const body = { fineType: 'Late', amount: (100 + place) * 100, date, userIds: [userId] };
    await page.waitForLine({ body, names: ['Late'], key: undefined });
  }
  expect(page.waitingFines()).toHaveLength(50);

  let opened = disk.page;
  for (let comes = 0; disk.kept.size > 0; comes += 1) {
    expect(comes, 'the line came back so often').toBeLessThan(5000);
    if (opened !== disk.page) {
      page = await open();
      opened = disk.page;
    }
    setConnection('reconnecting');
    line.isAway = false;
    setConnection('connected');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(page.waitingFines().filter(({ asked, refused }) => asked !== null || refused !== null)).toEqual([]);
  }
  await waitFor(() => expect(page.waitingFines()).toEqual([]));
  stop();

  expect(line.breaks).toEqual([]);
  const fines = await app.db.read
    .selectFrom('fines')
    .select(['date', 'user_id as userId', 'amount'])
    .orderBy('sequence')
    .execute();
  expect(fines).toEqual(entered.map((fine, place) => ({ ...fine, amount: (100 + place) * 100 })));
  await expectBooksRight(app.db);
});

test('a fine that is being sent while its person signs out is removed with those still waiting [OFFLINE-12]', async () => {
  const { id } = await addUser(administrator);
  const sent = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('BroadcastChannel', OneTab);
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path !== '/api/fines') return path.startsWith('/') ? collector.fetch(path, init) : realFetch(path, init);
    sent.resolve();
    return answer.promise;
  });
  disk.page += 1;
  const file = `../../../src/web/offline/waiting/waiting-fines.ts?page=${disk.page}`;
  const page = (await import(file)) as Waiting;
  const body = { fineType: 'Late', amount: 100, date: '2026-11-25', userIds: [id] };
  const follow = (): (() => void) => page.followWaiting(owner, () => {});
  let stop = follow();
  await page.waitForLine({ body, names: ['On its way'], key: undefined });
  stop();
  stop = follow();
  await sent.promise;
  const dropped = page.dropAll();
  answer.reject(new TypeError('fetch failed'));
  await dropped;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(disk.kept.size).toBe(0);
  stop();
});
