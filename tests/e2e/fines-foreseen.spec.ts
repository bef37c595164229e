// What a row's actions do, and before deleting: what happens to the other fine (LIST-9, LIST-28).
import { deleteFine } from '../../src/contract/fines/fines.ts';
import { formatDay } from '../../src/core/calendar.ts';
import { expect, test, today } from './support/fines.ts';

test('marks a fine paid, and unpaid again; deleting says what happens to another fine, without moving a button, and does exactly that or nothing [LIST-9, LIST-28]', async ({
  app,
  fines,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 200, { fineType: 'First' });
  const second = await api.fine('Ayesha Khan', 200, { fineType: 'Second' });
  await api.fine('Bilal Ahmed', 70, { fineType: 'Alone' });
  await app.openFines();
  const row = fines.row('Alone');
  await fines.expectFigures('670.00', '670.00');
  await expect(row.getByRole('button', { name: 'Mark Unpaid' })).toBeHidden();
  await expect(fines.card('Pending Fines')).toContainText('100% of the total is pending');
  await fines.act(row, 'Mark Paid');
  await expect(row).toContainText('Paid');
  await expect(app.toast('Fine marked as paid')).toBeVisible();
  await fines.expectFigures('670.00', '600.00');
  await expect(fines.card('Pending Fines')).toContainText('90% of the total is pending');
  await expect(row.getByRole('button', { name: 'Mark Paid' })).toBeHidden();
  await expect(row.getByRole('button', { name: 'Mark Unpaid' })).toBeFocused();
  await fines.act(row, 'Mark Unpaid');
  await expect(app.toast('Fine marked as unpaid')).toBeVisible();
  await expect(row).toContainText('Pending');
  await fines.expectFigures('670.00', '670.00');

  const question = app.dialog('Delete Fine');
  const confirm = question.getByRole('button', { name: 'Delete' });

  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toContainText('No other fine changes.');
  await expect(question).toContainText('This action cannot be undone');
  await app.page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(row.getByRole('button', { name: 'Delete' })).toBeFocused();
  await expect.poll(async () => (await api.books()).fines).toHaveLength(3);

  faultyProxy.holdResponses('GET /api/fines/');
  await fines.row('First').getByRole('button', { name: 'Delete' }).click();
  await expect(question).toContainText('Checking other fines of that week...');
  await expect(confirm).toBeEnabled();
  await app.expectInitialFocus(question.getByRole('button', { name: 'Cancel' }));
  const place = await confirm.boundingBox();
  faultyProxy.restore();
  const day = formatDay(today());
  await expect(question).toContainText(`Rs. 400.00 of ${day} becomes Rs. 200.00.`);
  expect(await confirm.boundingBox()).toEqual(place);

  faultyProxy.holdRequests('DELETE /api/fines/');
  await confirm.click();
  await expect(fines.row('First')).toBeHidden();
  await api.must(deleteFine, { params: { fineId: second.id } });
  faultyProxy.restore();
  // The question is asked again with the current state.
  await expect(question.getByRole('alert')).toContainText('nothing was saved');
  await expect(question).not.toContainText('becomes');
  await expect(fines.row('First')).toContainText('Rs. 200.00');
  await expect(app.page.locator('[data-fresh]')).toHaveCount(0);
  await confirm.click();
  await expect(app.toast('The fine has been deleted')).toBeVisible();

  // For a paid fine, part is to be given back.
  await api.fine('Bilal Ahmed', 70, { fineType: 'Paid one', paid: true });
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toContainText(
    `Rs. 140.00 of ${day} becomes Rs. 70.00. It has already been paid: Rs. 70.00 is to be given back.`,
  );
  await confirm.click();
  await expect(app.toast('one Rs. 140 fine was reduced to Rs. 70 automatically')).toBeVisible();
  await expect(row).toBeHidden();
  await expect(fines.row('Paid one')).toContainText('Rs. 70.00');
  await fines.expectFigures('70.00', '0.00');
});
