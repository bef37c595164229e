// The app on the device: it can be installed, and opens while the server is away or the line is silent.
import { listEvents } from '../../src/contract/events.ts';
import { skipPauses } from './support/clock.ts';
import { expect, test } from './support/proxied.ts';
import { keptOperations, waitUntilFetchedIsKept, waitUntilKept } from './support/offline.ts';
import { recordRequests } from './support/requests.ts';

test.use({ freshContext: true, serviceWorkers: 'allow' });

test('the app can be installed: Chromium finds nothing missing; without signing in nothing is kept on the device [OFFLINE-1, OFFLINE-2]', async ({
  app,
  page,
  request,
  server,
}) => {
  // After this pause somebody who is signed in would have the app kept (PRELOAD_AFTER_MS in Routes.tsx).
  await skipPauses(page, [2000]);
  await app.open('/');
  await app.expectScreen('Welcome Back');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  const client = await page.context().newCDPSession(page);
  const { url, errors } = await client.send('Page.getAppManifest');
  expect(url).toBe(`${server.url}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

  const manifest = (await (await request.get(url)).json()) as {
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
  const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const addresses = [...manifest.icons.map(({ src }) => src), apple ?? ''];
  for (const address of addresses) expect((await request.get(server.url + address)).status(), address).toBe(200);
});

test.describe('in a browser that is to save data', () => {
  test.use({ savesData: true });

  test('no screen is fetched before it is opened; those that were opened open offline [OFFLINE-16]', async ({
    page,
    proxiedApp,
    faultyProxy,
  }) => {
    const asked = recordRequests(page, 'GET /assets/');
    const screens = (): string[] =>
      asked.flatMap(({ url }) => /\/(\w+)Screen-[^/]+\.js$/.exec(url.pathname)?.[1] ?? []);
    await proxiedApp.openUsers();
    // The worker is registered when other browsers begin to fetch the screens.
    await waitUntilFetchedIsKept(page);
    await proxiedApp.goTo('/events');
    await waitUntilFetchedIsKept(page);
    await expect.poll(() => keptOperations(page)).toContain(listEvents.id);
    // That for signing in comes while the page does not know yet that somebody is, in a file of its own or not.
    expect(screens().filter((name) => name !== 'Entry')).toEqual(['Users', 'Events']);

    faultyProxy.cut();
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByText(/^Offline\./)).toBeVisible();
    await proxiedApp.expectScreen('Events');
    await proxiedApp.goTo('/user');
  });
});

test('the page opens while the server is away, with dialogs that were never opened on this device before, while the line is silent, and while a proxy answers instead of the server [OFFLINE-2, OFFLINE-13]', async ({
  page,
  proxiedApp,
  faultyProxy,
}) => {
  await proxiedApp.openDashboard();
  await waitUntilKept(page);
  const policies = new Set<string>();
  const open = async (): Promise<void> => {
    const answer = await page.reload({ waitUntil: 'commit' });
    const policy = (await answer?.headerValue('content-security-policy')) ?? '';
    const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1];
    await expect(page.locator('meta[name="csp-nonce"]')).toHaveAttribute('content', nonce ?? '');
    policies.add(policy);
    await expect(page.getByText(/^Offline\. As of/)).toBeVisible();
  };
  faultyProxy.cut();
  await open();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(proxiedApp.toast('A receipt’s number comes from the server.')).toBeVisible();
  await expect(proxiedApp.dialog('Collect Payment')).toHaveCount(0);
  // Nobody has opened the fines screen.
  await page.keyboard.press('n');
  const form = proxiedApp.dialog('Add New Fine');
  await form.getByLabel('Note').fill('by the gate');
  await form.getByRole('button', { name: 'Choose a day in the calendar' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose a day in the calendar' }).getByRole('table')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form.getByLabel('Note')).toHaveValue('by the gate');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await proxiedApp.open('/dashboard');
  await proxiedApp.expectScreen('Fines Management Dashboard');

  faultyProxy.restore();
  faultyProxy.holdResponses('GET /');
  await open();
  // A proxy that answers instead of the server, even with success; its answers are not kept as files of the app.
  for (const status of [502, 200]) {
    faultyProxy.restore();
    await expect(page.getByText(/^Offline\./)).toBeHidden();
    faultyProxy.answerPage(status);
    await open();
  }
  const isKept = await page.evaluate(async () => {
    await fetch('/assets/seldom.js');
    return (await caches.match('/assets/seldom.js')) !== undefined;
  });
  expect(isKept).toBe(false);
  faultyProxy.restore();
  await proxiedApp.goTo('/dashboard');
  expect(policies.size).toBe(4);
});
