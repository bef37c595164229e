// The parts of the Fines screen: cards, table, row actions (LIST-1 to LIST-4).
import type { Page } from '@playwright/test';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { formatDay } from '../../src/core/calendar.ts';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';

/** Rows that are too high, break a word, or have a button outside their frame. */
async function poorRows(page: Page): Promise<unknown[]> {
  const rows = await page.locator('tbody tr').evaluateAll((all) =>
    all.map((row) => {
      const frame = row.closest('[role=region]')?.getBoundingClientRect();
      const buttons = [...row.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
      const lines = [...row.querySelectorAll('[dir=auto]')].map((text) => ({
        lines: text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight),
        words: (text.textContent ?? '').split(/[ -]/).length,
      }));
      return {
        height: row.getBoundingClientRect().height,
        outside: buttons.filter(({ left, right }) => left < (frame?.left ?? 0) || right > (frame?.right ?? 0)).length,
        broken: lines.filter((text) => Math.round(text.lines) > text.words).length,
      };
    }),
  );
  return rows.filter((row) => row.outside > 0 || row.broken > 0 || row.height >= 160);
}

test('cards, table and row actions are as specified, in a scroll area 400px high; names keep their words whole and rows stay low at any width [MONEY-5, LIST-1, LIST-2, LIST-3, LIST-4, LIST-22]', async ({
  app,
  fines,
  api,
}) => {
  const { page } = fines;
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 1500.5, { fineType: 'Late arrival', date: '2026-02-03', paid: true });
  await api.fine('Bilal Ahmed', 4500, { fineType: 'Missed meeting' });
  await app.openFines();
  await expect(page.getByText("Manage users' fines: add, delete, mark paid and unpaid.")).toBeVisible();
  await fines.expectFigures('6,000.50', '4,500.00');
  await expect(fines.card('Pending Fines').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75');

  await expect(page.getByRole('heading', { name: 'Recent Fines' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['User', 'Fine Type', 'Amount', 'Date', 'Status', 'Actions']);
  const pending = fines.row('Bilal Ahmed');
  const paid = fines.row('Ayesha Khan');
  for (const text of ['Missed meeting', 'Rs. 4,500.00', formatDay(today())]) await expect(pending).toContainText(text);
  for (const text of ['Late arrival', 'Rs. 1,500.50', '3 Feb 2026']) await expect(paid).toContainText(text);
  await expect(paid.getByText('Paid', { exact: true })).toHaveAttribute('data-tone', 'good');
  await expect(pending.getByText('Pending', { exact: true })).toHaveAttribute('data-tone', 'waiting');
  const frame = page.getByRole('region', { name: 'Recent Fines' });
  await expect(frame).toHaveCSS('height', '400px');
  await expect(frame).toHaveCSS('overflow-y', 'auto');

  const actionsOf = (row: typeof paid) =>
    row.getByRole('button').evaluateAll((all) => all.map((button) => button.ariaLabel?.replace(/:.*/, '')));
  expect(await actionsOf(pending)).toEqual(['Mark Paid', 'Delete', 'More']);
  expect(await actionsOf(paid)).toEqual(['Mark Unpaid', 'Delete', 'More']);
  for (const [row, action] of [
    [pending, 'Mark Paid'],
    [paid, 'Mark Unpaid'],
    [paid, 'Delete'],
  ] as const) {
    await row.getByRole('button', { name: action }).hover();
    await expect(page.getByRole('tooltip')).toHaveText(action);
  }
  await expect(page.getByRole('navigation', { name: 'Pages of fines' }), 'a pager with a single page').toHaveCount(0);

  // The floating button is hidden while the one in the head is visible.
  await expect(page.getByRole('button', { name: 'Add New Fine' })).toHaveCount(1);

  const name = 'Muhammad Abdur-Rahman Siddiqui';
  await api.add(name);
  await api.fine(name, 999_999_999.99, { fineType: 'Unannounced absence from a meeting' });
  await expect(fines.row(name)).toBeVisible();
  // layout.spec.ts checks words and actions at more widths.
  for (const width of [600, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    // The layout may follow the width a moment later.
    await expect.poll(() => poorRows(page), `at ${width}`).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
});

/**
 * Where the floating button covers another one, or is there although the head is in sight, while the page scrolls. It
 * follows the page a few frames later, on a busy machine more.
 */
function wrongWhileScrolling(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const wrongAt = (top: number): string[] => {
      const [head, ...others] = document.querySelectorAll('main button');
      const plus = others.find((one) => getComputedStyle(one).position === 'fixed');
      if (plus === undefined || head === undefined || !plus.checkVisibility({ visibilityProperty: true })) return [];
      const covered = others.filter((one) => {
        const { left, right, top: above, bottom } = one.getBoundingClientRect();
        if (one === plus || right <= left) return false;
        return [0.1, 0.5, 0.9].some((part) => {
          // Parts cut off by a frame do not count.
          const stack = document.elementsFromPoint(left + part * (right - left), above + part * (bottom - above));
          return stack.includes(one) && stack.includes(plus);
        });
      });
      const found = covered.map((one) => `at ${top}px it covers ${one.ariaLabel}`);
      return head.getBoundingClientRect().bottom > 0 ? [...found, `at ${top}px the head is in sight`] : found;
    };
    const end = document.documentElement.scrollHeight - innerHeight;
    const found: string[] = end <= 200 ? ['there is too little to scroll'] : [];
    for (let top = 0; top <= end + 50; top += 50) {
      scrollTo({ top, behavior: 'instant' });
      let wrong: string[] = [];
      for (let frame = 0; frame < 3 || (wrong.length > 0 && frame < 60); frame += 1) {
        await new Promise((done) => requestAnimationFrame(done));
        wrong = wrongAt(top);
      }
      found.push(...wrong);
    }
    return found;
  });
}

test('the floating + appears when the head is out of sight, and never covers an action, in each language [LIST-2]', async ({
  app,
  page,
  api,
}) => {
  await api.rule(false);
  await api.add('Danish Ali');
  await api.fineDaily('Danish Ali', [10, 21]);
  await app.openFines();
  for (const language of LANGUAGES) {
    await api.must(setLanguage, { body: { language } });
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    if (language !== LANGUAGES[0]) await page.reload();
    await expect(page.locator(`html[lang=${language}]`)).toBeAttached();
    await expect(page.locator('main tbody tr').first()).toBeVisible();
    const add = await page.locator('main header button').first().textContent();
    const floating = page
      .locator('main')
      .getByRole('button', { name: add ?? '' })
      .last();
    for (const width of [1280, 768]) {
      await page.setViewportSize({ width, height: 560 });
      expect(await wrongWhileScrolling(page), `in ${language}, ${width}px wide`).toEqual([]);
      await expect(floating).toHaveCSS('position', 'fixed');
      await expect(floating).toBeVisible();
    }
    if (language !== LANGUAGES[0]) continue;
    await floating.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
  }
});
