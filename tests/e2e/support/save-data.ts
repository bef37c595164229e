// A browser that is to save data, so that the app does not fetch all other screens ahead.
import type { BrowserContext, Page } from '@playwright/test';

/** As if the person had told the browser to save data, in what is opened from now on, until the result is disposed of. */
export function saveData(browser: BrowserContext | Page): ReturnType<BrowserContext['addInitScript']> {
  return browser.addInitScript(() => {
    const { connection } = navigator as { connection?: object };
    if (connection !== undefined) Object.defineProperty(connection, 'saveData', { value: true });
  });
}
