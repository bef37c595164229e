// How lists and the fields above them look: where an opened list of choices begins, and what stands on a card.
import type { Locator, Page } from '@playwright/test';
import { addEvent } from '../../src/contract/events.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { expect, test, today } from './support/fines.ts';

const boxOf = async (part: Locator): Promise<{ x: number; y: number; width: number; height: number }> => {
  const box = await part.boundingBox();
  if (box === null) throw new Error('It is not on the screen.');
  return box;
};

/** The links and buttons of a list whose places overlap, in pairs. */
const overlapping = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('main table :is(a, button)')].filter((part) => part.checkVisibility());
    const areDisjoint = (one: DOMRect, other: DOMRect): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) < 1 ||
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) < 1;
    return parts.flatMap((part, place) =>
      parts
        .slice(place + 1)
        .filter((other) => !areDisjoint(part.getBoundingClientRect(), other.getBoundingClientRect()))
        .map((other) => `${part.textContent} and ${other.textContent || other.ariaLabel}`),
    );
  });

test('a list of choices that is wider than its field begins with it, in Urdu at the right; a highlighted row keeps to the round corners of its card [LOOK-28, LOOK-30]', async ({
  app,
  page,
  api,
}) => {
  await api.add('Ayesha Khan');
  await app.openAsAdministrator('/history');
  await app.openFilters();
  const field = page.getByRole('combobox', { name: 'Member' }).or(page.getByRole('textbox', { name: 'Member' }));
  await field.click();
  const options = page.getByRole('listbox');
  await expect(options).toBeVisible();
  const frame = options.locator('xpath=ancestor-or-self::*[contains(@class, "ropdown")]').first();
  const narrow = await boxOf(field);
  expect((await boxOf(frame)).width).toBeGreaterThan(narrow.width);
  // It is placed once it is there.
  await expect.poll(async () => Math.round((await boxOf(frame)).x)).toBe(Math.round(narrow.x));

  // Its rows are the first part of the card.
  const event = { title: 'Picnic', description: 'For all', date: today(), amount: 250, location: 'Park' };
  await api.must(addEvent, { body: event });
  await app.open('/events');
  await expect(page.getByRole('row').filter({ hasText: 'Picnic' })).toBeVisible();
  const corners = await page.locator('main table').evaluate((table) => {
    const area = table.parentElement;
    const card = table.closest('[class*="card"]');
    const cornerOf = (part: Element | null): string =>
      part === null ? '' : getComputedStyle(part).borderTopLeftRadius;
    return { clips: area !== null && getComputedStyle(area).overflow, area: cornerOf(area), card: cornerOf(card) };
  });
  expect(corners).toEqual({ clips: 'clip', area: corners.card, card: corners.card });
  expect(corners.card).not.toBe('0px');

  await page.evaluate(() => localStorage.setItem('language', 'ur'));
  await app.open('/history');
  await page.reload();
  await app.openFilters();
  const urdu = page.locator('main [data-unset]').first();
  await urdu.click();
  await expect(options).toBeVisible();
  const right = async (part: Locator): Promise<number> => {
    const { x, width } = await boxOf(part);
    return Math.round(x + width);
  };
  await expect.poll(() => right(frame)).toBe(await right(urdu));
});

