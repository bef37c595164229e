// Dark mode: follows the system, can be chosen, applies from the first paint, and has enough contrast. That every screen and
// dialog has it is in urdu.spec.ts.
import type { Locator, Page } from '@playwright/test';
import { addUser } from '../../src/contract/users.ts';
import { userForm } from '../helpers/ledger.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const scheme = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));

/** The lightness of the page's background, from 0 (black) to 255 (white). */
const lightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const figures = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
    return figures.slice(0, 3).reduce((sum, figure) => sum + Number(figure), 0) / 3;
  });

async function expectDark(page: Page): Promise<void> {
  await expect.poll(() => scheme(page)).toBe('dark');
  await expect.poll(() => lightness(page)).toBeLessThan(60);
}

async function expectLight(page: Page): Promise<void> {
  await expect.poll(() => scheme(page)).toBe('light');
  await expect.poll(() => lightness(page)).toBeGreaterThan(200);
}

const choice = (page: Page, name: 'Light' | 'Dark' | 'System') =>
  page.getByRole('group', { name: 'Appearance' }).getByRole('radio', { name });

test('follows the system, also when it changes while the page is open [LOOK-4]', async ({ app, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await app.openProfile();
  await expectDark(page);
  await expect(choice(page, 'System')).toBeChecked();
  await page.emulateMedia({ colorScheme: 'light' });
  await expectLight(page);
});

test('a choice stands against the system, over a reload, and in the other tabs [LOOK-4]', async ({
  app,
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await app.openProfile();
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await other.goto(`${app.server.url}/#/user`);
  await expectLight(other);

  await choice(page, 'Dark').check({ force: true });
  await expectDark(page);
  await expectDark(other);
  expect(await page.evaluate(() => localStorage.getItem('appearance'))).toBe('dark');
  await page.reload();
  await expectDark(page);
  await expect(choice(page, 'Dark')).toBeChecked();

  await choice(page, 'System').check({ force: true });
  await expectLight(page);
});

test('can be chosen by keyboard, and on a phone', async ({ app, page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await app.openProfile();
  await choice(page, 'System').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(choice(page, 'Dark')).toBeChecked();
  await expectDark(page);
  await expectNoAxeViolations(page);

  await app.onPhone();
  await choice(page, 'Light').check({ force: true });
  await expectLight(page);
  await expectNoAxeViolations(page);
});

for (const [system, chosen, expected] of [
  ['dark', null, 'dark'],
  ['light', 'dark', 'dark'],
  ['dark', 'light', 'light'],
  ['dark', 'auto', 'dark'],
] as const) {
  test(`system ${system}, chosen ${chosen ?? 'nothing'}: ${expected} before the app has even started [LOOK-4]`, async ({
    app,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.addInitScript((value) => {
      if (value !== null) localStorage.setItem('appearance', value);
    }, chosen);
    // Without the app's script: what a slow phone shows while loading.
    await page.route(/\/assets\/index-.*\.js/, (route) => route.abort());
    await page.goto(app.server.url, { waitUntil: 'domcontentloaded' });
    expect(await scheme(page)).toBe(expected);
    const light = await lightness(page);
    expect(expected === 'dark' ? light < 60 : light > 200).toBe(true);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toContain(expected);
  });
}

test('the browser’s own frame goes with it', async ({ app, page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await app.openProfile();
  await choice(page, 'Dark').check({ force: true });
  await expect
    .poll(() =>
      page.evaluate(() => {
        const [meta] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
        return meta?.content;
      }),
    )
    .toBe('#11151f');
});

test.describe('axe finds nothing in the dark', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' }));

  test('on the calendar of the form for fines', async ({ app, page, api }) => {
    await api.add('Ayesha Khan');
    await app.openAsAdministrator('/fines?add=true');
    const dialog = app.dialog('Add New Fine');
    await dialog.getByRole('checkbox', { name: 'Ayesha Khan' }).check();
    await dialog.getByRole('button', { name: 'Choose a day in the calendar' }).click();
    await expect(page.getByRole('dialog', { name: 'Choose a day in the calendar' }).getByRole('table')).toBeVisible();
    await expectNoAxeViolations(page);
  });

  test('on toasts and the banner of a lost connection [LOOK-5]', async ({ app, page, server }) => {
    await app.openSettings();
    const rule = app.firstRule;
    await rule.click();
    await expect(app.toast('Setting updated')).toBeVisible();
    await expectNoAxeViolations(page);
    await server.stop();
    await rule.click();
    await expect(app.toast('Failed to update')).toBeVisible();
    await expect(app.connectionLost).toBeVisible();
    await expectNoAxeViolations(page);
  });
});

test('with colours of the system, switches, legends, shares and what is chosen can be told [LOOK-12]', async ({
  app,
  page,
  api,
}) => {
  const body = userForm({ userName: 'Sana Malik', userEmail: 'sana@office.pk' });
  api.ids.set('Sana Malik', (await api.must(addUser, { body })).id);
  await api.fine('Sana Malik', 1500);
  await api.rule(true);
  await page.emulateMedia({ forcedColors: 'active' });
  const colour = (part: Locator, property: 'backgroundColor' | 'borderTopColor' = 'backgroundColor', pseudo?: string) =>
    part.evaluate((element, [of, name]) => getComputedStyle(element, of)[name as 'backgroundColor'], [
      pseudo,
      property,
    ] as const);
  const differ = async (one: Locator, other: Locator): Promise<void> =>
    expect(await colour(one)).not.toBe(await colour(other));

  await app.openSettings();
  const on = page.locator('.mantine-Switch-input:checked + .mantine-Switch-track').first();
  const off = page.locator('.mantine-Switch-input:not(:checked) + .mantine-Switch-track').first();
  await differ(on, off);
  for (const track of [on, off]) {
    await expect(track).toHaveCSS('border-top-style', 'solid');
    expect(await colour(track, 'borderTopColor')).not.toBe(await colour(page.locator('main')));
    await differ(track.locator('.mantine-Switch-thumb'), track);
  }

  await app.goTo('/reports');
  const charged = page
    .getByRole('listitem')
    .filter({ hasText: /^Charged$/ })
    .first();
  const collected = page
    .getByRole('listitem')
    .filter({ hasText: /^Collected$/ })
    .first();
  const [first, second] = [
    await colour(charged, 'backgroundColor', '::before'),
    await colour(collected, 'backgroundColor', '::before'),
  ];
  expect(first).not.toBe(second);
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  await button('This Year').click();
  await expect(button('This Year')).toHaveAttribute('aria-pressed', 'true');
  await differ(button('This Year'), button('Last Year'));

  await app.goTo('/payments');
  const tab = (name: string): Locator => page.getByRole('main').getByRole('link', { name, exact: true });
  await differ(tab('Payments'), tab('Waived'));

  await app.goTo('/fines');
  await differ(button('All'), button('Paid'));
  await differ(page.locator('.mantine-Progress-section'), page.locator('.mantine-Progress-root'));

  await app.goTo('/profile');
  const radio = (name: string): Locator => page.getByRole('radio', { name, exact: true });
  await differ(radio('English'), radio('اردو'));
  await differ(radio('System'), radio('Dark'));
});
