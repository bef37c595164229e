// The records in a journal entry. They may be of any earlier version, and lack columns that were added later.
import type { Selectable } from 'kysely';
import type { Subject } from '../../../core/journal.ts';
import type {
  EventsTable,
  FinesTable,
  GroupsTable,
  HandOversTable,
  ListedFineTypesTable,
  OrganisationTable,
  PaymentsTable,
  PayOutsTable,
  PromisesTable,
  RefundsTable,
  RemindersTable,
  RequestsTable,
  ReversalsTable,
  SettingsTable,
  SkipsTable,
  WaiversTable,
} from '../../db/schema.ts';
import type { apiKeyRecord } from '../../shared/api-key-record.ts';
import type { UserRecord } from '../../shared/user-row.ts';
import type { Entry } from './history.repository.ts';

export interface Records extends Record<Subject, object> {
  /** with the name of its user, unless it was just added */
  fine: Omit<Selectable<FinesTable>, 'sequence'> & { user_name: string };
  payment: Omit<PaymentsTable, 'sequence'>;
  waiver: Omit<WaiversTable, 'sequence'>;
  refund: Omit<RefundsTable, 'sequence'>;
  reversal: Omit<ReversalsTable, 'sequence'>;
  'pay-out': Omit<PayOutsTable, 'sequence'>;
  'hand-over': Omit<HandOversTable, 'sequence'>;
  reminder: Omit<RemindersTable, 'sequence'>;
  promise: Omit<PromisesTable, 'sequence'>;
  skip: Omit<SkipsTable, 'sequence'>;
  request: RequestsTable;
  user: UserRecord;
  event: EventsTable;
  setting: SettingsTable;
  'fine-type': ListedFineTypesTable;
  group: GroupsTable;
  organisation: Omit<OrganisationTable, 'logo' | 'pay_picture'>;
  'api-key': ReturnType<typeof apiKeyRecord>;
}

export interface BeforeAndAfter<R> {
  before: Partial<R> | null;
  after: Partial<R> | null;
}

/** The records of an entry about this kind. */
export const recordsOf = <R extends object = Record<string, unknown>>({
  before,
  after,
}: Pick<Entry, 'before' | 'after'>): BeforeAndAfter<R> => ({ before: parsed(before), after: parsed(after) });

const parsed = <R>(json: string | null): Partial<R> | null => (json === null ? null : (JSON.parse(json) as Partial<R>));
