// The test function for network faults: `proxiedApp` is the app behind `faultyProxy`.
import { App } from './app.ts';
import { behindProxy, type FaultyProxy } from './faulty-proxy.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

interface Fixtures {
  faultyProxy: FaultyProxy;
  proxiedApp: App;
}

export const test = base.extend<Fixtures>({
  faultyProxy: async ({ servers, server }, use) => {
    const faultyProxy = await servers.proxyTo(server);
    await use(faultyProxy);
    faultyProxy.reset();
  },

  proxiedApp: async ({ page, server, faultyProxy }, use) => {
    await use(new App(page, behindProxy(faultyProxy, server)));
  },
});
