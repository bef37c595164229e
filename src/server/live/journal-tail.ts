// The tail of the journal, one in each process. It reads what any process has committed and publishes it to the live
// streams of this one. It also publishes the beginning of the organisation's new day.
import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { mayReadAllRecords } from '../../core/people/permission.ts';
import type { Principal } from '../auth/principal.ts';
import { type Clock, todayAt } from '../base/clock.ts';
import type { Database } from '../db/types.ts';
import { isRuleOn } from '../shared/rules.ts';
import {
  type Change,
  changeOf,
  concerns,
  entriesSince,
  EVERYTHING,
  type JournalPosition,
  newestPosition,
  switchesVisibility,
} from './changes.ts';
import { type Version, versionText } from './versions.ts';

export interface JournalTail {
  /** Begins at the newest entry. Throws if the database cannot be read. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Something may have been committed: read now instead of at the next poll. */
  wake(): void;
  /** Resolves once everything committed before the call was published, or the database is unavailable. */
  catchUp(): Promise<void>;
  /** The version that was published last. */
  version(): Version;
  /** Whether this principal may read anything that the change touched. */
  concerns(principal: Principal, change: Change): boolean;
  /** Whether anything that this principal may read has changed between that version and the one published last. */
  hasMissed(principal: Principal, since: Version): Promise<boolean>;
  /** Calls back with every change from now on, in order; returns a function that stops it. */
  follow(listener: (change: Change) => void): () => void;
}

/**
 * Polling finds the writes of other processes while their notices do not reach us, and the new day.
 */
const POLL_MS = 2000;
/** More entries than this at once count as a change of everything. */
const MAX_ENTRIES = 5000;
/** The limit for a member who reconnects, which may happen often. */
const MAX_MISSED = 500;

interface JournalTailParts {
  db: Database;
  clock: Clock;
  timeZone: string;
  log: FastifyBaseLogger;
  /** Handles notices between processes that are not about writes (db/notify.ts). */
  onNotice?: (notice: string) => void;
}

export function createJournalTail({ db, clock, timeZone, log, onNotice = () => {} }: JournalTailParts): JournalTail {
  const listeners = new Set<(change: Change) => void>();
  let place: JournalPosition = { sequence: 0, at: 0 };
  let day = todayAt(clock.now(), timeZone);
  let membersSeeEveryone = false;
  let running = false;
  let reading: Promise<void> | null = null;
  let lookAgain = false;
  let away = false;
  let timer: NodeJS.Timeout | undefined;
  let stopListening = async (): Promise<void> => {};

  const readRule = () => isRuleOn(db.read, 'members-see-everyone', () => {});

  const publish = (change: Change, newest: JournalPosition): void => {
    place = { sequence: newest.sequence, at: newest.at };
    for (const listener of listeners) listener(change);
  };

  const lookAtTheDay = (): void => {
    const today = todayAt(clock.now(), timeZone);
    if (today === day) return;
    day = today;
    publish(EVERYTHING, place);
  };

  const readNew = async (): Promise<void> => {
    const entries = await entriesSince(db.read, place, MAX_ENTRIES + 1);
    if (entries?.length === 0) return;
    const isEverything = entries === null || entries.length > MAX_ENTRIES;
    if (isEverything || entries.some(switchesVisibility)) membersSeeEveryone = await readRule();
    const newest = isEverything ? await newestPosition(db.read) : entries.at(-1);
    if (newest === undefined) return;
    if (entries === null)
      log.warn({ from: place.sequence, to: newest.sequence }, 'the database has lost its last entries');
    publish(isEverything ? EVERYTHING : changeOf(entries), newest);
  };

  const readUntilQuiet = async (): Promise<void> => {
    do {
      // Each command of a commit wakes it, and all of them do in the same turn.
      await setImmediate();
      lookAgain = false;
      try {
        await readNew();
        if (away) log.info('the live feed reads the database again');
        away = false;
      } catch (error) {
        if (!away && running) log.warn({ err: error }, 'the live feed cannot read the database; it goes on trying');
        away = true;
      }
    } while (lookAgain && running && !away);
    reading = null;
  };

  const look = (): Promise<void> => {
    lookAgain = true;
    reading ??= readUntilQuiet();
    return reading;
  };

  const wake = (): void => {
    if (running) void look();
  };

  return {
    async start() {
      let troubled = false;
      const onCommit = () => {
        troubled = false;
        wake();
      };
      const onTrouble = (error: unknown) => {
        if (!troubled && running) log.warn({ err: error }, 'commits of other processes are only found by polling');
        troubled = true;
      };
      running = true;
      place = await newestPosition(db.read);
      // Read after the place: a switch in between is among the entries read next, and the rule is then read again.
      membersSeeEveryone = await readRule();
      stopListening = await db.listen(onCommit, onTrouble, onNotice);
      timer = setInterval(() => {
        lookAtTheDay();
        wake();
      }, POLL_MS);
      timer.unref();
      wake();
    },

    async stop() {
      running = false;
      clearInterval(timer);
      await stopListening();
      await reading;
      listeners.clear();
    },

    wake,
    catchUp: look,
    version: () => ({ ...place, day }),
    concerns: (principal, change) => concerns(principal, change, membersSeeEveryone),
    async hasMissed(principal, since) {
      const now = { ...place, day };
      if (versionText(since) === versionText(now)) return false;
      if (since.day !== day || mayReadAllRecords(principal.access)) return true;
      const entries = await entriesSince(db.read, since, MAX_MISSED + 1);
      if (entries === null || entries.length > MAX_MISSED) return true;
      return entries.length > 0 && concerns(principal, changeOf(entries), membersSeeEveryone);
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
