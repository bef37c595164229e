// The administrator's screens in the demonstration.
import type { Cast } from '../../organisation/demo/cast.ts';

/** `there`: matches something once the screen is complete. */
export const DEMO_SCREENS: Record<string, { path: string | ((cast: Cast) => string); there: string }> = {
  dashboard: { path: '/dashboard', there: '[role=listitem] dd' },
  overview: { path: '/fineUserOverView', there: 'main ul h2' },
  collected: { path: '/CollectedFinesPage', there: 'main tbody td, main li dd' },
  users: { path: '/user', there: 'main tbody button, main ol > li' },
  fines: { path: '/fines', there: 'main tbody button, main ul li button' },
  payments: { path: '/payments', there: 'main tbody tr button' },
  'given-back': { path: '/payments/given-back', there: 'main a[href*=vouchers]' },
  waived: { path: '/payments/waived', there: 'main li button' },
  'cash-up': { path: '/payments/cash-up', there: 'main dd' },
  requests: { path: '/requests', there: 'main li button' },
  'collect-from-many': { path: '/collect-from-many', there: 'main ul li' },
  statement: { path: ({ member }) => `/statements/${member.id}`, there: 'main tbody td' },
  person: { path: ({ member }) => `/user/${member.id}`, there: 'main tbody button, main ul li button' },
  'user-fines': { path: ({ member }) => `/fines/${member.id}`, there: 'main tbody button, main ul li button' },
  reminders: { path: '/reminders', there: 'main tbody button, main ul li button' },
  events: { path: '/events', there: 'main tbody button, main ul li button' },
  history: { path: '/history', there: 'main ol > li' },
  reports: { path: '/reports', there: 'main figure svg' },
  month: { path: '/month', there: 'main dd, main td' },
  settings: { path: '/app-settings', there: 'main [role=switch]' },
  profile: { path: '/profile', there: 'main h1' },
};
