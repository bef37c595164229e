// Fines entered offline are saved exactly once when the connection is back.
import type { Page } from '@playwright/test';
import { listFines } from '../../src/contract/fines/fines.ts';
import { deleteUser } from '../../src/contract/users.ts';
import { addDays, formatDay } from '../../src/core/calendar.ts';
import { type Api, today } from './support/api.ts';
import { App, addSessionCookies } from './support/app.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { behindProxy, startFaultyProxy } from './support/faulty-proxy.ts';
import { addMember } from './support/member.ts';
import { keptOperations, waitUntilFetchedIsKept, waitUntilKept } from './support/offline.ts';
import { expect, test } from './support/proxied.ts';
import type { Server } from './support/server.ts';
import { patience } from '../helpers/patience.ts';

test.use({ freshContext: true, serviceWorkers: 'allow' });

const DAY_MS = 24 * 60 * 60 * 1000;

const offline = (page: Page) => page.getByText(/^Offline\./);
const waiting = (page: Page, count: number) => page.getByText(new RegExp(`^${count} waiting to be sent`));

async function addPerson(server: Server, api: Api): Promise<string> {
  const { id, name } = await addMember(server, api);
  api.ids.set(name, id);
  return name;
}

/** Signs in and stores on the device everything that fining needs. */
async function prepare(app: App): Promise<void> {
  const { page } = app;
  await addSessionCookies(page.context(), app.server, await app.server.newSession());
  await app.goTo('/fines');
  // The dialog's code as well, which is fetched ahead of time.
  await waitUntilKept(page);
  await expect.poll(() => keptOperations(page)).toEqual(expect.arrayContaining([listFines.id, 'users.options']));
}

async function enter(app: App, amount: string, ...names: string[]): Promise<void> {
  const { page } = app;
  await page.getByRole('button', { name: 'Add New Fine' }).first().click();
  const dialog = app.dialog('Add New Fine');
  await dialog.getByLabel('Fine Type').fill('Late arrival');
  await dialog.getByLabel('Amount (PKR)').fill(amount);
  for (const name of names) {
    await dialog.getByLabel('Search users by name or e-mail').fill(name);
    // The answer to the search moves the rows, and a row that moves while it is pressed is not clicked.
    await expect(dialog.getByText(`Enter selects ${name}`)).toBeVisible();
    await dialog.getByRole('option', { name }).or(dialog.getByRole('checkbox', { name })).first().click();
  }
  await dialog.getByRole('button', { name: 'Add Fine' }).click();
  await expect(dialog).toBeHidden();
}

async function finesOf(api: Api, name: string): Promise<string[]> {
  const { items } = await api.must(listFines, { query: { userId: api.id(name), pageSize: 100 } });
  return items.map(({ amount, date }) => `${amount} ${date}`).toReversed();
}

