/** Maximum lengths, page sizes and other constants of the product, in one place. */

/** Characters a text field takes (NAME-6); e-mail is the limit of RFC 5321. */
export const MAX_LENGTH = {
  /** ours, or one that came with an import */
  id: 128,
  /** of whoever did something (core/people/actor.ts) */
  actorId: 300,
  userName: 120,
  email: 254,
  role: 120,
  phone: 40,
  fineType: 120,
  description: 1000,
  title: 120,
  location: 120,
  organisationName: 120,
  organisationAddress: 300,
  receiptFoot: 200,
  reminderText: 1000,
  howToPay: 500,
  reference: 120,
  note: 500,
  reason: 500,
  passkeyName: 60,
  pushEndpoint: 1000,
  apiKeyName: 60,
  search: 100,
} as const;

/** Of why something is let go or taken back, in characters. */
export const MIN_REASON = 3;

/** The organisation's logo, in bytes: 200 kB, as file managers count them. */
export const MAX_LOGO_SIZE = 200 * 1024;

/** A picture that a member sends, in bytes, and in pixels along each side. */
export const MAX_PICTURE_SIZE = 300 * 1024;
export const MAX_PICTURE_SIDE = 4096;

/** Requests of a member that are open, and that they send on one day, withdrawn ones as well. */
export const MAX_OPEN_REQUESTS = 20;
export const MAX_REQUESTS_A_DAY = 40;

/** Fines that one "I have paid" may name. */
export const MAX_FINES_CLAIMED = 100;

/** Days after its decision for which the picture of a request is kept. */
export const PICTURE_DAYS = 90;

/** Rows of the requests screen's table. */
export const REQUESTS_PAGE_SIZE = 10;

/** Of a password, in characters: nothing else is required (SIGNIN-7). */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** Passkeys of one account. */
export const MAX_PASSKEYS = 20;
/** API keys in force at the same time. */
export const MAX_API_KEYS = 50;
/** For how long an API key may be good, and what is offered. */
export const API_KEY_DAYS = { max: 1095, offered: [30, 90, 365, 1095] } as const;

/** Rows of the fines screen's table. */
export const FINES_PAGE_SIZE = 10;

/** The same of one user's pending fines, which are settled at once. */
export const PENDING_PAGE_SIZE = 50;

/** Fines, and payments, found by a search that are counted and shown: the newest. */
export const MOST_FOUND = 1000;

/** Fines marked paid, waived or deleted at once: one transaction, all of them or none. */
export const MAX_FINES_PER_PAYMENT = 100;

/** Fine types of the list, inactive ones as well. */
export const MAX_FINE_TYPES = 200;

/** Those that the list starts with, made of what had been typed before there was one. */
export const FINE_TYPES_LISTED_AT_FIRST = 50;

/** Open fines of a member that are offered for a payment, and paid by one. */
export const MAX_FINES_COLLECTED = 500;

/** Members of whom money is collected at once: one transaction, all of them or none. */
export const MAX_COLLECTED_AT_ONCE = 500;

/** Their open fines together. */
export const MAX_FINES_COLLECTED_AT_ONCE = 10_000;

/** The choices of "unpaid for at least": days. */
export const UNPAID_FOR_DAYS = [0, 30, 60, 90] as const;

/** Fine types that a report names; the rest is one sum. */
export const REPORT_TYPES = 8;

/** On the page of a month. */
export const MONTH_EVENTS = 12;
export const MONTH_OWING = 10;

/** Members behind a figure of a report. */
export const REPORT_PAGE_SIZE = 20;

/** Rows of the payments screen's table. */
export const PAYMENTS_PAGE_SIZE = 10;

/** Members on a page of the reminders. */
export const REMINDERS_PAGE_SIZE = 20;

/** Entries of a page of the history. */
export const HISTORY_PAGE_SIZE = 50;

/** Changes shown of a fine's history, the newest. */
export const FINE_HISTORY_SIZE = 100;

/** Users of a page of the overview: one or two screenfuls of cards, somewhat more on a phone. */
export const OVERVIEW_USERS = 10;

/** Rows of a user's fines on the overview. */
export const OVERVIEW_PAGE_SIZE = 5;

/** Users one submission may fine: one transaction, all of them or none. */
export const MAX_USERS_PER_SUBMISSION = 500;

/** Users added at once: one transaction, all of them or none. */
export const MAX_USERS_PER_LIST = 500;

/** Sign-in links made at once: one transaction. */
export const MAX_LINKS_AT_ONCE = 100;

/** Of an imported file: one transaction, all of them or none. */
export const MAX_IMPORT_ROWS = 10_000;

/** Of an imported file, in bytes: 400 for each of its rows. */
export const MAX_IMPORT_SIZE = 4 * 1024 * 1024;

/** An event at most this many days ahead is "Soon". */
export const SOON_WITHIN_DAYS = 3;

/** Of a statement. */
export const MAX_STATEMENT_LINES = 2000;

/** The dashboard's constants. */
export const DASHBOARD = {
  /** Fines of a card before "Show All N Fines". */
  finesShown: 3,
  /** Users fetched at a time. */
  userBatchSize: 10,
  reconnectDelayMs: 5000,
  /** The period filters, in days. */
  periodDays: { week: 7, month: 30, quarter: 90 },
  /** "Recent activity": a fine within this many days. */
  recentActivityDays: 7,
} as const;

/** How long the answer to a write is kept under its key, in milliseconds: within it the same write is carried out once. */
export const ANSWER_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;
