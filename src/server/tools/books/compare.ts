// Compares the folded journal, the summed records and the stored figures.
import type { Selectable } from 'kysely';
import { displayName } from '../../../core/people/person-name.ts';
import type { Handle } from '../../db/types.ts';
import type { BooksTable } from '../../db/schema.ts';
import { sameFingerprint, type FingerprintedFine } from './fingerprint.ts';
import { emptyFigures, type FoldedJournal, fineOf } from './fold/fold-journal.ts';
import type { Problems } from './problems.ts';
import { noFigures, type SummedRecords } from './sum-records.ts';
import { FINE_COLUMNS } from '../../shared/fine-row.ts';
import { recordOf } from './records.ts';

/** A figure from up to three sources; null for a source that does not have it. */
export interface FigureRow {
  figure: string;
  unit: 'paisa' | 'count' | 'day';
  journal: number | string | null;
  records: number | string | null;
  kept: number | string | null;
  agrees: boolean;
}

export interface UserDifferences {
  userId: string;
  userName: string;
  /** only those that differ */
  figures: FigureRow[];
}

/** `places` contains only the sources that have this figure. A null there is a value, and compared like any other. */
function figureRow(
  figure: string,
  unit: FigureRow['unit'],
  places: Partial<Pick<FigureRow, 'journal' | 'records' | 'kept'>>,
): FigureRow {
  const values = Object.values(places);
  const agrees = values.every((value) => value === values[0]);
  return { figure, unit, journal: null, records: null, kept: null, ...places, agrees };
}

export function organisationRows(
  books: Selectable<BooksTable>,
  journal: FoldedJournal,
  records: SummedRecords,
): FigureRow[] {
  const of = (kept: number, pick: (source: FoldedJournal | SummedRecords) => number) => ({
    journal: pick(journal),
    records: pick(records),
    kept,
  });
  return [
    figureRow(
      'Total fines',
      'paisa',
      of(books.total, (source) => source.organisation.total),
    ),
    figureRow(
      'Pending',
      'paisa',
      of(books.pending, (source) => source.organisation.pending),
    ),
    figureRow(
      'Credit held',
      'paisa',
      of(books.credit, (source) => source.organisation.credit),
    ),
    figureRow(
      'Used',
      'paisa',
      of(books.used, (source) => source.used),
    ),
    figureRow('Turnover', 'paisa', { journal: journal.turnover, kept: books.turnover }),
    figureRow(
      'Fines',
      'count',
      of(books.fine_count, (source) => source.organisation.fineCount),
    ),
    figureRow(
      'Paid fines',
      'count',
      of(books.paid_count, (source) => source.organisation.paidCount),
    ),
    figureRow('Events', 'count', { journal: journal.events, records: records.events }),
    figureRow('Journal entries', 'count', { journal: journal.entries, kept: books.last_sequence }),
  ];
}

/** The users whose summary, fines and journal disagree. */
export async function differingUsers(
  db: Handle,
  journal: FoldedJournal,
  records: SummedRecords,
  problems: Problems,
): Promise<UserDifferences[]> {
  const users = await db
    .selectFrom('users')
    .select([
      'id',
      'user_name',
      'total',
      'pending',
      'credit',
      'fine_count',
      'paid_count',
      'newest_fine_date',
      'oldest_pending_date',
      'earliest_due',
    ])
    .orderBy('sort_key')
    .orderBy('id')
    .execute();
  const known = new Set(users.map((user) => user.id));
  for (const userId of journal.byUser.keys()) {
    if (!known.has(userId))
      problems.add(`The journal records fines or money of the user ${userId}, whose row is missing.`);
  }
  const changed: string[] = [];
  const differing = users.flatMap((user) => {
    const folded = journal.byUser.get(user.id) ?? emptyFigures();
    const summed = records.byUser.get(user.id) ?? noFigures();
    if (!sameFingerprint(folded.fines, summed.fines)) {
      changed.push(user.id);
      problems.add(
        `The fines of the user ${user.id} differ from the journal: at least one was changed without a journal entry.`,
      );
    }
    const of = (kept: number, figure: 'total' | 'pending' | 'credit' | 'fineCount' | 'paidCount') => ({
      journal: folded[figure],
      records: summed[figure],
      kept,
    });
    const figures = [
      figureRow('Total fines', 'paisa', of(user.total, 'total')),
      figureRow('Pending', 'paisa', of(user.pending, 'pending')),
      figureRow('Credit', 'paisa', of(user.credit, 'credit')),
      figureRow('Fines', 'count', of(user.fine_count, 'fineCount')),
      figureRow('Paid fines', 'count', of(user.paid_count, 'paidCount')),
      figureRow('Newest fine', 'day', { records: summed.newest, kept: user.newest_fine_date }),
      figureRow('Oldest unpaid', 'day', { records: summed.oldestPending, kept: user.oldest_pending_date }),
      figureRow('Earliest due', 'day', { records: summed.earliestDue, kept: user.earliest_due }),
    ].filter((row) => !row.agrees);
    return figures.length === 0 ? [] : [{ userId: user.id, userName: displayName(user.user_name), figures }];
  });
  await reportDifferingFines(db, changed, problems);
  return differing;
}

// Reports which fines of a user differ from the journal, and in which columns. Only for users whose fingerprints
// differ, since it reads all their entries.

/** The fines of further users are not reported individually, which would take too long. */
const MAX_USERS = 20;

async function reportDifferingFines(db: Handle, userIds: readonly string[], problems: Problems): Promise<void> {
  const users = userIds.slice(0, MAX_USERS);
  if (users.length === 0) return;
  const left = new Map<string, FingerprintedFine>();
  const entries = await db
    .selectFrom('journal')
    .selectAll()
    .where('subject', '=', 'fine')
    .where('user_id', 'in', users)
    .orderBy('sequence')
    .execute();
  for (const entry of entries) {
    const record = recordOf(entry.after);
    const fine = record === null || record === undefined ? undefined : fineOf(record, entry);
    if (fine !== undefined) left.set(fine.id, fine);
    else left.delete(entry.subject_id);
  }
  const rows = await db.selectFrom('fines').selectAll().where('user_id', 'in', users).orderBy('id').execute();
  for (const row of rows) {
    const fine = left.get(row.id);
    left.delete(row.id);
    const fields = fine === undefined ? [] : FINE_COLUMNS.filter((column) => (fine[column] ?? null) !== row[column]);
    if (fine === undefined) problems.add(`The fine ${row.id} is not in the journal of the user ${row.user_id}.`);
    else if (fields.length > 0) {
      problems.add(`The fine ${row.id} differs from the journal: ${fields.join(', ')}.`);
    }
  }
  for (const { id, user_id: userId } of left.values()) {
    problems.add(`The fine ${id} of the user ${userId} was removed without a journal entry.`);
  }
}
