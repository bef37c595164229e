// Converts an export to the data to be written and a list of irregularities. Pure: no database, no clock.
import { type Balance, EMPTY_BALANCE } from '../../../core/fines/fine.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { formatRs, type Paisa } from '../../../core/money/money.ts';
import { emailKey, isEmail } from '../../../core/people/email.ts';
import { displayName, UNKNOWN_USER } from '../../../core/people/person-name.ts';
import type { UserStatus } from '../../../core/people/user-line.ts';
import { type ExportDocument, type ExportEntry, readExportFile } from './export-file.ts';
import { figuresOf, type ImportData, type ImportedUser } from './import-data.ts';
import { Irregularities } from './irregularities.ts';
import { type ParsedFine, readFinesOf } from './read-fines.ts';
import { compareHistory, readEvents, readSettings } from './read-others.ts';
import { listUnknown, type ReadContext, takeInstant, takeText, usableDocuments } from './reading.ts';
import { formatValue, isEmpty, textOf } from './values.ts';

const COLLECTIONS = ['users', 'Fines', 'Events', 'fineAmountHistory', 'appSetupAction'];
const SUMMARY = { fields: ['id', 'TotalFine', 'PendingFine', 'createdAt', 'lastUpdated'], collections: ['fines'] };

export interface ParsedExport {
  data: ImportData;
  irregularities: Irregularities;
}

/**
 * Reads the text of an export file.
 * @param settings the organisation's time zone, and the current time (ms), used where an export has none.
 * @throws ExportError when it is not an export; BooksError when its totals are too large to be recorded exactly.
 */
export function readExport(text: string, settings: { timeZone: string; now: number }): ParsedExport {
  const context: ReadContext = { ...settings, irregularities: new Irregularities() };
  const collections = readExportFile(text);
  const present = readUsers(context, collections.get('users'));
  const summaries = usableDocuments(context, collections.get('Fines'));
  const read = summaries.flatMap((summary) => readFinesOf(context, summary));
  const fines = withUniqueIds(context, read.toSorted(byCreation));
  const data = {
    users: usersOf(context, present, summaries, fines),
    fines: fines.map(({ fine }) => fine),
    events: readEvents(context, collections.get('Events')),
    settings: readSettings(context, collections.get('appSetupAction')),
  };
  compareSummaries(context, summaries, figuresOf(data).byUser);
  compareHistory(context, collections.get('fineAmountHistory'), data);
  listUnknownCollections(context, collections);
  return { data, irregularities: context.irregularities };
}

