// What the bar of ticked fines can do besides paying: waiving and deleting, all of them or none (LIST-34 to LIST-36).
import type { Locator } from '@playwright/test';
import { deleteFine, listFines } from '../../src/contract/fines/fines.ts';
import { expectAccessibleLayout, expectTouchTargets } from './support/axe.ts';
import { expect, test } from './support/fines.ts';
import { countRenderedRows } from './support/renders.ts';
import { mark } from '../helpers/ledger.ts';

test('several are waived with one reason, and one press undoes that; on a tablet their actions are on one line [LIST-34, LIST-36, SCREEN-47]', async ({
  app,
  fines,
  api,
}) => {
  const { page } = fines;
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 20);
  await api.fine('Bilal Ahmed', 30);
  await app.openFines();
  await page.getByRole('checkbox', { name: 'Select all pending on this page' }).check();
  await page.setViewportSize({ width: 768, height: 900 });
  const edges = (found: Locator, edge: 'bottom' | 'right'): Promise<number> =>
    found.evaluateAll(
      (all, side) => new Set(all.map((one) => Math.round(one.getBoundingClientRect()[side]))).size,
      edge,
    );
  const bar = page.getByText('2 fines selected').locator('..');
  await expect.poll(() => edges(bar.getByRole('button', { name: /Delete|Waive|Mark as Paid/ }), 'bottom')).toBe(1);
  // The two figures stand beside each other.
  const figures = page.getByRole('main').getByText('PKR 50.00');
  await expect.poll(() => edges(figures, 'right')).toBe(2);
  await expect.poll(() => edges(figures, 'bottom')).toBe(1);
  await app.onPhone();
  await expectTouchTargets(page.getByRole('button', { name: 'Waive', exact: true }).last());
  await bar.getByRole('button', { name: 'Waive' }).click();
  const question = app.dialog('Waive Fines');
  await expect(question).toContainText('Waive what is left to pay of these 2 fines, Rs. 50.00 in all?');
  await expect(question.getByRole('listitem')).toHaveText(['Bilal Ahmed1 fineRs. 30.00', 'Ayesha Khan1 fineRs. 20.00']);
  await question.getByRole('button', { name: 'Waive' }).click();
  await expect(question).toContainText('Please enter a reason of at least 3 characters.');
  await expectAccessibleLayout(page);
  await question.getByRole('textbox', { name: 'Reason' }).fill('office was closed');
  // After a change from another window the question is asked again, and keeps the reason.
  const { items } = await api.must(listFines, { query: {} });
  await mark(api, items[0]?.id ?? '', 'Paid');
  await expect(question).toContainText('Waive this fine, Rs. 20.00?');
  // Buttons accept no presses until the dialog has been shown for a moment.
  await expect(page.locator('[role="dialog"]:not([data-fresh])')).toBeVisible();
  await question.getByRole('textbox', { name: 'Reason' }).press('Enter');
  const toast = app.toast('1 fine waived: Rs. 20.00');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(app.toast('Undone: the waiver was taken back.')).toBeVisible();
  await expect
    .poll(async () => (await api.books()).fines.toSorted())
    .toEqual(['Ayesha Khan Late arrival 20 Pending', 'Bilal Ahmed Late arrival 30 Paid']);
});

test('opening a form renders no row again; several paid fines can be deleted, which is the only action offered for them, and what was paid becomes credit; the question says what happens to others, and if one was deleted in the meantime, asks again about the rest [LIST-35, LIST-43, LIST-47, FINE-21]', async ({
  app,
  fines,
  api,
}) => {
  const { page } = fines;
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 20, { fineType: 'One', paid: true });
  await api.fine('Ayesha Khan', 30, { fineType: 'Two', paid: true });
  await api.fine('Ayesha Khan', 40, { fineType: 'Still owed' });
  const renderedRows = await countRenderedRows(page);
  await app.openFines();
  await expect(fines.filter).toBeVisible();
  await renderedRows();
  await fines.openDialog();
  await fines.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(fines.dialog).toBeHidden();
  expect(await renderedRows()).toBe(0);
  const bar = page.getByText(/fines? selected/).locator('..');
  await page.getByRole('checkbox', { name: 'Select all pending on this page' }).check();
  await expect(bar).toContainText('1 fine selected: Rs. 40.00');
  expect(await renderedRows()).toBeGreaterThan(0);
  await fines.row('One').getByRole('checkbox').check();
  await expect(bar).toContainText('2 fines selected: Rs. 60.00 Paid fines can only be deleted.');
  await expect(bar.getByRole('button')).toHaveText(['Clear', 'Delete']);
  await fines.row('Still owed').getByRole('checkbox').uncheck();
  await fines.row('Still owed').getByRole('button', { name: 'Delete' }).click();
  await app.dialog('Delete Fine').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expectAccessibleLayout(page);
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = app.dialog('Delete Fines');
  await expect(question).toContainText('Delete these 2 fines, Rs. 50.00 in all?');
  await expect(question).toContainText('Rs. 50.00 was paid towards them and becomes credit.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(app.toast('2 fines deleted: Rs. 50.00')).toBeVisible();
  await expect.poll(async () => (await api.books()).fines).toEqual([]);

  await api.rule(true);
  await api.fine('Ayesha Khan', 100, { fineType: 'First', date: '2026-02-02' });
  await api.fine('Ayesha Khan', 100, { fineType: 'Doubled', date: '2026-02-03' });
  await api.fine('Bilal Ahmed', 7, { date: '2026-02-02' });
  const gone = await api.fine('Bilal Ahmed', 30, { fineType: 'Goes', date: '2026-02-12' });
  for (const text of ['First', 'Rs. 7.00', 'Goes']) await fines.row(text).getByRole('checkbox').check();
  await expect(bar).toContainText('3 fines selected');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toContainText('Delete these 3 fines, Rs. 137.00 in all? This action cannot be undone.');
  await expect(question).toContainText('Another fine is reduced:');
  await expect(question).toContainText(/Doubled.* of 3 Feb 2026: Rs\.\s200\.00 becomes Rs\.\s100\.00\./);
  await api.must(deleteFine, { params: { fineId: gone.id } });
  await expect(question).toContainText('Delete these 2 fines, Rs. 107.00 in all?');
  await expect(question.getByRole('alert')).toContainText('Some of these fines have changed in the meantime');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(app.toast('2 fines deleted: Rs. 107.00')).toBeVisible();
  await expect(fines.row('First')).toHaveCount(0);
  await fines.expectFigures('100.00', '100.00');
  await expect.poll(async () => (await api.books()).fines).toEqual(['Ayesha Khan Doubled 100 Pending']);
});
