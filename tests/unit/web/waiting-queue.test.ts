// Fines that wait until the device is online, with a server whose line loses requests and answers: whatever happens,
// each is saved once, in order, or left with the person.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANSWER_RETENTION_MS } from '../../../src/core/limits.ts';
import type { Assessment } from '../../../src/contract/fines/fines.ts';
import {
  after,
  again,
  anew,
  confirm,
  forOthers,
  isForgotten,
  isForOthers,
  isUndecided,
  namesGone,
  next,
  onItsWay,
  type Outcome,
  type WaitingFine,
} from '../../../src/web/offline/waiting/queue.ts';

const DAY = 86_400_000;
const MEMBERS = ['asma', 'bilal'] as const;

interface Saved {
  /** id of the submission, which stays the same under a new key */
  id: string;
  userIds: readonly string[];
  doubled: readonly string[];
}

/** The relevant parts of the server: keys, the rule, which users exist, who may add fines. */
class Server {
  readonly saved: Saved[] = [];
  /** by key, when they were given */
  readonly #answers = new Map<string, number>();
  now = 0;
  ruleOn = true;
  mayFine = true;
  readonly gone = new Set<string>();

  take({ id, key, body }: WaitingFine): Outcome {
    if (!this.mayFine) return { type: 'refused', code: 'not-allowed', message: 'Not allowed.', gone: [] };
    if (this.now - (this.#answers.get(key) ?? Number.NEGATIVE_INFINITY) <= ANSWER_RETENTION_MS)
      return { type: 'saved' };
    const gone = body.userIds.filter((user) => this.gone.has(user));
    if (gone.length > 0) return { type: 'refused', code: 'user-not-found', message: 'Deleted.', gone };
    const isRepeated = (user: string): boolean => this.saved.some(({ userIds }) => userIds.includes(user));
    const charges = body.userIds.map((userId) => {
      const doubled = this.ruleOn && isRepeated(userId);
      return { userId, userName: userId, amount: doubled ? 2 * body.amount : body.amount, doubled, earlier: null };
    });
    const figures = charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled }));
    const agreed =
      body.confirmed === undefined ? !this.ruleOn : JSON.stringify(body.confirmed) === JSON.stringify(figures);
    if (!agreed) return { type: 'charges', assessment: { ruleOn: this.ruleOn, charges } satisfies Assessment };
    this.#answers.set(key, this.now);
    this.saved.push({
      id,
      userIds: body.userIds,
      doubled: charges.filter(({ doubled }) => doubled).map(({ userId }) => userId),
    });
    return { type: 'saved' };
  }
}

type Line = 'whole' | 'request lost' | 'answer lost';

/** A device; what it keeps survives each restart, because it is plain JSON. */
class Device {
  kept = '[]';
  readonly withdrawn = new Set<string>();
  /** submissions whose doubling somebody has agreed to */
  readonly agreed = new Set<string>();
  /** Nobody retries a refused fine forever. */
  retries = 5;
  #entered = 0;
  #keys = 0;
  readonly #server: Server;
  readonly #name: string;

  constructor(server: Server, name: string) {
    this.#server = server;
    this.#name = name;
  }

  get queue(): WaitingFine[] {
    return JSON.parse(this.kept) as WaitingFine[];
  }

  readonly newKey = (): string => `${this.#name} key ${(this.#keys += 1)}`;

  enter(userIds: readonly string[]): string {
    this.#entered += 1;
    const id = `${this.#name} ${this.#entered}`;
    const fine: WaitingFine = {
      id,
      owner: this.#name,
      enteredAt: this.#entered,
      key: this.newKey(),
      body: { fineType: 'Late', amount: 100, date: '2026-11-26', userIds: [...userIds] },
      names: userIds,
      triedAt: null,
      asked: null,
      refused: null,
    };
    this.kept = JSON.stringify([...this.queue, fine]);
    return id;
  }

  replace(id: string, by: WaitingFine | null): void {
    this.kept = JSON.stringify(this.queue.flatMap((fine) => (fine.id === id ? (by === null ? [] : [by]) : [fine])));
  }

  /** `breaks`: the app ends before it has stored the answer. */
  send(line: Line, breaks: boolean): boolean {
    const { now } = this.#server;
    const fine = next(this.queue, now);
    if (fine === undefined) return false;
    this.replace(fine.id, onItsWay(fine, now));
    const answer = line === 'request lost' ? null : this.#server.take(fine);
    if (breaks) return true;
    const outcome: Outcome = line === 'whole' && answer !== null ? answer : { type: 'no-answer' };
    this.replace(fine.id, after(fine, outcome, now, this.newKey));
    return outcome.type !== 'no-answer';
  }

  decide(agrees: boolean): void {
    const { now, saved } = this.#server;
    const fine = this.queue.find((one) => isUndecided(one, now));
    if (fine === undefined) return;
    const isThere = saved.some(({ id }) => id === fine.id);
    if (fine.asked !== null && agrees) {
      this.agreed.add(fine.id);
      this.replace(fine.id, confirm(fine, fine.asked, this.newKey()));
    } else if (isForOthers(fine) && agrees) {
      this.replace(fine.id, forOthers(fine, this.newKey()));
    } else if (fine.refused !== null && agrees && !isForgotten(fine, now) && this.retries > 0) {
      this.retries -= 1;
      this.replace(fine.id, again(fine));
    } else if (fine.refused === null && isForgotten(fine, now) && agrees && !isThere) {
      this.replace(fine.id, anew(fine, this.newKey()));
    } else this.withdraw(fine.id);
  }

  withdraw(id: string): void {
    this.withdrawn.add(id);
    this.replace(id, null);
  }
}

