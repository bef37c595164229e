// Settling somebody's debt: the status filter, ticks, and marking all ticked fines paid at once (LIST-23 to LIST-27).
import type { Locator } from '@playwright/test';
import { readFine } from '../../src/contract/fines/fine-details.ts';
import { deleteFine } from '../../src/contract/fines/fines.ts';
import { listPayments, takePayment } from '../../src/contract/money/payments.ts';
import { expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';
import { mark } from '../helpers/ledger.ts';

const sizeOf = (part: Locator): Promise<number> =>
  part.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

test('thirteen pending fines of one person are settled with one question; the large figures are the person’s own [LIST-23, LIST-25, LIST-27, LIST-39, LIST-40]', async ({
  app,
  fines,
  api,
}) => {
  const { page } = fines;
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fineDaily('Ayesha Khan', [10, 22], { amount: 50.25 });
  await api.fineDaily('Ayesha Khan', [23, 28], { fineType: 'Settled', paid: true });
  await api.fine('Bilal Ahmed', 7);
  await app.openFines(api.id('Ayesha Khan'));
  await expect(fines.row('Settled 28')).toBeVisible();
  // Rows that are out of sight are indicated by a shadow at the edge.
  const area = page.getByRole('region', { name: 'Recent Fines' });
  await expect(area).toHaveCSS('height', '400px');
  await expect(area).toHaveCSS('background-image', /linear-gradient.*linear-gradient/);
  const own = page
    .getByRole('region', { name: /Fines of .*Ayesha Khan/ })
    .locator('dd')
    .first();
  expect(await sizeOf(own)).toBeGreaterThan(1.2 * (await sizeOf(page.getByText('20 fines').first())));
  const boxes = [await own.boundingBox(), await page.getByRole('region', { name: 'Totals' }).boundingBox()];
  expect(boxes[0]?.y ?? 0).toBeLessThan(boxes[1]?.y ?? 0);
  await fines.showStatus('Pending');
  await expect(page).toHaveURL(/\?status=Pending$/);
  await expect(page.locator('tbody tr')).toHaveCount(13);
  await page.getByRole('checkbox', { name: 'Select all pending on this page' }).check();
  await expect(page.getByText('13 fines selected: Rs. 653.25')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as Paid' }).click();
  const question = app.dialog('Mark as Paid');
  await expect(question).toContainText('Have these 13 fines been paid, Rs. 653.25 in all?');
  await expect(question.getByRole('listitem')).toHaveText(['Ayesha Khan13 finesRs. 653.25']);
  await question.getByRole('button', { name: 'Mark as Paid' }).click();
  await expect(app.toast('13 fines marked as paid: Rs. 653.25')).toBeVisible();
  await expect(page.getByText('No fines found')).toBeVisible();
  await fines.expectFigures('1,260.25', '7.00');
  await expect(page.getByText('selected')).toHaveCount(0);
  await fines.showStatus('Paid');
  await expect(page.locator('tbody tr')).toHaveCount(10);
  await expect(page.getByRole('navigation', { name: 'Pages of fines' }).getByRole('listitem')).toHaveCount(2);
});

test('ticks work by keyboard, for some or all pending fines of the page, and are cleared with page and filter; on a phone they are touch targets, with the bar visible [LIST-24, SCREEN-31]', async ({
  app,
  fines,
  api,
}) => {
  const { page } = fines;
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fineDaily('Bilal Ahmed', [10, 19], { amount: 10 });
  await api.fine('Ayesha Khan', 20, { fineType: 'Noise', date: '2026-02-01', paid: true });
  await api.fine('Ayesha Khan', 30, { fineType: 'Late arrival', date: '2026-02-02' });
  await app.openFines();
  const box = (text: string) => fines.row(text).getByRole('checkbox');
  const all = page.getByRole('checkbox', { name: 'Select all pending on this page' });
  await expect(box('Late arrival')).toHaveAccessibleName('Select Late arrival, Ayesha Khan, Rs. 30.00, 2 Feb 2026');
  // The rows differ only in the day.
  await expect(fines.row('Late arrival').getByRole('button', { name: 'More' })).toHaveAccessibleName(
    'More: Late arrival, Ayesha Khan, Rs. 30.00, 2 Feb 2026',
  );

  await box('Late arrival').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 fine selected: Rs. 30.00')).toBeVisible();
  expect(await all.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  await all.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('9 fines selected: Rs. 110.00')).toBeVisible();
  await expect(all).toBeChecked();
  // Because it is paid.
  await expect(box('Noise')).not.toBeChecked();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('selected:')).toHaveCount(0);
  await expect(all).not.toBeChecked();

  await box('Late arrival').check();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(fines.row('Fine 10')).toBeVisible();
  await expect(page.getByText('selected:')).toHaveCount(0);
  await box('Fine 10').check();
  await fines.showStatus('Pending');
  await expect(fines.row('Late arrival')).toBeVisible();
  await expect(page.getByText('selected:')).toHaveCount(0);
  await expect(box('Late arrival')).not.toBeChecked();

  await app.onPhone();
  // There the boxes are asked for.
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0);
  await (await app.menuEntry('Select several')).click();
  await expectTouchTargets(page.locator('main label:has([type=checkbox])'));
  await all.check();
  await expect(page.getByRole('button', { name: 'Mark as Paid' })).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
});

