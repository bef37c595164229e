// The routes: which screen at which path. Who may see what is decided in one place, routing.ts.
import {
  createHashHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';
import type { Role } from '../core/permission.ts';
import { PATHS } from './paths.ts';
import { redirectFor } from './routing.ts';
import {
  accountDialog,
  collected,
  dashboard,
  events,
  fines,
  frame,
  login,
  overview,
  profile,
  settings,
  users,
} from './screens.tsx';
import { FullScreenSpinner } from './shell/FullScreenSpinner.tsx';
import { ScreenError } from './shell/ScreenError.tsx';

export interface RouterContext {
  /** null: signed out */
  role: Role | null;
  /** Fetches what is needed right after signing in. */
  preloadHome: () => void;
}

const root = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => {
    const destination = redirectFor(location.pathname, context.role);
    if (destination !== null) throw redirect({ to: destination, replace: true });
  },
});

const loginRoute = createRoute({
  getParentRoute: () => root,
  path: PATHS.login,
  component: function Login() {
    return <login.Screen preloadHome={loginRoute.useRouteContext().preloadHome} />;
  },
});

// SHELL-6: these two have top bars of their own.
const overviewRoute = createRoute({
  getParentRoute: () => root,
  path: PATHS.overview,
  component: () => <overview.Screen AccountDialog={accountDialog.Screen} />,
});
const collectedRoute = createRoute({ getParentRoute: () => root, path: PATHS.collected, component: collected.Screen });

const frameRoute = createRoute({ getParentRoute: () => root, id: 'frame', component: frame.Screen });
const framed = { getParentRoute: () => frameRoute } as const;

const dashboardRoute = createRoute({ ...framed, path: PATHS.dashboard, component: dashboard.Screen });
const usersRoute = createRoute({ ...framed, path: PATHS.users, component: users.Screen });
/** One route for all and for one user's, so that changing the filter keeps the screen as it is. */
const finesRoute = createRoute({ ...framed, path: `${PATHS.fines}/{-$userId}`, component: fines.Screen });
const eventsRoute = createRoute({ ...framed, path: PATHS.events, component: events.Screen });
const settingsRoute = createRoute({ ...framed, path: PATHS.settings, component: settings.Screen });
const profileRoute = createRoute({ ...framed, path: PATHS.profile, component: profile.Screen });

const routeTree = root.addChildren([
  loginRoute,
  overviewRoute,
  collectedRoute,
  frameRoute.addChildren([dashboardRoute, usersRoute, finesRoute, eventsRoute, settingsRoute, profileRoute]),
]);

export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  // Text stays text: by default the router reads `search=007` as a number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => withQuestionMark(new URLSearchParams(search).toString()),
  context: { role: null, preloadHome: () => {} },
  defaultPendingComponent: () => <FullScreenSpinner />,
  defaultErrorComponent: ScreenError,
  // Never seen: an unknown path is redirected before.
  defaultNotFoundComponent: () => <FullScreenSpinner />,
  scrollRestoration: true,
});

function withQuestionMark(query: string): string {
  return query === '' ? '' : `?${query}`;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
