// Sign-in at the organisation's identity provider: OpenID Connect's authorization code flow with PKCE, state and nonce.
//
// The server stores nothing between redirect and callback: a signed cookie holds a random seed and the public origin,
// and state, nonce and code verifier are derived from the seed with the server's secret. Any process can finish a flow
// that another began, and starting flows cannot fill a table.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import * as openid from 'openid-client';
import { OIDC_CALLBACK, type OidcProblem } from '../../../contract/sign-in/oidc.ts';
import { emailKey, isEmail } from '../../../core/people/email.ts';
import type { Clock } from '../../base/clock.ts';
import type { Config, OidcConfig } from '../../config/config.ts';
import { AppError } from '../../base/errors.ts';
import { signedCookie } from '../cookie.ts';

export interface Oidc {
  /** The provider's name on the sign-in button. */
  readonly label: string;
  /**
   * The URL of the provider for a browser whose page has this origin, and the cookies that identify its callback.
   * Throws AppError `provider-unavailable`.
   */
  begin(origin: string): Promise<{ url: string; cookies: string[] }>;
  /**
   * Handles the callback: the e-mail (as a key) that the provider has verified, or why there is none. `query` is the
   * callback's query string. The returned cookies clear the one set by begin(): each is used once.
   */
  finish(query: string, cookieHeader: string | undefined): Promise<Finished>;
}

interface Finished {
  result: { email: string } | { problem: OidcProblem };
  cookies: string[];
}

interface OidcParts {
  config: Pick<Config, 'baseUrl'>;
  provider: OidcConfig;
  clock: Clock;
  secret: string;
  /** the database's name (secret.ts) */
  instance: string;
  log: FastifyBaseLogger;
}

/** Time limit for signing in at the provider. */
export const FLOW_TIMEOUT_MS = 10 * 60 * 1000;
/** Older metadata is fetched again before a redirect, so that the login screen can report an unreachable provider. */
const METADATA_MAX_AGE_MS = 60_000;
const PROVIDER_TIMEOUT_SECONDS = 5;

/** The content of the cookie: its expiry, the seed and the public origin, separated by spaces. */
interface Flow {
  seed: string;
  origin: string;
}

export function createOidc({ config, provider, clock, secret, instance, log }: OidcParts): Oidc {
  // One secret for each purpose, so that a value signed for one is not accepted for another.
  const derived = (purpose: string, text = '') =>
    createHmac('sha256', secret).update(`oidc ${purpose} ${text}`).digest('base64url');
  const secure = config.baseUrl?.startsWith('https:') === true;
  const cookie = signedCookie({
    purpose: 'oidc',
    secure,
    instance,
    secret: derived('cookie'),
    path: OIDC_CALLBACK,
  });
  const discover = discovery(provider, clock);

  const flowOf = (cookieHeader: string | undefined): Flow | null => {
    const [ends, seed, origin] = cookie.read(cookieHeader)?.split(' ') ?? [];
    if (seed === undefined || origin === undefined || !(Number(ends) > clock.now())) return null;
    return { seed, origin };
  };

  const emailFrom = async (query: string, { seed, origin }: Flow): Promise<Finished['result']> => {
    const state = derived('state', seed);
    if (!same(new URLSearchParams(query).get('state') ?? '', state)) return { problem: 'expired' };
    const at = await discover(Number.POSITIVE_INFINITY);
    const tokens = await openid.authorizationCodeGrant(at, new URL(`${origin}${OIDC_CALLBACK}?${query}`), {
      expectedState: state,
      expectedNonce: derived('nonce', seed),
      pkceCodeVerifier: derived('verifier', seed),
    });
    const claims = tokens.claims();
    if (claims === undefined) return { problem: 'provider' };
    const verified = verifiedEmail(
      claims.email === undefined ? await userInfo(at, tokens.access_token, claims) : claims,
    );
    return verified === null ? { problem: 'unverified' } : { email: verified };
  };

  return {
    label: provider.label,

    async begin(origin) {
      const at = await discover(METADATA_MAX_AGE_MS).catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, 'the identity provider cannot be reached');
        throw new AppError('provider-unavailable', {
          message: `${provider.label} cannot be reached at the moment. Please try again later.`,
        });
      });
      const seed = randomBytes(32).toString('base64url');
      const returnTo = config.baseUrl ?? origin;
      const url = openid.buildAuthorizationUrl(at, {
        redirect_uri: `${returnTo}${OIDC_CALLBACK}`,
        scope: 'openid email',
        state: derived('state', seed),
        nonce: derived('nonce', seed),
        code_challenge: await openid.calculatePKCECodeChallenge(derived('verifier', seed)),
        code_challenge_method: 'S256',
      });
      const ends = clock.now() + FLOW_TIMEOUT_MS;
      return { url: url.href, cookies: [cookie.set(`${ends} ${seed} ${returnTo}`, FLOW_TIMEOUT_MS / 1000)] };
    },

    async finish(query, cookieHeader) {
      const flow = flowOf(cookieHeader);
      const cookies = [cookie.clear()];
      if (flow === null) return { result: { problem: 'expired' }, cookies };
      try {
        return { result: await emailFrom(query, flow), cookies };
      } catch (error) {
        const problem = problemOf(error);
        log.warn({ problem, reason: reasonOf(error) }, 'a sign-in at the identity provider failed');
        return { result: { problem }, cookies };
      }
    },
  };
}