test('a fine paid in another window is unticked, and one paid during the question is named and nothing is saved; several are paid with a method and a reference; outdated figures are shown for a new decision; what is deleted is refused with the reason [PAY-61, LIST-10, LIST-11, LIST-25, LIST-26]', async ({
  app,
  fines,
  api,
  faultyProxy,
}) => {
  const { page } = fines;
  await api.rule(false);
  await api.add('Ayesha Khan');
  const userId = api.id('Ayesha Khan');
  const collect = (fine: { id: string; outstanding: number }, amount: number) =>
    api.must(takePayment, {
      body: { userId, fines: [{ fineId: fine.id, outstanding: fine.outstanding }], amount, receivedOn: today() },
    });
  const noise = await api.fine('Ayesha Khan', 20, { fineType: 'Noise' });
  const phone = await api.fine('Ayesha Khan', 30, { fineType: 'Phone' });
  const uniform = await api.fine('Ayesha Khan', 40, { fineType: 'No uniform' });
  await app.openFines();
  await page.getByRole('checkbox', { name: 'Select all pending on this page' }).check();
  await page.getByRole('button', { name: 'Mark as Paid' }).click();
  const question = app.dialog('Mark as Paid');
  await expect(question).toContainText('Have these 3 fines been paid, Rs. 90.00 in all?');
  await mark(api, noise.id, 'Paid');
  await expect(question).toContainText('Have these 2 fines been paid, Rs. 70.00 in all?');
  await expect(question.getByRole('alert')).toContainText('changed in the meantime');

  faultyProxy.holdRequests('POST /api/fines/pay');
  await question.getByRole('button', { name: 'Mark as Paid' }).click();
  // Shown at once.
  for (const fineType of ['Phone', 'No uniform']) await expect(fines.row(fineType)).toContainText('Paid');
  await fines.expectFigures('90.00', '0.00');
  await mark(api, phone.id, 'Paid');
  faultyProxy.restore();
  await expect(app.toast(/Failed to update status: nothing was saved, because this fine has been paid/)).toContainText(
    'Phone',
  );
  await expect(fines.row('No uniform')).toContainText('Pending');
  await fines.expectFigures('90.00', '40.00');
  await expect(page.getByText('1 fine selected: Rs. 40.00')).toBeVisible();

  const last = await api.fine('Ayesha Khan', 200, { fineType: 'Noise at night' });
  await fines.row('Noise at night').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark as Paid' }).click();
  await question.getByLabel('Method').selectOption('Raast');
  await question.getByLabel('Reference').fill('TX 77');
  // Another window is first, and this one does not know it when Enter is pressed.
  faultyProxy.holdRequests('POST /api/fines/pay');
  await question.getByLabel('Reference').press('Enter');
  await expect(question).toBeHidden();
  await collect(last, 150);
  faultyProxy.restore();
  await expect(question).toContainText('Have these 2 fines been paid, Rs. 90.00 in all?');
  await expect(question.getByRole('alert')).toContainText('nothing was saved');
  await expect(question.getByLabel('Method')).toHaveValue('Raast');
  await expect(question.getByLabel('Reference')).toHaveValue('TX 77');
  await expect(page.locator('[data-fresh]')).toHaveCount(0);
  await question.getByRole('button', { name: 'Mark as Paid' }).click();
  await expect(app.toast('2 fines marked as paid: Rs. 90.00')).toBeVisible();
  const { items } = await api.must(listPayments, { query: { userId } });
  expect(items.slice(0, 2).map(({ amount, method, reference }) => [amount, method, reference])).toEqual([
    [90, 'Raast', 'TX 77'],
    [150, 'Cash', ''],
  ]);

  // A single fine, which changes while its question is open, and once more after that.
  const other = await api.fine('Ayesha Khan', 200, { fineType: 'Absence' });
  await fines
    .row('Absence')
    .getByRole('button', { name: /^Mark Paid/ })
    .click();
  await collect(other, 150);
  await expect(question.getByRole('alert')).toContainText('changed in the meantime');
  await expect(question).toContainText(/Rs\.\s50\.00 left to pay/);
  faultyProxy.holdRequests('PUT /api/fines');
  await expect(page.locator('[data-fresh]')).toHaveCount(0);
  await question.getByRole('button', { name: 'Mark Paid' }).click();
  await expect(question).toBeHidden();
  await collect({ id: other.id, outstanding: 50 }, 20);
  faultyProxy.restore();
  await expect(question).toContainText(/Rs\.\s30\.00 left to pay/);
  await expect(page.locator('[data-fresh]')).toHaveCount(0);
  await question.getByRole('button', { name: 'Mark Paid' }).click();
  await expect(app.toast('Fine marked as paid')).toBeVisible();
  // Deleting also requires the figures that were shown.
  await fines
    .row('No uniform')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const removal = app.dialog('Delete Fine');
  faultyProxy.holdRequests('DELETE /api/fines');
  await removal.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(removal).toBeHidden();
  await mark(api, uniform.id, 'Pending');
  faultyProxy.restore();
  await expect(removal.getByRole('alert')).toContainText('nothing was saved');
  await api.must(deleteFine, { params: { fineId: uniform.id } });
  await expect(page.locator('[data-fresh]')).toHaveCount(0);
  await removal.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(app.toast('Failed to delete fine: Fine not found')).toBeVisible();
  const { paid } = await api.must(readFine, { params: { fineId: other.id } });
  expect(paid.map(({ amount }) => amount)).toEqual([150, 20, 30]);
});
