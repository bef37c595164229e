// The configuration in SMTP_URL and MAIL_FROM.
import { isEmail } from '../../core/people/email.ts';
import { oneLine } from '../../core/mail/letter.ts';

export interface MailConfig {
  host: string;
  port: number;
  /** TLS from the first byte */
  secure: boolean;
  /** TLS is required so that nobody on the network can read the password */
  requireTls: boolean;
  /** TLS is not used for a server on this machine */
  ignoreTls: boolean;
  login: { user: string; password: string } | null;
  /** `name`: '' for the organisation's name */
  from: { name: string; address: string };
  /** how long the server may stay silent */
  timeoutMs: number;
}

const PORTS: Record<string, { port: number; secure: boolean }> = {
  'smtp:': { port: 587, secure: false },
  'smtps:': { port: 465, secure: true },
};
const HERE = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The server of an SMTP_URL; null if it is invalid. */
export function mailServerOf(url: string): Omit<MailConfig, 'from' | 'timeoutMs'> | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(url);
  const kind = PORTS[protocol];
  if (kind === undefined || hostname === '' || !/^\/?$/.test(pathname) || search !== '' || hash !== '') return null;
  const login = { user: decoded(username), password: decoded(password) };
  if (login.user === null || login.password === null || (login.user === '') !== (login.password === '')) return null;
  const hasLogin = login.user !== '';
  const isHere = HERE.test(hostname);
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? kind.port : Number(port),
    secure: kind.secure,
    requireTls: hasLogin && !isHere && !kind.secure,
    ignoreTls: isHere && !kind.secure,
    login: hasLogin ? { user: login.user, password: login.password } : null,
  };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** `fines@example.pk` or `Name <fines@example.pk>`; null for anything else. */
export function senderOf(text: string): MailConfig['from'] | null {
  const parts = /^([^<>]*)<([^<>]+)>$/.exec(text.trim());
  const [name, address] = parts === null ? ['', text.trim()] : [parts[1] ?? '', parts[2] ?? ''];
  if (!isEmail(address)) return null;
  return { name: oneLine(name.replaceAll('"', '')), address };
}