test('on a phone the links and buttons of a list do not overlap, however long the name of a fine, in each language [LOOK-29]', async ({
  app,
  page,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal');
  for (const name of ['Ayesha Khan', 'Bilal']) {
    for (const fineType of ['Late', 'Came to the meeting in the morning without the uniform and without shoes']) {
      const { id: fineId } = await api.fine(name, 300, { fineType });
      const body = { outstanding: 300, amount: 100, reason: 'was in hospital' };
      await api.must(waiveFine, { params: { fineId }, body });
    }
    await api.fine(name, 200, { fineType: 'Late', paid: true });
  }
  await app.onPhone();
  const table = page.locator('main table');
  for (const language of LANGUAGES) {
    await api.must(setLanguage, { body: { language } });
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    // Leaves the page, so that it is loaded again.
    await page.goto(`${app.server.url}/healthz`);
    await app.openAsAdministrator('/payments/waived');
    let before = '';
    for (const path of ['/payments/waived', '/payments', '/reminders', '/fines', '/user', '/CollectedFinesPage']) {
      await app.open(path);
      // The name of the table differs by screen and by language.
      await expect(table).not.toHaveAttribute('aria-label', before);
      before = (await table.getAttribute('aria-label')) ?? '';
      await expect(table.getByRole('link', { name: 'Bilal' }).first()).toBeVisible();
      expect(await overlapping(page), `${path} in ${language}`).toEqual([]);
    }
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
});

test('on a phone the number of a row to import stands beside its box [LOOK-31]', async ({ app, page }) => {
  await app.onPhone();
  await app.openAsAdministrator('/import-users');
  const buffer = Buffer.from('Name,Email,Role,Phone\nAyesha,ayesha@example.pk,Clerk,0300 1111111\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
  const number = page.getByRole('rowheader').first();
  await expect(number).toBeVisible();
  const middle = async (part: Locator): Promise<number> => {
    const { y, height } = await boxOf(part);
    return y + height / 2;
  };
  const box = page.locator('tbody').getByRole('checkbox').first();
  expect(Math.abs((await middle(number)) - (await middle(box)))).toBeLessThan(2.5);
});

test('the menu of a list stays open if the list turns out to be empty meanwhile [SCREEN-54]', async ({ app, page }) => {
  const { promise: pressed, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/payments?*', async (route) => {
    await pressed;
    await route.continue();
  });
  await app.openAsAdministrator('/payments');
  await page.getByRole('search').getByRole('button', { name: /^More/ }).click();
  const entry = page.getByRole('menuitem', { name: 'Export CSV' });
  await expect(entry).toBeVisible();
  answer();
  await expect(page.getByText('No payments yet')).toBeVisible();
  await expect(page.getByRole('search')).toHaveCount(0);
  await expect(entry).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await expect(page.getByRole('main').getByRole('button', { name: /^More/ })).toBeFocused();
});

test('without any record a list has its first step alone; with some its search, its filters behind a button that says what is set, and a menu; on a phone each begins above 300px; a press on a row opens it [SCREEN-54, SCREEN-55, SCREEN-56]', async ({
  app,
  page,
  api,
}) => {
  const main = page.getByRole('main');
  const search = main.getByRole('searchbox');
  await app.openUsers();
  await expect(main.getByRole('button', { name: 'Add your first user' })).toBeVisible();
  await expect(search).toHaveCount(0);
  await app.open('/payments');
  await expect(main.getByText('No payments yet')).toBeVisible();
  await expect(search).toHaveCount(0);
  await expect(main.getByRole('region', { name: 'What was received' })).toHaveCount(0);

  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal');
  await api.fine('Ayesha Khan', 300, { paid: true });
  await api.fine('Bilal', 200);
  await expect(main.getByRole('row').filter({ hasText: 'Ayesha Khan' })).toBeVisible();
  await app.openFilters();
  await main.getByRole('combobox', { name: 'Method' }).click();
  await page.getByRole('option', { name: 'Cash', exact: true }).click();
  await main.getByRole('button', { name: 'Filters: 1' }).click();
  await expect(main.getByText(/^Method: .Cash.$/)).toBeVisible();
  await main.getByRole('button', { name: 'Clear filters' }).click();
  await expect(main.getByText(/^Method: .Cash.$/)).toHaveCount(0);

  // The menu of a row is seen once the pointer is there.
  const row = main.getByRole('row').filter({ hasText: 'Ayesha Khan' });
  const more = row.getByRole('button', { name: /^More/ });
  await page.mouse.move(0, 0);
  await expect(more).toHaveCSS('opacity', '0');
  await row.getByText('Cash').hover();
  await expect(more).toHaveCSS('opacity', '1');
  await row.getByText('Cash').click();
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt R-/ })).toBeVisible();
  await page.goBack();

  await app.onPhone();
  for (const path of [
    '/user',
    '/payments',
    '/payments/cash-up',
    '/reminders',
    '/CollectedFinesPage',
    '/history',
    `/fines/${api.id('Bilal')}`,
  ]) {
    await app.open(path);
    const first = main.locator('tbody tr, ol > li, ul > li').first();
    await expect(first).toBeVisible();
    await expect.poll(async () => Math.round((await boxOf(first)).y), path).toBeLessThan(300);
  }
});
