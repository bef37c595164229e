// The test function of all browser tests: `test` and `expect` as Playwright has them, with
//   server  the real server; emptied for each test file, so that files do not see each other's records
//   app     the vocabulary of actions, on this test's page
//   api     a client of the real API, signed in as the administrator, to prepare records with
// Tests share a browsing context one after another, emptied of everything but the files it has loaded. Most share the one
// that lies on the disk, where the browser keeps the scripts as it has compiled them, which saves a third of opening a
// screen; `test.use({ newcomer: true })` gives one that has never seen the app.
// A test fails when the page throws, or when its security policy had to block something.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page, PlaywrightTestOptions } from '@playwright/test';
import { test as base } from '@playwright/test';
import type { Client } from '../../helpers/client.ts';
import { App } from './app.ts';
import type { Server } from './server.ts';
import { startServer } from './server.ts';

export { expect } from '@playwright/test';

interface Own {
  newcomer: boolean;
  server: Server;
  api: Client;
  app: App;
  noBlunders: undefined;
}

interface OfWorker {
  servers: {
    /** the server of this worker, emptied unless the file is the one of the call before */
    forFile(file: string): Promise<Server>;
    /** the server of this worker, emptied */
    fresh(): Promise<Server>;
  };
}

type ContextOptions = Pick<
  PlaywrightTestOptions,
  'viewport' | 'deviceScaleFactor' | 'colorScheme' | 'timezoneId' | 'contextOptions'
>;

/** Those of this worker, by the options they were made with. */
const contexts = new Map<string, BrowserContext>();
const keyOf = ({ viewport, deviceScaleFactor, colorScheme, timezoneId, contextOptions }: ContextOptions): string =>
  JSON.stringify([viewport, deviceScaleFactor, colorScheme, timezoneId, contextOptions]);

// Dialogs that fade would make tests wait; that motion can be switched off is a requirement anyway.
const CALM = { reducedMotion: 'reduce' } as const;

export const test = base.extend<Own, OfWorker>({
  contextOptions: CALM,

  browser: [
    async ({ playwright }, use, { project }) => {
      const { viewport = null, locale = '', timezoneId = '' } = project.use;
      const profile = mkdtempSync(join(tmpdir(), 'jurmana-profile-'));
      const options = { viewport, locale, timezoneId, ...CALM };
      const context = await playwright.chromium.launchPersistentContext(profile, options);
      const browser = context.browser();
      if (browser === null) throw new Error('The browser of a context that was launched is not known.');
      const asTests = { deviceScaleFactor: undefined, colorScheme: 'light', contextOptions: CALM } as const;
      contexts.set(keyOf({ viewport, timezoneId, ...asTests }), context);
      await use(browser);
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 0 },
  ],

  servers: [
    async ({ browserName }, use) => {
      let server: Server | null = null;
      let emptiedFor: string | null = null;
      const fresh = async (): Promise<Server> => {
        emptiedFor = null;
        if (server === null) server = await startServer({ name: browserName });
        else {
          // A test that stopped it and failed must not take the next ones with it.
          if (!server.running) await server.start();
          server.reset();
        }
        return server;
      };
      await use({
        fresh,
        forFile: async (file) => {
          if (server === null || emptiedFor !== file) server = await fresh();
          emptiedFor = file;
          return server;
        },
      });
      await (server as Server | null)?.remove();
    },
    { scope: 'worker' },
  ],

  newcomer: [false, { option: true }],

  context: async ({ browser, newcomer, viewport, deviceScaleFactor, colorScheme, timezoneId, contextOptions }, use) => {
    const key = keyOf({ viewport, deviceScaleFactor, colorScheme, timezoneId, contextOptions });
    // Playwright makes it with this test's options.
    const context = (newcomer ? undefined : contexts.get(key)) ?? (await browser.newContext());
    const origins = new Set<string>();
    const follow = (page: Page): void => {
      page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin));
    };
    context.on('page', follow);
    await use(context);
    context.off('page', follow);
    if (newcomer) {
      await context.close();
      return;
    }
    await forget(context, origins);
    contexts.set(key, context);
  },

  server: async ({ servers }, use, testInfo) => {
    const server = await servers.forFile(testInfo.file);
    if (!server.running) await server.start();
    await use(server);
  },

  api: async ({ server }, use) => {
    await use(await server.newSession());
  },

  app: async ({ page, server }, use) => {
    await use(new App(page, server));
  },

  noBlunders: [
    async ({ page }, use) => {
      const blunders: string[] = [];
      page.on('pageerror', (error) => blunders.push(error.message));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) blunders.push(message.text());
      });
      await use(undefined);
      base.expect(blunders, 'errors of the page').toEqual([]);
    },
    { auto: true },
  ],
});

const KEPT_BY_PAGES = 'local_storage,indexeddb,service_workers,cache_storage';

/** Closes its pages and removes what they kept; only what was fetched stays, and one empty page. */
async function forget(context: BrowserContext, origins: ReadonlySet<string>): Promise<void> {
  const [page = await context.newPage(), ...others] = context.pages();
  const protocol = await context.newCDPSession(page);
  await page.goto('about:blank');
  for (const other of others) await other.close();
  for (const origin of origins) {
    if (origin !== 'null') await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: KEPT_BY_PAGES });
  }
  await protocol.detach();
  await context.clearCookies();
  await context.clearPermissions();
}
