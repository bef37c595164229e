// A new version of the app that arrives while a page of the current one is open.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { patience } from '../helpers/patience.ts';
import { App } from './support/app.ts';
import { waitUntilKept } from './support/offline.ts';
import { startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

test.use({ freshContext: true, serviceWorkers: 'allow' });

/** Makes another version of a built app by renaming each script, as if all of them had changed. */
function makeNext(folder: string): void {
  const assets = join(folder, 'assets');
  const named = readdirSync(assets).filter((name) => /-[\w-]{8}\.js$/.test(name));
  const next = (name: string): string => name.replace(/....(....\.js)$/, 'next$1');
  const renew = (path: string): void => {
    let text = readFileSync(path, 'utf8');
    for (const name of named) text = text.replaceAll(name, next(name));
    // In the service worker: the version in the names of its caches.
    writeFileSync(path, text.replace(/(version:`)\w+/g, '$1next'));
  };
  for (const place of [folder, assets])
    for (const name of readdirSync(place)) {
      if (/\.(?:br|gz)$/.test(name)) rmSync(join(place, name));
      else if (/\.(?:js|html)$/.test(name)) renew(join(place, name));
    }
  for (const name of named) renameSync(join(assets, name), join(assets, next(name)));
}

/** Makes the page hidden or visible. */
const show = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { get: () => now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** Chromium lets a new service worker take over at the latest five minutes after it was installed. */
const LONGEST_TAKEOVER_MS = patience(330_000);

/** Whether the newest service worker is in charge. */
const isInCharge = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.installing === null && registration.waiting === null;
  });

test('a new version waits while a form is open or somebody is at work, and is taken when the page is hidden [OFFLINE-8]', async ({
  page,
}) => {
  test.setTimeout(2 * LONGEST_TAKEOVER_MS);
  const folder = mkdtempSync(join(tmpdir(), 'jurmana-next-'));
  cpSync('dist/web', folder, { recursive: true });
  const server = await startServer({ name: 'next-version', environment: { WEB_ROOT: folder } });
  const app = new App(page, server);
  await app.openFines();
  await waitUntilKept(page);
  await page.getByRole('button', { name: 'Add New Fine' }).first().click();
  const note = app.dialog('Add New Fine').getByLabel('Note');
  await note.fill('by the gate');
  const loads: string[] = [];
  page.on('domcontentloaded', () => loads.push('again'));

  await server.stop();
  makeNext(folder);
  await server.start();
  // The page asks for it by itself once it is online again.
  const versions = (): Promise<number> => page.evaluate(async () => (await caches.keys()).length);
  await expect.poll(versions).toBe(2);
  await expect.poll(() => isInCharge(page), { timeout: LONGEST_TAKEOVER_MS }).toBe(true);
  await show(page, 'hidden');
  await expect(note).toHaveValue('by the gate');
  await show(page, 'visible');
  await app.dialog('Add New Fine').getByRole('button', { name: 'Cancel' }).click();
  // Parts that had not been fetched yet are still those of the current version.
  await app.menuLink('Events').click();
  await app.expectScreen('Events');
  expect(loads).toEqual([]);

  await show(page, 'hidden');
  await expect.poll(() => loads).toEqual(['again']);
  await app.expectScreen('Events');
  await expect(page.locator('script[src*="next"]')).toHaveCount(1);
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});
