// Dark mode: follows the system, can be chosen, and applies from the first paint. urdu.spec.ts checks its contrast on
// every screen and dialog, fines-undo.spec.ts on toasts, dashboard-trouble.spec.ts on banners.
import type { Locator, Page } from '@playwright/test';
import { addUser } from '../../src/contract/users.ts';
import { userForm } from '../helpers/ledger.ts';
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

test('follows the system until a choice is made, which applies after a reload, in other tabs and to the browser’s own controls [LOOK-4]', async ({
  app,
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await app.openProfile();
  await expectDark(page);
  await expect(choice(page, 'System')).toBeChecked();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectLight(page);
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await other.goto(`${app.server.url}/#/user`);
  await expectLight(other);

  await choice(page, 'System').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(choice(page, 'Dark')).toBeChecked();
  await expectDark(page);
  await expectDark(other);
  const frame = () => page.locator('meta[name="theme-color"]').first().getAttribute('content');
  await expect.poll(frame).toBe('#11151f');
  expect(await page.evaluate(() => localStorage.getItem('appearance'))).toBe('dark');
  await page.reload();
  await expectDark(page);
  await expect(choice(page, 'Dark')).toBeChecked();

  await choice(page, 'System').check({ force: true });
  await expectLight(page);
});

test('the choice, or otherwise the system’s setting, applies before the app has started [LOOK-4]', async ({
  app,
  page,
}) => {
  // Without the app's script: what a slow phone shows while loading.
  await page.route(/\/assets\/index-.*\.js/, (route) => route.abort());
  for (const [system, chosen, expected] of [
    ['dark', null, 'dark'],
    ['light', 'dark', 'dark'],
    ['dark', 'light', 'light'],
    ['dark', 'auto', 'dark'],
  ] as const) {
    const shown = `system ${system}, chosen ${chosen ?? 'nothing'}`;
    if (chosen !== null) await page.evaluate((value) => localStorage.setItem('appearance', value), chosen);
    await page.emulateMedia({ colorScheme: system });
    await page.goto(app.server.url, { waitUntil: 'domcontentloaded' });
    expect(await scheme(page), shown).toBe(expected);
    const light = await lightness(page);
    expect(expected === 'dark' ? light < 60 : light > 200, shown).toBe(true);
    const frame = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(frame, shown).toContain(expected);
  }
});

test('in forced colours, switches, legends, shares and selections can be told apart [LOOK-12]', async ({
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
  await differ(page.locator('.mantine-Progress-section'), page.locator('.mantine-Progress-root'));

  await app.goTo('/profile');
  const radio = (name: string): Locator => page.getByRole('radio', { name, exact: true });
  await differ(radio('English'), radio('اردو'));
  await differ(radio('System'), radio('Dark'));
});
