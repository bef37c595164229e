// The entries of the sidebar in their groups (SHELL-1), and where each leads.
import {
  type Icon,
  IconBell,
  IconCalendarEvent,
  IconCash,
  IconChartBar,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconMessageQuestion,
  IconReceipt,
  IconSettings,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import type { AccessLevel } from '../../../core/people/permission.ts';
import { PATHS } from '../../routing/paths.ts';
import { homeOf } from '../../routing/routing.ts';
import { type MenuName, mayOpen, SCREENS } from '../../routing/screens.ts';

const ICONS: Readonly<Record<MenuName, Icon>> = {
  dashboard: IconLayoutDashboard,
  fines: IconReceipt,
  payments: IconWallet,
  requests: IconMessageQuestion,
  users: IconUsers,
  overview: IconListDetails,
  reminders: IconBell,
  collected: IconCash,
  events: IconCalendarEvent,
  reports: IconChartBar,
  history: IconHistory,
  settings: IconSettings,
};

export interface NavigationEntry {
  /** also the name of its text */
  name: MenuName;
  /** where the link leads */
  to: string;
  /** the path at which the entry is the current one */
  path: string;
  icon: Icon;
}

interface NavigationGroup {
  text: (typeof SCREENS)[MenuName]['group'];
  entries: readonly NavigationEntry[];
}

/** ICONS has the names of those in the sidebar, in its order. */
const MENU = Object.keys(ICONS) as MenuName[];

/** The entries of the sidebar. */
export const entriesFor = (access: AccessLevel): NavigationEntry[] =>
  MENU.filter((name) => mayOpen(name, access)).map((name) => ({
    name,
    to: homeOf(access) === PATHS[name] ? '/' : PATHS[name],
    path: PATHS[name],
    icon: ICONS[name],
  }));

/** The groups of the sidebar that have an entry for them. */
export const navigationFor = (access: AccessLevel): NavigationGroup[] =>
  [...Map.groupBy(entriesFor(access), ({ name }) => SCREENS[name].group)].map(([text, entries]) => ({ text, entries }));

/** Whether the entry is the one for this path; `/fines/{userId}` belongs to Fines. */
export function isCurrent({ path }: Pick<NavigationEntry, 'path'>, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}
