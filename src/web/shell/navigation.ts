// The entries of the sidebar (SHELL-1), in their order.
import type { Icon } from '@tabler/icons-react';
import {
  IconCalendarEvent,
  IconCash,
  IconLayoutDashboard,
  IconListDetails,
  IconReceipt,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { PATHS } from '../paths.ts';

export interface NavigationEntry {
  text: 'dashboard' | 'overview' | 'users' | 'fines' | 'collected' | 'events' | 'settings';
  /** where the link leads */
  to: string;
  /** the path at which the entry is the current one */
  path: string;
  icon: Icon;
}

export const NAVIGATION: readonly NavigationEntry[] = [
  { text: 'dashboard', to: '/', path: PATHS.dashboard, icon: IconLayoutDashboard },
  { text: 'overview', to: PATHS.overview, path: PATHS.overview, icon: IconListDetails },
  { text: 'users', to: PATHS.users, path: PATHS.users, icon: IconUsers },
  { text: 'fines', to: PATHS.fines, path: PATHS.fines, icon: IconReceipt },
  { text: 'collected', to: PATHS.collected, path: PATHS.collected, icon: IconCash },
  { text: 'events', to: PATHS.events, path: PATHS.events, icon: IconCalendarEvent },
  { text: 'settings', to: PATHS.settings, path: PATHS.settings, icon: IconSettings },
];

/** Whether the entry is the one for this path; `/fines/{userId}` belongs to Fines. */
export function isCurrent(entry: NavigationEntry, pathname: string): boolean {
  return pathname === entry.path || pathname.startsWith(`${entry.path}/`);
}
