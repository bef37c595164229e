// Rules for every dialog: Back closes only the dialog, and a dialog that looks ready takes every key.
import type { Page } from '@playwright/test';
import { expect, test } from './support/fines.ts';

const entries = (page: Page): Promise<number> => page.evaluate(() => history.length);

test('Back closes the open dialog and nothing else; Forward does not reopen it; a question above a form is closed first, and a form that is saving is not [SCREEN-23, SCREEN-50, LOOK-23]', async ({
  app,
  page,
  fines,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 100, { fineType: 'Noise', date: '2026-01-15' });
  await app.openDashboard();
  await app.goTo('/payments');
  const collect = app.dialog('Collect Payment');
  await page.getByRole('button', { name: 'Collect Payment' }).click();
  // Typing at once finds the member.
  await expect(collect.getByRole('combobox', { name: 'Member' })).toBeFocused();
  await page.goBack();
  await expect(collect).toBeHidden();
  await app.expectScreen('Payments');
  await page.goForward();
  await expect(collect).toBeHidden();
  await app.expectScreen('Payments');
  // After a dialog is closed otherwise, Back is not used up for it.
  await page.getByRole('button', { name: 'Collect Payment' }).click();
  await expect(collect).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(collect).toBeHidden();
  const before = await entries(page);
  await page.getByRole('button', { name: 'Collect Payment' }).click();
  await expect(collect).toBeVisible();
  await collect.getByRole('button', { name: 'Cancel' }).click();
  await expect(collect).toBeHidden();
  expect(await entries(page)).toBe(before);
  await page.goBack();
  await app.expectScreen('Fines Management Dashboard');

  // A link in the dialog leads on, and Back returns to the page without the dialog.
  await app.goTo('/fines');
  const row = fines.row('Noise');
  await fines.showDetails(row);
  const details = app.dialog('Fine Details');
  await details.getByRole('link', { name: 'History' }).click();
  await app.expectScreen('History');
  await page.goBack();
  await app.expectScreen('Fine Management');
  await expect(details).toBeHidden();
  await page.goBack();
  await app.expectScreen('Fines Management Dashboard');

  // A form opened by its address, from a link.
  await page.getByRole('link', { name: 'Add New Fine' }).first().click();
  await expect(fines.dialog).toBeVisible();
  await page.goBack();
  await expect(fines.dialog).toBeHidden();
  await app.expectScreen('Fine Management');
  await page.goBack();
  await app.expectScreen('Fines Management Dashboard');
  // A form left open for another screen neither follows there nor leads back.
  await page.getByRole('link', { name: 'Add New Fine' }).first().click();
  await expect(fines.dialog).toBeVisible();
  await app.goTo('/user');
  await expect(fines.dialog).toBeHidden();

  // A question above a form is closed first, and a form that is saving is not.
  await app.goTo('/dashboard');
  await app.goTo('/fines');
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan');
  await fines.submit.click();
  await expect(fines.confirmation).toBeVisible();
  // Its text, but not its buttons.
  await expect(fines.confirmation).toHaveAccessibleDescription(/Total for 1 user/);
  await expect(fines.confirmation).not.toHaveAccessibleDescription(/Back/);
  await page.goBack();
  await expect(fines.confirmation).toBeHidden();
  await expect(fines.dialog.getByLabel('Fine Type')).toHaveValue('Late arrival');
  await page.reload();
  await expect(fines.dialog.getByLabel('Fine Type')).toHaveValue('Late arrival');
  faultyProxy.holdResponses('POST /api/fines ');
  await fines.submit.click();
  await fines.confirmation.getByRole('button', { name: 'Add Fine' }).click();
  await page.goBack();
  await page.goBack();
  await expect(fines.dialog).toBeVisible();
  faultyProxy.restore();
  await fines.expectAdded();
  await expect(fines.dialog).toBeHidden();
  await page.goBack();
  await app.expectScreen('Fines Management Dashboard');
});

test('a visible dialog takes every key, even if its code had to be fetched first; its fields are not read out as its description [SCREEN-24, LOOK-23]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.add('Ayesha Khan');
  await page.addInitScript(() => {
    // Somebody who types as soon as the field exists.
    const keys = [...'Late arrival'];
    new MutationObserver((_, observer) => {
      const field = document.querySelector('[role=dialog] input');
      if (field === null) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        for (const key of keys) {
          const { activeElement } = document;
          if (activeElement instanceof HTMLInputElement) document.execCommand('insertText', false, key);
        }
      });
    }).observe(document, { childList: true, subtree: true });
  });
  await app.openAsAdministrator('/fines?add=true');
  await expect(fines.dialog.getByLabel('Fine Type')).toHaveValue('Late arrival');
  await expect(fines.dialog).toHaveAccessibleDescription('');
});
