// The fines of the account signed in that wait on this device for a connection: kept in IndexedDB, shown in each tab,
// and sent in order once the server can be reached.
import { createStore as createDatabase, del, set, values } from 'idb-keyval';
import { addFines, type Assessment } from '../../../contract/fines/fines.ts';
import { readSession, type Session } from '../../../contract/sign-in/auth.ts';
import { call, newKey, ApiError, usersNotFound } from '../../api/call.ts';
import { serverNow } from '../../api/clock.ts';
import { fromWire, toWire } from '../../api/wire.ts';
import { invalidator } from '../../api/client.ts';
import { onConnected } from '../../api/live/connection.ts';
import { createStore, useStore } from '../../store.ts';
import {
  after,
  again,
  anew,
  confirm,
  forOthers,
  inOrder,
  isForgotten,
  isUndecided,
  next,
  onItsWay,
  type Outcome,
  type Queue,
  type WaitingFine,
} from './queue.ts';

const SEND_AGAIN_MS = 30_000;
/** A connection that is silent for this long counts as lost. */
const SEND_LIMIT_MS = 15_000;
/** Pictures take as long as the server allows a request. */
const PICTURES_LIMIT_MS = 30_000;

const store = createDatabase('jurmana-waiting', 'fines');
/** Each tab tells the others when something changed. */
const channel = new BroadcastChannel('waiting-fines');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it goes to no window
const tellTabs = (): void => channel.postMessage('changed');

let owner: string | null = null;
const queue = createStore<Queue>([]);
let onSent: (count: number) => void = () => {};

/** The record's id comes first, because an e-mail may change. */
export const ownerOf = ({ userId, email }: NonNullable<Session['principal']>): string => userId ?? email;

/** Async, so that it rejects if storage is refused: the call itself then throws. */
const readAll = async (): Promise<WaitingFine[]> => fromWire(await values<WaitingFine>(store));

/** As it will be sent: a later version of the page reads it too. */
const keep = (fine: WaitingFine): Promise<void> => set(fine.id, toWire(fine), store);

async function read(): Promise<void> {
  const all = await readAll().catch(() => []);
  queue.set(inOrder(all.filter((fine) => fine.owner === owner)));
}

async function changed(): Promise<void> {
  await read();
  tellTabs();
}

export const useWaitingFines = (): Queue => useStore(queue);

export const needsDecision = (fine: WaitingFine): boolean => isUndecided(fine, serverNow());
export const isForgottenNow = (fine: WaitingFine): boolean => isForgotten(fine, serverNow());

export const waitingFines = queue.get;

/** One at a time, also across tabs if the browser has locks: a fine being sent is neither sent twice nor withdrawn. */
let last: Promise<unknown> = Promise.resolve();
function alone<T>(work: () => Promise<T>): Promise<T> {
  const locked = (): Promise<T> =>
    'locks' in navigator ? navigator.locks.request('waiting-fines', work).then((value) => value as T) : work();
  const done = last.then(locked);
  last = done.catch(() => undefined);
  return done;
}

/** @throws if the device has no room or keeps nothing; then the fine does not wait */
export async function waitForLine(
  fine: Pick<WaitingFine, 'body' | 'names'> & { key: string | undefined },
): Promise<void> {
  if (owner === null) throw new Error('Nobody is signed in.');
  // So that the browser does not delete it when it needs room.
  void navigator.storage?.persist?.().catch(() => false);
  const latest = queue.get().at(-1)?.enteredAt ?? 0;
  const { key, body, names } = fine;
  const enteredAt = Math.max(Date.now(), latest + 1);
  const id = newKey();
  const triedAt = key === undefined ? null : serverNow();
  await keep({ id, owner, enteredAt, key: key ?? id, body, names, triedAt, asked: null, refused: null });
  await changed();
}

/** Resolves to false if it no longer waited: it had been sent, or withdrawn in another tab. */
export const withdraw = (id: string): Promise<boolean> =>
  alone(async () => {
    await read();
    const isThere = queue.get().some((fine) => fine.id === id);
    await del(id, store);
    await changed();
    return isThere;
  });

async function decide(fine: WaitingFine): Promise<void> {
  await keep(fine);
  await changed();
  void send();
}

export const confirmCharges = (fine: WaitingFine, assessment: Assessment): Promise<void> =>
  decide(confirm(fine, assessment, newKey()));

export const sendAgain = (fine: WaitingFine): Promise<void> => decide(again(fine));

/** Without the members who were deleted. */
export const sendForOthers = (fine: WaitingFine): Promise<void> => decide(forOthers(fine, newKey()));

/** Under another key. */
export const sendAnew = (fine: WaitingFine): Promise<void> => decide(anew(fine, newKey()));

/** Drops everything of this account; a fine being sent only after its attempt is over. */
export const dropAll = (): Promise<void> =>
  alone(async () => {
    await read();
    for (const { id } of queue.get()) await del(id, store);
    await changed();
  });

async function attempt({ body, key }: WaitingFine): Promise<Outcome | 'not-now'> {
  try {
    const timeLimit = body.pictures === undefined ? SEND_LIMIT_MS : PICTURES_LIMIT_MS;
    await call(addFines, { body }, { key, timeLimit });
    return { type: 'saved' };
  } catch (error) {
    if (!(error instanceof ApiError)) return { type: 'no-answer' };
    const { code, status, message, details } = error;
    // The outcome is unknown: the next sign-in, or the next attempt, will show.
    if (code === 'not-signed-in' || code === 'origin-refused') return 'not-now';
    if (status >= 500 || status === 429) return { type: 'no-answer' };
    if (code === 'charges-changed') return { type: 'charges', assessment: details as Assessment };
    return { type: 'refused', code, message, gone: usersNotFound(error) };
  }
}

let isSending = false;

/** Sends the fines that may be sent, in order, until the connection is lost again. */
async function send(): Promise<void> {
  if (isSending || owner === null || queue.get().length === 0) return;
  isSending = true;
  let saved = 0;
  try {
    // A fine must not count as tried when sending is hopeless. Throws without a connection.
    const { principal } = await call(readSession, {}, { timeLimit: SEND_LIMIT_MS });
    if (principal === null || ownerOf(principal) !== owner) return;
    for (let goesOn = true; goesOn;) {
      goesOn = await alone(async () => {
        await read();
        const fine = next(queue.get(), serverNow());
        if (fine === undefined) return false;
        await keep(onItsWay(fine, serverNow()));
        const outcome = await attempt(fine);
        if (outcome === 'not-now') {
          await keep(fine);
          return false;
        }
        const then = after(fine, outcome, serverNow(), newKey);
        await (then === null ? del(fine.id, store) : keep(then));
        if (outcome.type === 'saved') saved += 1;
        return outcome.type !== 'no-answer';
      });
      await changed();
    }
  } catch {
    // No connection, or storage fails: the fine is sent again under the same key, and saved only once.
  } finally {
    isSending = false;
  }
  if (saved === 0) return;
  invalidator.add();
  onSent(saved);
}

/** Shows and sends the fines of an account; returns a function that stops this. `whenSent` gets the number saved. */
export function followWaiting(of: string, whenSent: (count: number) => void): () => void {
  owner = of;
  onSent = whenSent;
  const look = (): void => void send();
  void read().then(look);
  const timer = setInterval(look, SEND_AGAIN_MS);
  const hear = (): void => void read();
  channel.addEventListener('message', hear);
  const stopListening = onConnected(look);
  return () => {
    clearInterval(timer);
    channel.removeEventListener('message', hear);
    stopListening();
    owner = null;
    void read();
  };
}
