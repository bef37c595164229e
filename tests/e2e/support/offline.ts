// Reads what is kept on the device.
import { expect, type Page } from '@playwright/test';
import { saveData } from './save-data.ts';

/**
 * Waits until all other screens have been fetched, and everything is kept. This page does not fetch them once more when
 * it is loaded again, which would take as long as a screen.
 */
export async function waitUntilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => 'preloaded' in document.documentElement.dataset);
  await waitUntilFetchedIsKept(page);
  await saveData(page);
}

/** Waits until the service worker answers for the page, and all that the page has fetched so far is kept. */
export async function waitUntilFetchedIsKept(page: Page): Promise<void> {
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

/** All records in IndexedDB, as text; '' if there are none. */
export const readDatabases = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('It cannot be read.')));
      });
    const found: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const records = database.transaction(store).objectStore(store);
        const [keys, values] = [await done(records.getAllKeys()), await done(records.getAll())];
        found.push(...keys.map(String), ...values.map((value) => JSON.stringify(value)));
      }
      database.close();
    }
    return found.join('\n');
  });

/** The operations whose answers are kept. */
export const keptOperations = async (page: Page): Promise<string[]> =>
  [...(await readDatabases(page)).matchAll(/^\["([\w.]+)"/gm)].map(([, id = '']) => id);
