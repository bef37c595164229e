// What protects every answer and request: headers, the content security policy, and the origin of writes.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { AppError } from './errors.ts';

/** Answers that are no page need nothing at all. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Sets the security headers of every answer. */
export function registerSecurityHeaders(app: FastifyInstance, baseUrl: string | null): void {
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // Only where the public address is known to be https; a browser would otherwise be locked out of plain http.
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
 * The policy of the page, with the nonce its style elements carry. `style-src-attr` is open because positions and
 * widths are set on elements; an attribute can neither run code nor, with `default-src` as it is, load anything.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
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
 * A write must come from a page of this server: its Origin is the public address, or, where none is configured, the
 * host the request was sent to. Browsers send Origin with every write; a request without one is refused.
 * Throws AppError `origin-refused`.
 */
export function checkOrigin(request: FastifyRequest, baseUrl: string | null): void {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) throw new AppError('origin-refused');
  const fine = baseUrl === null ? new URL(origin).host === request.host : origin === baseUrl;
  if (!fine) throw new AppError('origin-refused');
}
