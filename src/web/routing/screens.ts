// The screens (ROUTE-3): where each is, who may open it, and its place in the sidebar (SHELL-1). Whatever else a screen
// has is keyed by its name, so that the compiler asks for it: the code (app/screens.tsx), icon and texts (navigation.ts,
// features/finder/commands.ts), tests and pictures.
import { collectFromMany } from '../../contract/money/debtors.ts';
import { importFines, importUsers } from '../../contract/fines/imports.ts';
import { type AccessLevel, isAllowed } from '../../core/people/permission.ts';

export interface Screen {
  /** behind the "#" of the address */
  path: `/${string}`;
  /** the least access */
  needs: AccessLevel;
  /** its group in the sidebar */
  group?: 'work' | 'people' | 'money' | 'organisation';
  /** `path/{id}` is one record: on this screen too, or only that */
  record?: 'too' | 'only';
  /** the screen that it is a tab of */
  tabOf?: 'payments' | 'reminders';
  /** has a top bar of its own (SHELL-6) */
  ownBar?: true;
}

/** In the order of the sidebar. A principal starts on the first that they may open. */
export const SCREENS = {
  dashboard: { path: '/dashboard', needs: 'viewer', group: 'work' },
  fines: { path: '/fines', needs: 'viewer', group: 'work', record: 'too' },
  payments: { path: '/payments', needs: 'viewer', group: 'work' },
  requests: { path: '/requests', needs: 'viewer', group: 'work' },
  users: { path: '/user', needs: 'viewer', group: 'people' },
  overview: { path: '/fineUserOverView', needs: 'member', group: 'people', ownBar: true },
  reminders: { path: '/reminders', needs: 'viewer', group: 'people' },
  collected: { path: '/CollectedFinesPage', needs: 'viewer', group: 'money', ownBar: true },
  events: { path: '/events', needs: 'viewer', group: 'money' },
  reports: { path: '/reports', needs: 'viewer', group: 'money' },
  history: { path: '/history', needs: 'viewer', group: 'organisation' },
  settings: { path: '/app-settings', needs: 'viewer', group: 'organisation' },

  collectFromMany: { path: '/collect-from-many', needs: collectFromMany.needs },
  cashUp: { path: '/payments/cash-up', needs: 'viewer', tabOf: 'payments' },
  givenBack: { path: '/payments/given-back', needs: 'viewer', tabOf: 'payments' },
  waived: { path: '/payments/waived', needs: 'viewer', tabOf: 'payments' },
  sent: { path: '/reminders/sent', needs: 'viewer', tabOf: 'reminders' },
  month: { path: '/month', needs: 'viewer' },
  importUsers: { path: '/import-users', needs: importUsers.needs },
  importFines: { path: '/import-fines', needs: importFines.needs },
  profile: { path: '/profile', needs: 'viewer' },

  person: { path: '/user', needs: 'viewer', record: 'only' },
  statement: { path: '/statements', needs: 'viewer', record: 'only' },
  receipt: { path: '/receipts', needs: 'viewer', record: 'only' },
  voucher: { path: '/vouchers', needs: 'viewer', record: 'only' },
  handOver: { path: '/hand-overs', needs: 'viewer', record: 'only' },
} as const satisfies Record<string, Screen>;

type Table = typeof SCREENS;
export type ScreenName = keyof Table;
type NamesWith<Part> = { [N in ScreenName]: Table[N] extends Part ? N : never }[ScreenName];
/** Those that the sidebar leads to. */
export type MenuName = NamesWith<{ group: string }>;
/** Those of one record, which need its id. */
type RecordName = NamesWith<{ record: 'only' }>;
/** Those that an address alone leads to. */
export type ListedName = Exclude<ScreenName, RecordName>;

export const SCREEN_NAMES = Object.keys(SCREENS) as ScreenName[];

/** What the table says of a screen. */
export const screenNamed = (name: ScreenName): Screen => SCREENS[name];

export const mayOpen = (name: ScreenName, access: AccessLevel): boolean => isAllowed(SCREENS[name].needs, access);

/** The screen at a path, which may be a tab; undefined if there is none. */
export function screenAt(path: string): ScreenName | undefined {
  const [, first = '', id = '', ...more] = path.split('/');
  const ofRecord = more.length === 0 && id !== '' && isEncoded(id);
  return SCREEN_NAMES.find((name) => {
    const { path: own, record } = screenNamed(name);
    return (path === own && record !== 'only') || (ofRecord && record !== undefined && own === `/${first}`);
  });
}

function isEncoded(id: string): boolean {
  try {
    return decodeURIComponent(id) !== '';
  } catch {
    return false;
  }
}
