// The configuration: environment variables, each with a working default, validated once at startup.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { DEFAULT_TIME_ZONE, isTimeZone } from '../../core/calendar.ts';
import { FINE_PICTURE_DAYS } from '../../core/limits.ts';
import { emailKey, isEmail, tidyEmail } from '../../core/people/email.ts';
import { engineOf } from '../db/connect.ts';
import { hasUnencoded } from '../db/postgres/hosts.ts';
import { type MailConfig, mailServerOf, senderOf } from './mail-config.ts';
import { isPushHost, PUSH_SERVICES } from './push-hosts.ts';
import { DEFAULT_FOLDER } from '../base/private-files.ts';

export interface Config {
  port: number;
  host: string;
  databaseUrl: string;
  /** as configured; compared case-insensitively */
  administratorEmail: string;
  administratorPassword: string | null;
  /** the public address without a trailing slash; null: whatever host the browser used */
  baseUrl: string | null;
  /** the organisation's own identity provider */
  oidc: OidcConfig | null;
  authSecret: string | null;
  timeZone: string;
  /** which proxies' forwarded addresses are trusted: none, the directly connected one, or these addresses and ranges */
  trustProxy: false | 'nearest' | string[];
  /** daily backups taken by the server, null when disabled */
  backups: { folder: string; keepDays: number } | null;
  /** how many days the pictures of fines are kept after they were settled */
  finePictureDays: number;
  /** the folder of the built web app */
  webRoot: string;
  /** the server that sends e-mail, null if none is configured */
  mail: MailConfig | null;
  /** hosts that notifications may be sent to (push-hosts.ts); empty: no notifications on devices */
  pushHosts: readonly string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

/** An OpenID Connect provider at which this server is registered as a confidential client. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** the name on the button: "Sign in with {label}" */
  label: string;
}

/** An invalid value; the message is one sentence for the operator. */
export class ConfigError extends Error {}

const builtWeb = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/** Without https anyone on the network path could forge identities; a loopback connection has no network path. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const here = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && here)) && search === '' && hash === '';
}

/** Nothing but scheme, host and port: the app is served at the root of its host. */
function isPublicAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

/** An address, or a range of them: ADDRESS/BITS. */
const proxy = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/**
 * Each proxy appends the address it was called from. So in a list that came through one proxy only the last address is
 * reliable; the visitor may have forged any before it.
 */
function trustedProxies(text: string): false | 'nearest' | string[] {
  if (text === 'false') return false;
  return text === 'true' ? 'nearest' : text.split(',').map((one) => one.trim());
}

/** For a server that runs on a copy of a database and must not notify anybody. */
const NO_PUSH = 'none';

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65535)
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .refine((url) => engineOf(url) !== null)
    .default(`file:${DEFAULT_FOLDER}/jurmana.db`),
  ADMIN_EMAIL: z.string().overwrite(tidyEmail).refine(isEmail).default('admin@jurmana.local').transform(emailKey),
  ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
  BASE_URL: z
    .string()
    .refine(isPublicAddress)
    .transform((url) => new URL(url).origin)
    .optional(),
  AUTH_SECRET: z.string().min(32).optional(),
  OIDC_ISSUER: z.string().refine(isIssuer).optional(),
  OIDC_CLIENT_ID: z.string().max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().max(500).optional(),
  OIDC_LABEL: z.string().trim().min(1).max(40).optional(),
  ORGANISATION_TIME_ZONE: z.string().refine(isTimeZone).default(DEFAULT_TIME_ZONE),
  TRUST_PROXY: z
    .string()
    .transform(trustedProxies)
    .pipe(z.union([z.literal([false, 'nearest']), z.array(proxy)]))
    .default(false),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP_DAYS: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .refine((days) => days >= 1)
    .default(30),
  FINE_PICTURE_DAYS: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .refine((days) => days >= 1)
    .default(FINE_PICTURE_DAYS),
  SMTP_URL: z
    .string()
    .refine((url) => mailServerOf(url) !== null)
    .optional(),
  MAIL_FROM: z
    .string()
    .max(300)
    .refine((text) => senderOf(text) !== null)
    .optional(),
  SMTP_TIMEOUT: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .refine((seconds) => seconds >= 1)
    .default(120),
  PUSH_HOSTS: z
    .string()
    .max(2000)
    .transform((text) => text.split(',').map((one) => one.trim().toLowerCase()))
    .refine((hosts) => hosts.join() === NO_PUSH || hosts.every(isPushHost))
    .default([]),
  WEB_ROOT: z
    .string()
    // Must be a folder.
    .refine((path) => existsSync(`${path}/.`))
    .default(builtWeb),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

