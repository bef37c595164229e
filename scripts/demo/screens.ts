// The administrator's screens in the demonstration.
import type { Cast } from '../../organisation/demo/cast.ts';
import { NO_GROUP } from '../../src/core/people/group.ts';
import { finesOf, PATHS, personPath, statementPath } from '../../src/web/routing/paths.ts';

/** `there`: matches something once the screen is complete. */
export const DEMO_SCREENS: Record<string, { path: string | ((cast: Cast) => string); there: string }> = {
  dashboard: { path: PATHS.dashboard, there: '[role=listitem] dd' },
  overview: { path: PATHS.overview, there: 'main ul h2' },
  collected: { path: PATHS.collected, there: 'main tbody td, main li dd' },
  users: { path: PATHS.users, there: 'main tbody button, main ol > li' },
  fines: { path: PATHS.fines, there: 'main tbody button, main ul li button' },
  'group-fines': { path: `${PATHS.fines}?group=${NO_GROUP}`, there: 'main tbody button, main ul li button' },
  payments: { path: PATHS.payments, there: 'main tbody tr button' },
  'given-back': { path: PATHS.givenBack, there: 'main tbody tr button' },
  waived: { path: PATHS.waived, there: 'main li button' },
  'cash-up': { path: PATHS.cashUp, there: 'main dd' },
  requests: { path: PATHS.requests, there: 'main li button' },
  'collect-from-many': { path: PATHS.collectFromMany, there: 'main ul li' },
  statement: { path: ({ member }) => statementPath(member.id), there: 'main tbody td' },
  person: { path: ({ member }) => personPath(member.id), there: 'main tbody button, main ul li button' },
  'user-fines': { path: ({ member }) => finesOf(member.id), there: 'main tbody button, main ul li button' },
  reminders: { path: PATHS.reminders, there: 'main tbody button, main ul li button' },
  events: { path: PATHS.events, there: 'main tbody button, main ul li button' },
  history: { path: PATHS.history, there: 'main ol > li' },
  reports: { path: PATHS.reports, there: 'main figure svg' },
  month: { path: PATHS.month, there: 'main dd, main td' },
  settings: { path: PATHS.settings, there: 'main [role=switch]' },
  'settings-organisation': { path: `${PATHS.settings}?tab=organisation`, there: 'main form' },
  'settings-types': { path: `${PATHS.settings}?tab=types`, there: 'main li strong' },
  'settings-groups': { path: `${PATHS.settings}?tab=groups`, there: 'main li strong' },
  'settings-reminders': { path: `${PATHS.settings}?tab=reminders`, there: 'main textarea' },
  'settings-access': { path: `${PATHS.settings}?tab=access`, there: 'main h2' },
  profile: { path: PATHS.profile, there: 'main h1' },
};
