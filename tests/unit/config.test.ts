// Environment variables (OPS-1, OPS-2): defaults, and clear messages for wrong values.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/server/config/config.ts';

test('nothing has to be set; an empty variable counts as unset [OPS-1]', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: 'file:data/jurmana.db',
    administratorEmail: 'admin@jurmana.local',
    timeZone: 'Asia/Karachi',
    trustProxy: false,
    backups: null,
    oidc: null,
    webRoot: join(process.cwd(), 'dist/web'),
  });
  expect(readConfig({ PORT: '', TRUST_PROXY: '', DATABASE_URL: '', BACKUP_DIR: '' })).toEqual(config);
});

test('notifications go to the known push services, to additional ones, or nowhere [PUSH-4]', () => {
  const usual = readConfig({}).pushHosts;
  expect(usual).toContain('fcm.googleapis.com');
  expect(readConfig({ PUSH_HOSTS: 'Push.example.pk, *.push.example.pk' }).pushHosts).toEqual([
    ...usual,
    'push.example.pk',
    '*.push.example.pk',
  ]);
  expect(readConfig({ PUSH_HOSTS: 'none' }).pushHosts).toEqual([]);
});

test('"localhost" is a single address, because the server has one listener', () => {
  expect(readConfig({ HOST: 'localhost' }).host).toBe('127.0.0.1');
  expect(readConfig({ HOST: '::1' }).host).toBe('::1');
});

test.each<[name: string, value: string, sentence: string | RegExp]>([
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '3000 ', 'PORT must be a whole number from 0 to 65535.'],
  ['HOST', 'my host', 'HOST must be a host name or an address, such as 127.0.0.1 or 0.0.0.0.'],
  ['DATABASE_URL', 'mysql://a@b/c', /^DATABASE_URL must be file:PATH or postgres:/],
  ['DATABASE_URL', 'postgres://u@h/d?pooler=transaction', /^DATABASE_URL must be file:PATH or postgres:/],
  ['DATABASE_URL', 'postgres://u@h/d?pooler=yes&direct=:', /^DATABASE_URL must be file:PATH or postgres:/],
  ['DATABASE_URL', 'file:', /^DATABASE_URL must be file:PATH or postgres:/],
  ['DATABASE_URL', 'file:/srv/100%.db', /^DATABASE_URL must be file:PATH or postgres:.+%25/],
  ['ADMIN_EMAIL', 'admin', 'ADMIN_EMAIL must be an e-mail address.'],
  ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD must have 8 to 128 characters.'],
  [
    'BASE_URL',
    'fines.example.pk',
    'BASE_URL must be the public address without a path, such as https://fines.example.pk.',
  ],
  ...['/jurmana', '/?a=b', '/#/login', '?', '//'].map((rest): [string, string, RegExp] => [
    'BASE_URL',
    `https://fines.example.pk${rest}`,
    /without a path/,
  ]),
  ['BASE_URL', 'https://ali:secret@fines.example.pk', /without a path/],
  ['AUTH_SECRET', 'short', 'AUTH_SECRET must have at least 32 characters.'],
  ['OIDC_ISSUER', 'http://login.example.pk', /^OIDC_ISSUER must be the provider's https address/],
  ['OIDC_LABEL', 'Office', /must be set together\.$/],
  ['ORGANISATION_TIME_ZONE', 'Karachi', 'ORGANISATION_TIME_ZONE must be a time zone such as Asia/Karachi.'],
  ['BACKUP_KEEP_DAYS', '0', 'BACKUP_KEEP_DAYS must be a whole number from 1 to 9999.'],
  ['FINE_PICTURE_DAYS', '0', 'FINE_PICTURE_DAYS must be a whole number from 1 to 9999.'],
  ['PUSH_HOSTS', '10.0.0.1', /^PUSH_HOSTS must be a list of host names such as/],
  ['ORGANISATION_TIME_ZONE', '+05:00', 'ORGANISATION_TIME_ZONE must be a time zone such as Asia/Karachi.'],
  ['WEB_ROOT', import.meta.filename, 'WEB_ROOT must be a folder.'],
  ['WEB_ROOT', `${import.meta.dirname}/none`, 'WEB_ROOT must be a folder.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal, error, warn, info, debug or silent.'],
  ['TRUST_PROXY', 'yes', /^TRUST_PROXY must be true .+ or a list of proxy addresses/],
  ['TRUST_PROXY', '1', /^TRUST_PROXY must be true/],
  ['TRUST_PROXY', 'proxy.example.pk', /^TRUST_PROXY must be true/],
  ['TRUST_PROXY', '10.0.0.0/33', /^TRUST_PROXY must be true/],
  ['TRUST_PROXY', '10.0.0.1,', /^TRUST_PROXY must be true/],
  ['TRUST_PROXY', '10.0.0.1;10.0.0.2', /^TRUST_PROXY must be true/],
])('%s=%s is refused with a sentence [OPS-2]', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(sentence);
});