test('two devices add fines offline, on the day of the form, however long they are offline and however wrong their clock is: waiting fines survive a restart, can be withdrawn, are sent once and in order; doublings, refusals and signing out are asked about [OFFLINE-9, OFFLINE-10, OFFLINE-11, OFFLINE-12, OFFLINE-14]', async ({
  api,
  server,
  proxiedApp: first,
  faultyProxy,
  browser,
}) => {
  await api.rule(true);
  const asma = await addPerson(server, api);
  const bilal = await addPerson(server, api);
  const chand = await addPerson(server, api);
  const gone = await addPerson(server, api);
  const otherProxy = await startFaultyProxy(server.url);
  const otherContext = await browser.newContext({ serviceWorkers: 'allow' });
  const second = new App(await otherContext.newPage(), behindProxy(otherProxy, server));
  // What waits is sent again every 30 seconds (SEND_AGAIN_MS in src/web/offline/waiting/waiting-fines.ts); here every 3.
  await first.page.addInitScript(() => {
    const setTimer = setInterval;
    globalThis.setInterval = ((handler: () => void, ms = 0) =>
      setTimer(handler, ms === 30_000 ? 3000 : ms)) as typeof setInterval;
  });
  await prepare(first);
  await prepare(second);
  faultyProxy.cut();
  otherProxy.cut();
  for (const { page } of [first, second]) {
    await page.reload({ waitUntil: 'commit' });
    await expect(offline(page)).toBeVisible();
  }

  // Looked for from the beginning: it disappears by itself.
  const waits = expect(first.toast('There is no connection. It waits on this device')).toBeVisible();
  await Promise.all([enter(first, '100', asma), waits]);
  await expect(waiting(first.page, 1)).toBeVisible();
  await enter(first, '200', bilal);
  await enter(first, '300', chand);
  await enter(second, '150', asma);
  await expect(waiting(second.page, 1)).toBeVisible();

  // After a restart one is withdrawn.
  await first.page.reload({ waitUntil: 'commit' });
  await expect(waiting(first.page, 3)).toBeVisible();
  await first.onPhone();
  await first.page.getByRole('button', { name: 'Show', exact: true }).click();
  const list = first.dialog('Waiting to Be Sent');
  await expect(list.getByRole('article')).toHaveText([asma, bilal, chand].map((name) => new RegExp(name)));
  await expectNoAxeViolations(first.page);
  await expectNoSidewaysScroll(first.page);
  await expectTouchTargets(list.getByRole('button'));
  await list.getByRole('button', { name: `Withdraw: ${bilal}` }).click();
  await first.dialog('Withdraw This Fine?').getByRole('button', { name: 'Withdraw' }).click();
  await expect(list.getByRole('article')).toHaveCount(2);
  await list.getByRole('button', { name: 'Close', exact: true }).last().click();

  // The first answer is lost, but the fine is saved exactly once.
  const sent = expect(first.toast(/sent\.$/)).toBeVisible({ timeout: patience(90_000) });
  faultyProxy.restore();
  faultyProxy.dropResponses('POST /api/fines ', 1);
  await sent;
  await expect(offline(first.page)).toBeHidden();
  await expect(first.page.getByText(/waiting to be sent/)).toBeHidden();
  expect(await finesOf(api, asma)).toEqual([`100 ${today()}`]);
  expect(await finesOf(api, chand)).toEqual([`300 ${today()}`]);
  expect(await finesOf(api, bilal)).toEqual([]);

  // The other device's fine is the second of the week.
  otherProxy.restore();
  await expect(second.page.getByText('1 needs your decision')).toBeVisible();
  expect(await finesOf(api, asma)).toHaveLength(1);
  await second.page.getByRole('button', { name: 'Show', exact: true }).click();
  await second.page.getByRole('button', { name: `Confirm and send: ${asma}` }).click();
  await expect.poll(() => finesOf(api, asma)).toEqual([`100 ${today()}`, `300 ${today()}`]);
  await expect(second.page.getByText(/waiting to be sent/)).toBeHidden();

  // Offline for days, with a wrong clock.
  await second.page.clock.install({ time: Date.now() + 5 * DAY_MS });
  await second.page.reload();
  await expect.poll(() => second.page.evaluate(() => localStorage.getItem('clock.ahead'))).not.toBeNull();
  await waitUntilFetchedIsKept(second.page);
  otherProxy.cut();
  await second.page.reload({ waitUntil: 'commit' });
  await expect(offline(second.page)).toBeVisible();
  await second.page.getByRole('button', { name: 'Add New Fine' }).first().click();
  const date = second.dialog('Add New Fine').getByLabel('Date');
  await expect(date).toHaveValue(formatDay(today()));
  await second.page.clock.fastForward(2 * DAY_MS);
  await expect(date).toHaveValue(formatDay(addDays(today(), 2)));
  // Past midnight on an open page.
  await second.page.clock.fastForward(DAY_MS);
  await expect(date).toHaveValue(formatDay(addDays(today(), 3)));
  await otherContext.close();
  await otherProxy.close();

  // A fine that is refused is shown to the person.
  const { page } = first;
  await page.setViewportSize({ width: 1280, height: 800 });
  faultyProxy.cut();
  await page.reload({ waitUntil: 'commit' });
  await expect(offline(page)).toBeVisible();
  await enter(first, '120', bilal, gone);
  await enter(first, '100', gone);
  // Signing out is refused before it asks whether they may be removed.
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(first.toast('Logout Failed')).toContainText('You are still signed in');
  await expect(first.dialog('Sign Out?')).toHaveCount(0);
  await expect(waiting(page, 2)).toBeVisible();
  await api.must(deleteUser, { params: { userId: api.id(gone) } });
  faultyProxy.restore();
  await expect(page.getByText('1 needs your decision')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(list.getByText(/^Not saved: .* has been deleted in the meantime\./)).toContainText(gone);
  await list.getByRole('button', { name: 'Send for the Others' }).click();
  await expect.poll(() => finesOf(api, bilal)).toEqual([`120 ${today()}`]);
  // The next one is for nobody but this member.
  await expect(list.getByRole('article')).toHaveCount(1);
  await expect(list.getByText(/^Not saved: /)).toBeVisible();
  await expect(list.getByRole('button', { name: /^Send/ })).toHaveCount(0);
  await list.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.getByRole('button', { name: 'Logout' }).click();
  const question = first.dialog('Sign Out?');
  await expect(question).toContainText('One fine on this device has not been sent yet.');
  await question.getByRole('button', { name: 'Stay Signed In' }).click();
  await expect(waiting(page, 1)).toBeVisible();
  await first.onPhone();
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Sign Out and Remove' }).click();
  await first.expectScreen('Welcome Back');
});
