// Notifications on a device, from the press in the account to the locked screen: the real server sends them to a push
// service on this machine, and Chromium's real service worker shows what arrived there.
import type { Page, Worker } from '@playwright/test';
import { readOwnPush } from '../../src/contract/mail/push.ts';
import { switchRule } from '../../src/contract/settings/rules.ts';
import { chromiumFlags, findWholeChromium } from '../helpers/chromium.ts';
import { type PushService, startPushService } from '../helpers/push-service.ts';
import { App, addSessionCookies } from './support/app.ts';
import { expectTouchTargets } from './support/axe.ts';
import { addMember } from './support/member.ts';
import { startServer } from './support/server.ts';
import { expect, test as base } from './support/test.ts';

const test = base.extend<{ pushService: PushService }>({
  pushService: async ({ page }, use) => {
    const pushService = await startPushService();
    await use(pushService);
    await page.close();
    await pushService.stop();
  },
  server: async ({ pushService }, use) => {
    const server = await startServer({ name: 'push', environment: { PUSH_HOSTS: pushService.origin } });
    await use(server);
    await server.remove();
  },
});

const executablePath = findWholeChromium();
test.use({
  freshContext: true,
  serviceWorkers: 'allow',
  launchOptions: { args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) },
});

/** Chromium's own push service cannot be used here: this replaces its browser half, with a device of ours. */
async function withDevice(page: Page, device: ReturnType<PushService['device']>): Promise<void> {
  await page.addInitScript((of) => {
    const kept = 'a device of the test';
    const subscription = {
      endpoint: of.endpoint,
      toJSON: () => of,
      unsubscribe: async () => {
        localStorage.removeItem(kept);
        return true;
      },
    };
    const there = () => (localStorage.getItem(kept) === null ? null : subscription);
    Object.assign(PushManager.prototype, {
      getSubscription: async () => there(),
      subscribe: async ({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) => {
        const key = applicationServerKey as Uint8Array;
        if (userVisibleOnly !== true || key.byteLength !== 65) throw new DOMException('', 'InvalidAccessError');
        localStorage.setItem(kept, 'true');
        return there();
      },
    });
  }, device);
}

/** The headless shell cannot show notifications, whatever was granted; the worker keeps them here instead. */
const KEPT = `if (Notification.permission === 'denied') {
  const shown = new Map();
  Object.assign(self.registration, {
    showNotification: async (title, options) => void shown.set(options.tag, { title, ...options, close() {} }),
    getNotifications: async () => [...shown.values()],
  });
}`;

/** Passes a notification to the service worker, as a browser does when its push service wakes it up. */
async function deliver(page: Page, notification: unknown): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const registrationId = await registered;
  await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(notification) });
  await client.detach();
}

/** What a press on a notification makes the browser tell the service worker. */
const PRESS = `(async () => {
  const [notification] = await self.registration.getNotifications();
  self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
})()`;

const workerOf = async (page: Page): Promise<Worker> => {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // Playwright learns of the worker separately from the page.
  const [worker] = page.context().serviceWorkers();
  return worker ?? page.context().waitForEvent('serviceworker');
};

interface Shown {
  title: string;
  body: string;
  tag: string;
  lang: string;
  dir: string;
}

const shown = async (page: Page): Promise<Shown[]> =>
  (await workerOf(page)).evaluate(`self.registration.getNotifications().then((notifications) =>
    notifications.map(({ title, body, tag, lang, dir }) => ({ title, body, tag, lang, dir })))`);

