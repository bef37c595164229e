// Authenticates and authorizes requests before their input is validated: only authorized callers are told what is wrong
// with it.
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../contract/operation.ts';
import { isAllowed, isKeys } from '../../core/people/permission.ts';
import type { ApiKeys } from '../auth/api-keys.ts';
import type { Auth } from '../auth/auth.ts';
import type { AuthenticatedPrincipal, Principal } from '../auth/principal.ts';
import { AppError } from '../base/errors.ts';
import type { Version, VersionIds } from '../live/versions.ts';
import { checkOrigin } from './security.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** the caller, null when signed out; set before any handler runs */
    principal: AuthenticatedPrincipal | null;
    /** who signs in with this request, and therefore reads its answer */
    entering: Principal | null;
    /**
     * the version that this process's live feed had published when the request arrived; the answer is at least as new
     */
    version: Version;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

export interface AuthenticateOptions {
  baseUrl: string | null;
  authenticate: Auth['authenticate'];
  apiKeys: ApiKeys;
  /** the version that this process's live feed published last */
  version(): Version;
  /** the event id of a version for this caller */
  idFor: VersionIds['idFor'];
}

/** Checks every request to an operation: its origin, its sender, and whether the sender may use the operation. */
export function registerAuthentication(
  app: FastifyInstance,
  { baseUrl, authenticate, apiKeys, version, idFor }: AuthenticateOptions,
): void {
  app.decorateRequest('principal', null);
  app.decorateRequest('entering', null);
  // Set for each request, because a default value cannot be an object.
  app.decorateRequest('version');
  app.addHook('onRequest', async (request, reply) => {
    const { operation } = request.routeOptions.config;
    if (operation === undefined) return;
    // Names and amounts are for this caller only, and soon out of date.
    reply.header('cache-control', 'no-store');
    // Browsers never send a key by themselves, so a request with a key needs no origin.
    const { authorization } = request.headers;
    const byKey = authorization !== undefined && operation.needs !== 'anyone';
    if (operation.method !== 'GET' && !byKey) checkOrigin(request, baseUrl);
    // Must precede all reads.
    request.version = version();
    request.principal = byKey ? await apiKeys.authenticate(authorization) : await authenticate(request.headers.cookie);
    authorize(operation, request.principal);
    const { principal } = request;
    if (operation.method === 'GET' && principal !== null)
      reply.header('last-event-id', idFor(principal, request.version));
  });
}

/** Throws AppError `not-signed-in` or `not-allowed` for callers without the required access. */
function authorize({ needs }: Operation, principal: Principal | null): void {
  const isRefusedToKeys = principal?.isKey === true && !isKeys(needs);
  if (isAllowed(needs, principal?.access ?? null) && !isRefusedToKeys) return;
  throw new AppError(principal === null ? 'not-signed-in' : 'not-allowed');
}
