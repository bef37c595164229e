// The test function of all browser tests: Playwright's `test` and `expect`, with
//   server  the real server, reset for each test file
//   app     the page object for this test's page
//   api     the real API, as the administrator, to prepare records
// The browser says that it is to save data, so the app does not fetch all other screens after each start; it does with
// `test.use({ savesData: false })`, and in tests with a service worker.
// Tests share a browser context sequentially; cookies and storage are cleared in between, but not the HTTP cache. Most
// use a persistent context, whose code cache on disk saves a third of the time to open a screen;
// `test.use({ freshContext: true })` provides one that has never opened the app. A test fails if the content security
// policy blocks something; if the page's script fails, the run ends, unless the test provokes it:
// `test.use({ scriptFails: true })`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type PlaywrightTestOptions,
  test as base,
} from '@playwright/test';
import { dayOf } from '../../../src/core/calendar.ts';
import { patience } from '../../helpers/patience.ts';
import { Api, today } from './api.ts';
import { App } from './app.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { whatIsOnScreen } from './on-screen.ts';
import { saveData } from './save-data.ts';
import { SCRIPT_FAILED, watchScripts } from './script-failures.ts';
import { type Server, startServer } from './server.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  freshContext: boolean;
  savesData: boolean;
  /** another browser besides the test's own, with the same options except these */
  anotherContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  scriptFails: boolean;
  server: Server;
  api: Api;
  app: App;
  noPageErrors: undefined;
}

interface WorkerFixtures {
  servers: {
    /** the worker's server, reset if the previous call was for another file */
    forFile(file: string): Promise<Server>;
    /** the worker's server, reset */
    fresh(): Promise<Server>;
    /**
     * the worker's proxy to this server, without faults. It keeps its address, for which the browser has cached the
     * page's code.
     */
    proxyTo(server: Server): Promise<FaultyProxy>;
  };
}

type ContextOptions = Pick<
  PlaywrightTestOptions,
  'viewport' | 'deviceScaleFactor' | 'colorScheme' | 'timezoneId' | 'contextOptions'
>;

/** Longer than any test. */
const MAX_TEST_MS = patience(60_000);

/** Tests compute dates from today, so none may start just before midnight in the organisation's time zone. */
async function avoidMidnight(): Promise<void> {
  const afterTest = dayOf(Date.now() + MAX_TEST_MS, 'Asia/Karachi');
  if (today() === afterTest) return;
  const info = base.info();
  info.setTimeout(info.timeout + 2 * MAX_TEST_MS);
  await base.expect.poll(today, { timeout: 2 * MAX_TEST_MS }).toBe(afterTest);
}

/** The worker's contexts by their options. */
const contexts = new Map<string, BrowserContext>();
const keyOf = ({ viewport, deviceScaleFactor, colorScheme, timezoneId, contextOptions }: ContextOptions): string =>
  JSON.stringify([viewport, deviceScaleFactor, colorScheme, timezoneId, contextOptions]);

interface Visited {
  origins: ReadonlySet<string>;
  /** Stops following. */
  end(): void;
}

/** Records the origins that the pages of this context visit. */
function followOrigins(context: BrowserContext): Visited {
  const origins = new Set<string>();
  const follow = (page: Page): void => {
    page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin));
  };
  context.on('page', follow);
  return { origins, end: () => context.off('page', follow) };
}

type Saving = Awaited<ReturnType<typeof saveData>>;

// Avoids waiting for animations.
const REDUCED_MOTION = { reducedMotion: 'reduce' } as const;

