// Answers about the records, kept just as they are sent until a record changes (docs/decisions/0025-answers-are-kept.md).
// Whether one still holds the database says with each look at who calls: so a change is seen at once, whichever process made
// it, and nobody waits for a cache to grow old.
import type { FastifyRequest } from 'fastify';
import type { Selectable, Transaction } from 'kysely';
import type { Operation } from '../contract/operation.ts';
import type { CalendarDay } from '../core/calendar.ts';
import type { Visitor } from './auth/visitor.ts';
import type { Clock } from './clock.ts';
import { type Encoded, encoded, encodingFor } from './compression.ts';
import { atOneMoment, type Database } from './db/engine.ts';
import type { BooksTable, Schema } from './db/schema.ts';
import { keeper, type Moment } from './shared/kept.ts';
import { readBooks } from './shared/queries.ts';
import { todayAt } from './shared/today.ts';

/** All that an answer about the records may be made from, beside the request and who asks. */
export interface Sight {
  /** One moment of the database; of it, what commands write, and nothing else: neither sessions nor accounts. */
  readonly tx: Transaction<Schema>;
  /** The books at that moment. */
  readonly books: Promise<Selectable<BooksTable>>;
  /** the organisation's day */
  readonly today: CalendarDay;
}

/** An answer that was kept, or one just made and yet to be written out. */
export type Found<T> = { readonly kept: Encoded } | { readonly made: T; readonly key: string; readonly moment: Moment };

export interface KeptAnswers {
  /** `make` is called where no answer to this request of this visitor is kept for the records as they are now. */
  find<T>(asked: Asked, make: (sight: Sight) => Promise<T>): Promise<Found<T>>;
  /** Compresses an answer's text as the browser wants it, and keeps it. */
  keep(request: FastifyRequest, found: { key: string; moment: Moment }, text: string): Encoded;
}

export interface Asked {
  operation: Operation;
  request: FastifyRequest;
  visitor: Visitor;
  /** how far the books were when the request came */
  booksAt: Moment;
}

/** Larger ones are rare, and would make what is kept large. */
const KEPT_UP_TO_BYTES = 64 * 1024;

export function createKeptAnswers({
  db,
  clock,
  timeZone,
}: {
  db: Database;
  clock: Clock;
  timeZone: string;
}): KeptAnswers {
  const answers = keeper<Encoded>();
  return {
    async find({ operation, request, visitor, booksAt }, make) {
      const today = todayAt(clock.now(), timeZone);
      const key = keyOf(operation, request, visitor, today);
      const kept = answers.find(booksAt, key);
      if (kept !== undefined) return { kept };
      return atOneMoment(db, async (tx) => {
        const books = readBooks(tx);
        // Whoever does not wait for it must not end the process with it.
        books.catch(() => undefined);
        const made = await make({ tx, books, today });
        return { made, key, moment: await books };
      });
    },
    keep(request, { key, moment }, text) {
      const answer = encoded(request.headers['accept-encoding'], text);
      if (answer.body.length <= KEPT_UP_TO_BYTES) answers.keep(moment, key, answer);
      return answer;
    },
  };
}

/** Nobody is ever given an answer that was made for another account, even where both may see the same. */
function keyOf(operation: Operation, request: FastifyRequest, visitor: Visitor, today: CalendarDay): string {
  const { authUserId, role, userId } = visitor;
  const encoding = encodingFor(request.headers['accept-encoding']);
  // The address is what the input was parsed from, and may hold anything: last, so that it can stand for nothing else.
  return [operation.id, authUserId, role, userId, today, encoding, request.url].join(' ');
}
