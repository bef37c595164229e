// What stays on the device.
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Until the service worker answers for the page and has kept what is on screen. */
export async function waitUntilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const missing = (): Promise<string[]> =>
    page.evaluate(async () => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name);
      const assets = files.filter((name) => name.includes('/assets/'));
      const kept = await Promise.all(assets.map((name) => caches.match(name, { ignoreVary: true })));
      return assets.filter((_, index) => kept[index] === undefined);
    });
  await expect.poll(missing).toEqual([]);
}

/** The operations whose answers are kept. */
export const keptOperations = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('jurmana');
        opening.addEventListener('error', () => reject(new Error('It cannot be opened.')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('answers')) resolve([]);
          else {
            const reading = database.transaction('answers').objectStore('answers').getAllKeys();
            reading.addEventListener('success', () =>
              resolve((reading.result as string[]).map((name) => (JSON.parse(name) as [string])[0])),
            );
          }
          database.close();
        });
      }),
  );
