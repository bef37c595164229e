// App Settings (specification sections 2, 4 and 8): one switch for each rule, saved at once.
import type { Locator, Page } from '@playwright/test';
import { listSettings, updateSetting } from '../../src/contract/settings.ts';
import type { Client } from '../helpers/client.ts';
import { expectGoodLook, expectNoAxeViolations } from './support/axe.ts';
import { expect, test } from './support/on-line.ts';

const MEMBERS = "Members can see everyone's fines";
const MEMBERS_ID = 'members-see-everyone';
/** the request that switches it */
const WRITE = `PUT /api/settings/${MEMBERS_ID} `;

const rule = (page: Page, description: string | RegExp): Locator => page.getByRole('switch', { name: description });

async function isOn(api: Client): Promise<boolean | undefined> {
  const { items } = await api.must(listSettings, {});
  return items.find(({ id }) => id === MEMBERS_ID)?.allowDisallow;
}

async function set(api: Client, on: boolean): Promise<void> {
  await api.must(updateSetting, { params: { settingId: MEMBERS_ID }, body: { allowDisallow: on } });
}

test.beforeEach(({ api }) => set(api, false));

test('lists every rule with its description, Enabled or Disabled, in the card "App Rules"', async ({
  app,
  page,
  api,
}) => {
  await app.openSettings();
  const card = page.getByRole('region', { name: 'App Rules' });
  const { items } = await api.must(listSettings, {});
  expect(items.length).toBeGreaterThanOrEqual(2);
  await expect(card.getByRole('switch')).toHaveCount(items.length);
  for (const setting of items) {
    const row = card.getByRole('listitem').filter({ hasText: setting.description });
    await expect(row.getByRole('switch')).toBeChecked({ checked: setting.allowDisallow });
    await expect(row).toContainText(setting.allowDisallow ? 'Enabled' : 'Disabled');
  }
});

test('saves at once, says so, and it stays', async ({ app, page, api }) => {
  await app.openSettings();
  await rule(page, MEMBERS).click();
  await expect(rule(page, MEMBERS)).toBeChecked();
  await expect(app.toast('Updated')).toContainText('Setting updated');
  expect(await isOn(api)).toBe(true);
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(rule(page, MEMBERS)).toBeChecked();
});

test('can be switched by its description, and by keyboard', async ({ app, page, api }) => {
  await app.openSettings();
  await page.getByText(MEMBERS).click();
  await expect(rule(page, MEMBERS)).toBeChecked();
  await rule(page, MEMBERS).focus();
  await page.keyboard.press('Space');
  await expect(rule(page, MEMBERS)).not.toBeChecked();
  await expect.poll(() => isOn(api)).toBe(false);
});

test('shows the change before the answer comes', async ({ onLine: app, line, page, api }) => {
  await app.openSettings();
  line.holdRequests(WRITE);
  await rule(page, MEMBERS).click();
  await expect(rule(page, MEMBERS)).toBeChecked();
  await expect(page.getByRole('listitem').filter({ hasText: MEMBERS })).toContainText('Enabled');
  expect(await isOn(api)).toBe(false);
  line.restore();
  await expect(app.toast('Setting updated')).toBeVisible();
  expect(await isOn(api)).toBe(true);
});

test('keeps the last of several quick changes, and never shows an earlier one again', async ({ app, page, api }) => {
  await app.openSettings();
  await expect(rule(page, MEMBERS)).not.toBeChecked();
  let answered = 0;
  page.on('response', (response) => (answered += response.request().method() === 'PUT' ? 1 : 0));
  // Quicker than a hand is: the next click comes before anything could have been answered, or even drawn.
  const shown = await rule(page, MEMBERS).evaluate((input: HTMLInputElement) => {
    const states: boolean[] = [];
    for (let click = 0; click < 5; click += 1) {
      input.click();
      states.push(input.checked);
    }
    const later: (string | null)[] = [];
    new MutationObserver(() => later.push(input.ariaChecked)).observe(input, { attributeFilter: ['aria-checked'] });
    Object.assign(window, { later });
    return states;
  });
  expect(shown).toEqual([true, false, true, false, true]);
  await expect.poll(() => answered).toBe(5);
  expect(await isOn(api)).toBe(true);
  await app.expectFetchedAhead();
  await expect(rule(page, MEMBERS)).toBeChecked();
  expect(await page.evaluate(() => (window as unknown as { later: string[] }).later)).not.toContain('false');
});

test('takes the change back when it cannot be saved, and says so', async ({ app, page, server, api }) => {
  await app.openSettings();
  await server.stop();
  await rule(page, MEMBERS).click();
  await expect(rule(page, MEMBERS)).toBeChecked();
  await expect(app.toast('Error')).toContainText('Failed to update', { timeout: 20_000 });
  await expect(rule(page, MEMBERS)).not.toBeChecked();
  await server.start();
  expect(await isOn(api)).toBe(false);
});

test('an answer that got lost is asked for again, and the change is made once', async ({
  onLine: app,
  line,
  page,
  api,
}) => {
  await app.openSettings();
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/settings/${MEMBERS_ID}`)) keys.push(request.headers()['idempotency-key']);
  });
  // It reaches the server, and only the answer is lost, also when the browser asks once more by itself.
  line.loseAnswers(WRITE);
  await rule(page, MEMBERS).click();
  await expect.poll(() => keys.length).toBe(2);
  line.restore();
  await expect(app.toast('Setting updated')).toBeVisible();
  expect(line.lost).toBeGreaterThan(1);
  expect(keys[0]).toBeTruthy();
  expect(new Set(keys).size).toBe(1);
  expect(await isOn(api)).toBe(true);
});

test('follows what another window changes', async ({ app, page, api }) => {
  await app.openSettings();
  await expect(rule(page, MEMBERS)).not.toBeChecked();
  await set(api, true);
  await expect(rule(page, MEMBERS)).toBeChecked();
  await expect(page.locator('[class*="Notification-root"]')).toHaveCount(0);
});

test('a load failure is only logged; the rules can be loaded again', async ({ onLine: app, line, page }) => {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  line.loseAnswers('GET /api/settings ');
  await app.openSettings();
  const again = page.getByRole('button', { name: 'Load the rules again' });
  await expect(again).toBeVisible({ timeout: 20_000 });
  expect(logged.some((text) => text.includes('ConnectionError'))).toBe(true);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('[class*="Notification-root"]')).toHaveCount(0);
  line.restore();
  await again.click();
  await expect(rule(page, MEMBERS)).toBeVisible();
});

for (const width of [360, 1280]) {
  test(`is accessible and fits ${width}px`, async ({ app, page }) => {
    await page.setViewportSize({ width, height: 740 });
    await app.openSettings();
    await expect(rule(page, MEMBERS)).toBeVisible();
    await expectGoodLook(page);
  });
}
