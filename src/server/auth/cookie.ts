// Signed cookies: a token with its HMAC-SHA-256 in Base64, accepted only unaltered.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Base64 of an HMAC-SHA-256. */
const SIGNATURE_LENGTH = 44;

interface SignedCookie {
  readonly name: string;
  /** The Set-Cookie value that gives the browser this token for maxAge seconds. */
  set(token: string, maxAge: number): string;
  /** The Set-Cookie value that removes it. */
  clear(): string;
  /** The token in a Cookie header; null if there is none or its signature is invalid. */
  read(header: string | undefined): string | null;
}

/** What all cookies of a server have in common. */
export interface CookieSettings {
  secret: string;
  /** sent only over https, under a name that plain http cannot overwrite */
  secure: boolean;
  /** the database's name, since a browser sends the same cookies to all servers of a host (secret.ts) */
  instance: string;
}

/**
 * `path`: the cookie is sent to no other addresses. Cookies for different purposes need different secrets, otherwise
 * one would be accepted in place of another.
 */
export function signedCookie(options: CookieSettings & { purpose: string; path?: string }): SignedCookie {
  const { secure, secret, path = '/' } = options;
  // __Host- binds a cookie to this host, and is possible only for cookies of the whole server.
  const prefix = secure ? (path === '/' ? '__Host-' : '__Secure-') : '';
  const name = `${prefix}jurmana.${options.purpose}.${options.instance}`;
  const attributes = `Path=${path}; HttpOnly${secure ? '; Secure' : ''}; SameSite=Lax`;
  const sign = (token: string) => createHmac('sha256', secret).update(token).digest('base64');

  const verified = (value: string): string | null => {
    const dot = value.length - SIGNATURE_LENGTH - 1;
    if (dot < 1 || value[dot] !== '.') return null;
    const token = value.slice(0, dot);
    const given = Buffer.from(value.slice(dot + 1));
    const expected = Buffer.from(sign(token));
    return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
  };

  return {
    name,
    set: (token, maxAge) =>
      `${name}=${encodeURIComponent(`${token}.${sign(token)}`)}; Max-Age=${Math.floor(maxAge)}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    read(header) {
      for (const value of valuesOf(header ?? '', name)) {
        const token = verified(value);
        if (token !== null) return token;
      }
      return null;
    },
  };
}

/** The values under a name; a browser sends several when cookies of other paths have the same name. */
function* valuesOf(header: string, name: string): Generator<string> {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals === -1 || part.slice(0, equals).trim() !== name) continue;
    try {
      yield decodeURIComponent(part.slice(equals + 1).trim());
    } catch {
      // A truncated escape: not one of our cookies.
    }
  }
}
