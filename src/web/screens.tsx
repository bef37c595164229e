// The screens, each fetched with its texts when it is first needed, or ahead of time (preload.ts).
import { lazyScreen } from './lazy-screen.tsx';
import { areaTexts } from './messages/index.ts';

export const login = lazyScreen(() => import('./features/login/EntryScreen.tsx'));
export const frame = lazyScreen(() => import('./shell/Frame.tsx'));

export const dashboard = lazyScreen(() => import('./features/dashboard/DashboardScreen.tsx'), areaTexts('dashboard'));
export const overview = lazyScreen(() => import('./features/overview/OverviewScreen.tsx'), areaTexts('overview'));
export const users = lazyScreen(() => import('./features/users/UsersScreen.tsx'), areaTexts('users'));
export const fines = lazyScreen(() => import('./features/fines/FinesScreen.tsx'), areaTexts('fines'));
export const events = lazyScreen(() => import('./features/events/EventsScreen.tsx'), areaTexts('events'));
export const collected = lazyScreen(() => import('./features/collected/CollectedScreen.tsx'), areaTexts('collected'));
export const settings = lazyScreen(() => import('./features/settings/SettingsScreen.tsx'), areaTexts('settings'));
export const profile = lazyScreen(() => import('./features/account/ProfileScreen.tsx'), areaTexts('account'));
/** A member's own account, opened from the overview. */
export const accountDialog = lazyScreen(() => import('./features/account/AccountDialog.tsx'), areaTexts('account'));
