// What the journal says of users beside their details: which were joined with another one, and when each changed.
import type { Selectable } from 'kysely';
import type { Subject } from '../../../core/journal.ts';
import type { UsersTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import type { Described } from './compare.ts';
import { parse, Problems, type Read, type Remaining, type Row } from './journal.ts';

export function joinedUsers(): Described {
  const said: Described['said'] = new Map();
  const name = ({ user_id: id, into_id: into }: Row): string => `join of ${String(id)} with ${String(into)}`;
  const fold: Described['fold'] = ({ entry, attached }) => {
    for (const row of attached.joined_users ?? []) said.set(name(row), { ...row, sequence: entry.sequence });
    if (entry.action !== 'users.undoJoin' || entry.before !== null) return;
    const rows = rowsOf(said);
    const undone = rows
      .filter((row) => row['user_id'] === entry.subject_id)
      .toSorted(bySequence)
      .at(-1);
    for (const row of rows) if (row['sequence'] === undone?.['sequence']) said.set(name(row), null);
  };
  return { table: 'joined_users', name, said, fold };
}

const rowsOf = (said: Described['said']): Row[] => [...said.values()].filter((row) => row !== null);
const bySequence = (a: Row, b: Row): number => Number(a['sequence']) - Number(b['sequence']);

/** Where the ids of users lead after all entries. */
export async function readRemaining(db: Handle): Promise<Remaining> {
  const entries = await db
    .selectFrom('journal')
    .selectAll()
    .where('subject', '=', 'user')
    .where('action', 'in', ['users.join', 'users.undoJoin'])
    .orderBy('sequence')
    .execute();
  const { said, fold } = joinedUsers();
  for (const entry of entries) {
    const read = parse(entry, new Map());
    if (read !== undefined) fold(read, new Problems());
  }
  const rows = rowsOf(said).toSorted(bySequence);
  return new Map(rows.map((row) => [String(row['user_id']), String(row['into_id'])]));
}

/** Actions that count as changes even if nothing changes. */
const CHANGES: readonly Read['entry']['action'][] = ['users.update', 'users.setAccess'];

/** Records that change no figures of their user. The effect of a waiver is recorded by its fine. */
const WITHOUT_FIGURES: ReadonlySet<Subject> = new Set(['waiver', 'reminder', 'promise', 'skip', 'request']);

/** When users were added, changed and deleted, and when their figures last changed; a deleted user keeps the status. */
export function timesOfUsers(): Described {
  type Times = Pick<
    Selectable<UsersTable>,
    'status' | 'created_at' | 'updated_at' | 'deleted_at' | 'summary_updated_at'
  >;
  const said = new Map<string, Times>();
  const name = ({ id }: Row): string => `user ${String(id)}`;
  const fold = ({ entry, before, after, attached }: Read) => {
    const { user_id: id, at } = entry;
    const key = name({ id });
    const known = said.get(key);
    if (entry.subject === 'user') {
      const status = (after ?? before)?.['status'] === 'Inactive' ? 'Inactive' : 'Active';
      if (before === null) {
        said.set(key, { status, created_at: at, updated_at: null, deleted_at: null, summary_updated_at: null });
      } else if (known !== undefined && (entry.before !== entry.after || CHANGES.includes(entry.action))) {
        said.set(key, { ...known, status, updated_at: at, deleted_at: after === null ? at : null });
      }
    } else if (known !== undefined && !WITHOUT_FIGURES.has(entry.subject)) {
      known.summary_updated_at = at;
    }
    for (const { id: user, ...times } of attached.users ?? []) said.set(name({ id: user }), times);
  };
  const told = ({ status, created_at, updated_at, deleted_at, summary_updated_at }: Row) => {
    return { status, created_at, updated_at, deleted_at, summary_updated_at };
  };
  return { table: 'users', name, said, fold, told };
}
