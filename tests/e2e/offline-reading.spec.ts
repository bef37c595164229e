// What was read is available offline to the person who read it, and to nobody else.
import type { Page } from '@playwright/test';
import { patience } from '../helpers/patience.ts';
import type { Api } from './support/api.ts';
import { addSessionCookies, type App } from './support/app.ts';
import type { Server } from './support/server.ts';
import { listOwnSessions } from '../../src/contract/sign-in/account.ts';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { listFines } from '../../src/contract/fines/fines.ts';
import { setUserAccess } from '../../src/contract/users.ts';
import { addMember } from './support/member.ts';
import { keptOperations, readDatabases, waitUntilKept } from './support/offline.ts';
import { expect, test } from './support/proxied.ts';

test.use({ freshContext: true, serviceWorkers: 'allow' });

const offline = (page: Page) => page.getByRole('status').filter({ hasText: /^Offline\. As of \d\d:\d\d/ });
const lost = (page: Page) => page.getByRole('status').filter({ hasText: /^Connection lost\..*As of \d\d:\d\d/ });

/** Adds somebody with a fine of this amount. */
async function addFined(server: Server, api: Api, amount: number): Promise<string> {
  const { id, name } = await addMember(server, api);
  api.ids.set(name, id);
  await api.fine(name, amount);
  return name;
}

/** Reads the dashboard and the fines as the administrator, until they are kept on the device. */
async function readFines(app: App): Promise<void> {
  await app.openDashboard();
  await app.goTo('/fines');
  await waitUntilKept(app.page);
  await expect.poll(() => keptOperations(app.page)).toContain(listFines.id);
}

test.beforeEach(({ api }) => api.rule(false));

test('without the server, screens are as last seen, with their time, and recover by themselves; so they are if the line is silent, breaks during an answer, or falls silent under an open page, or storage is slow; after 30 days offline nothing is shown or kept [OFFLINE-2, OFFLINE-3, OFFLINE-4, OFFLINE-7, OFFLINE-15]', async ({
  api,
  page,
  proxiedApp,
  faultyProxy,
  server,
}) => {
  const name = await addFined(server, api, 251);
  await readFines(proxiedApp);
  await expect(page.getByText('251').first()).toBeVisible();

  await page.addInitScript(() => {
    new MutationObserver(() => {
      const isBusy = document.querySelector('.mantine-Skeleton-root') !== null;
      if (isBusy) document.documentElement.dataset['placeholders'] = 'shown';
    }).observe(document, { childList: true, subtree: true });
  });
  faultyProxy.cut();
  await page.reload({ waitUntil: 'commit' });
  await expect(offline(page)).toBeVisible();
  await expect(page.getByText('251').first()).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-placeholders');
  // What is shown has not failed: the banner says everything, even after each attempt has ended.
  await page.waitForTimeout(3000);
  await expect(page.getByText('Failed to load')).toHaveCount(0);
  await (await proxiedApp.menuEntry('Export CSV')).click();
  await expect(proxiedApp.toast('There is no connection to the server, so the file cannot be made.')).toBeVisible();
  await proxiedApp.menuLink('Dashboard').click();
  // The fines show the name as well, and the dashboard the amount.
  await proxiedApp.expectScreen('Fines Management Dashboard');
  await expect(page.getByText(name).first()).toBeVisible();
  // Nobody has opened this screen.
  await proxiedApp.menuLink('Events').click();
  await expect(page.getByText('Not all of this screen is kept on this device.')).toBeVisible();
  await proxiedApp.menuLink('Fines').click();

  await addFined(server, api, 777);
  faultyProxy.restore();
  await expect(page.getByText('777').first()).toBeVisible();
  await expect(offline(page)).toBeHidden();
  await expect.poll(() => readDatabases(page)).toContain('777');

  for (const fault of [() => faultyProxy.holdResponses('GET /'), () => faultyProxy.breakResponses('GET /')]) {
    fault();
    await page.reload({ waitUntil: 'commit' });
    await expect(offline(page)).toBeVisible();
    await expect(page.getByText('777').first()).toBeVisible();
    faultyProxy.restore();
    await expect(offline(page)).toBeHidden();
  }

  // The line falls silent under an open page. From now on the fines are only on the device.
  await proxiedApp.goTo('/dashboard');
  await page.reload();
  // What is kept is shown before the server has answered. The page that was left does not count.
  const answers = (): Promise<string[]> =>
    page.evaluate(() => performance.getEntriesByType('resource').map((answer) => answer.name));
  await expect.poll(answers).toContain(`${proxiedApp.server.url}/api${readSession.path}`);
  await proxiedApp.goTo('/dashboard');
  faultyProxy.silence();
  // Before a call times out, unless the machine itself is slow.
  const soon = { timeout: patience(30_000) };
  await proxiedApp.menuLink('Fines').click();
  await proxiedApp.expectScreen('Fine Management');
  await expect(page.getByText('777').first()).toBeVisible(soon);
  await expect(lost(page)).toBeVisible();
  await proxiedApp.menuLink('Events').click();
  await expect(page.getByText('Not all of this screen is kept on this device.')).toBeVisible(soon);
  // The same after a reload.
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText('Not all of this screen is kept on this device.')).toBeVisible(soon);
  faultyProxy.restore();
  await expect(page.getByText('No events found')).toBeVisible(soon);
  await expect(offline(page)).toBeHidden();

  // An open page keeps its figures, with the time until which they were up to date.
  await proxiedApp.menuLink('Fines').click();
  await expect(page.getByText('777').first()).toBeVisible();
  faultyProxy.cut();
  await expect(lost(page)).toBeVisible();
  await expect(page.getByText('777').first()).toBeVisible();

  // A phone with slow storage also opens with everything that is kept.
  const slowly = await page.addInitScript(() => {
    Object.defineProperty(IDBRequest.prototype, 'onsuccess', {
      set(this: IDBRequest, listener: () => void) {
        this.addEventListener('success', () => setTimeout(listener, 1500));
      },
    });
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(offline(page)).toBeVisible();
  await expect(page.getByText('777').first()).toBeVisible();
  await expect(page.getByText('Not all of this screen is kept on this device.')).toBeHidden();
  await slowly.dispose();

  await page.clock.install({ time: Date.now() + 31 * 24 * 60 * 60 * 1000 });
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => readDatabases(page)).toBe('');
  await expect(page.getByText('Connection lost.')).toBeVisible();
  await expect(page.getByText('777')).toHaveCount(0);
});

