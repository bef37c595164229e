// Security headers, the Content-Security-Policy, and the check of the Origin header.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { AppError } from '../base/errors.ts';

/** The policy of all responses except the page: they load nothing. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Workers have a policy of their own: they call this server, but load nothing. */
export const WORKER_POLICY = NO_PAGE_POLICY.replace(';', "; connect-src 'self';");

export function registerSecurityHeaders(app: FastifyInstance, baseUrl: string | null): void {
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // Only if the public address is known to be https: otherwise it would lock browsers out of plain http.
    strictTransportSecurity:
      baseUrl?.startsWith('https:') === true ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('content-security-policy', NO_PAGE_POLICY);
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    setHeaders(request.raw, reply.raw, next as (error?: unknown) => void);
  });
}

/**
 * The policy of the page, with the nonce for its first script and its style elements. `style-src-attr` is
 * 'unsafe-inline' because positions and widths are set on elements; an attribute can neither run code nor, given
 * `default-src`, load anything.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const newNonce = (): string => randomBytes(16).toString('base64url');

/**
 * A write must come from a page of this server: its Origin is the public address or, if none is configured, the scheme
 * and host that the request was sent to (as forwarded by a proxy, with TRUST_PROXY). Browsers send Origin with every
 * write; a request without one is refused. Throws AppError `origin-refused`, which names the public address.
 */
export function checkOrigin(request: FastifyRequest, baseUrl: string | null): void {
  const { origin } = request.headers;
  const expected = baseUrl ?? `${request.protocol}://${request.host}`;
  const fine = origin !== undefined && originOf(origin) === originOf(expected) && originOf(origin) !== null;
  if (fine) return;
  if (baseUrl === null) throw new AppError('origin-refused');
  throw new AppError('origin-refused', {
    message: `This request did not come from a page of this server. Please open ${baseUrl} instead.`,
    details: { address: baseUrl },
  });
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);
