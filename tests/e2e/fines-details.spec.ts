// The note of a fine (FINE-14).
import { listFines } from '../../src/contract/fines.ts';
import { expect, test } from './support/fines.ts';

test('the note is optional, survives a reload, and is saved with the fine, the rule being on', async ({
  app,
  page,
  fines,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan');
  await fines.begin('Late arrival', '100', 'Ayesha Khan');
  const note = fines.dialog.getByRole('textbox', { name: 'Note' });
  await expect(note).toHaveAttribute('placeholder', 'Optional');
  await note.fill('x'.repeat(1001));
  await expect(fines.dialog).toContainText('At most 1,000 characters fit here; this has 1,001.');
  await fines.submit.click();
  await expect(app.toast('A note has at most 1,000 characters.')).toBeVisible();
  await note.fill('came at 10:30\nwithout a call');
  await page.reload();
  await expect(note).toHaveValue('came at 10:30\nwithout a call');
  // A lost answer: what is sent again has the same key and the same note.
  faultyProxy.dropResponses('POST /api/fines ', 1);
  await fines.submit.click();
  await fines.confirm.click();
  await fines.expectAdded();
  const { items } = await api.must(listFines, {});
  expect(items.map(({ description }) => description)).toEqual(['came at 10:30\nwithout a call']);
  await fines.openDialog();
  await expect(note).toHaveValue('');
});
