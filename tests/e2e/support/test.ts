// The test function of all browser tests: `test` and `expect` as Playwright has them, with
//   server  the real server; emptied for each test file, so that files do not see each other's records
//   app     the vocabulary of actions, on this test's page
//   api     a client of the real API, signed in as the administrator, to prepare records with
// A test fails when the page throws, or when its security policy had to block something.
import { test as base } from '@playwright/test';
import type { Client } from '../../helpers/client.ts';
import { App } from './app.ts';
import type { Server } from './server.ts';
import { startServer } from './server.ts';

export { expect } from '@playwright/test';

interface Own {
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

export const test = base.extend<Own, OfWorker>({
  // Dialogs that fade would make tests wait; that motion can be switched off is a requirement anyway.
  contextOptions: { reducedMotion: 'reduce' },

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
