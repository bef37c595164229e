// Caches responses about records, as they are sent, until a record changes
// (docs/decisions/0003-pages-deep-in-the-list.md). Authenticating a request reads the version that decides whether a
// response is valid, so a change by any process is seen at once.
import type { FastifyRequest } from 'fastify';
import type { Operation } from '../../contract/operation.ts';
import type { CalendarDay } from '../../core/calendar.ts';
import type { AuthenticatedPrincipal, Principal } from '../auth/principal.ts';
import { type Clock, todayAt } from '../base/clock.ts';
import { encode, type Encoded, encodingFor } from './compression.ts';
import { inSnapshot, type Snapshot } from '../db/snapshot.ts';
import type { Database } from '../db/types.ts';
import { createVersionedCache, type BooksVersion } from '../db/books-version.ts';

/** What a cached response may depend on besides request and principal; of `tx`, only what commands write. */
export interface RecordsSnapshot extends Snapshot {
  /** the organisation's day */
  readonly today: CalendarDay;
}

/** A cached response, or a new one that is not serialized yet. */
type CacheResult<T> =
  | { readonly cached: Encoded }
  | { readonly made: T; readonly key: string; readonly version: BooksVersion };

interface ResponseCache {
  /** Calls `make` unless a response to this request of this principal is cached for the current books version. */
  find<T>(request: CacheRequest, make: (snapshot: RecordsSnapshot) => Promise<T>): Promise<CacheResult<T>>;
  /** Compresses an answer's text as the browser accepts it, and caches it. */
  store(request: FastifyRequest, found: { key: string; version: BooksVersion }, text: string): Encoded;
  clear(): void;
}

interface CacheRequest {
  operation: Operation;
  request: FastifyRequest;
  /** includes the books version at the beginning of the request */
  principal: AuthenticatedPrincipal;
}

/** Larger responses are rare and are not cached. */
const MAX_BYTES = 64 * 1024;

export function createResponseCache({
  db,
  clock,
  timeZone,
}: {
  db: Database;
  clock: Clock;
  timeZone: string;
}): ResponseCache {
  const answers = createVersionedCache<Encoded>();
  return {
    async find({ operation, request, principal }, make) {
      const today = todayAt(clock.now(), timeZone);
      const key = keyOf(operation, request, principal, today);
      const cached = answers.get(principal.booksVersion, key);
      if (cached !== undefined) return { cached };
      return inSnapshot(db, async (snapshot) => {
        // Sent along with the first statements of `make`.
        const books = snapshot.books();
        const made = await make({ ...snapshot, today });
        return { made, key, version: await books };
      });
    },
    store(request, { key, version }, text) {
      const answer = encode(request.headers['accept-encoding'], text);
      if (answer.body.length <= MAX_BYTES) answers.set(version, key, answer);
      return answer;
    },
    clear: answers.clear,
  };
}

/** A response is never shared between accounts, even if both may see the same. */
function keyOf(operation: Operation, request: FastifyRequest, principal: Principal, today: CalendarDay): string {
  const { accountId, access, userId } = principal;
  const encoding = encodingFor(request.headers['accept-encoding']);
  // The URL contains the whole input, and may contain spaces. It comes last so that it cannot be confused with another
  // part.
  return [operation.id, accountId, access, userId, today, encoding, request.url].join(' ');
}