describe('TRUST_PROXY', () => {
  test.each([
    ['false', false],
    // Trusts only the nearest proxy, because anything before it may be forged.
    ['true', 'nearest'],
    ['10.0.0.1', ['10.0.0.1']],
    [' 10.0.0.1 , 10.1.0.0/16, ::1, fd00::/8', ['10.0.0.1', '10.1.0.0/16', '::1', 'fd00::/8']],
  ])('%s [OPS-10]', (value, trusted) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(trusted);
  });
});

test('BASE_URL is scheme, host and port, with or without a slash at the end [OPS-2]', () => {
  expect(readConfig({ BASE_URL: 'https://Fines.example.pk:8443/' }).baseUrl).toBe('https://fines.example.pk:8443');
  expect(readConfig({ BASE_URL: 'http://10.0.0.5:3000' }).baseUrl).toBe('http://10.0.0.5:3000');
});

describe('a password in DATABASE_URL that is not percent-encoded', () => {
  test.each(['se/cret', 's/ecret@part', 'sec?ret', '12#34', '12/34', '1?2@3', '#', 'a/b?c#d%'])(
    '%s: one sentence says to encode it, and repeats no part of it [OPS-2]',
    (password) => {
      const read = (url: string) => () => readConfig({ DATABASE_URL: url });
      for (const url of [
        `postgres://jurmana:${password}@db.example.pk/jurmana`,
        `postgresql://jurmana:${password}@one:5432,two:5432/jurmana?sslmode=require`,
        `postgres://${password}:x@db.example.pk/jurmana`,
      ]) {
        expect(read(url)).toThrow(ConfigError);
        expect(read(url)).toThrow(
          /^DATABASE_URL has a character in its user name or password that must be percent-encoded there: [^:]+$/,
        );
        expect(read(url)).not.toThrow(/secret|part|12|34/);
      }
      const { databaseUrl } = readConfig({ DATABASE_URL: `postgres://u:${encodeURIComponent(password)}@h/d` });
      expect(decodeURIComponent(new URL(databaseUrl).password)).toBe(password);
    },
  );

  test('characters that need no encoding are taken as they are', () => {
    for (const password of ['a@b', 'a:b', 'a,b', 'a b', '$&+=!*()[]^|;']) {
      const url = `postgres://jurmana:${password}@db.example.pk/jurmana`;
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
    }
  });
});

describe('a mail server', () => {
  const read = (SMTP_URL: string, more: Record<string, string> = {}) => readConfig({ SMTP_URL, ...more }).mail;

  test('is the one in SMTP_URL, and e-mail comes from its user, or from MAIL_FROM [MAIL-1]', () => {
    expect(readConfig({}).mail).toBeNull();
    expect(read('smtp://fines%40club.pk:p%40ss%2Fword@mail.club.pk')).toEqual({
      host: 'mail.club.pk',
      port: 587,
      secure: false,
      requireTls: true,
      ignoreTls: false,
      login: { user: 'fines@club.pk', password: 'p@ss/word' },
      from: { name: '', address: 'fines@club.pk' },
      timeoutMs: 120_000,
    });
    expect(read('smtps://u:p@mail.club.pk', { MAIL_FROM: '"Our Club" <fines@club.pk>' })).toMatchObject({
      port: 465,
      secure: true,
      from: { name: 'Our Club', address: 'fines@club.pk' },
    });
    expect(read('smtp://127.0.0.1:2525', { MAIL_FROM: 'fines@club.pk', SMTP_TIMEOUT: '5' })).toMatchObject({
      port: 2525,
      ignoreTls: true,
      requireTls: false,
      login: null,
      timeoutMs: 5000,
    });
  });

  test.each([
    'mail.club.pk',
    'http://u:secret@mail.club.pk',
    'smtp://',
    'smtp://fines@club.pk:secret@mail.club.pk/x',
    'smtp://user:sec/ret@mail.club.pk',
    'smtp://user:sec#ret@mail.club.pk',
    'smtp://user:%zzsecret@mail.club.pk',
    'smtp://user@mail.club.pk',
    'smtp://user:secret@mail.club.pk:port',
    'smtp://user:secret@mail.club.pk?pool=true',
  ])('%s: the start ends with one sentence that repeats no part of it [MAIL-1]', (url) => {
    expect(() => read(url)).toThrow(ConfigError);
    expect(() => read(url)).toThrow(/^SMTP_URL must be smtp:\/\/USER:PASSWORD@HOST:PORT or [^\n]+%25\.$/);
    expect(() => read(url)).not.toThrow(/secret|club|user:/);
  });

  test('without a sender address, the start ends with a sentence [MAIL-1]', () => {
    expect(() => read('smtp://user:secret@mail.club.pk')).toThrow(/^MAIL_FROM must be set to [^\n]+$/);
    for (const from of ['club', 'Club <club>', '<a@b.pk> x', 'a@b.pk, c@d.pk', 'a@b.pk\r\nBcc: c@d.pk']) {
      expect(() => read('smtp://mail.club.pk', { MAIL_FROM: from })).toThrow(/^MAIL_FROM must be the address/);
    }
  });
});
