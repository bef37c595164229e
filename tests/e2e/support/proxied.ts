// The test function for network faults: `proxiedApp` is the app behind `faultyProxy`.
import { App } from './app.ts';
import type { FaultyProxy } from './faulty-proxy.ts';
import { behindProxy, startFaultyProxy } from './faulty-proxy.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

interface Fixtures {
  faultyProxy: FaultyProxy;
  proxiedApp: App;
}

export const test = base.extend<Fixtures>({
  faultyProxy: async ({ server }, use) => {
    const faultyProxy = await startFaultyProxy(server.url);
    await use(faultyProxy);
    await faultyProxy.close();
  },

  proxiedApp: async ({ page, server, faultyProxy }, use) => {
    await use(new App(page, behindProxy(faultyProxy, server)));
  },
});
