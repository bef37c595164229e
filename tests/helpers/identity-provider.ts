// A real OpenID Connect provider for tests (npm's oidc-provider), on an address of its own, that can be away for a while.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';
import { OIDC_CALLBACK } from '../../src/contract/oidc.ts';

const CLIENT = { id: 'jurmana', secret: 'a-secret-of-the-client-for-tests' };

/** Somebody with an account there. A claim left out is not sent. */
export interface ProviderAccount {
  email?: string;
  email_verified?: boolean | string;
}

export interface IdentityProvider {
  /** The OIDC_… variables of a server that uses it. */
  environment: Record<string, string>;
  /** Who has an account, by login name. */
  accounts: Map<string, ProviderAccount>;
  /** Lets the app at this origin send people here. */
  admit(appOrigin: string): void;
  /** Breaks all connections and takes no more, until back(). */
  away(): Promise<void>;
  back(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * `secret`: what the app is told, when it is to be wrong. `emailInIdToken`: sends the e-mail in the ID token already,
 * otherwise only where it is asked for. `authMethod`: how the client's secret is to be sent.
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
  // By name, since the apps of tests are at 127.0.0.1: for a browser these are two sites.
  const issuer = `http://localhost:${port}`;
  const jwk = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const redirectUris: string[] = [];

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
      // People here agree to everything.
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
    admit(appOrigin) {
      redirectUris.push(`${appOrigin}${OIDC_CALLBACK}`);
      open();
    },
    away: () => close(server),
    async back() {
      server = await listen(port, (request, response) => handler(request, response));
    },
    stop: () => close(server),
  };
}

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

/** The provider's own login page: a name is enough; it can be cancelled. */
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
