// Adds to the history what is only known at its end: the figures of users, and the newest journal entries, which
// contain the final state of the tables. So each row is written once, and the journal is chained as it is written.
import { type AttachedRows, attachedText, attachTo } from '../src/server/ledger/attached.ts';
import { chained } from '../src/server/ledger/journal-hash.ts';
import { type DayRows, type HistoryOptions, makeHistory, type Outcome } from './history.ts';

/** Generates the history twice, the first time only for its end. */
export function* completeHistory(options: HistoryOptions): Generator<DayRows, Outcome> {
  const { outcome, newestOf } = endOf(options);
  const users = new Map(outcome.users.map((user) => [user.id, user]));
  const fineTypes = new Map(outcome.fine_types.map((type) => [type.last_sequence, type]));
  const history = makeHistory(options);
  let hash = '';
  for (let next = history.next(); next.done !== true; next = history.next()) {
    const rows = next.value;
    const day = rows.books_by_day[0]?.day ?? '';
    const allocations = Map.groupBy(rows.allocations, ({ sequence }) => sequence);
    const attachedTo = (sequence: number, userId: string | null): string | null => {
      const attached: AttachedRows = {};
      for (const { sequence: _, place: __, fine_id: ___, ...allocation } of allocations.get(sequence) ?? []) {
        attachTo(attached, 'allocations', [allocation]);
      }
      const type = fineTypes.get(sequence);
      if (type !== undefined) {
        const { type_key: _, last_sequence: __, ...last } = type;
        attachTo(attached, 'fine_types', [last]);
      }
      const user = users.get(userId ?? '');
      if (user !== undefined && newestOf.get(user.id) === sequence) {
        const { id, status, created_at, updated_at, deleted_at, summary_updated_at } = user;
        attachTo(attached, 'users', [{ id, status, created_at, updated_at, deleted_at, summary_updated_at }]);
      }
      return attachedText(Object.keys(attached).length === 0 ? undefined : attached);
    };
    const journal = chained(
      hash,
      rows.journal.map((entry) => ({ ...entry, day, attached: attachedTo(entry.sequence, entry.user_id) })),
    );
    hash = journal.at(-1)?.hash ?? hash;
    yield { ...rows, journal, users: rows.users.map((user) => users.get(user.id) ?? user) };
  }
  return { ...outcome, books: { ...outcome.books, journal_hash: hash } };
}

/** `newestOf`: the sequence of each user's newest entry. */
function endOf(options: HistoryOptions): { outcome: Outcome; newestOf: ReadonlyMap<string, number> } {
  const newestOf = new Map<string, number>();
  const history = makeHistory(options);
  for (;;) {
    const next = history.next();
    if (next.done === true) return { outcome: next.value, newestOf };
    for (const { user_id: userId, sequence } of next.value.journal) {
      if (userId !== null) newestOf.set(userId, sequence);
    }
  }
}
