// The details of a fine, and correcting it (LIST-29 to LIST-32).
import { correctFine, readFine } from '../../src/contract/fines/fine-details.ts';
import { addDays } from '../../src/core/calendar.ts';
import { deleteFine } from '../../src/contract/fines/fines.ts';
import { reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { correction, mark } from '../helpers/ledger.ts';
import { expectAccessibleLayout, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { skipPauses } from './support/clock.ts';
import { expect, test, today } from './support/fines.ts';

const ADMINISTRATOR = 'admin@jurmana.test';

test('the details show figures, note, recorder, the cause of doubling and each change, and are updated while open [LIST-29, PAY-15]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.rule(true);
  await api.add('Ayesha Khan');
  const earlier = await api.fine('Ayesha Khan', 1250, { fineType: 'Uniform', date: '2026-03-02' });
  const fine = await api.fine('Ayesha Khan', 100, { description: 'by an hour', date: '2026-03-03' });
  await app.openFines();
  await fines.showDetails(fines.row('Late arrival'));
  const details = app.dialog('Fine Details');
  for (const text of ['Ayesha Khan', 'Late arrival', 'Rs. 200.00', 'Pending', '3 Mar 2026', 'by an hour']) {
    await expect(details).toContainText(text);
  }
  await expect(details).toContainText(/Recorded\d+ \w+ \d{4}, \d\d:\d\d, by \W?admin@jurmana\.test/);
  await expect(details).toContainText(
    /Repeated mistake: after “\W?Uniform\W?” of \W?2 Mar 2026\W?, \W?Rs\.\s1,250\.00/,
  );
  const changes = details.getByRole('listitem');
  await expect(changes).toHaveText([/Added by \W?admin@jurmana\.test\W?: “\W?Late arrival\W?”, \W?Rs\.\s200\.00/]);

  const { fine: corrected } = await api.must(correctFine, {
    params: { fineId: fine.id },
    body: correction(
      { ...fine, amount: 200 },
      { fineType: 'Uniform', amount: 150, date: '2026-03-04', description: '' },
    ),
  });
  await expect(changes.first()).toContainText(/The type changed from “\W?Late arrival\W?” to “\W?Uniform\W?”\./);
  await expect(changes.first()).toContainText(/The amount changed from \W?Rs\.\s200\.00\W? to \W?Rs\.\s150\.00\W?\./);
  await expect(changes.first()).toContainText(/The date changed from \W?3 Mar 2026\W? to \W?4 Mar 2026\W?\./);
  await expect(changes.first()).toContainText(/Note: “\W?by an hour\W?” before, empty now\./);
  await api.must(correctFine, { params: { fineId: fine.id }, body: correction(corrected, { description: 'twice' }) });
  await expect(changes.first()).toContainText(/Note: empty before, “\W?twice\W?” now\./);
  await mark(api, fine.id, 'Paid');
  await expect(changes.first()).toContainText(/Marked as paid by \W?admin@jurmana\.test/);
  await expect(details).toContainText('Paid On');
  await mark(api, fine.id, 'Pending');
  await expect(changes.first()).toContainText('Marked as unpaid by');
  // Of two payments one is taken back: a part stays paid.
  const userId = api.id('Ayesha Khan');
  const pay = async (amount: number, outstanding: number) =>
    api.must(takePayment, { body: { userId, fines: [{ fineId: fine.id, outstanding }], amount, receivedOn: today() } });
  await pay(100, 150);
  const { payment } = await pay(50, 50);
  const taken = { amount: 50, reason: 'entered twice' };
  await api.must(reversePayment, { params: { paymentId: payment?.id ?? '' }, body: taken });
  await expect(changes.first()).toContainText(/Rs\.\s50\.00\W? paid towards it was taken back by/);
  await api.must(deleteFine, { params: { fineId: earlier.id } });
  await expect(details).toContainText('Repeated mistake; the earlier fine has since been deleted');
  await expect(changes).toHaveCount(8);
  await api.must(deleteFine, { params: { fineId: fine.id } });
  await expect(details).toContainText('This fine was deleted.');
  await expect(details.getByRole('button', { name: 'Correct' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
});

test('correcting by keyboard alone: the history has the old values and the focus returns; a paid fine keeps its amount, a doubled one is marked, and errors are shown at their fields; what another window has changed is shown as it is now; a correction whose answers are lost survives a reload and is made once [LIST-30, LIST-31, LIST-32, DATE-7]', async ({
  app,
  page,
  fines,
  api,
  faultyProxy,
}) => {
  await api.rule(true);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Chand Bibi');
  await api.fine('Ayesha Khan', 100, { fineType: 'Uniform', date: '2026-03-02', paid: true });
  await api.fine('Ayesha Khan', 100, { fineType: 'Doubled', date: '2026-03-03' });
  await api.fine('Bilal Ahmed', 100, { fineType: 'Lat arival', date: '2026-03-03' });
  await skipPauses(page);
  await app.openFines();
  const opener = fines.row('Bilal Ahmed').getByRole('button', { name: /^More: / });
  const details = app.dialog('Fine Details');
  const form = app.dialog('Correct Fine');
  const correct = details.getByRole('button', { name: 'Correct' });
  const openByKeyboard = async (): Promise<void> => {
    await page.keyboard.press('Enter');
    // The first entry of the menu.
    await expect(page.getByRole('menuitem', { name: 'Details' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(details.getByRole('listitem')).toHaveCount(1);
    await correct.focus();
    await expect(page.locator('[data-fresh]')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await app.expectInitialFocus(form.getByLabel('Fine Type'));
  };
  await opener.focus();
  await openByKeyboard();
  // The filter of the list has options as well, and those of the closed list are not seen.
  await expect(page.locator('[role=option]').filter({ visible: true })).toHaveCount(0);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Late for prayer');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('75');
  await page.keyboard.press('Enter');
  await expect(app.toast('Fine corrected')).toBeVisible();
  await expect(correct).toBeFocused();
  await expect(details).toContainText('Rs. 75.00');
  await expect(details.getByRole('listitem').first()).toContainText(
    /The amount changed from \W?Rs\.\s100\.00\W? to \W?Rs\.\s75\.00/,
  );
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await expect(fines.row('Bilal Ahmed')).toContainText('Late for prayer');
  await fines.expectFigures('375.00', '275.00');

  await fines.showDetails(fines.row('Uniform'));
  await correct.click();
  await expect(form.getByLabel('Amount (PKR)')).toBeDisabled();
  await expect(form).toContainText('The amount of a paid fine cannot be changed. Mark it as unpaid first.');
  await form.getByRole('textbox', { name: 'Note' }).fill('no tie');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(details).toContainText('no tie');
  await details.getByRole('button', { name: 'Close' }).click();

  await fines.showDetails(fines.row('Doubled'));
  await correct.click();
  await expect(form.getByLabel('Amount (PKR)')).toHaveAccessibleDescription('Doubled');
  await form.getByLabel('Amount (PKR)').fill('150');
  await form.getByRole('textbox', { name: 'Date' }).fill('1/1/2199');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('This day is more than a year ahead.');
  await expect(app.toast('This day is more than a year ahead.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Date' })).toBeFocused();
  // A day in the future is asked about, as for a new fine.
  const question = app.dialog('Confirm Correction');
  await form.getByLabel('Amount (PKR)').fill('200');
  await form.getByRole('textbox', { name: 'Date' }).fill(addDays(today(), 3));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(question).toContainText('This day is in the future. Save anyway?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await form.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByRole('listitem').first()).toContainText('The date changed from 3 Mar 2026');
  await expect(details).toContainText('Rs. 200.00');
  await details.getByRole('button', { name: 'Close' }).click();

  // Another window changes it, and answers are lost.
  const fine = await api.fine('Chand Bibi', 100, { date: '2026-03-03' });
  const params = { fineId: fine.id };
  await fines.showDetails(fines.row('Chand Bibi'));
  await correct.click();
  await form.getByLabel('Amount (PKR)').fill('75');
  faultyProxy.holdRequests('PUT /api/fines/');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('button', { name: 'Please wait...' })).toBeVisible();
  await api.must(correctFine, { params, body: correction(fine, { amount: 300, description: 'by an hour' }) });
  faultyProxy.restore();
  await expect(
    app.toast('Failed to correct fine: This fine has changed in the meantime. Nothing was saved.'),
  ).toBeVisible();
  await expect(form).toContainText(
    /This fine has changed in the meantime\. It is now: .*Rs\.\s300\.00.* Note: “\W?by an hour/,
  );
  // Typed values stay; the others are as the other window left them.
  await expect(form.getByLabel('Amount (PKR)')).toHaveValue('75');
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('by an hour');
  await form.getByRole('button', { name: 'Save' }).click();
  // A message of earlier corrections may still be there.
  await expect(details).toContainText('Rs. 75.00');
  const { fine: saved, history } = await api.must(readFine, { params });
  expect(saved).toMatchObject({ amount: 75, description: 'by an hour' });
  expect(history.map(({ kind, by }) => [kind, by])).toEqual([
    ['corrected', ADMINISTRATOR],
    ['corrected', ADMINISTRATOR],
    ['added', ADMINISTRATOR],
  ]);

  // With a lost answer.
  await correct.click();
  await form.getByLabel('Amount (PKR)').fill('80');
  faultyProxy.dropResponses('PUT /api/fines/');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('it is not known whether this was saved');
  faultyProxy.restore();
  await page.reload();
  await expect(form).toContainText('it is not known whether this was saved');
  await expect(form.getByLabel('Amount (PKR)')).toHaveValue('80');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(app.toast('Fine corrected')).toBeVisible();
  const { history: then } = await api.must(readFine, { params });
  expect(then.map(({ kind }) => kind)).toEqual(['corrected', 'corrected', 'corrected', 'added']);
});

// urdu.spec.ts checks the details in the dark.
test('three Tabs at most lead from a row to all that can be done with its fine, on the screen of fines and on a person’s page; Collect ticks that fine alone [LIST-29, PAY-20]', async ({
  app,
  page,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 500, { fineType: 'Uniform', date: '2026-03-01' });
  await api.fine('Ayesha Khan', 300, { date: '2026-03-02' });
  const collecting = app.dialog('Collect Payment');
  for (const [place, path] of [`/fines`, `/user/${api.id('Ayesha Khan')}`].entries()) {
    if (place === 0) await app.openAsAdministrator(path);
    else await app.open(path);
    const title = place === 0 ? 'Fine Management' : 'Ayesha Khan';
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const row = page.locator('main tbody tr').filter({ hasText: 'Late arrival' });
    const more = row.getByRole('button', { name: /^More/ });
    await row.locator(':is(a, button)').first().focus();
    const isThere = (): Promise<boolean> => more.evaluate((button) => button === document.activeElement);
    let tabs = 0;
    for (; !(await isThere()) && tabs < 9; tabs += 1) await page.keyboard.press('Tab');
    expect(tabs, path).toBeLessThanOrEqual(3);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem')).toContainText(['Details', 'Collect', 'Waive']);
    await page.getByRole('menuitem', { name: 'Details' }).press('Enter');
    await app.expectInitialFocus(app.dialog('Fine Details').getByRole('button', { name: 'Collect', exact: true }));
    await page.keyboard.press('Enter');
    await expect(collecting.getByLabel('Amount Received (PKR)')).toHaveValue('300');
    await expect(collecting.getByRole('checkbox', { name: /Late arrival/ })).toBeChecked();
    await expect(collecting.getByRole('checkbox', { name: /Uniform/ })).not.toBeChecked();
    await page.keyboard.press('Escape');
    await expect(collecting).toBeHidden();
    await page.keyboard.press('Escape');
    await (await app.rowEntry(row, 'Collect')).click();
    await expect(collecting.getByLabel('Amount Received (PKR)')).toHaveValue('300');
    await collecting.getByRole('button', { name: 'Cancel' }).click();
    await expect(collecting).toBeHidden();
  }
  // From elsewhere all are ticked.
  await page.keyboard.press('c');
  await expect(collecting.getByLabel('Amount Received (PKR)')).toHaveValue('800');
});

test('details and form fit on a phone and have no axe violations [LIST-29]', async ({ app, page, fines, api }) => {
  await api.rule(true);
  const name = 'Abdul Rehman Muhammad Zulfiqar Ali Bhatti-Chaudhry the Fourteenth of Rawalpindi';
  await api.add(name);
  await api.fine(name, 100, { fineType: 'Uniform', date: today() });
  const fineType = `نماز میں تاخیر ${'very-long-word'.repeat(6)}`;
  const fine = await api.fine(name, 499_999_999, { fineType, description: 'a long note '.repeat(80), date: today() });
  await api.must(correctFine, {
    params: { fineId: fine.id },
    body: correction(fine, { description: 'x'.repeat(500) }),
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await app.openFines();
  await expectNoSidewaysScroll(page);
  await expectTouchTargets(fines.row(fineType).getByRole('button'));
  await fines.showDetails(fines.row(fineType));
  await expect(app.dialog('Fine Details').getByRole('listitem')).toHaveCount(2);
  await expectAccessibleLayout(page);
  await app.dialog('Fine Details').getByRole('button', { name: 'Correct' }).click();
  await expect(app.dialog('Correct Fine')).toBeVisible();
  await expectAccessibleLayout(page);
});