/** By createdAt, then by path, so that the order is deterministic. */
function byCreation(a: ParsedFine, b: ParsedFine): number {
  if (a.fine.created_at !== b.fine.created_at) return a.fine.created_at - b.fine.created_at;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** Ids of fines are unique per user in an export, but globally here. The oldest fine keeps the id. */
function withUniqueIds(context: ReadContext, fines: readonly ParsedFine[]): ParsedFine[] {
  const taken = new Set(fines.map(({ fine }) => fine.id));
  const given = new Set<string>();
  return fines.map(({ path, fine }) => {
    if (!given.has(fine.id)) {
      given.add(fine.id);
      return { path, fine };
    }
    let number = 2;
    // Truncated, so that the new id is not too long.
    const stem = fine.id.slice(0, 110);
    while (taken.has(`${stem}-${number}`)) number++;
    const id = `${stem}-${number}`;
    taken.add(id);
    context.irregularities.add('fine-id-repeated', path, `the id is now ${id}`);
    return { path, fine: { ...fine, id } };
  });
}

/** The users, and a nameless row for each summary whose user document is missing. */
function usersOf(
  context: ReadContext,
  present: ReadonlyMap<string, ParsedUser>,
  summaries: readonly ExportDocument[],
  fines: readonly ParsedFine[],
): ImportedUser[] {
  const summaryTimes = new Map(
    summaries.map((summary) => [
      summary.id,
      { created: takeInstant(context, summary, 'createdAt'), updated: takeInstant(context, summary, 'lastUpdated') },
    ]),
  );
  // Fines are in creation order; reversed, the oldest of each user is set last.
  const firstFined = new Map(fines.toReversed().map(({ fine }) => [fine.user_id, fine.created_at]));
  const withTimes = (user: ParsedUser): ImportedUser => ({
    ...user,
    created_at: user.created_at ?? summaryTimes.get(user.id)?.created ?? firstFined.get(user.id) ?? context.now,
    summary_updated_at: summaryTimes.get(user.id)?.updated ?? null,
  });
  const missing = [...summaryTimes.keys()].filter((id) => !present.has(id));
  const nameless = missing.map((id): ParsedUser => {
    context.irregularities.add('user-missing', `Fines/${id}`, `there is no document users/${id}`);
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
  context: ReadContext,
  summaries: readonly ExportDocument[],
  byUser: ReadonlyMap<string, Balance>,
): void {
  for (const summary of summaries) {
    listUnknown(context, summary, SUMMARY);
    const { total, pending, fineCount } = byUser.get(summary.id) ?? EMPTY_BALANCE;
    const kept = { TotalFine: summary.fields.get('TotalFine'), PendingFine: summary.fields.get('PendingFine') };
    const figures = `the fines add up to ${formatRs(total)}, pending ${formatRs(pending)}`;
    if (isEmpty(kept.TotalFine) && isEmpty(kept.PendingFine)) {
      if (fineCount > 0) context.irregularities.add('summary-missing', summary.path, figures);
      continue;
    }
    if (isFigure(kept.TotalFine, total) && isFigure(kept.PendingFine, pending)) continue;
    const said = `TotalFine is ${formatValue(kept.TotalFine)}, PendingFine ${formatValue(kept.PendingFine)}`;
    context.irregularities.add('summary-disagrees', summary.path, `${said}; ${figures}`);
  }
}

/** Sums of floating-point rupees have rounding errors; half a paisa or more counts as a difference. */
const isFigure = (rupees: unknown, paisa: Paisa): boolean =>
  typeof rupees === 'number' && Math.abs(rupees * 100 - paisa) < 0.5;

function listUnknownCollections(context: ReadContext, collections: ReadonlyMap<string, readonly ExportEntry[]>): void {
  for (const [name, entries] of collections) {
    if (COLLECTIONS.includes(name) || entries.length === 0) continue;
    context.irregularities.add('collection-unknown', name, `${entries.length} documents`);
  }
}

const FIELDS = [
  'id',
  'userName',
  'FullName',
  'userEmail',
  'email',
  'userRole',
  'phone',
  'status',
  'createdAt',
  'updatedAt',
];

/** A user whose creation time may still have to be derived from their fines. */
type ParsedUser = Omit<ImportedUser, 'created_at' | 'summary_updated_at'> & { created_at: number | null };

/** The users by id. Of several with the same e-mail, the first in the file keeps it. */
function readUsers(context: ReadContext, entries: readonly ExportEntry[] | undefined): Map<string, ParsedUser> {
  const users = new Map<string, ParsedUser>();
  const emails = new Map<string, string>();
  for (const document of usableDocuments(context, entries)) {
    listUnknown(context, document, { fields: FIELDS });
    users.set(document.id, {
      id: document.id,
      user_name: takeName(context, document),
      user_email: takeEmail(context, document, emails),
      user_role: takeText(context, document, 'userRole', MAX_LENGTH.role),
      phone: takeText(context, document, 'phone', MAX_LENGTH.phone),
      status: takeStatus(context, document),
      created_at: takeInstant(context, document, 'createdAt'),
      updated_at: takeInstant(context, document, 'updatedAt'),
      present: true,
    });
  }
  return users;
}

function takeName(context: ReadContext, document: ExportDocument): string {
  const field = textOf(document.fields.get('userName')) === '' ? 'FullName' : 'userName';
  const raw = document.fields.get(field);
  const name = takeText(context, document, field, MAX_LENGTH.userName);
  if (displayName(name) === UNKNOWN_USER) {
    context.irregularities.add('name-missing', document.path, 'neither userName nor FullName holds a name');
    return '';
  }
  if (field === 'FullName')
    context.irregularities.add('name-elsewhere', document.path, `FullName is ${formatValue(name)}`);
  if (typeof raw === 'string' && raw !== raw.trim()) {
    context.irregularities.add('name-spaces', document.path, `${field} is ${formatValue(raw)}`);
  }
  return name;
}

/** `emails` maps the e-mail keys seen so far to the paths of their users. */
function takeEmail(context: ReadContext, document: ExportDocument, emails: Map<string, string>): string | null {
  const field = textOf(document.fields.get('userEmail')) === '' ? 'email' : 'userEmail';
  const email = textOf(document.fields.get(field));
  if (email === '') return null;
  if (field === 'email') context.irregularities.add('email-elsewhere', document.path, `email is ${formatValue(email)}`);
  if (!isEmail(email)) {
    context.irregularities.add('email-invalid', document.path, `${field} is ${formatValue(email)}`);
    return null;
  }
  const holder = emails.get(emailKey(email));
  if (holder !== undefined) {
    context.irregularities.add('email-taken', document.path, `${field} is ${formatValue(email)}, which ${holder} has`);
    return null;
  }
  emails.set(emailKey(email), document.path);
  return email;
}

function takeStatus(context: ReadContext, document: ExportDocument): UserStatus {
  const value = document.fields.get('status');
  if (value === 'Active' || value === 'Inactive') return value;
  if (isEmpty(value)) {
    context.irregularities.add('user-status-missing', document.path, 'there is no status');
    return 'Active';
  }
  // A user who was meant to be locked out stays locked out.
  const status = textOf(value).toLowerCase() === 'inactive' ? 'Inactive' : 'Active';
  context.irregularities.add('user-status-odd', document.path, `status is ${formatValue(value)}, taken as ${status}`);
  return status;
}
