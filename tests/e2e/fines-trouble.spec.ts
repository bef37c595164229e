// Failures while recording fines: lost responses, a server that is down, an expired session, and concurrent changes in
// other windows. No fine is added twice, no input is lost, and the screen shows the current state.
import { signOutEverywhere } from '../../src/contract/sign-in/account.ts';
import { deleteFine, listFines } from '../../src/contract/fines/fines.ts';
import { expect, test } from './support/fines.ts';
import { mark } from '../helpers/ledger.ts';

const ADD = 'POST /api/fines ';

test('no answer at all: the form says so, survives a reload, and sending it again adds nothing twice [SCREEN-7, LIST-16]', async ({
  app,
  fines,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await fines.begin('Late arrival', '100', 'Ayesha Khan', 'Bilal Ahmed');
  await fines.submit.click();
  faultyProxy.dropResponses(ADD);
  const confirm = fines.confirm;
  await confirm.click();
  await expect(fines.confirmation.getByRole('button', { name: 'Please wait...' })).toBeDisabled();
  await expect(app.toast('Failed to add fine: No answer came from the server')).toBeVisible();
  expect(faultyProxy.dropped).toBeGreaterThan(1);

  faultyProxy.restore();
  await fines.page.reload();
  await expect(fines.dialog).toContainText('it is not known whether these fines were saved');
  await expect(fines.dialog.getByLabel('Fine Type')).toHaveValue('Late arrival');
  await expect(fines.dialog).toContainText('Selected: 2 user(s)');
  await fines.submit.click();
  await fines.expectAdded();
  await expect
    .poll(async () => (await api.books()).fines)
    .toEqual(['Bilal Ahmed Late arrival 100 Pending', 'Ayesha Khan Late arrival 100 Pending']);
});

test('a double click adds once [SCREEN-8]', async ({ fines, api }) => {
  await api.rule(false);
  await api.add('Ayesha Khan');
  await fines.begin('Late arrival', '100', 'Ayesha Khan');
  await fines.submit.dblclick();
  await fines.expectAdded();
  await expect(fines.row('Late arrival')).toHaveCount(1);
  await expect.poll(async () => (await api.books()).fines).toHaveLength(1);
});

test('amounts that change between the confirmation and saving are put to the administrator again [REPEAT-4]', async ({
  fines,
  api,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await fines.begin('Late arrival', '100', 'Ayesha Khan', 'Bilal Ahmed');
  await fines.submit.click();
  await expect(fines.confirmation).toContainText('Total for 2 usersRs. 200.00');
  await api.fine('Bilal Ahmed', 40);

  const confirm = fines.confirm;
  await confirm.click();
  await expect(fines.confirmation).toContainText('The amounts have changed since you confirmed them');
  await expect(fines.confirmation).toContainText('Nothing was saved.');
  await expect(fines.confirmation).toContainText('Total for 2 usersRs. 300.00');
  await expect.poll(async () => (await api.books()).fines).toHaveLength(1);

  await confirm.click();
  await fines.expectAdded();
  await fines.expectFigures('340.00', '340.00');
});

test('a server that is away: the form keeps what was typed and says that nothing was saved', async ({
  app,
  fines,
  api,
  server,
}) => {
  await api.add('Ayesha Khan');
  await fines.begin('Late arrival', '100', 'Ayesha Khan');
  await server.stop();
  await fines.submit.click();
  await expect(app.toast('Failed to add fine: No answer came from the server')).toBeVisible();
  await expect(fines.dialog).toContainText('Nothing was saved.');
  await expect(fines.dialog.getByLabel('Amount (PKR)')).toHaveValue('100');
  await server.start();
  await fines.submit.click();
  await fines.confirm.click();
  await fines.expectAdded();
});

test('a user deleted meanwhile: nothing is saved, and the reason is given [LIST-10]', async ({ app, fines, api }) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await fines.begin('Late arrival', '100', 'Ayesha Khan', 'Bilal Ahmed');
  await api.remove('Bilal Ahmed');
  await fines.submit.click();
  await expect(app.toast('Failed to add fine: User not found')).toBeVisible();
  await fines.dialog.getByRole('button', { name: 'Remove Bilal Ahmed' }).click();
  await fines.submit.click();
  await fines.confirm.click();
  await fines.expectAdded();
  await expect.poll(async () => (await api.books()).fines).toEqual(['Ayesha Khan Late arrival 100 Pending']);
});

test('a session that ran out: after signing in again the form is as it was', async ({ app, fines, api }) => {
  await api.add('Ayesha Khan');
  await fines.begin('Late arrival', '100', 'Ayesha Khan');
  await app.expireSession();
  await fines.submit.click();
  await app.signInAgain('Fines');
  await fines.openDialog();
  await expect(fines.dialog).toContainText('This is what you had typed before.');
  await expect(fines.dialog).toContainText('Selected: 1 user(s)');
  await expect(fines.dialog.getByLabel('Amount (PKR)')).toHaveValue('100');
  await expect.poll(async () => (await api.books()).fines).toEqual([]);
});

test('a session that ends between a lost answer and its own repetition: the form keeps the key [LIST-16]', async ({
  app,
  fines,
  api,
  faultyProxy,
  process,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan');
  await fines.begin('Late arrival', '100', 'Ayesha Khan');
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

test('amounts that changed while somebody leaves: what was refused is said where they are', async ({
  app,
  page,
  fines,
  api,
  faultyProxy,
}) => {
  await api.rule(true);
  await api.add('Ayesha Khan');
  await app.openAsAdministrator('/dashboard');
  await app.expectScreen('Fines Management Dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Fines', exact: true }).click();
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan');
  await fines.submit.click();
  faultyProxy.holdRequests(ADD);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/fines'));
  await fines.confirm.click();
  await sent;
  await api.fine('Ayesha Khan', 40, { fineType: 'Other' });
  await app.goTo('/dashboard');
  faultyProxy.restore();
  await expect(app.toast(/^Failed to add fine: The amounts changed/)).toBeVisible();
  await expect.poll(async () => (await api.books()).fines).toEqual(['Ayesha Khan Other 40 Pending']);
});

test('a fine that another window reduces while it is asked about is asked about as it is now [LIST-11]', async ({
  app,
  fines,
  api,
}) => {
  await api.rule(true);
  await api.add('Ayesha Khan');
  const first = await api.fine('Ayesha Khan', 100, { fineType: 'First' });
  await api.fine('Ayesha Khan', 100, { fineType: 'Second' });
  await app.openFines();
  await fines.row('Second').getByRole('button', { name: 'Mark Paid' }).click();
  const question = app.dialog('Mark as Paid');
  await expect(question).toContainText('200.00');
  await api.must(deleteFine, { params: { fineId: first.id } });
  await expect(question).toContainText('100.00');
  await question.getByRole('button', { name: 'Mark Paid', exact: true }).click();
  await expect(app.toast('Fine marked as paid')).toBeVisible();
  await expect.poll(async () => (await api.books()).fines).toEqual(['Ayesha Khan Second 100 Paid']);
});

test('marking shows at once, and is taken back with the reason when the server does not answer [SCREEN-10, LIST-10]', async ({
  app,
  fines,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 100);
  await api.fine('Bilal Ahmed', 300);
  await app.openFines();
  await fines.expectFigures('400.00', '400.00');
  faultyProxy.cut();
  await fines.act(fines.row('Ayesha Khan'), 'Mark Paid');
  await expect(fines.row('Ayesha Khan')).toContainText('Paid');
  await fines.expectFigures('400.00', '300.00');
  await fines.act(fines.row('Bilal Ahmed'), 'Delete');
  await expect(fines.row('Bilal Ahmed')).toBeHidden();
  await fines.expectFigures('100.00', '0.00');

  await expect(app.toast('Failed to update status: No answer came from the server')).toBeVisible();
  await expect(app.toast('Failed to delete fine: No answer came from the server')).toBeVisible();
  await expect(fines.row('Ayesha Khan')).toContainText('Pending');
  await expect(fines.row('Bilal Ahmed')).toContainText('Rs. 300.00');
  await fines.expectFigures('400.00', '400.00');
});

test('a deletion whose answers are lost: its outcome is not known, and is told with what is to be given back [REPEAT-11]', async ({
  app,
  fines,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 100, { fineType: 'First' });
  await api.fine('Ayesha Khan', 100, { fineType: 'Second', paid: true });
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
  await expect.poll(async () => (await api.books()).fines).toEqual(['Ayesha Khan Second 100 Paid']);
});

test('a page that is stale acts on a deleted fine, and on one paid already [FINE-6, LIST-10]', async ({
  app,
  fines,
  api,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  const deleted = await api.fine('Ayesha Khan', 100);
  const alsoDeleted = await api.fine('Bilal Ahmed', 200);
  const paid = await api.fine('Hassan Ali', 400);
  await app.openFines();

  await fines.row('Ayesha Khan').getByRole('button', { name: 'Mark Paid' }).click();
  await api.must(deleteFine, { params: { fineId: deleted.id } });
  await app.dialog('Mark as Paid').getByRole('button', { name: 'Mark Paid' }).click();
  await expect(app.toast('Failed to update status: Fine not found')).toBeVisible();

  await fines.row('Bilal Ahmed').getByRole('button', { name: 'Delete' }).click();
  await api.must(deleteFine, { params: { fineId: alsoDeleted.id } });
  await app.dialog('Delete Fine').getByRole('button', { name: 'Delete' }).click();
  await expect(app.toast('Failed to delete fine: Fine not found')).toBeVisible();

  await fines.row('Hassan Ali').getByRole('button', { name: 'Mark Paid' }).click();
  await mark(api, paid.id, 'Paid');
  await app.dialog('Mark as Paid').getByRole('button', { name: 'Mark Paid' }).click();
  await expect(app.toast('Failed to update status: this fine is already marked as paid')).toBeVisible();
  await expect(fines.row('Hassan Ali')).toContainText('Paid');
  await fines.expectFigures('400.00', '0.00');
});

test('two windows: changes appear without a reload, and disturb neither page, filter nor form [SCREEN-2]', async ({
  app,
  fines,
  api,
  anotherWindow,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fineDaily('Ayesha Khan', [10, 21]);
  await app.openFines(api.id('Ayesha Khan'));
  await fines.page.getByRole('button', { name: 'Page 2' }).click();
  await expect(fines.row('Fine 10')).toBeVisible();
  await fines.openDialog();
  await fines.fill('Half filled', '12', 'Bilal Ahmed');

  const other = await anotherWindow();
  await other.openDialog();
  await other.fill('From the other window', '500', 'Ayesha Khan', 'Bilal Ahmed');
  await other.submit.click();
  await expect(other.app.toast('Fines added successfully')).toBeVisible();

  await fines.expectFigures('2,200.00', '2,200.00');
  await expect(fines.row('Fine 12')).toHaveCount(1);
  await expect(fines.row('From the other window')).toHaveCount(0);
  await expect(fines.dialog.getByLabel('Fine Type')).toHaveValue('Half filled');
  await expect(fines.dialog).toContainText('Selected: 1 user(s)');
  await fines.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(fines.page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(fines.filter).toHaveValue('Ayesha Khan');

  await other.act(other.row('From the other window', 'Bilal Ahmed'), 'Mark Paid');
  await fines.expectFigures('2,200.00', '1,700.00');
});

test('the list that cannot be loaded says so, and comes back [LIST-8]', async ({ app, fines, api, server }) => {
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 100);
  await app.openFines();
  await expect(fines.row('Ayesha Khan')).toBeVisible();
  await server.stop();
  await fines.page.getByRole('button', { name: 'Refresh' }).click();
  const alert = fines.page.getByRole('alert').filter({ hasText: 'Failed to load data' });
  await expect(alert).toContainText('Error');
  await expect(fines.row('Ayesha Khan')).toBeVisible();
  // Before the server is back: after that the screen refetches by itself and the button disappears.
  await alert.getByRole('button', { name: 'Try again' }).click();
  await server.start();
  await expect(alert).toBeHidden();
});