test('what needs the server is refused with a sentence, and input is kept; a session ended elsewhere clears the device at the next connection, as does signing out, and another account on the device sees nothing of it [OFFLINE-4, OFFLINE-5, OFFLINE-6]', async ({
  api,
  page,
  proxiedApp,
  faultyProxy,
  server,
}) => {
  await addFined(server, api, 253);
  // Opened online, where the sessions are read again and again.
  await proxiedApp.openProfile();
  await waitUntilKept(page);
  for (const path of ['/fines', '/payments', '/user', '/dashboard'] as const) await proxiedApp.goTo(path);
  await page.getByRole('button', { name: 'Collect Payment' }).first().click();
  const collect = proxiedApp.dialog('Collect Payment');
  await expect(collect.getByLabel('Amount Received (PKR)')).not.toHaveValue('');
  await expect.poll(() => keptOperations(page)).toContain('payments.owed');
  // Data about sign-ins is not kept.
  expect(await keptOperations(page)).not.toContain(listOwnSessions.id);

  // What is open stays, with what was typed.
  const receipt = 'A receipt’s number comes from the server.';
  await collect.getByLabel('Amount Received (PKR)').fill('53');
  faultyProxy.cut();
  await expect(lost(page)).toBeVisible();
  // More than a short break.
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 11_000;
  });
  await collect.getByRole('button', { name: 'Save' }).click();
  await expect(proxiedApp.toast(receipt)).toBeVisible();
  await expect(collect.getByLabel('Amount Received (PKR)')).toHaveValue('53');
  await page.keyboard.press('Escape');
  await proxiedApp.dismiss(receipt);

  await page.reload({ waitUntil: 'commit' });
  await expect(offline(page)).toBeVisible();
  /** Refused where it is pressed, before anything opens. */
  const refused = async (press: () => Promise<void>, sentence = receipt): Promise<void> => {
    await press();
    await expect(proxiedApp.toast(sentence)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await proxiedApp.dismiss(sentence);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const without = 'There is no connection to the server, and this cannot be done without it.';
  await refused(() => button('Collect Payment').click());
  await refused(() => page.keyboard.press('c'));
  await proxiedApp.menuLink('Fines').click();
  await refused(() => button(/^Mark Paid/).click());
  const waive = await proxiedApp.rowEntry(page.locator('tbody tr').first(), 'Waive');
  await refused(() => waive.click(), without);
  await refused(() => button(/^Delete/).click(), without);
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .last()
    .check();
  const ticked = page.getByText('1 fine selected').locator('..');
  await refused(() => ticked.getByRole('button', { name: 'Mark as Paid' }).click());
  await proxiedApp.menuLink('Payments').click();
  await refused(async () => (await proxiedApp.menuEntry('Collect from Many')).click());
  await proxiedApp.expectPath('/payments');
  await refused(() => button('Collect Payment').click());
  await proxiedApp.menuLink('Users').click();
  await refused(() => button('Add New User').click(), without);
  await proxiedApp.menuLink('Dashboard').click();
  // Signing out is refused as well.
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(proxiedApp.toast('Logout Failed')).toContainText('There is no connection to the server');

  await page.context().clearCookies();
  faultyProxy.restore();
  await proxiedApp.expectScreen('Welcome Back');
  await expect.poll(() => keptOperations(page)).toEqual([]);

  // Signing out removes what is kept.
  const member = await addMember(server, api);
  await page.goto('about:blank');
  await proxiedApp.openFines();
  await expect(page.getByText('253').first()).toBeVisible();
  // A second tab is told.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByText('253').first()).toBeVisible();
  await expect.poll(() => keptOperations(page)).toContain(listFines.id);

  await page.getByRole('button', { name: 'Logout' }).click();
  await proxiedApp.expectScreen('Welcome Back');
  await expect.poll(() => keptOperations(page)).toEqual([]);
  await proxiedApp.submitLogin(member.email, member.password);
  await proxiedApp.expectPath('/fineUserOverView');
  await expect.poll(() => keptOperations(page)).toContain('overview.list');
  await other.bringToFront();
  // Except as part of somebody's address.
  await expect(other.getByText(/\b253\b/)).toHaveCount(0);

  faultyProxy.cut();
  for (const tab of [page, other]) {
    await tab.goto(`${proxiedApp.server.url}/#/fines`);
    await tab.reload({ waitUntil: 'commit' });
    await expect(tab.getByText(/^As of/)).toBeVisible();
    await expect(tab.getByText(/\b253\b/)).toHaveCount(0);
  }
});

