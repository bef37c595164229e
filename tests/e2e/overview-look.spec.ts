// The fines overview on desks and phones: it fits, axe finds nothing, and the keyboard is enough.
import type { Page } from '@playwright/test';
import { expectGoodLook } from './support/axe.ts';
import { expect, test } from './support/overview.ts';

async function expectGoodLookFromTheTop(page: Page): Promise<void> {
  // What lies half below the bar at the top is no target of its full size to axe.
  await page.evaluate(() => scrollTo(0, 0));
  await expectGoodLook(page);
}

for (const width of [360, 768, 1280]) {
  test(`the screen and its pages are accessible and fit ${width}px`, async ({ office, overview, page }) => {
    await page.setViewportSize({ width, height: 740 });
    const long = 'A name with many words that does not end Abdurrahman-bin-Muhammad-al-Karachi';
    await office.rule(false);
    await office.add(long, 'محمد عثمان', 'Bilal Ahmed');
    for (let day = 10; day <= 30; day += 1) {
      await office.fine(long, 999_999_999.99, { fineType: `Reason ${'very '.repeat(10)}long`, date: `2026-01-${day}` });
    }
    await office.fine('محمد عثمان', 100, { fineType: 'دیر سے آمد', paid: true });
    await overview.open();
    await expect(overview.users).toHaveCount(3);
    await overview.pager(long).getByRole('button', { name: 'Page 2' }).click();
    await expect(overview.fines(long).first()).toContainText('25 Jan 2026');
    await expectGoodLookFromTheTop(page);
    await overview.search.fill('nobody');
    await expect(page.getByText('No Results Found')).toBeVisible();
    await expectGoodLookFromTheTop(page);
  });

  test(`while it loads, and when that fails, it is accessible and fits ${width}px`, async ({
    office,
    overview,
    page,
    line,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await office.add('Bilal Ahmed');
    line.holdAnswers('GET /api/overview?');
    await overview.open();
    await expect(page.getByText('Loading fines data...')).toBeVisible();
    await expectGoodLookFromTheTop(page);
    line.restore();
    await expect(overview.users).toHaveCount(1);
    line.loseAnswers('GET /api/overview?');
    await overview.search.fill('bilal');
    await expect(overview.failure).toBeVisible();
    await expectGoodLookFromTheTop(page);
    await page.keyboard.press('Escape');
    await expect(overview.failure).toBeHidden();
    await expectGoodLookFromTheTop(page);
  });
}

test('fits and works at twice the size of text and all', async ({ office, overview, page }) => {
  // 200% zoom of a 1280px window leaves 640px.
  await page.setViewportSize({ width: 640, height: 400 });
  await office.add('Ayesha Khan');
  await office.fine('Ayesha Khan', 100);
  await overview.open();
  await expect(overview.fines('Ayesha Khan')).toHaveCount(1);
  await expectGoodLookFromTheTop(page);
});

test('the whole screen can be used by keyboard', async ({ office, overview, page }) => {
  await office.rule(false);
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  for (let day = 11; day <= 17; day += 1) {
    await office.fine('Ayesha Khan', 100, { fineType: `Fine ${day}`, date: `2026-01-${day}` });
  }
  await overview.open();
  await expect(overview.users).toHaveCount(2);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  for (const name of ['User List', 'Add New Fine']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(overview.search).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(overview.names).toHaveText(['Bilal Ahmed', 'Ayesha Khan']);
  await expect(overview.sort('Name')).toBeFocused();
  await overview.pager('Ayesha Khan').getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await expect(overview.fines('Ayesha Khan')).toHaveText([/Fine 12/, /Fine 11/]);
  // Next is at its end now and cannot keep the focus; it is not lost to the top of the page.
  await page.keyboard.press('Shift+Tab');
  await expect(overview.pager('Ayesha Khan').getByRole('button', { name: 'Page 2' })).toBeFocused();
});
