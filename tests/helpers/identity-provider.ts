// A real OpenID Connect provider for tests (npm's oidc-provider) that can be taken down temporarily.
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';
import { OIDC_CALLBACK } from '../../src/contract/sign-in/oidc.ts';

const CLIENT = { id: 'jurmana', secret: 'a-secret-of-the-client-for-tests' };

/** The claims of an account; undefined ones are not sent. */
export interface ProviderAccount {
  email?: string;
  email_verified?: boolean | string;
}

/** An ID token about to be sent, its claims, and a function that signs other claims with the same key. */
export interface IdToken {
  text: string;
  /** sent with it */
  accessToken: string;
  claims: Record<string, unknown>;
  sign(claims: Record<string, unknown>): string;
}

export interface IdentityProvider {
  /** the OIDC_… variables for a server that uses it */
  environment: Record<string, string>;
  /** by login name */
  accounts: Map<string, ProviderAccount>;
  /** Registers the callback URL of the app at this origin. */
  registerApp(appOrigin: string): void;
  /** Replaces ID tokens from now on; null: no more. */
  forge(change: ((token: IdToken) => string) | null): void;
  /** Closes all connections and refuses new ones until bringUp(). */
  takeDown(): Promise<void>;
  bringUp(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * `secret`: a wrong client secret for the app. `emailInIdToken`: sends the e-mail in the ID token too, not only from
 * the userinfo endpoint. `authMethod`: how the app must send the client secret.
 */
export async function startIdentityProvider(
  options: {
    secret?: string;
    emailInIdToken?: boolean;
    authMethod?: 'client_secret_basic' | 'client_secret_post';
  } = {},
): Promise<IdentityProvider> {
  const accounts = new Map<string, ProviderAccount>();
  let handler: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => {
    response.writeHead(503).end();
  };
  let server = await listen(0, (request, response) => handler(request, response));
  const { port } = server.address() as AddressInfo;
  // localhost, because tests use 127.0.0.1 for the app: to a browser these are two sites.
  const issuer = `http://localhost:${port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' });
  const redirectUris: string[] = [];
  let forge: ((token: IdToken) => string) | null = null;

  const open = () => {
    const authMethod = options.authMethod ?? 'client_secret_basic';
    const configuration: Configuration = {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: redirectUris,
          token_endpoint_auth_method: authMethod,
        },
      ],
      clientAuthMethods: [authMethod],
      jwks: { keys: [{ ...jwk, use: 'sig', kid: 'test', alg: 'RS256' }] as never },
      cookies: { keys: ['a-key-for-cookies-of-tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: options.emailInIdToken !== true,
      pkce: { required: () => true },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/sign-in/${interaction.uid}` },
      findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...accounts.get(id) }) }),
      // Consents to everything.
      async loadExistingGrant(context) {
        const { oidc } = context;
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId ?? '',
          accountId: oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    };
    const provider = new Provider(issuer, configuration);
    provider.use(async (context, next) => {
      await next();
      const body = context.body as { id_token?: string; access_token: string } | undefined;
      if (forge !== null && context.path === '/token' && body?.id_token !== undefined) {
        context.body = { ...body, id_token: forge(idToken(body.id_token, body.access_token, privateKey)) };
      }
    });
    const serve = provider.callback();
    handler = (request, response) => {
      if (request.url?.startsWith('/sign-in/') === true) void interact(provider, request, response);
      else void serve(request, response);
    };
  };

  return {
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: options.secret ?? CLIENT.secret,
      OIDC_LABEL: 'Example Login',
    },
    accounts,
    registerApp(appOrigin) {
      redirectUris.push(`${appOrigin}${OIDC_CALLBACK}`);
      open();
    },
    forge(change) {
      forge = change;
    },
    takeDown: () => close(server),
    async bringUp() {
      server = await listen(port, (request, response) => handler(request, response));
    },
    stop: () => close(server),
  };
}

function idToken(text: string, accessToken: string, key: KeyObject): IdToken {
  const [header = '', payload = ''] = text.split('.');
  return {
    text,
    accessToken,
    claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>,
    sign(claims) {
      const signed = `${header}.${encoded(claims)}`;
      return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`;
    },
  };
}

export const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function listen(port: number, handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
}

/** The provider's login page: takes a login name without a password, and can be cancelled. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
      <html lang="en"><title>Example Login</title><h1>Example Login</h1>
      <form method="post"><label>Login <input name="login"></label><button>Continue</button></form>
      <form method="post"><button name="cancel" value="yes">Cancel</button></form></html>`);
    return;
  }
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const form = new URLSearchParams(body);
  const result = form.has('cancel')
    ? { error: 'access_denied', error_description: 'The person cancelled.' }
    : { login: { accountId: form.get('login') ?? '' } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