/** Fetches the provider's metadata on demand, never at startup; concurrent calls share one request. */
function discovery(provider: OidcConfig, clock: Clock): (maxAge: number) => Promise<openid.Configuration> {
  const issuer = new URL(provider.issuer);
  let known: { at: openid.Configuration; readAt: number } | null = null;
  let pending: Promise<openid.Configuration> | null = null;

  const read = async (): Promise<openid.Configuration> => {
    const at = await openid.discovery(issuer, provider.clientId, undefined, clientAuth(provider.clientSecret), {
      timeout: PROVIDER_TIMEOUT_SECONDS,
      // The configuration allows http for loopback addresses only. The ID token's signature is verified, although the
      // token comes directly from the provider.
      execute: [...(issuer.protocol === 'http:' ? [allowHttp] : []), openid.enableNonRepudiationChecks],
    });
    known = { at, readAt: clock.now() };
    return at;
  };

  return async (maxAge) => {
    if (known !== null && clock.now() - known.readAt < maxAge) return known.at;
    pending ??= read().finally(() => (pending = null));
    return pending;
  };
}

// The library marks it as deprecated only to make it stand out.
const { allowInsecureRequests: allowHttp } = openid;

/** Sends the client secret by a method that the provider supports; HTTP Basic is the standard's default. */
function clientAuth(clientSecret: string): openid.ClientAuth {
  const basic = openid.ClientSecretBasic(clientSecret);
  const post = openid.ClientSecretPost(clientSecret);
  return (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const send = taken.includes('client_secret_basic') ? basic : post;
    return send(server, client, body, headers);
  };
}

type Claims = Readonly<Record<string, unknown>>;

/** Providers with a userinfo endpoint may omit the e-mail from the ID token. */
async function userInfo(at: openid.Configuration, accessToken: string, claims: { sub: string }): Promise<Claims> {
  if (at.serverMetadata().userinfo_endpoint === undefined) return {};
  return openid.fetchUserInfo(at, accessToken, claims.sub);
}

/** The e-mail's key; null unless the provider explicitly says that it is verified. */
function verifiedEmail({ email, email_verified: verified }: Claims): string | null {
  if (typeof email !== 'string' || verified !== true) return null;
  // Checked as the provider spells it: with an invisible mark it would be another mailbox.
  return isEmail(email.trim()) ? emailKey(email) : null;
}

function problemOf(error: unknown): OidcProblem {
  if (error instanceof openid.AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'cancelled' : 'provider';
  }
  // The code was already used, or has expired.
  if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant') return 'expired';
  return 'provider';
}

/** For the log: codes only, since descriptions may contain user input. */
function reasonOf(error: unknown): string {
  if (error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError)
    return error.error;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
