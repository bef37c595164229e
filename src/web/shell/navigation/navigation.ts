// The entries of the sidebar in their groups (SHELL-1), and where each leads.
import type { Icon } from '@tabler/icons-react';
import {
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
import { PATHS } from '../../routing/paths.ts';

export interface NavigationEntry {
  text:
    | 'dashboard'
    | 'overview'
    | 'users'
    | 'fines'
    | 'payments'
    | 'requests'
    | 'collected'
    | 'events'
    | 'reminders'
    | 'reports'
    | 'history'
    | 'settings';
  /** where the link leads */
  to: string;
  /** the path at which the entry is the current one */
  path: string;
  icon: Icon;
}

export interface NavigationGroup {
  text: 'work' | 'people' | 'money' | 'organisation';
  entries: readonly NavigationEntry[];
}

export const DASHBOARD: NavigationEntry = {
  text: 'dashboard',
  to: '/',
  path: PATHS.dashboard,
  icon: IconLayoutDashboard,
};
export const FINES: NavigationEntry = { text: 'fines', to: PATHS.fines, path: PATHS.fines, icon: IconReceipt };

export const PAYMENTS: NavigationEntry = {
  text: 'payments',
  to: PATHS.payments,
  path: PATHS.payments,
  icon: IconWallet,
};

/** The number of open requests is shown beside it. */
export const REQUESTS: NavigationEntry = {
  text: 'requests',
  to: PATHS.requests,
  path: PATHS.requests,
  icon: IconMessageQuestion,
};

export const NAVIGATION: readonly NavigationGroup[] = [
  { text: 'work', entries: [DASHBOARD, FINES, PAYMENTS, REQUESTS] },
  {
    text: 'people',
    entries: [
      { text: 'users', to: PATHS.users, path: PATHS.users, icon: IconUsers },
      { text: 'overview', to: PATHS.overview, path: PATHS.overview, icon: IconListDetails },
      { text: 'reminders', to: PATHS.reminders, path: PATHS.reminders, icon: IconBell },
    ],
  },
  {
    text: 'money',
    entries: [
      { text: 'collected', to: PATHS.collected, path: PATHS.collected, icon: IconCash },
      { text: 'events', to: PATHS.events, path: PATHS.events, icon: IconCalendarEvent },
      { text: 'reports', to: PATHS.reports, path: PATHS.reports, icon: IconChartBar },
    ],
  },
  {
    text: 'organisation',
    entries: [
      { text: 'history', to: PATHS.history, path: PATHS.history, icon: IconHistory },
      { text: 'settings', to: PATHS.settings, path: PATHS.settings, icon: IconSettings },
    ],
  },
];

/** Whether the entry is the one for this path; `/fines/{userId}` belongs to Fines. */
export function isCurrent(entry: NavigationEntry, pathname: string): boolean {
  return pathname === entry.path || pathname.startsWith(`${entry.path}/`);
}