test.describe('without the service worker', () => {
  test.use({ freshContext: false, serviceWorkers: 'block' });

  test('what one person has typed is not shown to another who signs in, but is still there for themselves [OFFLINE-6]', async ({
    api,
    page,
    app,
    server,
  }) => {
    const [one, other] = [await addMember(server, api), await addMember(server, api)];
    for (const { id } of [one, other])
      await api.must(setUserAccess, { params: { userId: id }, body: { access: 'collector' } });
    const dialog = app.dialog('Add New Fine');
    /** Opens the app with this person's session, as after signing in. */
    const open = async ({ email }: { email: string }): Promise<void> => {
      await page.context().clearCookies();
      await addSessionCookies(page.context(), server, await server.enter(email));
      await page.reload();
      await app.goTo('/fines');
      if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Add New Fine' }).first().click();
    };
    await open(one);
    await dialog.getByLabel('Note').fill('seen at the gate');
    await open(one);
    await expect(dialog.getByLabel('Note')).toHaveValue('seen at the gate');
    await open(other);
    await expect(dialog.getByLabel('Note')).toHaveValue('');
  });

  test('with full or refused storage everything works online, and no input is lost [OFFLINE-7]', async ({
    api,
    page,
    proxiedApp,
    faultyProxy,
    server,
  }) => {
    await addFined(server, api, 256);
    for (const breakStorage of [
      () => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('There is no room.', 'QuotaExceededError');
        };
      },
      () => void Object.defineProperty(globalThis, 'indexedDB', { get: () => null }),
    ]) {
      await page.addInitScript(breakStorage);
      await page.goto('about:blank');
      await proxiedApp.openFines();
      await expect(page.getByText('256').first()).toBeVisible();
      await page.getByRole('button', { name: 'Add New Fine' }).first().click();
      const dialog = proxiedApp.dialog('Add New Fine');
      await dialog.getByLabel('Note').fill('by the gate');
      faultyProxy.cut();
      await expect(lost(page)).toBeVisible();
      await expect(page.getByText('256').first()).toBeVisible();
      faultyProxy.restore();
      await expect(lost(page)).toBeHidden();
      await expect(dialog.getByLabel('Note')).toHaveValue('by the gate');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
    }
  });
});
