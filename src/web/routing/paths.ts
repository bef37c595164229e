// Paths that lead to screens, to their parts and to single records.
import type { Address } from './address.ts';
import { SCREEN_NAMES, type ScreenName, SCREENS } from './screens.ts';

/** By name. */
export const PATHS = {
  ...(Object.fromEntries(SCREEN_NAMES.map((name) => [name, SCREENS[name].path])) as {
    [N in ScreenName]: (typeof SCREENS)[N]['path'];
  }),
  login: '/login',
  /** leads to the app settings */
  settingsAlias: '/settings',
} as const;

/** The parts of a screen that an address can lead to, as in `/profile?part=passkeys`. */
export interface Parts {
  settings: 'rules' | 'types' | 'groups' | 'due' | 'reminders' | 'organisation' | 'keys';
  profile:
    | 'person'
    | 'language'
    | 'appearance'
    | 'mails'
    | 'notifications'
    | 'news'
    | 'password'
    | 'passkeys'
    | 'sessions';
}
export type Part = Parts[keyof Parts];

const PART = 'part';
/** Leads to a part of a screen. */
export const partPath = <Screen extends keyof Parts>(screen: Screen, part: Parts[Screen]): string =>
  `${PATHS[screen]}?${PART}=${part}`;
/** The part that an address asks for; null if there is none. */
export const partIn = (search: URLSearchParams): string | null => search.get(PART);

/** The token of the sign-in link that an address is; '' for any other. */
export const linkIn = ({ path, search }: Address): string => (path === PATHS.login ? (search.get('invite') ?? '') : '');

/** The path of the fines screen filtered to one user (ROUTE-8). */
export function finesOf(userId: string): string {
  return `${PATHS.fines}/${encodeURIComponent(userId)}`;
}

/** Everybody's unpaid fines. */
export const PENDING_FINES = `${PATHS.fines}?status=Pending`;

/** Leads to the form for a new fine: for this user, or for whoever is chosen in it. */
export const addFinePath = (userId: string | null): string =>
  `${userId === null ? PATHS.fines : finesOf(userId)}?add=true`;
/** Leads to the sign-in links for all who cannot sign in yet. */
export const SIGN_IN_LINKS = `${PATHS.users}?link=several`;
/** Leads to the form for handing over one's own cash. */
export const HAND_OVER = `${PATHS.cashUp}?hand-over=own`;
/** The address of the fines screen with a user's unpaid fines. */
export const pendingFinesOf = (userId: string): string => `${finesOf(userId)}?status=Pending`;

/** The user of a path made by `finesOf`; undefined for any other path. */
export function userOfFines(path: string): string | undefined {
  return userIn(/^\/fines\/([^/]+)$/, path);
}

/** The parts of a person's screen; the first is shown if the address names none. `access`: for the administrator. */
export const PERSON_TABS = ['fines', 'payments', 'waived', 'requests', 'history', 'access'] as const;
export type PersonTab = (typeof PERSON_TABS)[number];

/** The path of a person's screen. */
export const personPath = (userId: string): string => `${PATHS.person}/${encodeURIComponent(userId)}`;

/** The parameter for the part of the screen that is shown; '' for the first. */
export const tabParameter = (tab: PersonTab): { tab: string } => ({ tab: tab === PERSON_TABS[0] ? '' : tab });

/** The person of a path made by `personPath`; undefined for any other path. */
export const userOfPerson = (path: string): string | undefined => userIn(/^\/user\/([^/]+)$/, path);

/** Whom the screen of this path is about; null if it is about everybody. */
export const userOn = (path: string): string | null =>
  userOfPerson(path) ?? userOfFines(path) ?? userOfStatement(path) ?? null;

/** Whether this address has the form for a new fine, which is open or about to open. */
export const asksToAddFine = ({ path, search }: Address): boolean =>
  (path === PATHS.fines || (userOfFines(path) ?? userOfPerson(path)) !== undefined) && search.get('add') === 'true';

/** The path of the history of one fine. */
export const historyOf = (of: { fine: string }): string => `${PATHS.history}?${new URLSearchParams(of).toString()}`;

function userIn(pattern: RegExp, path: string): string | undefined {
  const [, encoded] = pattern.exec(path) ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** The path of a user's statement. */
export function statementPath(userId: string): string {
  return `${PATHS.statement}/${encodeURIComponent(userId)}`;
}

/** The user of a path made by `statementPath`; undefined for any other path. */
export function userOfStatement(path: string): string | undefined {
  return userIn(/^\/statements\/([^/]+)$/, path);
}

/** The path of the receipt with this name, e.g. `R-2026-000123`. */
export function receiptPath(receipt: string): string {
  return `${PATHS.receipt}/${receipt}`;
}

/** What a path made by `receiptPath` names, which need not be a receipt; undefined for any other path. */
export function receiptOf(path: string): string | undefined {
  return /^\/receipts\/([^/]+)$/.exec(path)?.[1];
}

/** Leads to a paper on a member's overview, in place of their fines: a statement, or a receipt or voucher by name. */
export const ownPaperPath = (paper: string): string => `${PATHS.overview}?paper=${encodeURIComponent(paper)}`;

/** The paper that an address asks for on the overview; null if there is none. */
export const ownPaperIn = (search: URLSearchParams): string | null => search.get('paper');

/** The heading of a member's own requests, to which an answer leads. */
export const OWN_REQUESTS_ID = 'own-requests-sent';

/** The name under which `ownPaperPath` leads to the statement. */
export const OWN_STATEMENT = 'statement';

/** The path of the slip of a hand-over. */
export function handOverPath(handOverId: string): string {
  return `${PATHS.handOver}/${handOverId}`;
}

/** What a path made by `handOverPath` names, which need not be a hand-over; undefined for any other path. */
export function handOverOf(path: string): string | undefined {
  return /^\/hand-overs\/([^/]+)$/.exec(path)?.[1];
}

/** The path of the voucher with this name, e.g. `V-2026-000007`. */
export function voucherPath(voucher: string): string {
  return `${PATHS.voucher}/${voucher}`;
}

/** The path of the receipt or voucher with this name. */
export const paperPath = (paper: string): string => (isVoucher(paper) ? voucherPath(paper) : receiptPath(paper));

/** Whether a paper's name is a voucher's, such as `V-2026-000007`, rather than a receipt's. */
export const isVoucher = (paper: string): boolean => paper.startsWith('V-');

/** What a path made by `voucherPath` names, which need not be a voucher; undefined for any other path. */
export function voucherOf(path: string): string | undefined {
  return /^\/vouchers\/([^/]+)$/.exec(path)?.[1];
}
