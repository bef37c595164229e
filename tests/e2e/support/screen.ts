// Base class of page objects.
import type { Locator, Page } from '@playwright/test';
import type { App } from './app.ts';
import { expect } from './test.ts';

/** Chooses in the menu "⋯" of the dashboard, or in the one of a record. */
export async function chooseMore(page: Page, entry: string, of = 'Dashboard'): Promise<void> {
  const more = page.getByRole('main').getByRole('button', { name: `More: ${of}`, exact: true });
  // What appears above it may move it away from under a press.
  await expect(async () => {
    if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
    await expect(more).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 });
  }).toPass();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

export class Screen {
  readonly page: Page;
  readonly app: App;

  constructor(page: Page, app: App) {
    this.page = page;
    this.app = app;
  }

  /** Rows, which are cards on a phone, that contain all of these texts. */
  row(...texts: string[]): Locator {
    const rows = this.page.locator('main').locator('tbody tr');
    return texts.reduce((found, hasText) => found.filter({ hasText }), rows);
  }

  /** One of the cards with figures at the top. */
  card(title: string): Locator {
    const heading = this.page.getByRole('heading', { name: title, exact: true });
    return this.page.getByRole('region', { name: 'Totals' }).locator('div:has(> h2)').filter({ has: heading });
  }
}
