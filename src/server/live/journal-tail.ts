// The tail of the journal: one in each process. It reads what was committed, by whichever process, and publishes it to
// the live streams of this one.
import type { FastifyBaseLogger } from 'fastify';
import type { Topic } from '../../contract/topics.ts';
import type { Principal } from '../auth/principal.ts';
import type { Database } from '../db/types.ts';
import { isRuleOn } from '../shared/rules.ts';
import {
  type Change,
  changeOf,
  entriesAfter,
  EVERYTHING,
  eventIdOf,
  newestPosition,
  type JournalPosition,
  switchesVisibility,
  topicsFor,
} from './changes.ts';

export interface JournalTail {
  /** Begins at the newest entry. Throws when the database cannot be read. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Something may have been committed: read now instead of at the next poll. */
  wake(): void;
  /** Resolves once everything committed before the call was published, or the database is unavailable. */
  catchUp(): Promise<void>;
  /** The event id of the version that was published last. */
  eventId(): string;
  /** The topics of a change that this principal receives. */
  topicsFor(principal: Principal, change: Change): readonly Topic[];
  /** Calls back with every change from now on, in order; returns how to stop. */
  follow(listener: (change: Change) => void): () => void;
}

/** Finds the writes of other processes on SQLite, and on PostgreSQL while NOTIFY does not reach us. */
const POLL_MS = 2000;
/** More entries than this at once count as a change of everything. */
const MAX_ENTRIES = 5000;

export interface JournalTailParts {
  db: Database;
  log: FastifyBaseLogger;
  /** Notices between processes besides their writes (db/notify.ts). */
  onNotice?: (notice: string) => void;
}

export function createJournalTail({ db, log, onNotice = () => {} }: JournalTailParts): JournalTail {
  const listeners = new Set<(change: Change) => void>();
  let place: JournalPosition = { sequence: 0, at: 0 };
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

  const readNew = async (): Promise<void> => {
    // With the entry at `place`: a standby that was promoted without the last entries has none there, or another one.
    const entries = await entriesAfter(db.read, place.sequence - 1, MAX_ENTRIES + 2);
    const last = place.sequence === 0 ? null : entries.shift();
    const isLost = last !== null && (last?.sequence !== place.sequence || last.at !== place.at);
    if (entries.length === 0 && !isLost) return;
    const isEverything = isLost || entries.length > MAX_ENTRIES;
    if (isEverything || entries.some(switchesVisibility)) membersSeeEveryone = await readRule();
    const newest = isEverything ? await newestPosition(db.read) : entries.at(-1);
    if (newest === undefined) return;
    if (isLost) log.warn({ from: place.sequence, to: newest.sequence }, 'the database has lost its last entries');
    publish(isEverything ? EVERYTHING : changeOf(entries), newest);
  };

  const readUntilQuiet = async (): Promise<void> => {
    do {
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
      // After the place: a switch in between is among the entries read next, and the rule is then read again.
      membersSeeEveryone = await readRule();
      stopListening = await db.listen(onCommit, onTrouble, onNotice);
      timer = setInterval(wake, POLL_MS);
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
    eventId: () => eventIdOf(place),
    topicsFor: (principal, change) => topicsFor(principal, change, membersSeeEveryone),
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
