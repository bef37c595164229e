// The security headers of every kind of response.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readInvitation } from '../../../src/contract/sign-in/auth.ts';
import { MAX_FAILURES } from '../../../src/server/auth/passwords/attempts.ts';
import { startApp, useAdministrator, useApp } from '../../helpers/app.ts';
import { newTestFolder } from '../../helpers/test-folder.ts';

/** The page's sources with workers that are made up, so that nothing has to be built. */
const pages = newTestFolder();
cpSync('src/web/index.html', join(pages, 'index.html'));
cpSync('src/web/public', pages, { recursive: true });
mkdirSync(join(pages, 'assets'));
for (const worker of ['service-worker.js', 'assets/live-worker-Ab12.js']) writeFileSync(join(pages, worker), '');
afterAll(() => rmSync(pages, { recursive: true }));

const app = useApp(() => ({ environment: { WEB_ROOT: pages } }));
const administrator = useAdministrator(app);

const answers: [string, () => Promise<Response>][] = [
  ['the page', () => app.nobody.fetch('/')],
  ['a file', () => app.nobody.fetch('/favicon.svg')],
  ['the worker', () => app.nobody.fetch('/assets/live-worker-Ab12.js')],
  ['the service worker', () => app.nobody.fetch('/service-worker.js')],
  ['the manifest', () => app.nobody.fetch('/manifest.webmanifest')],
  ['data', () => administrator.fetch('/api/users')],
  [
    'the live feed',
    async () => {
      const answer = await administrator.fetch('/api/live');
      await answer.body?.cancel();
      return answer;
    },
  ],
  ['a refusal', () => app.nobody.fetch('/api/users')],
  ['wrong input', () => administrator.fetch('/api/users?page=x')],
  ['an address that does not exist', () => app.nobody.fetch('/nowhere')],
  ['an address that is none', () => app.nobody.fetch('/api/%zz')],
  ['the health check', () => app.nobody.fetch('/healthz')],
];

/**
 * The page may load only from this server and run no inline script; the worker may call it; other responses may load
 * nothing.
 */
const SAME_ORIGIN =
  /^([a-z-]+ '(none|self)'|img-src 'self' data:|(script-src|style-src-elem) 'self' 'nonce-[\w-]+'|style-src-attr 'unsafe-inline')$/;
const CALLS = /^(connect-src 'self'|[a-z-]+ 'none')$/;
const NOTHING = /^[a-z-]+ 'none'$/;
const ALLOWED: Record<string, RegExp> = { 'the page': SAME_ORIGIN, 'the worker': CALLS, 'the service worker': CALLS };

test.each(answers)(
  '%s has its type enforced, cannot be framed, and leaks no address [API-6, V1.2.3, V1.3.2, V3.2.1, V3.4.3, V3.4.4, V3.7.1, V4.1.1, V14.2.3]',
  async (name, get) => {
    const { headers } = await get();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]));
    for (const directive of policy) expect(directive).toMatch(ALLOWED[name] ?? NOTHING);
    expect(headers.get('content-type')).toMatch(/charset=utf-8|^image\/|^application\/manifest\+json$/i);
  },
);

test.each(answers)('%s is not shared with other sites, and does not name the software [V3.4.2]', async (_name, get) => {
  const { headers } = await get();
  for (const name of headers.keys()) expect(name).not.toMatch(/^access-control-|^x-powered-by$|^server$/);
  expect(headers.get('strict-transport-security')).toBeNull();
});

test('the page has a new nonce each time, required by its policy [V1.2.1, V3.4.3]', async () => {
  const nonces = [];
  for (let n = 0; n < 2; n += 1) {
    const answer = await app.nobody.fetch('/');
    const [, nonce] = /'nonce-([\w-]{22})'/.exec(answer.headers.get('content-security-policy') ?? '') ?? [];
    expect(await answer.text()).toContain(`<meta name="csp-nonce" content="${nonce}"`);
    nonces.push(nonce);
  }
  expect(nonces[0]).not.toBe(nonces[1]);
});

test('data is not cached [API-6, V14.2.2, V14.3.2]', async () => {
  for (const path of ['/api/users', '/api/auth/session', '/api/totals']) {
    expect((await administrator.fetch(path)).headers.get('cache-control')).toBe('no-store');
  }
});

test('browsers remember a public https address for a year [V3.4.1, V4.1.2]', async () => {
  const secure = await startApp({ environment: { BASE_URL: 'https://fines.example.pk' } });
  try {
    for (const path of ['/', '/api/auth/session', '/nowhere']) {
      const { headers } = await secure.nobody.fetch(path);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
  } finally {
    await secure.stop();
  }
});

test.each(['TRACE', 'OPTIONS', 'PATCH'])(
  'the answer to the method %s repeats nothing of the request [V13.4.4]',
  async (method) => {
    const { status, body } = await new Promise<{ status: number; body: string }>((resolve, reject) => {
      const sent = request(
        `${app.url}/api/users`,
        { method, headers: { cookie: administrator.cookie, 'x-secret': 'echo-me' } },
        (answer) => {
          let text = '';
          answer.on('data', (chunk) => (text += String(chunk)));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
        },
      );
      sent.on('error', reject);
      sent.end();
    });
    expect(status).toBe(404);
    expect(body).not.toContain('echo-me');
  },
);

test.each([
  ['', ''],
  // Proxies append to the header.
  ['true', ', 192.0.2.7'],
  ['127.0.0.1', ', 192.0.2.7'],
  ['127.0.0.1,192.0.2.0/24', ', 203.0.113.9, 192.0.2.7'],
])('an address that a visitor claims is not believed, with TRUST_PROXY=%s [OPS-10, V4.1.3]', async (trusted, added) => {
  const own = await startApp({ environment: { TRUST_PROXY: trusted } });
  const statuses: number[] = [];
  for (let n = 0; n <= MAX_FAILURES.address; n += 1) {
    const answer = await own.nobody.fetch(`/api${readInvitation.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.100.${n}${added}`,
        'x-real-ip': `198.51.100.${n}`,
        forwarded: `for=198.51.100.${n}`,
      },
      body: JSON.stringify({ token: 'made-up' }),
    });
    statuses.push(answer.status);
  }
  await own.stop();
  // All of them count for the address that they really come from.
  expect(statuses.slice(0, -1).every((status) => status === 404)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});

test.each(['service-worker.js', 'manifest.webmanifest'])(
  '%s, whose name never changes, is requested again each time [API-6, OFFLINE-1]',
  async (name) => {
    const { headers, status } = await app.nobody.fetch(`/${name}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-cache');
  },
);
