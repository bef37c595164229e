// Deleting does not scroll the page or the list (SCREEN-20).
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fines.ts';

/** The scroll positions of the page and the list. */
const scrolled = (page: Page): Promise<number[]> =>
  page.evaluate(() => [
    Math.round(scrollY),
    ...[...document.querySelectorAll('main [class*="scrollArea"]')].map((area) => Math.round(area.scrollTop)),
  ]);

/** Shows the whole card: if it began above the window, the browser would keep the content below in place. */
const bringIntoView = (button: Locator): Promise<void> =>
  button.evaluate((element) => element.scrollIntoView({ block: 'center' }));

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 500 };

/** Waits until the page has the layout of this size. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  await expect(bar).toBeVisible({ visible: size.width === PHONE.width });
}

test('asking, answering and deleting a fine or a user does not scroll, on a phone or on a desktop [SCREEN-20]', async ({
  app,
  fines,
  page,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', ...Array.from({ length: 19 }, (_, index) => `Person ${index + 1}`));
  await api.fineDaily('Ayesha Khan', [8, 17]);
  await app.openFines();
  for (const [index, size] of [PHONE, DESK].entries()) {
    await resize(page, size);
    const fine = `Fine ${13 - index}`;
    await expect(fines.row(fine)).toBeVisible();
    for (const answer of ['Escape', 'Enter'] as const) {
      // On a phone it is in the row's menu.
      const button = fines.row(fine).getByRole('button', { name: size === PHONE ? /^More/ : 'Delete' });
      await button.focus();
      // On a desktop the list ends with its last row, even when it has one row less.
      if (size === DESK) await button.scrollIntoViewIfNeeded();
      else await bringIntoView(button);
      const before = await scrolled(page);
      if (size === PHONE) await (await app.rowEntry(fines.row(fine), 'Delete')).click();
      else await page.keyboard.press('Enter');
      const question = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await expect(question).toBeVisible();
      expect(await scrolled(page), 'while it asks').toEqual(before);
      if (answer === 'Escape') await page.keyboard.press('Escape');
      else await question.getByRole('button', { name: 'Delete' }).click();
      await expect(question).toBeHidden();
      expect(await scrolled(page), `after ${answer}`).toEqual(before);
      if (answer === 'Escape') await expect(button).toBeFocused();
      else {
        await expect(fines.row(fine)).toBeHidden();
        await expect(app.toast('deleted')).toBeVisible();
        expect(await scrolled(page), 'after the deletion').toEqual(before);
        expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
        await app.dismiss('deleted');
      }
    }
  }

  await app.goTo('/user');
  for (const [index, { width }] of [DESK, PHONE].entries()) {
    await resize(page, { width, height: 600 });
    const row = page.getByRole('row').filter({ hasText: `Person ${3 - index}` });
    const button = row.getByRole('button', { name: width === PHONE.width ? /^More/ : /^Delete/ });
    await bringIntoView(button);
    if (width === PHONE.width) await (await app.rowEntry(row, 'Delete')).click();
    else await button.click();
    const question = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    const before = await scrolled(page);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question).toBeHidden();
    await expect(button).toHaveCount(0);
    await expect(app.toast('deleted')).toBeVisible();
    expect(await scrolled(page)).toEqual(before);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await app.dismiss('deleted');
  }
});
