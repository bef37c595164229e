// The tail of the journal: one in each process. It reads every committed write once, in order, and hands it to the live
// streams of this process, whichever process wrote it.
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/engine.ts';
import { isRuleOn } from '../shared/queries.ts';
import {
  type BusChange,
  changesOf,
  entriesAfter,
  everythingAt,
  inBrief,
  isRuleForMembers,
  newestPlace,
  type Place,
} from './changes.ts';

export interface Bus {
  /** Begins at the newest entry. Throws when the database cannot be read. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Something may have been committed: look now instead of at the next poll. */
  wake(): void;
  /** Resolves once everything committed before the call was handed on, or the database is away. */
  catchUp(): Promise<void>;
  /** The sequence of the newest entry that was handed on. */
  position(): number;
  /**
   * Hands every change after `after` to the listener, in order and each once: first those missed, then the new ones. Very many
   * at once are told in brief.
   * `null` begins with what is new. A place too far back, in the future or 'unknown' is answered with one `everything`.
   * Returns how to stop.
   */
  follow(after: number | 'unknown' | null, listener: (change: BusChange) => void): Promise<() => void>;
}

/** The safety net where nobody wakes us: writes of other processes on SQLite, or while NOTIFY does not reach us. */
const POLL_MS = 2000;
/** More entries than this at once are not named any more. */
const READ_AT_ONCE = 5000;
/** Changes kept in memory, so that streams that break off together do not all read the database. */
const KEPT_CHANGES = 2000;
const READ_AT_START = 1000;
/** Further back than this nobody resumes: reading everything again costs less. */
const RESUME_WITHIN = 10_000;

export interface BusParts {
  db: Database;
  log: FastifyBaseLogger;
  /** What processes tell each other beside their writes (db/engine.ts). */
  onNotice?: (notice: string) => void;
}

export function createBus({ db, log, onNotice = () => {} }: BusParts): Bus {
  const listeners = new Set<(change: BusChange) => void>();
  /** Every change after `keptAfter`, up to `position`. */
  const kept: BusChange[] = [];
  let keptAfter = 0;
  let position = 0;
  /** When the entry at `position` was written. */
  let positionAt = 0;
  /** Up to here a browser's place may be that of an entry which is lost, with another one in its stead. */
  let doubtfulUntil = -1;
  let membersSeeEveryone = false;
  let running = false;
  let reading: Promise<void> | null = null;
  let lookAgain = false;
  let away = false;
  let timer: NodeJS.Timeout | undefined;
  let stopListening = async (): Promise<void> => {};

  const readRule = () => isRuleOn(db.read, 'members-see-everyone', () => {});

  const handOn = (change: BusChange): void => {
    position = change.sequence;
    kept.push(change);
    if (kept.length > KEPT_CHANGES) keptAfter = kept.shift()?.sequence ?? keptAfter;
    for (const listener of listeners) listener(change);
  };

  /**
   * Goes to where the database is: a standby that followed late took the place of the server before, and has less than
   * that had, or something else since. Then everything is read again.
   */
  const goOnFrom = (newest: Place): void => {
    log.warn({ from: position, to: newest.sequence }, 'the database has lost what was written last; all is read again');
    doubtfulUntil = Math.max(position, newest.sequence);
    kept.length = 0;
    keptAfter = newest.sequence;
    handOn(everythingAt(newest.sequence, membersSeeEveryone));
    positionAt = newest.at;
  };

  const readNew = async (): Promise<void> => {
    // Together with the entry handed on last: whether that is still the same must hold for just these that follow it.
    const entries = await entriesAfter(db.read, position - 1, READ_AT_ONCE + 2);
    const last = position === 0 ? null : entries.shift();
    const isLost = last !== null && (last?.sequence !== position || last.at !== positionAt);
    if (entries.length === 0 && !isLost) return;
    // It changes with an entry of its own, unless entries are missing.
    if (isLost || entries.length > READ_AT_ONCE || entries.some(isRuleForMembers))
      membersSeeEveryone = await readRule();
    if (isLost) return goOnFrom(await newestPlace(db.read));
    if (entries.length > READ_AT_ONCE) {
      const newest = await newestPlace(db.read);
      handOn(everythingAt(newest.sequence, membersSeeEveryone));
      positionAt = newest.at;
    } else {
      for (const change of inBrief(changesOf(entries, membersSeeEveryone))) handOn(change);
      positionAt = entries.at(-1)?.at ?? 0;
    }
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

  /** Changes in (after, until], of which this process no longer holds all. */
  const missed = async (after: number, until: number): Promise<BusChange[]> => {
    if (after >= keptAfter) return kept.filter(({ sequence }) => sequence > after && sequence <= until);
    try {
      const entries = await entriesAfter(db.read, after, until - after);
      return changesOf(
        entries.filter(({ sequence }) => sequence <= until),
        membersSeeEveryone,
      );
    } catch {
      return [everythingAt(until, membersSeeEveryone)];
    }
  };

  return {
    async start() {
      let troubled = false;
      const heard = () => {
        troubled = false;
        wake();
      };
      const onTrouble = (error: unknown) => {
        if (!troubled && running) log.warn({ err: error }, 'commits of other processes are only found by looking');
        troubled = true;
      };
      running = true;
      ({ sequence: position, at: positionAt } = await newestPlace(db.read));
      // Afterwards: a switch in between is among the entries that are read next, and the rule is then read again.
      membersSeeEveryone = await readRule();
      keptAfter = Math.max(0, position - READ_AT_START);
      const recent = await entriesAfter(db.read, keptAfter, position - keptAfter);
      // The first batch may have begun earlier than what was read.
      const first = recent.findIndex((entry) => entry.sequence === entry.batch);
      keptAfter = first === -1 ? position : (recent[first]?.sequence ?? 1) - 1;
      kept.push(...changesOf(first === -1 ? [] : recent.slice(first), membersSeeEveryone));
      stopListening = await db.listen(heard, onTrouble, onNotice);
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
    position: () => position,

    async follow(after, listener) {
      // Another process may have told the browser of a change that this one has not read yet.
      if (typeof after === 'number' && after > position) await look();
      const until = position;
      const waiting: BusChange[] = [];
      let ready = false;
      const receive = (change: BusChange): void => {
        if (ready) listener(change);
        else waiting.push(change);
      };
      listeners.add(receive);
      const isDoubtful = typeof after === 'number' && after <= doubtfulUntil;
      if (after !== null && (after !== until || isDoubtful)) {
        const known = after !== 'unknown' && after < until && until - after <= RESUME_WITHIN && !isDoubtful;
        const backlog = known ? await missed(after, until) : [everythingAt(until, membersSeeEveryone)];
        for (const change of inBrief(backlog)) listener(change);
      }
      for (const change of waiting) listener(change);
      ready = true;
      return () => listeners.delete(receive);
    },
  };
}
