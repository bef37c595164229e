// Every answer an account reads, including the session, is kept on its device, so that it can be read offline. The
// answers belong to one account. If storage is refused or full, nothing is kept, and everything else works.
import { type Query, type QueryClient, type QueryKey, type QueryPersister, hashKey } from '@tanstack/react-query';
import { listApiKeys } from '../../../contract/sign-in/api-keys.ts';
import { listOwnSessions } from '../../../contract/sign-in/account.ts';
import { CONTRACT_FINGERPRINT } from '../../../contract/index.ts';
import { readSession, type Session } from '../../../contract/sign-in/auth.ts';
import { listOwnPasskeys } from '../../../contract/sign-in/passkeys.ts';
import { readSignIns } from '../../../contract/users.ts';
import { isTransient } from '../call.ts';
import { isLost, onLost } from '../live/connection.ts';
import { noticeSilence } from '../live/silence.ts';
import { ALL_MEMBERS, answeredFrom, FRESH_MS, readForFining } from './for-fining.ts';
import { fromJson, toJson } from '../wire.ts';
import * as store from './cache-store.ts';

/** The key of the session query, as useRead would make it. */
export const SESSION_KEY = [readSession.id, {}] as const;
const SESSION_NAME = hashKey(SESSION_KEY);

/** Sign-in means and sessions are never kept. */
const NOT_CACHED: ReadonlySet<unknown> = new Set(
  [listOwnSessions, listOwnPasskeys, readSignIns, listApiKeys].map(({ id }) => id),
);

const WRITE_AFTER_MS = 1000;
/** How many characters are written before room is made. */
const TIDY_AFTER = 500_000;

/** An account whose access was changed counts as another owner, because it may see less. null for nobody. */
const ownerOf = (session: Session | undefined): string | null =>
  session?.principal ? `${session.principal.access} ${session.principal.email}` : null;

/** Runs one after the other, so that nothing is written after it was forgotten. undefined if storage fails. */
let last: Promise<unknown> = Promise.resolve();
function inOrder<T>(work: () => Promise<T>): Promise<T | undefined> {
  const done = last.then(work).catch(() => undefined);
  last = done;
  return done;
}

/** Some browsers' storage never answers after a crash, and that of slow phones late: nothing waits longer than this. */
const READ_LIMIT_MS = 500;
export const notForLong = (reading: Promise<void>): Promise<void> =>
  Promise.race([reading, new Promise<void>((resolve) => setTimeout(resolve, READ_LIMIT_MS))]);

/** As many as there are names; undefined for one that is not kept, too old, or of another version. */
async function read(...names: string[]): Promise<(store.CachedAnswer | undefined)[]> {
  const kept = (await inOrder(() => store.readCached(names))) ?? [];
  return names.map((_, place) => {
    const one = kept[place];
    return one !== undefined && store.isFresh(one, Date.now()) ? one : undefined;
  });
}

/** Keeps what this client reads from now on. */
export function cacheAnswers(client: QueryClient): void {
  const waiting = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** characters written since room was last made; at first it is unknown how much is stored */
  let written = TIDY_AFTER;

  const write = async (): Promise<void> => {
    const owner = ownerOf(client.getQueryData<Session>(SESSION_KEY));
    const queries = [...waiting];
    waiting.clear();
    if (owner === null) return;
    const answers = queries.flatMap(({ queryHash, state }): [string, store.CachedAnswer][] => {
      const text = state.data === undefined ? '' : toJson(state.data);
      return text === '' || text.length > store.LIMITS.one
        ? []
        : [[queryHash, { owner, contract: CONTRACT_FINGERPRINT, at: state.dataUpdatedAt, text }]];
    });
    if (answers.length === 0) return;
    // Storage is full: new answers are worth more than old ones.
    await store.put(answers).catch(async () => {
      await store.forgetAll();
      await store.put(answers);
    });
    written += answers.reduce((sum, [, { text }]) => sum + text.length, 0);
    if (written < TIDY_AFTER) return;
    written = 0;
    await store.tidy();
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size > 0) void inOrder(write);
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || NOT_CACHED.has(event.query.queryKey[0])) return;
    waiting.add(event.query);
    timer ??= setTimeout(flush, WRITE_AFTER_MS);
  });
  onLost(() => markCurrent(client));
  // The last chance, because a hidden tab may be closed without notice.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    if (!isLost()) markCurrent(client);
    flush();
  });
}