const SENTENCES: Record<keyof z.infer<typeof variables>, string> = {
  PORT: 'PORT must be a whole number from 0 to 65535',
  HOST: 'HOST must be a host name or an address, such as 127.0.0.1 or 0.0.0.0',
  DATABASE_URL:
    'DATABASE_URL must be file:PATH or postgres://USER:PASSWORD@HOST/DATABASE; several hosts are written HOST1:PORT,HOST2:PORT; a % in a PATH is written %25',
  ADMIN_EMAIL: 'ADMIN_EMAIL must be an e-mail address',
  ADMIN_PASSWORD: 'ADMIN_PASSWORD must have 8 to 128 characters',
  BASE_URL: 'BASE_URL must be the public address without a path, such as https://fines.example.pk',
  AUTH_SECRET: 'AUTH_SECRET must have at least 32 characters',
  OIDC_ISSUER:
    "OIDC_ISSUER must be the provider's https address, such as https://login.example.pk (http only on this machine)",
  OIDC_CLIENT_ID: 'OIDC_CLIENT_ID must have at most 500 characters',
  OIDC_CLIENT_SECRET: 'OIDC_CLIENT_SECRET must have at most 500 characters',
  OIDC_LABEL: 'OIDC_LABEL must have 1 to 40 characters',
  ORGANISATION_TIME_ZONE: 'ORGANISATION_TIME_ZONE must be a time zone such as Asia/Karachi',
  TRUST_PROXY: 'TRUST_PROXY must be true (one proxy) or a list of proxy addresses, such as 10.0.0.1,10.1.0.0/16',
  BACKUP_DIR: 'BACKUP_DIR must be a folder',
  BACKUP_KEEP_DAYS: 'BACKUP_KEEP_DAYS must be a whole number from 1 to 9999',
  FINE_PICTURE_DAYS: 'FINE_PICTURE_DAYS must be a whole number from 1 to 9999',
  // Does not quote the value, because it contains a password.
  SMTP_URL:
    'SMTP_URL must be smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT; USER:PASSWORD@ may be left out; in a user name or password / is written %2F, ? is %3F, # is %23, @ is %40 and % is %25',
  MAIL_FROM:
    'MAIL_FROM must be the address that e-mail comes from, such as fines@example.pk or Our Club <fines@example.pk>',
  SMTP_TIMEOUT: 'SMTP_TIMEOUT must be a whole number of seconds from 1 to 999',
  PUSH_HOSTS:
    'PUSH_HOSTS must be a list of host names such as push.example.pk,*.push.example.pk (or, on this machine, http://127.0.0.1:PORT), or none for no notifications on devices at all',
  WEB_ROOT: 'WEB_ROOT must be a folder',
  LOG_LEVEL: 'LOG_LEVEL must be fatal, error, warn, info, debug or silent',
};

/** Does not quote the value, because it contains a password. */
const UNENCODED =
  'DATABASE_URL has a character in its user name or password that must be percent-encoded there: / is written %2F, ? is %3F, # is %23, @ is %40 and % is %25.';

/** Reads and checks the environment; an empty variable counts as unset. Throws ConfigError. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path[0];
    if (name === 'DATABASE_URL' && hasUnencoded(given[name] ?? '')) throw new ConfigError(UNENCODED);
    throw new ConfigError(
      `${name !== undefined && name in SENTENCES ? SENTENCES[name as keyof typeof SENTENCES] : 'The configuration is not valid'}.`,
    );
  }
  const value = parsed.data;
  return {
    port: value.PORT,
    // Resolved here because Fastify would open one listener for each address of the name, and nothing closes the
    // connections of the additional ones at shutdown.
    host: value.HOST === 'localhost' ? '127.0.0.1' : value.HOST,
    databaseUrl: value.DATABASE_URL,
    administratorEmail: value.ADMIN_EMAIL,
    administratorPassword: value.ADMIN_PASSWORD ?? null,
    baseUrl: value.BASE_URL ?? null,
    oidc: oidcOf(value),
    authSecret: value.AUTH_SECRET ?? null,
    timeZone: value.ORGANISATION_TIME_ZONE,
    trustProxy: value.TRUST_PROXY,
    backups:
      value.BACKUP_DIR === undefined ? null : { folder: resolve(value.BACKUP_DIR), keepDays: value.BACKUP_KEEP_DAYS },
    finePictureDays: value.FINE_PICTURE_DAYS,
    webRoot: value.WEB_ROOT,
    mail: mailOf(value),
    pushHosts: value.PUSH_HOSTS.join() === NO_PUSH ? [] : [...PUSH_SERVICES, ...value.PUSH_HOSTS],
    logLevel: value.LOG_LEVEL,
  };
}

/** Without MAIL_FROM the sender is the user name at the mail server, which is usually an address. */
function mailOf({
  SMTP_URL: url,
  MAIL_FROM: given,
  SMTP_TIMEOUT: seconds,
}: z.infer<typeof variables>): MailConfig | null {
  const server = url === undefined ? null : mailServerOf(url);
  if (server === null) return null;
  const from = senderOf(given ?? server.login?.user ?? '');
  if (from === null) {
    throw new ConfigError(
      'MAIL_FROM must be set to the address that e-mail comes from, because the user name in SMTP_URL is not an address.',
    );
  }
  return { ...server, from, timeoutMs: seconds * 1000 };
}

/** All or nothing: a partial configuration would show a button that never works. */
function oidcOf(value: z.infer<typeof variables>): OidcConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_LABEL: label } = value;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined && label !== undefined) {
    return { issuer, clientId, clientSecret, label };
  }
  if (issuer === undefined && clientId === undefined && clientSecret === undefined && label === undefined) return null;
  throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_LABEL must be set together.');
}