export const test = base.extend<Fixtures, WorkerFixtures>({
  contextOptions: REDUCED_MOTION,

  browser: [
    async ({ playwright }, use, { project }) => {
      const { viewport = null, locale = '', timezoneId = '' } = project.use;
      const profile = mkdtempSync(join(tmpdir(), 'jurmana-profile-'));
      const options = { viewport, locale, timezoneId, serviceWorkers: 'block', ...REDUCED_MOTION } as const;
      const context = await playwright.chromium.launchPersistentContext(profile, options);
      const browser = context.browser();
      if (browser === null) throw new Error('The browser of a context that was launched is not known.');
      const defaults = { deviceScaleFactor: undefined, colorScheme: 'light', contextOptions: REDUCED_MOTION } as const;
      contexts.set(keyOf({ viewport, timezoneId, ...defaults }), context);
      await use(browser);
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 0 },
  ],

  servers: [
    async ({ browserName }, use) => {
      let server: Server | null = null;
      let resetFor: string | null = null;
      const proxies = new Map<string, FaultyProxy>();
      const fresh = async (): Promise<Server> => {
        resetFor = null;
        await avoidMidnight();
        if (server === null) server = await startServer({ name: browserName });
        else {
          // A failed test may have left it stopped.
          if (!server.running) await server.start();
          await server.reset();
        }
        return server;
      };
      await use({
        fresh,
        forFile: async (file) => {
          if (server === null || resetFor !== file) server = await fresh();
          resetFor = file;
          await avoidMidnight();
          return server;
        },
        proxyTo: async ({ url }) => {
          const proxy = proxies.get(url) ?? (await startFaultyProxy(url));
          proxies.set(url, proxy);
          proxy.reset();
          return proxy;
        },
      });
      for (const proxy of proxies.values()) await proxy.close();
      await (server as Server | null)?.remove();
    },
    { scope: 'worker' },
  ],

  freshContext: [false, { option: true }],
  savesData: [async ({ serviceWorkers }, use) => use(serviceWorkers === 'block'), { option: true }],
  scriptFails: [false, { option: true }],

  context: async (
    { browser, freshContext, savesData, viewport, deviceScaleFactor, colorScheme, timezoneId, contextOptions },
    use,
  ) => {
    const key = keyOf({ viewport, deviceScaleFactor, colorScheme, timezoneId, contextOptions });
    // newContext() uses this test's options.
    const context = (freshContext ? undefined : contexts.get(key)) ?? (await browser.newContext());
    const { origins, end } = followOrigins(context);
    const saving = savesData ? await saveData(context) : undefined;
    await use(context);
    end();
    await saving?.dispose();
    if (freshContext) {
      await context.close();
      return;
    }
    await clearContext(context, origins);
    contexts.set(key, context);
  },

  anotherContext: async (
    { browser, freshContext, savesData, viewport, deviceScaleFactor, colorScheme, timezoneId, contextOptions },
    use,
  ) => {
    const taken = new Map<string, { context: BrowserContext; visited: Visited; saving?: Saving }>();
    await use(async (options = {}) => {
      const own = keyOf({ viewport, deviceScaleFactor, colorScheme, timezoneId, contextOptions });
      const key = JSON.stringify([own, options, taken.size]);
      const kept = freshContext ? undefined : contexts.get(key);
      const context = kept ?? (await browser.newContext({ reducedMotion: 'reduce', ...options }));
      taken.set(key, {
        context,
        visited: followOrigins(context),
        ...(savesData && { saving: await saveData(context) }),
      });
      return context;
    });
    for (const [key, { context, visited, saving }] of taken) {
      visited.end();
      await saving?.dispose();
      if (freshContext) await context.close();
      else {
        await clearContext(context, visited.origins);
        contexts.set(key, context);
      }
    }
  },

  server: async ({ servers }, use, testInfo) => {
    const server = await servers.forFile(testInfo.file);
    if (!server.running) await server.start();
    await use(server);
  },

  api: async ({ server }, use) => {
    await use(new Api(await server.newSession()));
  },

  app: async ({ page, server }, use) => {
    await use(new App(page, server));
  },

  noPageErrors: [
    async ({ page, scriptFails }, use, testInfo) => {
      const blocked: string[] = [];
      const failures: string[] = [];
      const logged: string[] = [];
      watchScripts(page, (message) => {
        if (scriptFails) return;
        failures.push(message);
        // Otherwise the test would wait for something that never comes.
        void page.close();
      });
      page.on('console', (message) => {
        if (message.type() === 'error') logged.push(message.text());
        if (message.text().includes('Content Security Policy')) blocked.push(message.text());
      });
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('on the screen', { body: await whatIsOnScreen(page) });
        if (logged.length > 0) await testInfo.attach('console errors', { body: logged.join('\n') });
      }
      base.expect(failures, SCRIPT_FAILED).toEqual([]);
      base.expect(blocked, 'blocked by the Content Security Policy').toEqual([]);
    },
    { auto: true },
  ],
});

const STORAGE_TYPES = 'local_storage,indexeddb,service_workers,cache_storage';

/** Closes all pages except an empty one, and clears cookies, storage and permissions, but not the HTTP cache. */
async function clearContext(context: BrowserContext, origins: ReadonlySet<string>): Promise<void> {
  const [page = await context.newPage(), ...others] = context.pages();
  const protocol = await context.newCDPSession(page);
  // Also in the pages: the renderer, which the next page shares, caches what it has read and learns of outside changes
  // only later.
  for (const open of context.pages()) await open.evaluate(() => localStorage.clear()).catch(() => undefined);
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  // A fake clock stays in a context for good, and would replace `performance` in every later test of this worker.
  if (await page.evaluate(() => '__pwClock' in globalThis)) {
    throw new Error('A test that fakes the page’s clock needs its own context: freshContext: true.');
  }
  for (const other of others) await other.close();
  for (const origin of origins) {
    if (origin !== 'null') await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE_TYPES });
  }
  await protocol.detach();
  await context.clearCookies();
  await context.clearPermissions();
}
