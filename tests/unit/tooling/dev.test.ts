// What `npm run dev` serves and what it proxies: the page's sources have a folder with the same name as the API.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';

const folder = mkdtempSync(join(tmpdir(), 'jurmana-dev-'));
let behind: Server;
let vite: ViteDevServer;
let url: string;

beforeAll(async () => {
  behind = createHttpServer((request, response) => response.end(`${request.headers.host} ${request.url}`)).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => behind.once('listening', resolve));
  process.env['DEV_SERVER_URL'] = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
  vite = await createServer({
    configFile: new URL('../../../vite.config.ts', import.meta.url).pathname,
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1', strictPort: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    // Outside the sources, so that the cache does not change their build hash.
    cacheDir: folder,
  });
  await vite.listen();
  url = vite.resolvedUrls?.local[0] ?? '';
});
afterAll(async () => {
  await vite.close();
  behind.close();
  rmSync(folder, { recursive: true, force: true });
  delete process.env['DEV_SERVER_URL'];
});

const read = async (path: string): Promise<string> => (await fetch(new URL(path, url))).text();

test('the page and its sources come from Vite', async () => {
  expect(await read('/')).toContain('main.tsx');
  for (const path of ['/api/client.ts', '/api/hooks.ts?t=1', '/App.tsx']) expect(await read(path)).toContain('import');
});

test('requests to the API go to the server, which sees the address that the browser uses', async () => {
  for (const path of ['/api/auth/session', '/api/fines?search=a.ts', '/api/openapi.json', '/healthz']) {
    expect(await read(path)).toBe(`${new URL(url).host} ${path}`);
  }
});