test('a member is offered notifications once, turns them on, sees them on a locked screen, and opens the app by pressing one; members who block them are told so [PUSH-1, PUSH-8, PUSH-9]', async ({
  page,
  server,
  api,
  pushService,
}) => {
  await api.rule(false);
  await api.must(switchRule, { params: { ruleId: 'tell-members' }, body: { allowDisallow: true } });
  const member = await addMember(server, api);
  api.ids.set(member.name, member.id);
  const client = await server.enter(member.email);
  await addSessionCookies(page.context(), server, client);
  await page.context().grantPermissions(['notifications'], { origin: server.url });
  await withDevice(page, pushService.device('phone'));
  const app = new App(page, server);
  await app.onPhone();
  await app.open('/fineUserOverView');
  await app.expectScreen('User Fines Overview');
  const offer = page.getByRole('region', { name: 'Get notified at once' });
  // Not on the first visit.
  const visited = () => page.evaluate(() => localStorage.getItem('notifications.visited'));
  await expect.poll(visited).toBe('true');
  await expect(page.getByRole('heading', { name: 'Your payments' })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(offer).toBeVisible();
  await expectTouchTargets(offer.getByRole('button'));
  await offer.getByRole('button', { name: 'Turn On' }).click();
  await expect(app.toast('This device now shows notifications')).toBeVisible();
  await expect(offer).toHaveCount(0);
  // The same as after signing in again.
  await page.evaluate(() => localStorage.removeItem('a device of the test'));
  await page.reload();
  await offer.getByRole('button', { name: 'No, Thanks' }).click();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your payments' })).toBeVisible();
  await expect(offer).toHaveCount(0);

  await page.getByRole('button', { name: 'Account' }).click();
  const notify = page.getByLabel('Notify me on this device');
  await expect(notify).not.toBeChecked();
  await expect(page.getByLabel('Show details')).toHaveCount(0);
  await notify.click();
  await expect(app.toast('This device now shows notifications')).toBeVisible();
  await expect(notify).toBeChecked();
  expect((await client.must(readOwnPush, {})).endpoint).toBe(`${pushService.origin}/push/phone`);

  await (await workerOf(page)).evaluate(KEPT);
  await api.fine(member.name, 300, { fineType: 'Late arrival' });
  await server.setClock(Date.now() + 61_000);
  await expect.poll(() => pushService.received.length).toBe(1);
  await deliver(page, pushService.received[0]?.notification);
  const news = 'There is news for you. Open to see it.';
  await expect.poll(() => shown(page)).toMatchObject([{ title: 'Jurmana', body: news, lang: 'en', dir: 'ltr' }]);

  // A notification that arrives twice is shown once; with permission it says what it is about.
  await deliver(page, pushService.received[0]?.notification);
  await page.getByLabel('Show details').click();
  await expect.poll(async () => (await client.must(readOwnPush, {})).amounts).toBe(true);
  await api.fine(member.name, 200, { fineType: 'Uniform' });
  await server.setClock(Date.now() + 130_000);
  await expect.poll(() => pushService.received.length).toBe(2);
  await deliver(page, pushService.received[1]?.notification);
  await expect
    .poll(async () => (await shown(page)).map(({ body }) => body).toSorted())
    .toEqual([news, 'You were fined Rs. 200.00']);

  // The push service has ended the subscription, so the worker makes a new one.
  const renewed = pushService.device('renewed');
  await (
    await workerOf(page)
  ).evaluate(`PushManager.prototype.subscribe = async () =>
    ({ endpoint: ${JSON.stringify(renewed.endpoint)}, toJSON: () => (${JSON.stringify(renewed)}) });
    self.dispatchEvent(new ExtendableEvent('pushsubscriptionchange'));`);
  await expect.poll(async () => (await client.must(readOwnPush, {})).endpoint).toBe(renewed.endpoint);

  // A press leads there in the open window, which is not reloaded.
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Statement' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/fineUserOverView?paper=statement');
  await page.evaluate(() => Object.assign(window, { notLoadedAgain: true }));
  await (await workerOf(page)).evaluate(PRESS);
  await expect.poll(() => new URL(page.url()).hash).toBe('#/fineUserOverView');
  expect(await page.evaluate(() => 'notLoadedAgain' in window)).toBe(true);

  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await page.reload();
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByText(/^Notifications from this site are blocked/)).toBeVisible();
  await expect(notify).toHaveCount(0);
});
