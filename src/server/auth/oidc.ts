// The organisation's own identity provider: OpenID Connect with authorization code, PKCE, state and nonce.
//
// Nothing is kept on the server between sending a browser away and its return: a signed cookie holds a random seed and
// the address to return to, and state, nonce and code verifier are derived from the seed with the server's secret. Any
// process can finish what another began, and nobody fills a table by beginning.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import * as openid from 'openid-client';
import { OIDC_CALLBACK, type OidcProblem } from '../../contract/oidc.ts';
import { emailKey, isEmail } from '../../core/email.ts';
import type { Clock } from '../clock.ts';
import type { Config, OidcConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import { signedCookie } from './cookie.ts';

export interface Oidc {
  /** What the button calls the provider. */
  readonly label: string;
  /**
   * Where to send a browser whose page has this origin, and the cookies its return is recognised by. Throws AppError
   * `provider-unavailable`.
   */
  begin(origin: string): Promise<{ url: string; cookies: string[] }>;
  /**
   * What came back: the e-mail (as a key) the provider vouches for, or why there is none. `query` is the query string
   * the browser was sent back with. The cookies take away the one that begin() gave: each return counts once.
   */
  finish(query: string, cookieHeader: string | undefined): Promise<Finished>;
}

export interface Finished {
  result: { email: string } | { problem: OidcProblem };
  cookies: string[];
}

export interface OidcParts {
  config: Pick<Config, 'baseUrl'>;
  provider: OidcConfig;
  clock: Clock;
  secret: string;
  log: FastifyBaseLogger;
}

/** How long somebody may take to sign in at the provider. */
export const RETURN_WITHIN_MS = 10 * 60 * 1000;
/** A browser is not sent to a provider last seen longer ago: the login screen can say that it is away. */
const SEEN_WITHIN_MS = 60_000;
const PROVIDER_TIMEOUT_SECONDS = 5;

/** What the cookie says, separated by blanks: when it ends, the seed, the public origin. */
interface Journey {
  seed: string;
  origin: string;
}

export function createOidc({ config, provider, clock, secret, log }: OidcParts): Oidc {
  // Secrets of its own, so that no value signed for another purpose fits.
  const derived = (purpose: string, text = '') =>
    createHmac('sha256', secret).update(`oidc ${purpose} ${text}`).digest('base64url');
  const secure = config.baseUrl?.startsWith('https:') === true;
  const cookie = signedCookie({
    name: `${secure ? '__Secure-' : ''}jurmana.oidc`,
    secure,
    secret: derived('cookie'),
    path: OIDC_CALLBACK,
  });
  const discover = discovery(provider, clock);

  const journeyOf = (cookieHeader: string | undefined): Journey | null => {
    const [ends, seed, origin] = cookie.read(cookieHeader)?.split(' ') ?? [];
    if (seed === undefined || origin === undefined || !(Number(ends) > clock.now())) return null;
    return { seed, origin };
  };

  const emailFrom = async (query: string, { seed, origin }: Journey): Promise<Finished['result']> => {
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
      const at = await discover(SEEN_WITHIN_MS).catch((error: unknown) => {
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
      const ends = clock.now() + RETURN_WITHIN_MS;
      return { url: url.href, cookies: [cookie.give(`${ends} ${seed} ${returnTo}`, RETURN_WITHIN_MS / 1000)] };
    },

    async finish(query, cookieHeader) {
      const journey = journeyOf(cookieHeader);
      const cookies = [cookie.take()];
      if (journey === null) return { result: { problem: 'expired' }, cookies };
      try {
        return { result: await emailFrom(query, journey), cookies };
      } catch (error) {
        const problem = problemOf(error);
        log.warn({ problem, reason: reasonOf(error) }, 'a sign-in at the identity provider failed');
        return { result: { problem }, cookies };
      }
    },
  };
}

/** Reads the provider's description of itself when it is needed, never at the start; several at once read it once. */
function discovery(provider: OidcConfig, clock: Clock): (maxAge: number) => Promise<openid.Configuration> {
  const issuer = new URL(provider.issuer);
  let known: { at: openid.Configuration; readAt: number } | null = null;
  let pending: Promise<openid.Configuration> | null = null;

  const read = async (): Promise<openid.Configuration> => {
    const at = await openid.discovery(issuer, provider.clientId, undefined, secretAs(provider.clientSecret), {
      timeout: PROVIDER_TIMEOUT_SECONDS,
      // The configuration allows http only where nothing leaves the machine. The ID token's signature is checked too,
      // though it comes from the provider itself.
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

// Marked as deprecated only to stand out.
const { allowInsecureRequests: allowHttp } = openid;

/** Sends the client secret in the way the provider takes; HTTP Basic is the standard's default. */
function secretAs(clientSecret: string): openid.ClientAuth {
  const basic = openid.ClientSecretBasic(clientSecret);
  const post = openid.ClientSecretPost(clientSecret);
  return (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const send = taken.includes('client_secret_basic') ? basic : post;
    return send(server, client, body, headers);
  };
}

type Claims = Readonly<Record<string, unknown>>;

/** Providers may leave the e-mail out of the ID token where there is an address to ask for it. */
async function userInfo(at: openid.Configuration, accessToken: string, claims: { sub: string }): Promise<Claims> {
  if (at.serverMetadata().userinfo_endpoint === undefined) return {};
  return openid.fetchUserInfo(at, accessToken, claims.sub);
}

/** The e-mail's key; null unless the provider says in so many words that it has verified it. */
function verifiedEmail({ email, email_verified: verified }: Claims): string | null {
  if (typeof email !== 'string' || verified !== true) return null;
  const key = emailKey(email);
  return isEmail(key) ? key : null;
}

function problemOf(error: unknown): OidcProblem {
  if (error instanceof openid.AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'cancelled' : 'provider';
  }
  // A code used before, or too old.
  if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant') return 'expired';
  return 'provider';
}

/** For the log: codes only, since descriptions may hold what a person typed. */
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
