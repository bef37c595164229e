// Signing in through the organisation's own identity provider (OpenID Connect), if one is configured.
import { z } from 'zod';
import { operation } from '../operation.ts';

/** Where the provider sends the browser back to, below the public address; it must be registered with the provider. */
export const OIDC_CALLBACK = '/api/auth/oidc/callback';

/**
 * Why somebody returning from the provider is not signed in, as passed to the login screen (`/#/login?problem=…`).
 * `cancelled`: at the provider; `expired`: too late, in another browser, or a second time; `unverified`: the provider
 * has verified no e-mail; `unknown`: nobody active here has that e-mail; `provider`: it failed or is unreachable.
 */
export const OIDC_PROBLEMS = ['cancelled', 'expired', 'unverified', 'unknown', 'provider'] as const;
export type OidcProblem = (typeof OIDC_PROBLEMS)[number];

export const startOidc = operation({
  id: 'auth.startOidc',
  method: 'POST',
  path: '/auth/oidc',
  needs: 'anyone',
  summary:
    'Begins a sign-in at the identity provider: answers with the address to send the browser to, and sets a cookie for its return.',
  output: z.object({ url: z.string() }),
  errors: ['not-found', 'provider-unavailable'],
  writes: false,
});

/** No JSON: every answer redirects to the app, or to its login screen if there was a problem. */
export const finishOidc = operation({
  id: 'auth.finishOidc',
  method: 'GET',
  path: '/auth/oidc/callback',
  needs: 'anyone',
  summary: 'Where the identity provider sends the browser back to. Opens a session and redirects.',
  output: z.unknown(),
  errors: ['not-found'],
});
