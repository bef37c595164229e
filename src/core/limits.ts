/** Maximum lengths, page sizes and other constants of the product, in one place. */

/** Maximum characters of a text field (NAME-6); the limit for e-mail is that of RFC 5321. */
export const MAX_LENGTH = {
  /** our own, or from an import */
  id: 128,
  /** the id of an actor (core/people/actor.ts) */
  actorId: 300,
  userName: 120,
  email: 254,
  role: 120,
  phone: 40,
  fineType: 120,
  groupName: 120,
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

/** Of the reason for a waiver or a reversal, in characters. */
export const MIN_REASON = 3;

/** The organisation's logo or picture of how to pay, in bytes: 200 kB as file managers count. */
export const MAX_LOGO_SIZE = 200 * 1024;

/** A picture sent by a member, in bytes. */
export const MAX_PICTURE_SIZE = 300 * 1024;
/** Of any picture, in pixels. */
export const MAX_PICTURE_SIDE = 4096;

/** Requests a member may have open, and may send in one day, including withdrawn ones. */
export const MAX_OPEN_REQUESTS = 20;
export const MAX_REQUESTS_A_DAY = 40;

/** Fines that one "I have paid" may name. */
export const MAX_FINES_CLAIMED = 100;

/** How many days the picture of a request is kept after the decision. */
export const PICTURE_DAYS = 90;

/** Pictures of one fine. */
export const MAX_FINE_PICTURES = 3;

/** How many days the pictures of a fine are kept after it was settled, unless FINE_PICTURE_DAYS says otherwise. */
export const FINE_PICTURE_DAYS = 730;

/** Rows of the requests screen's table. */
export const REQUESTS_PAGE_SIZE = 10;

/** A member's own requests on a page of their screen. */
export const OWN_REQUESTS_PAGE_SIZE = 5;

/** In characters; nothing else is required of a password (SIGNIN-7). */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** Passkeys of one account. */
export const MAX_PASSKEYS = 20;
/** API keys in force at the same time. */
export const MAX_API_KEYS = 50;
/** How many days an API key may be valid, and the choices offered. */
export const API_KEY_DAYS = { max: 1095, offered: [30, 90, 365, 1095] } as const;

/** Rows of the fines screen's table. */
export const FINES_PAGE_SIZE = 10;

/** Rows of one user's pending fines, which are settled together. */
export const PENDING_PAGE_SIZE = 50;

/** Matching fines or payments that a search counts and shows: the newest. */
export const MOST_FOUND = 1000;

/** Fines marked paid, waived or deleted at once: one transaction, all of them or none. */
export const MAX_FINES_PER_PAYMENT = 100;

/** Fine types in the list, including inactive ones. */
export const MAX_FINE_TYPES = 200;

/** Groups in the list, including inactive ones. */
export const MAX_GROUPS = 200;

/** Fine types with which the list starts, made from those typed before the list existed. */
export const FINE_TYPES_LISTED_AT_FIRST = 50;

/** Open fines of a member offered for one payment, and paid by it. */
export const MAX_FINES_COLLECTED = 500;

/** Members from whom money is collected at once: one transaction, all or none. */
export const MAX_COLLECTED_AT_ONCE = 500;

/** The open fines of all these members together. */
export const MAX_FINES_COLLECTED_AT_ONCE = 10_000;

/** The choices of the filter "unpaid for at least", in days. */
export const UNPAID_FOR_DAYS = [0, 30, 60, 90] as const;

/** Fine types that a report names; the others are summed up. */
export const REPORT_TYPES = 8;

/** Events and members on the page of a month. */
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

/** Changes shown in a fine's history: the newest. */
export const FINE_HISTORY_SIZE = 100;

/** Users of a page of the overview: one or two screenfuls of cards, somewhat more on a phone. */
export const OVERVIEW_USERS = 10;

/** Rows of a user's fines on the overview. */
export const OVERVIEW_PAGE_SIZE = 5;

/** Users one submission may fine: one transaction, all of them or none. */
export const MAX_USERS_PER_SUBMISSION = 500;

/** Users added at once: one transaction, all of them or none. */
export const MAX_USERS_PER_LIST = 500;

/** Characters of a pasted list: ten times what so many people need. A longer one would hold up the page. */
export const MAX_PASTED = 300_000;

/** Sign-in links made at once: one transaction. */
export const MAX_LINKS_AT_ONCE = 100;

/** Rows of an imported file: one transaction, all or none. */
export const MAX_IMPORT_ROWS = 10_000;

/** Columns of an imported file, of which a dozen are used. */
export const MAX_IMPORT_COLUMNS = 1000;

/** Size of an imported file in bytes: about 400 for each row. */
export const MAX_IMPORT_SIZE = 4 * 1024 * 1024;

/** An event at most this many days ahead is "Soon". */
export const SOON_WITHIN_DAYS = 3;

/** Lines of a statement. */
export const MAX_STATEMENT_LINES = 2000;

/** The dashboard's constants. */
export const DASHBOARD = {
  /** Fines shown on a card before "Show All N Fines". */
  finesShown: 3,
  /** Users fetched at a time. */
  userBatchSize: 10,
  reconnectDelayMs: 5000,
  /** The period filters, in days. */
  periodDays: { week: 7, month: 30, quarter: 90 },
  /** "Recent activity": a fine within this many days. */
  recentActivityDays: 7,
} as const;

/**
 * How long the answer to a write is kept under its key, in milliseconds. Within this time the same write is carried out
 * only once.
 */
export const ANSWER_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;
