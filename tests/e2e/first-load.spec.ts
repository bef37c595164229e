// What the login screen loads: its size, compression and caching.
import type { APIRequestContext, Page, Response } from '@playwright/test';
import { FIRST_READS } from '../../src/web/app/first-reads.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { openLive } from '../helpers/live-stream.ts';
import { addSessionCookies } from './support/app.ts';
import { addMember } from './support/member.ts';
import { recordRequests } from './support/requests.ts';
import { expect, test } from './support/test.ts';

test.use({ freshContext: true });

/** In bytes over the network. */
const MAX_SCRIPT = 150_000;
const MAX_STYLE = 25_000;

interface Fetched {
  path: string;
  kind: 'script' | 'stylesheet';
  headers: Record<string, string>;
  bytes: number;
}

/** Records what the page fetches; the returned function lists it. */
function follow(page: Page): () => Promise<Fetched[]> {
  const responses: Response[] = [];
  page.on('response', (response) => void responses.push(response));
  return async () => {
    const fetched: Fetched[] = [];
    for (const response of responses) {
      const kind = response.request().resourceType();
      if (kind !== 'script' && kind !== 'stylesheet') continue;
      const { responseBodySize: bytes } = await response.request().sizes();
      fetched.push({ path: new URL(response.url()).pathname, kind, headers: await response.allHeaders(), bytes });
    }
    return fetched;
  };
}

test('the login screen needs at most 150 kB of script and 25 kB of style, compressed; files are cached permanently by hash and varied by encoding; a second visit fetches none again [API-6, API-7]', async ({
  app,
  page,
  request,
  server,
}) => {
  const fetched = follow(page);
  await app.open('/');
  await app.expectScreen('Welcome Back');
  await page.waitForLoadState('networkidle');
  const files = await fetched();
  const sum = (kind: Fetched['kind']): number =>
    files.filter((file) => file.kind === kind).reduce((total, { bytes }) => total + bytes, 0);
  expect(sum('script')).toBeGreaterThan(50_000);
  expect(sum('script')).toBeLessThanOrEqual(MAX_SCRIPT);
  expect(sum('stylesheet')).toBeGreaterThan(5000);
  expect(sum('stylesheet')).toBeLessThanOrEqual(MAX_STYLE);
  expect(files.filter(({ path }) => /Routes|Frame|Screen/.test(path))).toEqual([]);

  expect(files.length).toBeGreaterThan(3);
  for (const { path, headers } of files) {
    expect(path).toMatch(/^\/assets\/.+-[\w-]{8}\.(js|css)$/);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['vary']?.toLowerCase()).toContain('accept-encoding');
    expect(headers['content-type']).toMatch(path.endsWith('.css') ? /^text\/css/ : /^(text|application)\/javascript/);
  }
  const largest = files.toSorted((x, y) => y.bytes - x.bytes)[0];
  await expectEachEncoding(request, `${server.url}${largest?.path}`);

  const asked = new Map<string, string>();
  const overTheLine: string[] = [];
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  client.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.includes('/assets/')) asked.set(requestId, new URL(response.url).pathname);
  });
  // Nothing comes over the network, whether from the memory or the disk cache.
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = asked.get(requestId);
    if (path !== undefined && encodedDataLength > 0) overTheLine.push(path);
  });
  await page.goto('about:blank');
  await app.open('/');
  await app.expectScreen('Welcome Back');
  await page.waitForLoadState('networkidle');
  expect(asked.size).toBeGreaterThan(3);
  expect(overTheLine).toEqual([]);
});

/** Expects the script at this address in the smallest encoding that the browser accepts. */
async function expectEachEncoding(request: APIRequestContext, address: string): Promise<void> {
  const sizes = new Map<string, number>();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await request.get(address, { headers: { 'accept-encoding': encoding } });
    expect(answer.headers()['content-encoding'] ?? 'identity').toBe(encoding);
    expect(answer.headers()['vary']?.toLowerCase()).toContain('accept-encoding');
    expect(answer.headers()['content-type']).toMatch(/^(text|application)\/javascript/);
    // Playwright decompresses the body; the header has the compressed length.
    sizes.set(encoding, Number(answer.headers()['content-length']));
    expect((await answer.body()).length).toBeGreaterThan(100_000);
  }
  const [br = 0, gzip = 0, plain = 0] = ['br', 'gzip', 'identity'].map((encoding) => sizes.get(encoding));
  expect(br).toBeGreaterThan(0);
  expect(br).toBeLessThan(gzip);
  expect(gzip).toBeLessThan(plain / 2);
}

test('the page itself is requested again each time, with its own policy [API-6]', async ({ request, server }) => {
  const policies = new Set<string>();
  for (let visit = 0; visit < 2; visit += 1) {
    const answer = await request.get(server.url);
    expect(answer.headers()['cache-control']).toBe('no-cache');
    const policy = answer.headers()['content-security-policy'] ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(nonce).not.toBe('');
    expect(await answer.text()).toContain(`content="${nonce}"`);
    // The page itself has two scripts: what is needed before the first paint, and the message for older browsers.
    expect((await answer.text()).match(/<script(?! type="module" crossorigin src=)[^>]*>/g)).toEqual([
      `<script nonce="${nonce}">`,
      `<script nonce="${nonce}">`,
    ]);
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}';`);
    policies.add(policy);
  }
  expect(policies.size).toBe(2);
});

