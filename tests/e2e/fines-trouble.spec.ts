// Failures while recording fines: lost responses, a server that is down, an expired session, and concurrent changes in
// other windows. No fine is added twice, no input is lost, and the screen shows the current state.
import { signOutEverywhere } from '../../src/contract/sign-in/account.ts';
import { listFines } from '../../src/contract/fines/fines.ts';
import { tryAgain } from './support/app.ts';
import { skipPauses } from './support/clock.ts';
import { expect, test } from './support/fines.ts';
import { holdWrites } from './support/requests.ts';

const ADD = 'POST /api/fines ';

test('without an answer the form says so and keeps the input with the note; it survives a reload and adds nothing twice; a list that loads says so, and one that cannot be loaded [SCREEN-7, SCREEN-11, FINE-14, LIST-7, LIST-8, LIST-16]', async ({
  app,
  page,
  fines,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  // Not the shorter one, because the message that the list was refreshed is looked at.
  await skipPauses(page, [4500]);
  await fines.begin('Late arrival', '100', 'Ayesha Khan', 'Bilal Ahmed');
  const note = fines.dialog.getByRole('textbox', { name: 'Note' });
  await expect(note).toHaveAttribute('placeholder', 'Optional');
  await note.fill('came at 10:30\nwithout a call');

  // The first request asks what the charges will be, and saves nothing.
  faultyProxy.cut();
  await fines.submit.click();
  await expect(app.toast('Failed to add fine: The server did not answer')).toBeVisible();
  await expect(fines.dialog).toContainText('Nothing was saved.');
  await expect(fines.dialog.getByLabel('Amount (PKR)')).toHaveValue('100');
  faultyProxy.restore();

  await fines.submit.click();
  faultyProxy.dropResponses(ADD);
  const send = await holdWrites(page, '**/api/fines');
  await fines.confirm.click();
  await expect(fines.confirmation.getByRole('button', { name: 'Please wait...' })).toBeDisabled();
  send();
  await expect(fines.dialog).toContainText('it is not known whether these fines were saved');
  expect(faultyProxy.dropped).toBeGreaterThan(1);
  faultyProxy.restore();
  await page.reload();
  await expect(fines.dialog).toContainText('it is not known whether these fines were saved');
  await expect(fines.dialog.getByLabel('Fine Type')).toHaveValue('Late arrival');
  await expect(note).toHaveValue('came at 10:30\nwithout a call');
  await expect(fines.dialog).toContainText('Selected: 2 user(s)');
  await fines.submit.click();
  await fines.expectAdded();
  const { items } = await api.must(listFines, {});
  expect(items.map(({ userName, description }) => [userName, description])).toEqual([
    ['Bilal Ahmed', 'came at 10:30\nwithout a call'],
    ['Ayesha Khan', 'came at 10:30\nwithout a call'],
  ]);
  await fines.openDialog();
  await expect(note).toHaveValue('');
  await fines.dialog.getByRole('button', { name: 'Cancel' }).click();

  // The list says that it is loading, that it cannot be loaded, and recovers.
  const refresh = page.getByRole('button', { name: 'Refresh' });
  const spinner = page.getByRole('status', { name: 'Loading fines...' });
  faultyProxy.holdResponses('GET /api/fines?');
  await refresh.click();
  await expect(spinner).toBeVisible();
  await expect(refresh).toBeDisabled();
  faultyProxy.restore();
  await expect(app.toast('Data refreshed')).toBeVisible();
  await expect(spinner).toBeHidden();
  await expect(refresh).toBeEnabled();
  faultyProxy.dropResponses('GET /api/fines?');
  await refresh.click();
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load data' });
  await expect(alert).toContainText('Error');
  await expect(fines.row('Ayesha Khan')).toBeVisible();
  await tryAgain(alert, () => faultyProxy.restore());
  await expect(alert).toBeHidden();
});

test('if a user was deleted or fined in the meantime, nothing is saved, the reason is given where the person is, and new amounts are confirmed; a double click adds once [SCREEN-8, SCREEN-33, LIST-10, REPEAT-4]', async ({
  app,
  page,
  fines,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali', 'Zainab Noor');
  await fines.begin('Late arrival', '100', 'Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  await api.remove('Hassan Ali');
  await fines.submit.click();
  await expect(app.toast('has been deleted in the meantime and is no longer selected.')).toContainText('Hassan Ali');
  await expect(fines.dialog).toContainText('Nothing was saved.');
  await expect(fines.dialog).toContainText('Selected: 2 user(s)');
  await fines.submit.click();
  await expect(fines.confirmation).toContainText('Total for 2 usersRs. 200.00');
  await api.fine('Bilal Ahmed', 40);
  await fines.confirm.click();
  await expect(fines.confirmation).toContainText('The amounts have changed since you confirmed them');
  await expect(fines.confirmation).toContainText('Nothing was saved.');
  await expect(fines.confirmation).toContainText('Total for 2 usersRs. 300.00');
  await expect.poll(async () => (await api.books()).fines).toHaveLength(1);
  await fines.confirm.click();
  await fines.expectAdded();
  await fines.expectFigures('340.00', '340.00');

  await api.rule(false);
  await fines.openDialog();
  await fines.fill('Twice', '5', 'Ayesha Khan');
  await fines.submit.dblclick();
  await fines.expectFigures('345.00', '345.00');
  await expect(fines.row('Twice')).toHaveCount(1);
  await expect.poll(async () => (await api.books()).fines).toHaveLength(4);

  // After the person has left the screen.
  await api.rule(true);
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Zainab Noor');
  await fines.submit.click();
  faultyProxy.holdRequests(ADD);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/fines'));
  await fines.confirm.click();
  await sent;
  await api.fine('Zainab Noor', 40, { fineType: 'Other' });
  await app.goTo('/dashboard');
  faultyProxy.restore();
  await expect(app.toast(/^Failed to add fine: The amounts have changed/)).toBeVisible();
  await expect.poll(async () => (await api.books()).fines).toHaveLength(5);
});

test('if the session expires, even between a lost answer and its retry, the form and its key are kept [LIST-16, SHELL-14]', async ({
  app,
  fines,
  api,
  faultyProxy,
  process,
}) => {
  await api.add('Ayesha Khan');
  await fines.begin('Late arrival', '100', 'Ayesha Khan');
  await app.expireSession();
  await fines.submit.click();
  await expect(app.page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await app.signInAgain('Fines');
  await fines.openDialog();
  await expect(fines.dialog).toContainText('This is what you typed before.');
  await expect(fines.dialog).toContainText('Selected: 1 user(s)');
  await expect(fines.dialog.getByLabel('Amount (PKR)')).toHaveValue('100');
  await expect.poll(async () => (await api.books()).fines).toEqual([]);

  await api.rule(false);
  const elsewhere = await process.newSession();
  faultyProxy.dropResponses(ADD);
  await fines.submit.click();
  await expect.poll(() => faultyProxy.dropped).toBeGreaterThan(0);
  // Cut, so that the retry is the first request after the session has ended.
  faultyProxy.cut();
  await elsewhere.must(signOutEverywhere, {});
  faultyProxy.restore();
  await expect(app.toast('Failed to add fine: Please sign in.')).toBeVisible();
  await app.signInAgain('Fines');
  await fines.openDialog();
  await fines.submit.click();
  await fines.expectAdded();
  // All sessions have ended, including that of `api`.
  const { items } = await (await process.newSession()).must(listFines, { query: {} });
  expect(items.map(({ amount }) => amount)).toEqual([100]);
});

test('marking and deleting show at once; the outcome of a deletion without an answer is reported, and without a connection changes are reverted with the reason [SCREEN-10, LIST-10, REPEAT-11]', async ({
  app,
  fines,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  await api.fine('Ayesha Khan', 100, { fineType: 'First' });
  await api.fine('Ayesha Khan', 100, { fineType: 'Second', paid: true });
  await api.fine('Bilal Ahmed', 300);
  await api.fine('Hassan Ali', 50);
  await skipPauses(app.page);
  await app.openFines();
  faultyProxy.dropResponses('DELETE /api/fines/');
  await fines.act(fines.row('First'), 'Delete');
  const notice = fines.page.getByRole('status').filter({ hasText: 'it is not known whether it was deleted' });
  await expect(notice).toBeVisible();
  await expect(fines.row('First')).toBeHidden();
  // The amount to give back is still shown later.
  await fines.page.reload();
  await expect(notice).toBeVisible();
  faultyProxy.restore();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(app.toast('The fine has been deleted')).toBeVisible();
  await expect(app.toast('one Rs. 200 fine was reduced to Rs. 100 automatically')).toContainText(
    'the difference of Rs. 100 is to be given back',
  );
  await expect(notice).toBeHidden();
  const left = ['Hassan Ali Late arrival 50 Pending', 'Bilal Ahmed Late arrival 300 Pending'];
  await expect.poll(async () => (await api.books()).fines).toEqual([...left, 'Ayesha Khan Second 100 Paid']);

  await fines.expectFigures('450.00', '350.00');
  // As without a connection, but only after the intermediate state has been checked.
  const end = await holdWrites(fines.page, '**/api/fines/**');
  await fines.act(fines.row('Bilal Ahmed'), 'Mark Paid');
  await expect(fines.row('Bilal Ahmed')).toContainText('Paid');
  await fines.expectFigures('450.00', '50.00');
  await fines.act(fines.row('Hassan Ali'), 'Delete');
  await expect(fines.row('Hassan Ali')).toBeHidden();
  await fines.expectFigures('400.00', '0.00');
  end('abort');
  await expect(app.toast('Failed to update status: The server did not answer')).toBeVisible();
  await expect(app.toast('Failed to delete fine: The server did not answer')).toBeVisible();
  await expect(fines.row('Bilal Ahmed')).toContainText('Pending');
  await expect(fines.row('Hassan Ali')).toContainText('Rs. 50.00');
  await fines.expectFigures('450.00', '350.00');
});
