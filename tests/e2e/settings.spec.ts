// App Settings (RULE-1, RULE-3): one switch per rule, saved immediately.
import type { Locator, Page } from '@playwright/test';
import { listRules, switchRule } from '../../src/contract/rules.ts';
import type { Api } from './support/api.ts';
import { expectAccessibleLayout, expectNoAxeViolations } from './support/axe.ts';
import { expect, test } from './support/proxied.ts';
import { recordErrors, recordRequests } from './support/requests.ts';

const MEMBERS = "Members can see everyone's fines";
const MEMBERS_ID = 'members-see-everyone';
const WRITE = `PUT /api/rules/${MEMBERS_ID} `;

const rule = (page: Page, description: string | RegExp): Locator => page.getByRole('switch', { name: description });

async function isOn(api: Api): Promise<boolean | undefined> {
  const { items } = await api.must(listRules, {});
  return items.find(({ id }) => id === MEMBERS_ID)?.allowDisallow;
}

async function set(api: Api, on: boolean): Promise<void> {
  await api.must(switchRule, { params: { ruleId: MEMBERS_ID }, body: { allowDisallow: on } });
}

test.beforeEach(({ api }) => set(api, false));

test('lists every rule with its description, Enabled or Disabled, in the card "App Rules"', async ({
  app,
  page,
  api,
}) => {
  await app.openSettings();
  const card = page.getByRole('region', { name: 'App Rules' });
  const { items } = await api.must(listRules, {});
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

test('shows the change before the answer comes', async ({ proxiedApp: app, faultyProxy, page, api }) => {
  await app.openSettings();
  faultyProxy.holdRequests(WRITE);
  await rule(page, MEMBERS).click();
  await expect(rule(page, MEMBERS)).toBeChecked();
  await expect(page.getByRole('listitem').filter({ hasText: MEMBERS })).toContainText('Enabled');
  expect(await isOn(api)).toBe(false);
  faultyProxy.restore();
  await expect(app.toast('Setting updated')).toBeVisible();
  expect(await isOn(api)).toBe(true);
});

test('keeps the last of several quick changes, and never shows an earlier one again', async ({ app, page, api }) => {
  await app.openSettings();
  await expect(rule(page, MEMBERS)).not.toBeChecked();
  let answered = 0;
  page.on('response', (response) => (answered += response.request().method() === 'PUT' ? 1 : 0));
  // Clicks synchronously, before any response or rendering.
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
  await app.expectPrefetched();
  await expect(rule(page, MEMBERS)).toBeChecked();
  expect(await page.evaluate(() => (window as unknown as { later: string[] }).later)).not.toContain('false');
});

test('takes the change back when it cannot be saved, and says so', async ({ app, page, server, api }) => {
  await app.openSettings();
  await server.stop();
  await rule(page, MEMBERS).click();
  await expect(rule(page, MEMBERS)).toBeChecked();
  await expect(app.toast('Error')).toContainText('Failed to update');
  await expect(rule(page, MEMBERS)).not.toBeChecked();
  await server.start();
  expect(await isOn(api)).toBe(false);
});

test('an answer that got lost is asked for again, and the change is made once', async ({
  proxiedApp: app,
  faultyProxy,
  page,
  api,
}) => {
  await app.openSettings();
  const sent = recordRequests(page, WRITE.trim());
  // The requests reach the server; only the responses are lost, also to the browser's own retry.
  faultyProxy.dropResponses(WRITE);
  await rule(page, MEMBERS).click();
  await expect.poll(() => sent.length).toBeGreaterThan(1);
  await expect.poll(() => faultyProxy.dropped).toBeGreaterThan(1);
  faultyProxy.restore();
  await expect(app.toast('Setting updated')).toBeVisible();
  expect(sent[0]?.key).toBeTruthy();
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(await isOn(api)).toBe(true);
});

test('follows what another window changes', async ({ app, page, api }) => {
  await app.openSettings();
  await expect(rule(page, MEMBERS)).not.toBeChecked();
  await set(api, true);
  await expect(rule(page, MEMBERS)).toBeChecked();
  await expect(page.locator('[class*="Notification-root"]')).toHaveCount(0);
});

test('a load failure is only logged; the rules can be loaded again', async ({ proxiedApp: app, faultyProxy, page }) => {
  const logged = recordErrors(page);
  faultyProxy.dropResponses('GET /api/rules ');
  await app.openSettings();
  const again = page.getByRole('button', { name: 'Load the rules again' });
  await expect(again).toBeVisible();
  await expect.poll(() => logged.join('\n')).toContain('ConnectionError');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('[class*="Notification-root"]')).toHaveCount(0);
  faultyProxy.restore();
  await again.click();
  await expect(rule(page, MEMBERS)).toBeVisible();
});

for (const width of [360, 1280]) {
  test(`is accessible and fits ${width}px`, async ({ app, page }) => {
    await page.setViewportSize({ width, height: 740 });
    await app.openSettings();
    await expect(rule(page, MEMBERS)).toBeVisible();
    await expectAccessibleLayout(page);
  });
}