const line = fc.constantFrom<Line>('whole', 'request lost', 'answer lost');
const step = fc.oneof(
  fc.record({ do: fc.constant('enter' as const), users: fc.subarray([...MEMBERS], { minLength: 1 }) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), line, breaks: fc.boolean() }) },
  fc.record({ do: fc.constant('decide' as const), agrees: fc.boolean() }),
  fc.record({ do: fc.constant('week' as const) }),
  fc.record({ do: fc.constant('rule' as const), on: fc.boolean() }),
  fc.record({ do: fc.constant('access' as const), may: fc.boolean() }),
  fc.record({ do: fc.constant('delete' as const), user: fc.constantFrom(...MEMBERS) }),
);
const steps = fc.array(fc.record({ device: fc.constantFrom(0, 1), step }), { maxLength: 60 });

test('whatever the line, the rule and people do, each fine is saved once and in order, or left with its person [OFFLINE-9, OFFLINE-10, OFFLINE-11]', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const server = new Server();
      const devices = [new Device(server, 'first'), new Device(server, 'second')] as const;
      const entered: string[] = [];
      for (const { device: number, step: one } of all) {
        const device = devices[number === 0 ? 0 : 1];
        if (one.do === 'enter') entered.push(device.enter(one.users));
        else if (one.do === 'send') device.send(one.line, one.breaks);
        else if (one.do === 'decide') device.decide(one.agrees);
        else if (one.do === 'week') server.now += 8 * DAY;
        else if (one.do === 'rule') server.ruleOn = one.on;
        else if (one.do === 'access') server.mayFine = one.may;
        else server.gone.add(one.user);
      }
      // The line stays up, and the person deals with what is left.
      for (let round = 0; round < 200; round += 1) {
        for (const device of devices) if (!device.send('whole', false)) device.decide(true);
      }
      const savedIds = server.saved.map(({ id }) => id);
      expect(new Set(savedIds).size).toBe(savedIds.length);
      for (const device of devices) expect(device.queue).toEqual([]);
      const withdrawn = new Set(devices.flatMap((device) => [...device.withdrawn]));
      expect(entered.filter((id) => !savedIds.includes(id) && !withdrawn.has(id))).toEqual([]);
      // Nobody is charged double without agreement.
      const agreed = new Set(devices.flatMap((device) => [...device.agreed]));
      for (const { id, doubled } of server.saved) if (doubled.length > 0) expect(agreed).toContain(id);
      // Each person's fines from one device are in the order they were entered.
      for (const name of ['first', 'second'])
        for (const member of MEMBERS) {
          const numbers = server.saved
            .filter(({ id, userIds }) => id.startsWith(name) && userIds.includes(member))
            .map(({ id }) => Number(id.split(' ')[1]));
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        }
    }),
    { numRuns: 3000 },
  );
});

test('a fine sent without an answer is not sent again once the server may have forgotten its key, unless somebody says so [OFFLINE-10]', () => {
  const device = new Device(new Server(), 'first');
  device.enter(['asma']);
  device.send('answer lost', false);
  const [fine] = device.queue;
  if (fine === undefined) throw new Error('Nothing waits.');
  const now = fine.triedAt ?? 0;
  expect(next([fine], now + 5 * DAY)).toBe(fine);
  expect(isForgotten(fine, now + 6 * DAY + 1)).toBe(true);
  expect(next([fine], now + 6 * DAY + 1)).toBeUndefined();
  expect(next([anew(fine, 'another')], now + 6 * DAY + 1)?.key).toBe('another');
});

test('a fine refused before the server checked its key may still have been saved [OFFLINE-10, OFFLINE-11]', () => {
  const device = new Device(new Server(), 'first');
  device.enter(['asma']);
  device.send('answer lost', false);
  const [fine] = device.queue;
  if (fine === undefined) throw new Error('Nothing waits.');
  const triedWhen = (code: 'not-allowed' | 'invalid-input' | 'user-not-found') =>
    after(fine, { type: 'refused', code, message: '', gone: [] }, DAY, () => 'another')?.triedAt;
  expect(triedWhen('not-allowed')).toBe(fine.triedAt);
  expect(triedWhen('invalid-input')).toBe(fine.triedAt);
  expect(triedWhen('user-not-found')).toBeNull();
});

test('a fine refused because of some users can go to the others, whose amounts nobody has agreed to yet [OFFLINE-11]', () => {
  const server = new Server();
  server.ruleOn = false;
  const device = new Device(server, 'first');
  const id = device.enter(MEMBERS);
  const [entered] = device.queue;
  if (entered === undefined) throw new Error('Nothing waits.');
  const charges = MEMBERS.map((userId) => ({ userId, userName: userId, amount: 200, doubled: true, earlier: null }));
  device.replace(id, confirm(entered, { ruleOn: true, charges }, device.newKey()));
  server.gone.add('asma');
  device.send('whole', false);
  const [refused] = device.queue;
  if (refused === undefined) throw new Error('Nothing waits.');
  expect(namesGone(refused)).toEqual(['asma']);
  expect(isForOthers(refused)).toBe(true);
  device.replace(id, forOthers(refused, device.newKey()));
  expect(device.queue).toMatchObject([{ names: ['bilal'], refused: null, body: { userIds: ['bilal'] } }]);
  expect(device.queue[0]?.body.confirmed).toBeUndefined();
  device.send('whole', false);
  expect(device.queue).toEqual([]);
  expect(server.saved).toMatchObject([{ id, userIds: ['bilal'], doubled: [] }]);

  // No user is left.
  device.enter(['asma']);
  device.send('whole', false);
  expect(device.queue.map(isForOthers)).toEqual([false]);
});
