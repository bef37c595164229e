// The oldest supported browsers (LOOK-9): a browser without anything that one of them lacks, by MDN's data.
import type { Page } from '@playwright/test';
import { lackedMembers } from '../../scripts/browsers/support.ts';
import { SCREENS } from './support/app.ts';
import { expect, test } from './support/fines.ts';

/** Removes from the page what the oldest browsers lack. */
async function makeOld(page: Page): Promise<void> {
  await page.addInitScript((lacked) => {
    type Owner = Record<string, unknown> & { prototype?: Record<string, unknown> };
    const all = globalThis as unknown as Record<string, Owner | undefined>;
    const intl = Intl as unknown as Record<string, Owner | undefined>;
    for (const { owner, name, of } of lacked) {
      if (name === null) {
        delete all[owner];
        delete intl[owner];
        continue;
      }
      for (const found of [all[owner], intl[owner]]) {
        if (found === undefined) continue;
        if (of !== 'instance') delete found[name];
        if (of !== 'class' && found.prototype !== undefined) delete found.prototype[name];
        if (owner === 'Window') delete all[name];
      }
    }
  }, lackedMembers());
}

test('with only what the oldest browsers have, somebody signs in, sees every screen, and adds a fine [LOOK-9]', async ({
  app,
  page,
  api,
  fines,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed 👩‍👩‍👧');
  await api.fine('Ayesha Khan', 1500, { fineType: 'No uniform' });
  await makeOld(page);
  await app.signIn();
  expect(await page.evaluate(() => ['any' in AbortSignal, 'groupBy' in Object, 'Segmenter' in Intl])).toEqual([
    false,
    false,
    false,
  ]);
  for (const [path] of SCREENS) await app.goTo(path);
  await app.goTo('/fines');
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan');
  await fines.submit.click();
  await fines.confirm.click();
  await expect(app.toast('Fines added successfully')).toBeVisible();
  await expect(fines.row('Late arrival')).toBeVisible();
  await expect(app.connectionLost).toBeHidden();
});

test('a browser that is too old gets one sentence, in both languages, and nothing else [LOOK-9]', async ({
  page,
  app,
}) => {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (...asked: [string, string?]) =>
      asked[0] !== 'container-type' && supports(...(asked as [string, string]));
  });
  await app.open('/login');
  const sentence = page.getByRole('alert');
  await expect(sentence).toContainText('This browser is too old for Jurmana, which needs Chrome 109,');
  await expect(sentence).toContainText('یہ براؤزر جرمانہ ایپ کے لیے بہت پرانا ہے۔');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveCount(0);
});
