// What drills with a real browser share.
import type { Page } from '@playwright/test';
import { findChromium } from '../../tests/helpers/chromium.ts';

const executablePath = findChromium();

/** Launch options for this machine's Chromium. */
export const CHROMIUM = executablePath === undefined ? {} : { executablePath };

/** Signs in by the form. Resolves once a screen is shown. */
export async function signInOn(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(`${url}/#/login`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/#\/(?!login)/);
  await page.locator('main h1').first().waitFor();
}
