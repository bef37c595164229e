// The tables for Kysely, by area in schema/. Money is whole paisa, instants are milliseconds since 1970 UTC, days are
// 'yyyy-mm-dd', booleans are 0 or 1, documents are JSON text; both engines store the same.
import type {
  BooksByDayTable,
  BooksTable,
  FineDaysTable,
  FineTypeDaysTable,
  IdempotencyTable,
  JournalTable,
  OwedDaysTable,
  PaymentDaysTable,
} from './schema/books.ts';
import type {
  AllocationsTable,
  CashHoldersTable,
  HandOversTable,
  KeptPicturesTable,
  PaymentsTable,
  PayOutsTable,
  PicturesTable,
  RefundsTable,
  RequestsTable,
  ReversalsTable,
  WaiversTable,
} from './schema/money.ts';
import type {
  FinesTable,
  FineTypesTable,
  ListedFineTypesTable,
  ImportsTable,
  ImportedFinesTable,
  SurchargesTable,
} from './schema/fines.ts';
import type { MailsTable, PushSubscriptionsTable, RefusedAddressesTable } from './schema/mail.ts';
import type { EventsTable, SettingsTable, OrganisationTable, InstanceTable } from './schema/organisation.ts';
import type {
  GroupsTable,
  JoinedUsersTable,
  PromisesTable,
  RemindersTable,
  SkipsTable,
  UsersTable,
} from './schema/users.ts';
import type {
  SignInAttemptsTable,
  SignInLinksTable,
  AccountsTable,
  SessionsTable,
  ApiKeysTable,
  PasskeysTable,
} from './schema/sign-in.ts';

export type * from './schema/books.ts';
export type * from './schema/money.ts';
export type * from './schema/fines.ts';
export type * from './schema/books.ts';
export type * from './schema/mail.ts';
export type * from './schema/money.ts';
export type * from './schema/organisation.ts';
export type * from './schema/users.ts';
export type * from './schema/money.ts';
export type * from './schema/sign-in.ts';
export type * from './schema/users.ts';

export interface Schema {
  books: BooksTable;
  books_by_day: BooksByDayTable;
  groups: GroupsTable;
  users: UsersTable;
  joined_users: JoinedUsersTable;
  fines: FinesTable;
  payments: PaymentsTable;
  allocations: AllocationsTable;
  waivers: WaiversTable;
  refunds: RefundsTable;
  reversals: ReversalsTable;
  cash_holders: CashHoldersTable;
  pay_outs: PayOutsTable;
  hand_overs: HandOversTable;
  reminders: RemindersTable;
  promises: PromisesTable;
  skips: SkipsTable;
  surcharges: SurchargesTable;
  fine_days: FineDaysTable;
  fine_type_days: FineTypeDaysTable;
  owed_days: OwedDaysTable;
  payment_days: PaymentDaysTable;
  fine_types: FineTypesTable;
  listed_fine_types: ListedFineTypesTable;
  requests: RequestsTable;
  pictures: PicturesTable;
  kept_pictures: KeptPicturesTable;
  events: EventsTable;
  settings: SettingsTable;
  organisation: OrganisationTable;
  journal: JournalTable;
  imports: ImportsTable;
  imported_fines: ImportedFinesTable;
  idempotency: IdempotencyTable;
  sign_in_attempts: SignInAttemptsTable;
  sign_in_links: SignInLinksTable;
  instance: InstanceTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  passkeys: PasskeysTable;
  api_keys: ApiKeysTable;
  mails: MailsTable;
  refused_addresses: RefusedAddressesTable;
  push_subscriptions: PushSubscriptionsTable;
}
