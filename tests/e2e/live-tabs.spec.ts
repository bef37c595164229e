// Seven tabs of one browser over plain http, which allows six connections to a server: one stream serves them all,
// whatever happens to the tab that was first (LIVE-10). Under an office network's name, where Web Locks and the like
// are missing.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { addSessionCookies, App } from './support/app.ts';
import { addMember } from './support/member.ts';
import { saveData } from './support/save-data.ts';
import { expect, test } from './support/test.ts';

const TABS = 7;
const NAME = 'office.test';

/** A relay to the server that knows which of its connections are streams. */
async function startRelay(serverUrl: string) {
  const { port, hostname } = new URL(serverUrl);
  const streams = new Set<Socket>();
  let opened = 0;
  const relay = createServer((browser) => {
    const server = connect(Number(port), hostname);
    // The connection may have served other requests before.
    browser.on('data', (bytes: Buffer) => {
      if (!bytes.toString('latin1').startsWith('GET /api/live')) return;
      streams.add(browser);
      opened += 1;
    });
    for (const [from, to] of [
      [browser, server],
      [server, browser],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        streams.delete(browser);
        to.destroy();
      });
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    streams: () => streams.size,
    opened: () => opened,
    cut: () => streams.forEach((stream) => stream.destroy()),
    close: () => relay.close(),
  };
}

const lifecycle = async (context: BrowserContext, page: Page, state: 'frozen' | 'active'): Promise<void> => {
  const protocol = await context.newCDPSession(page);
  await protocol.send('Page.setWebLifecycleState', { state });
};

test('seven tabs share one stream, even if the first is closed, one is frozen or reloaded, or somebody else signs in [LIVE-10]', async ({
  playwright,
  server,
  api,
}) => {
  const relay = await startRelay(server.url);
  const url = `http://${NAME}:${relay.port}`;
  const { launchOptions } = test.info().project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  });
  const context = await browser.newContext();
  await saveData(context);
  const behind = { ...server, url, running: true };
  await addSessionCookies(context, behind, await server.newSession());
  await api.rule(false);
  await api.add('Ayesha Khan');

  const pages: Page[] = [];
  const times: number[] = [];
  const total = async (page: Page, rupees: number): Promise<void> =>
    expect(page.getByRole('main')).toContainText(new RegExp(`Total Fines\\s?Rs\\s${rupees}(?!\\d)`));
  // Without any fine the dashboard has its first steps in place of the figures.
  await api.fine('Ayesha Khan', 1);
  let charged = 1;
  /** Adds a fine of Rs 1, and returns how long each of these tabs takes to show it. */
  const fine = async (among: readonly Page[]): Promise<number> => {
    charged += 1;
    await api.fine('Ayesha Khan', 1);
    const since = performance.now();
    await Promise.all(among.map((page) => total(page, charged)));
    return Math.round(performance.now() - since);
  };
  for (let n = 0; n < TABS; n += 1) {
    const page = await context.newPage();
    const since = performance.now();
    await page.goto(`${url}/#/dashboard`);
    await total(page, charged);
    times.push(Math.round(performance.now() - since));
    pages.push(page);
  }
  const [first, second, third, ...rest] = pages;
  if (first === undefined || second === undefined || third === undefined) throw new Error('unreachable');
  expect(await first.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false]);
  expect([relay.streams(), relay.opened()]).toEqual([1, 1]);
  const heard = { all: await fine(pages), closed: 0, frozen: 0, reloaded: 0 };

  await first.close();
  heard.closed = await fine([second, third, ...rest]);
  await lifecycle(context, second, 'frozen');
  heard.frozen = await fine([third, ...rest]);
  await lifecycle(context, second, 'active');
  await total(second, charged);
  await third.reload();
  heard.reloaded = await fine([second, third, ...rest]);
  expect([relay.streams(), relay.opened()]).toEqual([1, 1]);
  console.log(
    `Tabs loaded in ${times.join(', ')} ms; a change shown by the last of them after ${JSON.stringify(heard)} ms.`,
  );

  // Each tab says that the connection is lost, and each recovers; three are enough to see whether each has a stream.
  const [fourth, ...others] = rest;
  if (fourth === undefined) throw new Error('unreachable');
  for (const page of others) await page.close();
  const open = [second, third, fourth].map((page) => new App(page, behind));
  await server.stop();
  await Promise.all(open.map((app) => expect(app.connectionLost).toBeVisible()));
  await server.start();
  await Promise.all(open.map((app) => expect(app.connectionLost).toBeHidden()));
  await fine([second, third, fourth]);
  await expect.poll(relay.streams).toBe(1);

  // Somebody else signs in while the connection is lost: every tab and the feed become theirs.
  const member = await addMember(server, api);
  await addSessionCookies(context, behind, await server.enter(member.email));
  relay.cut();
  await Promise.all(open.map((app) => app.expectPath('/fineUserOverView')));
  api.ids.set(member.name, member.id);
  await api.fine(member.name, 70);
  await Promise.all(open.map(({ page }) => expect(page.getByRole('main')).toContainText('Rs 70')));
  await expect.poll(relay.streams).toBe(1);
  await browser.close();
  relay.close();
});
