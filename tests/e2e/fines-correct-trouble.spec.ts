// Correcting a fine while other windows change it, and when answers are lost (LIST-31, LIST-32).
import { correctFine, readFine } from '../../src/contract/fines/fine-details.ts';
import { correction } from '../helpers/ledger.ts';
import { expect, test } from './support/fines.ts';

const ADMINISTRATOR = 'admin@jurmana.test';

test('a fine changed by another window is shown as it is now; a correction whose answers are lost survives a reload and is made once [LIST-31, LIST-32]', async ({
  app,
  page,
  fines,
  api,
  faultyProxy,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan');
  const fine = await api.fine('Ayesha Khan', 100, { date: '2026-03-03' });
  const params = { fineId: fine.id };
  await app.openFines();
  await fines.row('Ayesha Khan').getByRole('button', { name: 'Details' }).click();
  const details = app.dialog('Fine Details');
  await details.getByRole('button', { name: 'Correct' }).click();
  const form = app.dialog('Correct Fine');
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
    /This fine has changed in the meantime\. It is now: .*Rs\.\s300\.00.* with the note “\W?by an hour/,
  );
  // Typed values stay; the others are as the other window left them.
  await expect(form.getByLabel('Amount (PKR)')).toHaveValue('75');
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('by an hour');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(app.toast('Fine corrected')).toBeVisible();
  const { fine: saved, history } = await api.must(readFine, { params });
  expect(saved).toMatchObject({ amount: 75, description: 'by an hour' });
  expect(history.map(({ kind, by }) => [kind, by])).toEqual([
    ['corrected', ADMINISTRATOR],
    ['corrected', ADMINISTRATOR],
    ['added', ADMINISTRATOR],
  ]);

  // With a lost answer.
  await details.getByRole('button', { name: 'Correct' }).click();
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
