// Reads an export: what is to be written, and whatever is irregular about it. Pure: no database, no clock.
import { type Balance, EMPTY_BALANCE } from '../../../core/fine.ts';
import { formatRs, type Paisa } from '../../../core/money.ts';
import { type ExportDocument, type ExportEntry, readExportFile } from './export-file.ts';
import { figuresOf, type ImportData, type ImportedUser } from './import-data.ts';
import { Irregularities } from './irregularities.ts';
import { readFinesOf, type ReadFine } from './read-fines.ts';
import { compareHistory, readEvents, readSettings } from './read-others.ts';
import { readUsers, type ReadUser } from './read-users.ts';
import { listUnknown, type Reading, takeInstant, usableDocuments } from './reading.ts';
import { isNothing, show } from './values.ts';

const COLLECTIONS = ['users', 'Fines', 'Events', 'fineAmountHistory', 'appSetupAction'];
const SUMMARY = { fields: ['id', 'TotalFine', 'PendingFine', 'createdAt', 'lastUpdated'], collections: ['fines'] };

export interface ReadExport {
  data: ImportData;
  irregularities: Irregularities;
}

/**
 * Reads the text of an export file.
 * @param surroundings the organisation's time zone, and now in ms, which stands in for times that are nowhere to be found.
 * @throws ExportError when it is no export; BooksError when its totals are too large to be kept exactly.
 */
export function readExport(text: string, surroundings: { timeZone: string; now: number }): ReadExport {
  const reading: Reading = { ...surroundings, irregularities: new Irregularities() };
  const collections = readExportFile(text);
  const present = readUsers(reading, collections.get('users'));
  const summaries = usableDocuments(reading, collections.get('Fines'));
  const read = summaries.flatMap((summary) => readFinesOf(reading, summary));
  const fines = withUniqueIds(reading, read.toSorted(byCreation));
  const data = {
    users: usersOf(reading, present, summaries, fines),
    fines: fines.map(({ fine }) => fine),
    events: readEvents(reading, collections.get('Events')),
    settings: readSettings(reading, collections.get('appSetupAction')),
  };
  compareSummaries(reading, summaries, figuresOf(data).byUser);
  compareHistory(reading, collections.get('fineAmountHistory'), data);
  listUnknownCollections(reading, collections);
  return { data, irregularities: reading.irregularities };
}

/** By createdAt, then by path, so that two imports of a file give the same order. */
function byCreation(a: ReadFine, b: ReadFine): number {
  if (a.fine.created_at !== b.fine.created_at) return a.fine.created_at - b.fine.created_at;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** In the export an id is unique below its user only; here among all fines. The older one keeps it. */
function withUniqueIds(reading: Reading, fines: readonly ReadFine[]): ReadFine[] {
  const taken = new Set(fines.map(({ fine }) => fine.id));
  const given = new Set<string>();
  return fines.map(({ path, fine }) => {
    if (!given.has(fine.id)) {
      given.add(fine.id);
      return { path, fine };
    }
    let number = 2;
    // Cut, so that the new id is no longer than ids may be.
    const stem = fine.id.slice(0, 110);
    while (taken.has(`${stem}-${number}`)) number++;
    const id = `${stem}-${number}`;
    taken.add(id);
    reading.irregularities.add('fine-id-repeated', path, `the id is now ${id}`);
    return { path, fine: { ...fine, id } };
  });
}

/** The users, and nameless rows for summaries and fines whose user document is gone. */
function usersOf(
  reading: Reading,
  present: ReadonlyMap<string, ReadUser>,
  summaries: readonly ExportDocument[],
  fines: readonly ReadFine[],
): ImportedUser[] {
  const summaryTimes = new Map(
    summaries.map((summary) => [
      summary.id,
      { created: takeInstant(reading, summary, 'createdAt'), updated: takeInstant(reading, summary, 'lastUpdated') },
    ]),
  );
  // Fines are in order of creation: the first of a user is the oldest.
  const firstFined = new Map(fines.toReversed().map(({ fine }) => [fine.user_id, fine.created_at]));
  const withTimes = (user: ReadUser): ImportedUser => ({
    ...user,
    created_at: user.created_at ?? summaryTimes.get(user.id)?.created ?? firstFined.get(user.id) ?? reading.now,
    summary_updated_at: summaryTimes.get(user.id)?.updated ?? null,
  });
  const missing = [...summaryTimes.keys()].filter((id) => !present.has(id));
  const nameless = missing.map((id): ReadUser => {
    reading.irregularities.add('user-missing', `Fines/${id}`, `there is no document users/${id}`);
    return {
      id,
      user_name: '',
      user_email: null,
      user_role: '',
      phone: '',
      status: 'Inactive',
      created_at: null,
      updated_at: null,
      present: false,
    };
  });
  return [...present.values(), ...nameless].map(withTimes);
}

function compareSummaries(
  reading: Reading,
  summaries: readonly ExportDocument[],
  byUser: ReadonlyMap<string, Balance>,
): void {
  for (const summary of summaries) {
    listUnknown(reading, summary, SUMMARY);
    const { total, pending, fineCount } = byUser.get(summary.id) ?? EMPTY_BALANCE;
    const kept = { TotalFine: summary.fields.get('TotalFine'), PendingFine: summary.fields.get('PendingFine') };
    const figures = `the fines add up to ${formatRs(total)}, pending ${formatRs(pending)}`;
    if (isNothing(kept.TotalFine) && isNothing(kept.PendingFine)) {
      if (fineCount > 0) reading.irregularities.add('summary-missing', summary.path, figures);
      continue;
    }
    if (isFigure(kept.TotalFine, total) && isFigure(kept.PendingFine, pending)) continue;
    const said = `TotalFine is ${show(kept.TotalFine)}, PendingFine ${show(kept.PendingFine)}`;
    reading.irregularities.add('summary-disagrees', summary.path, `${said}; ${figures}`);
  }
}

/** Sums of floating-point rupees are off by a hair; only half a paisa or more is a difference. */
const isFigure = (rupees: unknown, paisa: Paisa): boolean =>
  typeof rupees === 'number' && Math.abs(rupees * 100 - paisa) < 0.5;

function listUnknownCollections(reading: Reading, collections: ReadonlyMap<string, readonly ExportEntry[]>): void {
  for (const [name, entries] of collections) {
    if (COLLECTIONS.includes(name) || entries.length === 0) continue;
    reading.irregularities.add('collection-unknown', name, `${entries.length} documents`);
  }
}