// All others who can read every screen make the administrator's requests.
for (const role of ['member', 'administrator'] as const) {
  test(`the page requests what a ${role} reads first before its code has loaded, and only once [SCREEN-22]`, async ({
    page,
    server,
    api,
  }) => {
    const { email } = role === 'member' ? await addMember(server, api) : ADMINISTRATOR;
    const client = await server.enter(email);
    await addSessionCookies(page.context(), server, client);
    await page.addInitScript((before) => {
      localStorage.setItem('was-signed-in', before);
      // The requests of a shared worker are not the page's.
      Reflect.deleteProperty(globalThis, 'SharedWorker');
    }, role);
    const sent = recordRequests(page, 'GET /api/');
    let earlier = 0;
    const addresses = () => sent.slice(earlier).map(({ url }) => url.pathname + url.search);
    // Holds back the code until the page has sent its requests.
    let asked = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await asked.promise;
      await route.continue();
    });
    for (const [path, questions] of Object.entries(FIRST_READS[role] ?? {})) {
      // Leaves the page, so that the next path is opened instead of navigated to.
      await page.goto(`${server.url}/healthz`);
      earlier = sent.length;
      asked = Promise.withResolvers<void>();
      const feed = page.waitForRequest(/\/api\/live/);
      await page.goto(`${server.url}/#${path}`, { waitUntil: 'commit' });
      const wanted = ['/api/auth/session', ...questions.map(({ address }) => address)];
      await expect.poll(addresses, path).toEqual(wanted);
      asked.resolve();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(addresses, path).toContainEqual(expect.stringMatching(/^\/api\/live/));
      // So the page does not read anything again.
      const lastEventId = (await (await feed).allHeaders())['last-event-id'] ?? '';
      const stream = await openLive(server.url, client.cookie, { lastEventId });
      expect(stream.readAgain, path).toBe(false);
      stream.close();
      expect(
        addresses().filter((address) => wanted.includes(address)),
        path,
      ).toEqual(wanted);
    }
  });
}

/** Content that shows that the screen is complete, and the most script that it may need, in bytes. */
const FIRST_SCREENS = [
  { screen: 'overview', role: 'member', path: '/fineUserOverView', content: 'main ul h2', most: 165_000 },
  { screen: 'dashboard', role: 'administrator', path: '/dashboard', content: '[role=listitem] dd', most: 165_000 },
  { screen: 'fines', role: 'administrator', path: '/fines', content: 'main tbody tr', most: 180_000 },
] as const;

for (const { screen, role, path, content, most } of FIRST_SCREENS) {
  test(`the ${screen} of the ${role} needs no file that the page has not requested itself, and at most ${most / 1000} kB of script [SCREEN-25]`, async ({
    page,
    server,
    api,
  }) => {
    const member = await addMember(server, api);
    api.ids.set(member.name, member.id);
    if (role === 'administrator') await api.fine(member.name, 100);
    const { email } = role === 'member' ? member : ADMINISTRATOR;
    await addSessionCookies(page.context(), server, await server.enter(email));
    await page.addInitScript((before) => localStorage.setItem('was-signed-in', before), role);
    const byThePage: string[] = [];
    let pageOnly = true;
    const asked = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<void>();
    await page.route('**/assets/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      // Files requested by the code arrive when the screen has been seen.
      if (!pageOnly && !byThePage.includes(pathname)) {
        await seen.promise;
        return route.continue();
      }
      byThePage.push(pathname);
      if (/\/index-.*\.js$/.test(pathname)) await asked.promise;
      return route.continue();
    });
    const fetched = follow(page);
    await page.goto(`${server.url}/#${path}`, { waitUntil: 'commit' });
    const links = page.locator('link[href^="/assets/"], script[src^="/assets/"]');
    await expect(links).not.toHaveCount(0);
    await expect.poll(async () => byThePage.length === (await links.count())).toBe(true);
    pageOnly = false;
    asked.resolve();
    await expect(page.locator(content).first()).toBeVisible();
    const scripts = (await fetched()).filter(({ kind }) => kind === 'script');
    expect(scripts.reduce((total, { bytes }) => total + bytes, 0)).toBeLessThanOrEqual(most);
    if (screen === 'fines') {
      // The filter's list has not arrived yet.
      await page.getByLabel('Show fines of').click();
      seen.resolve();
      await page.getByRole('option', { name: member.name }).click();
      await expect(page).toHaveURL(/\/fines\/./);
    }
  });
}

for (const role of ['member', 'administrator'] as const) {
  test(`once the server has answered, the first screen of the ${role} does not wait for the device's storage [OFFLINE-7]`, async ({
    page,
    server,
    api,
  }) => {
    const { email } = role === 'member' ? await addMember(server, api) : ADMINISTRATOR;
    await addSessionCookies(page.context(), server, await server.enter(email));
    await page.addInitScript((before) => {
      localStorage.setItem('was-signed-in', before);
      // Never answers.
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    }, role);
    // No time limit runs out.
    const now = Date.now();
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + 1000);
    await page.goto(`${server.url}/#${role === 'member' ? '/fineUserOverView' : '/dashboard'}`, {
      waitUntil: 'commit',
    });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}
