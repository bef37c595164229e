// The test function for what goes wrong between the browser and the server: `line` is the connection, and `onLine` the
// vocabulary of actions on this test's page, which then calls the server over it.
import { App } from './app.ts';
import type { Line } from './line.ts';
import { seenThrough, startLine } from './line.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

interface Own {
  line: Line;
  onLine: App;
}

export const test = base.extend<Own>({
  line: async ({ server }, use) => {
    const line = await startLine(server.url);
    await use(line);
    await line.close();
  },

  onLine: async ({ page, server, line }, use) => {
    await use(new App(page, seenThrough(line, server)));
  },
});