/** Records that what is on screen was up to date until now. */
function markCurrent(client: QueryClient): void {
  for (const { queryKey, state } of client.getQueryCache().findAll({ type: 'active' })) {
    if (state.data === undefined || state.isInvalidated || queryKey[0] === readSession.id) continue;
    client.setQueryData(queryKey, state.data, { updatedAt: Date.now() });
  }
}

/**
 * Opens the page for the account it was last opened for, if that is known here and the server has not answered yet, with
 * what the first screen reads: it is then drawn once, with its figures.
 */
export async function openCache(client: QueryClient, firstReads: readonly QueryKey[]): Promise<boolean> {
  const [kept, ...answers] = await read(SESSION_NAME, ...firstReads.map((key) => hashKey(key)));
  // It is too old or of another version, and so is everything else in the store.
  if (kept === undefined) void inOrder(store.tidy);
  if (kept === undefined || client.getQueryData(SESSION_KEY) !== undefined) return false;
  client.setQueryData<Session>(SESSION_KEY, fromJson(kept.text) as Session, { updatedAt: kept.at });
  firstReads.forEach((key, place) => {
    const answer = answers[place];
    if (answer?.owner === kept.owner) client.setQueryData(key, fromJson(answer.text), { updatedAt: answer.at });
  });
  return true;
}

/** The server has said who is signed in: removes what is kept for anybody else. */
export function cacheOnlyOf(session: Session): void {
  void inOrder(async () => {
    const [kept] = await store.readCached([SESSION_NAME]);
    if (kept === undefined || kept.owner !== ownerOf(session)) await store.forgetAll();
  });
}

/**
 * Shows the kept answer of a query when the server cannot be reached, even if that turns out only while it is being
 * asked; the server is asked in any case. A silent connection counts as restored once the session has been answered
 * (followSession).
 */
export const fromDevice: QueryPersister = async (ask, context, query) => {
  const { client } = context;
  const show = (): Promise<void> => restore(query, client);
  const stop = onLost(() => void show());
  try {
    return await noticeSilence(query, {
      async read() {
        if (isLost()) await notForLong(show());
        return ask(context);
      },
      askForServer: () => void client.invalidateQueries({ queryKey: SESSION_KEY }),
    });
  } catch (error) {
    if (isTransient(error) && isLost()) await notForLong(show());
    throw error;
  } finally {
    stop();
  }
};

/** Reads for which this device has kept nothing. */
const missing = new WeakSet<Query>();
export const isMissing = (query: Query): boolean => missing.has(query);

async function restore(query: Query, client: QueryClient): Promise<void> {
  if (query.state.data !== undefined || query.queryKey[0] === readSession.id) return;
  const owner = ownerOf(client.getQueryData<Session>(SESSION_KEY));
  const other = answeredFrom(query.queryKey);
  const [own] = await read(query.queryHash);
  const [kept] = own || !other ? [own] : await read(other.name);
  // While connected there is no banner to say how old it is.
  if (query.state.data !== undefined || !isLost()) return;
  if (!kept || kept.owner !== owner) {
    missing.add(query);
    // Notifies whoever shows its state.
    query.setState({});
    return;
  }
  const answer = fromJson(kept.text);
  const data = own === undefined && other !== null ? other.answer(answer) : answer;
  query.setState({ data, dataUpdatedAt: kept.at, status: 'success' });
}

/** Keeps what fining needs on the device, unless that is there and fresh. */
export async function cacheForFining(client: QueryClient): Promise<void> {
  const owner = ownerOf(client.getQueryData<Session>(SESSION_KEY));
  const [kept] = await read(hashKey(ALL_MEMBERS));
  if (kept?.owner !== owner || Date.now() - kept.at > FRESH_MS) await readForFining(client);
}
