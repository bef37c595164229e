// App Settings (RULE-1, RULE-3, RULE-14): tabs with addresses; one switch per rule, saved at once.
import type { Locator, Page } from '@playwright/test';
import { listRules, switchRule } from '../../src/contract/settings/rules.ts';
import { RULE_ID, type RuleName } from '../../src/core/fines/rules.ts';
import type { Api } from './support/api.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { skipPauses } from './support/clock.ts';
import { expect, test } from './support/proxied.ts';
import { holdWrites, recordErrors } from './support/requests.ts';

test.use({ savesData: false });

const REPEAT = 'Double the fine for a repeated mistake in the same week';
const MEMBERS = "Members can see everyone's fines";
const WRITE = `PUT /api/rules/${RULE_ID['repeat-offence']} `;

const rule = (page: Page, description: string | RegExp): Locator => page.getByRole('switch', { name: description });

async function isOn(api: Api, name: RuleName = 'repeat-offence'): Promise<boolean | undefined> {
  const { items } = await api.must(listRules, {});
  return items.find(({ id }) => id === RULE_ID[name])?.allowDisallow;
}

async function set(api: Api, on: boolean, name: RuleName = 'repeat-offence'): Promise<void> {
  await api.must(switchRule, { params: { ruleId: RULE_ID[name] }, body: { allowDisallow: on } });
}

test.beforeEach(async ({ api }) => {
  await set(api, false);
  await set(api, false, 'members-see-everyone');
});

test('lists every rule in the card "App Rules", with its description and Enabled or Disabled; a switch is saved at once or reverted, and of several quick changes the last one counts; each tab has an address [RULE-1, RULE-3, RULE-4, RULE-14]', async ({
  proxiedApp: app,
  faultyProxy,
  page,
  api,
}) => {
  await app.openSettings();
  const card = page.getByRole('region', { name: 'App Rules' });
  await expect(page.getByText('A switch is saved at once, everything else with Save.')).toHaveCount(1);
  const tabs = page.getByRole('navigation', { name: 'Settings', exact: true });
  for (const [tab, part] of [
    ['Organisation', 'Organisation'],
    ['Fine Types', 'Fine Types'],
    ['Reminders and Mail', 'Reminders'],
    ['Access and Keys', 'API Keys'],
    ['Rules', 'App Rules'],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click();
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('region', { name: part, exact: true })).toBeVisible();
    await expect(card).toHaveCount(part === 'App Rules' ? 1 : 0);
  }
  const { items } = await api.must(listRules, {});
  expect(items.length).toBeGreaterThanOrEqual(2);
  await expect(card.getByRole('switch')).toHaveCount(items.length);
  for (const setting of items) {
    const row = card.getByRole('listitem').filter({ hasText: setting.description });
    await expect(row.getByRole('switch')).toBeChecked({ checked: setting.allowDisallow });
    await expect(row).toContainText(setting.allowDisallow ? 'Enabled' : 'Disabled');
    await expect(row.getByRole('switch')).toHaveAccessibleDescription(/\.$/);
  }

  // Also by its description and by keyboard.
  await page.getByText(REPEAT).click();
  await expect(rule(page, REPEAT)).toBeChecked();
  await expect(app.toast('Updated')).toContainText('Setting updated');
  expect(await isOn(api)).toBe(true);
  await page.reload();
  await expect(rule(page, REPEAT)).toBeChecked();
  await rule(page, REPEAT).focus();
  await page.keyboard.press('Space');
  await expect(rule(page, REPEAT)).not.toBeChecked();
  await expect.poll(() => isOn(api)).toBe(false);

  // Shown before the answer comes.
  faultyProxy.holdRequests(WRITE);
  await rule(page, REPEAT).click();
  await expect(rule(page, REPEAT)).toBeChecked();
  await expect(page.getByRole('listitem').filter({ hasText: REPEAT })).toContainText('Enabled');
  expect(await isOn(api)).toBe(false);
  faultyProxy.restore();
  await expect.poll(() => isOn(api)).toBe(true);

  const end = await holdWrites(page, '**/api/rules/*');
  await rule(page, REPEAT).click();
  await expect(rule(page, REPEAT)).not.toBeChecked();
  end('refuse');
  await expect(rule(page, REPEAT)).toBeChecked();
  expect(await isOn(api)).toBe(true);
  await page.unroute('**/api/rules/*');

  let answered = 0;
  page.on('response', (response) => (answered += response.request().method() === 'PUT' ? 1 : 0));
  // Clicks synchronously, before any response or rendering.
  const shown = await rule(page, REPEAT).evaluate((input: HTMLInputElement) => {
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
  expect(shown).toEqual([false, true, false, true, false]);
  await expect.poll(() => answered).toBe(5);
  expect(await isOn(api)).toBe(false);
  await app.expectPrefetched();
  await expect(rule(page, REPEAT)).not.toBeChecked();
  expect(await page.evaluate(() => (window as unknown as { later: string[] }).later)).not.toContain('true');
});

test("rules that cannot be loaded are only logged, and loaded again; a rule that shows everyone's fines to members asks first, and says what they will see [RULE-5, RULE-7]", async ({
  proxiedApp: app,
  faultyProxy,
  page,
  api,
}) => {
  const logged = recordErrors(page);
  await skipPauses(page);
  faultyProxy.dropResponses('GET /api/rules ');
  await app.openSettings();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect.poll(() => logged.join('\n')).toContain('ConnectionError');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  await expect(page.locator('[class*="Notification-root"]')).toHaveCount(0);
  faultyProxy.restore();
  await again.click();

  const open = rule(page, MEMBERS);
  const question = app.dialog("Show everyone's fines to members?");
  await open.click();
  await expect(question).toContainText('the name and ID of every user, what they owe, and all their fines');
  await expect(question).toContainText('E-mail addresses, phone numbers and roles stay hidden');
  await expect(open).not.toBeChecked();
  await expectNoAxeViolations(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(open).toBeFocused();
  await expect(open).not.toBeChecked();
  expect(await isOn(api, 'members-see-everyone')).toBe(false);

  await page.keyboard.press('Space');
  await question.getByRole('button', { name: 'Show to members' }).click();
  await expect(open).toBeChecked();
  await expect.poll(() => isOn(api, 'members-see-everyone')).toBe(true);
  await expect(question).toBeHidden();
  // Switching it off asks nothing.
  await open.click();
  await expect(open).not.toBeChecked();
  await expect.poll(() => isOn(api, 'members-see-everyone')).toBe(false);
  await expect(question).toBeHidden();
});
