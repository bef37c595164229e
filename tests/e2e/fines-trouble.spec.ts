// What goes wrong while fines are recorded: lost answers, a server that is away, a session that ran out, and other
// windows that change things in between. Nothing is doubled, nothing typed is lost, and the screen never lies.
import { signOutEverywhere } from '../../src/contract/account.ts';
import { deleteFine, listFines, setFineStatus } from '../../src/contract/fines.ts';
import { expect, test } from './support/fines.ts';
import { ADMINISTRATOR } from './support/server.ts';

const ADD = 'POST /api/fines ';

test('a lost answer adds nothing twice', async ({ app, fines, office, line }) => {
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  await app.openFines();
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan', 'Bilal Ahmed');
  await fines.submit.click();
  line.loseAnswers(ADD, 1);
  await fines.confirmation.getByRole('button', { name: 'Add Fine' }).click();

  await expect(app.toast('Fines added successfully')).toBeVisible();
  expect(line.lost).toBe(1);
  await fines.expectFigures('200.00', '200.00');
  expect((await office.books()).fines).toHaveLength(2);
});

test('no answer at all: the form says so, survives a reload, and sending it again adds nothing twice', async ({
  app,
  fines,
  office,
  line,
}) => {
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  await app.openFines();
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan', 'Bilal Ahmed');
  await fines.submit.click();
  line.loseAnswers(ADD);
  const confirm = fines.confirmation.getByRole('button', { name: 'Add Fine' });
  await confirm.click();
  await expect(fines.confirmation.getByRole('button', { name: 'Please wait...' })).toBeDisabled();
  await expect(app.toast('Failed to add fine: the server did not answer')).toBeVisible({ timeout: 30_000 });
  expect(line.lost).toBeGreaterThan(1);

  line.restore();
  await fines.page.reload();
  await expect(fines.dialog).toContainText('it is not known whether these fines were saved');
  await expect(fines.dialog.getByLabel('Fine Type')).toHaveValue('Late arrival');
  await expect(fines.dialog).toContainText('Selected: 2 user(s)');
  await fines.submit.click();
  await expect(app.toast('Fines added successfully')).toBeVisible();
  expect((await office.books()).fines).toEqual([
    'Bilal Ahmed Late arrival 100 Pending',
    'Ayesha Khan Late arrival 100 Pending',
  ]);
});

test('a double click adds once', async ({ app, fines, office }) => {
  await office.rule(false);
  await office.add('Ayesha Khan');
  await app.openFines();
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan');
  await fines.submit.dblclick();
  await expect(app.toast('Fines added successfully')).toBeVisible();
  await expect(fines.row('Late arrival')).toHaveCount(1);
  expect((await office.books()).fines).toHaveLength(1);
});

test('amounts that change between the confirmation and saving are put to the administrator again', async ({
  app,
  fines,
  office,
}) => {
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  await app.openFines();
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan', 'Bilal Ahmed');
  await fines.submit.click();
  await expect(fines.confirmation).toContainText('Total for 2 usersRs. 200.00');
  await office.fine('Bilal Ahmed', 40);

  const confirm = fines.confirmation.getByRole('button', { name: 'Add Fine' });
  await confirm.click();
  await expect(fines.confirmation).toContainText('The amounts have changed since you confirmed them');
  await expect(fines.confirmation).toContainText('Nothing was saved.');
  await expect(fines.confirmation).toContainText('Total for 2 usersRs. 300.00');
  expect((await office.books()).fines).toHaveLength(1);

  await confirm.click();
  await expect(app.toast('Fines added successfully')).toBeVisible();
  await fines.expectFigures('340.00', '340.00');
});

test('a server that is away: the form keeps what was typed and says that nothing was saved', async ({
  app,
  fines,
  office,
  server,
}) => {
  await office.add('Ayesha Khan');
  await app.openFines();
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan');
  await server.stop();
  await fines.submit.click();
  await expect(app.toast('Failed to add fine: the server did not answer')).toBeVisible();
  await expect(fines.dialog).toContainText('Nothing was saved.');
  await expect(fines.dialog.getByLabel('Amount (PKR)')).toHaveValue('100');
  await server.start();
  await fines.submit.click();
  await fines.confirmation.getByRole('button', { name: 'Add Fine' }).click();
  await expect(app.toast('Fines added successfully')).toBeVisible();
});

test('a user deleted meanwhile: nothing is saved, and the reason is given', async ({ app, fines, office }) => {
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  await app.openFines();
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan', 'Bilal Ahmed');
  await office.remove('Bilal Ahmed');
  await fines.submit.click();
  await expect(app.toast('Failed to add fine: User not found')).toBeVisible();
  await fines.dialog.getByRole('button', { name: 'Remove Bilal Ahmed' }).click();
  await fines.submit.click();
  await fines.confirmation.getByRole('button', { name: 'Add Fine' }).click();
  await expect(app.toast('Fines added successfully')).toBeVisible();
  expect((await office.books()).fines).toEqual(['Ayesha Khan Late arrival 100 Pending']);
});

test('a session that ran out: after signing in again the form is as it was', async ({ app, fines, office }) => {
  await office.add('Ayesha Khan');
  await app.openFines();
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan');
  await fines.page.context().clearCookies();
  // By keyboard, as the form may be gone already: any other request may be the first to find out.
  await fines.page.keyboard.press('Enter');
  await app.expectPath('/login');
  await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await app.expectScreen('Fines Management Dashboard');
  await fines.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fines', exact: true }).click();
  await fines.openDialog();
  await expect(fines.dialog).toContainText('This is what you had typed before.');
  await expect(fines.dialog).toContainText('Selected: 1 user(s)');
  await expect(fines.dialog.getByLabel('Amount (PKR)')).toHaveValue('100');
  expect((await office.books()).fines).toEqual([]);
});

for (const rule of ['on', 'off'] as const) {
  test(`a lost answer, then a session that ran out: what goes out again is there once, the rule being ${rule}`, async ({
    app,
    fines,
    office,
    line,
  }) => {
    await office.rule(rule === 'on');
    await office.add('Ayesha Khan');
    await app.openFines();
    await fines.openDialog();
    await fines.fill('Late arrival', '100', 'Ayesha Khan');
    line.loseAnswers(ADD);
    await fines.submit.click();
    const { confirmation } = fines;
    if (rule === 'on') await confirmation.getByRole('button', { name: 'Add Fine' }).click();
    await expect(app.toast('Failed to add fine: the server did not answer')).toBeVisible({ timeout: 30_000 });
    line.restore();
    if (rule === 'on') await confirmation.getByRole('button', { name: 'Back' }).click();
    await expect(fines.dialog).toContainText('nothing is added twice');
    await fines.page.context().clearCookies();
    // Refused before anybody looks at its key: that says nothing of what went out before.
    await fines.submit.click();
    await app.expectPath('/login');
    await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
    await app.expectScreen('Fines Management Dashboard');
    await fines.page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Fines', exact: true })
      .click();
    await fines.openDialog();
    await expect(fines.dialog).toContainText('nothing is added twice');
    await fines.submit.click();
    await expect(app.toast('Fines added successfully')).toBeVisible();
    expect((await office.books()).fines).toEqual(['Ayesha Khan Late arrival 100 Pending']);
  });
}

test('a session that ends between a lost answer and its own repetition: the form keeps the key', async ({
  app,
  fines,
  office,
  line,
  process,
}) => {
  await office.rule(false);
  await office.add('Ayesha Khan');
  await app.openFines();
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan');
  const elsewhere = await process.newSession();
  line.loseAnswers(ADD);
  await fines.submit.click();
  await expect.poll(() => line.lost).toBeGreaterThan(0);
  // Away for a moment, so that the repetition is the first to find out.
  line.cut();
  await elsewhere.must(signOutEverywhere, {});
  line.restore();
  await expect(app.toast('Failed to add fine: Please sign in.')).toBeVisible({ timeout: 30_000 });
  await app.expectPath('/login');
  await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await app.expectScreen('Fines Management Dashboard');
  await fines.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fines', exact: true }).click();
  await fines.openDialog();
  await expect(fines.dialog).toContainText('nothing is added twice');
  await fines.submit.click();
  await expect(app.toast('Fines added successfully')).toBeVisible();
  // All sessions have ended, also that of the office.
  const { items } = await (await process.newSession()).must(listFines, { query: {} });
  expect(items.map(({ amount }) => amount)).toEqual([100]);
});

test('amounts that changed while somebody leaves: what was refused is said where they are', async ({
  app,
  page,
  fines,
  office,
  line,
}) => {
  await office.rule(true);
  await office.add('Ayesha Khan');
  await app.openAsAdministrator('/dashboard');
  await app.expectScreen('Fines Management Dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Fines', exact: true }).click();
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan');
  await fines.submit.click();
  line.holdRequests(ADD);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/fines'));
  await fines.confirmation.getByRole('button', { name: 'Add Fine' }).click();
  await sent;
  await office.fine('Ayesha Khan', 40, { fineType: 'Other' });
  await app.goTo('/dashboard');
  line.restore();
  await expect(app.toast(/^Failed to add fine: The amounts changed/)).toBeVisible();
  expect((await office.books()).fines).toEqual(['Ayesha Khan Other 40 Pending']);
});

test('a fine that another window reduces while it is asked about is asked about as it is now', async ({
  app,
  fines,
  office,
}) => {
  await office.rule(true);
  await office.add('Ayesha Khan');
  const first = await office.fine('Ayesha Khan', 100, { fineType: 'First' });
  await office.fine('Ayesha Khan', 100, { fineType: 'Second' });
  await app.openFines();
  await fines.row('Second').getByRole('button', { name: 'Mark Paid' }).click();
  const question = app.dialog('Mark as Paid');
  await expect(question).toContainText('200.00');
  await office.api.must(deleteFine, { params: { fineId: first.id } });
  await expect(question).toContainText('100.00');
  await question.getByRole('button', { name: 'Mark Paid', exact: true }).click();
  await expect(app.toast('Fine marked as paid')).toBeVisible();
  expect((await office.books()).fines).toEqual(['Ayesha Khan Second 100 Paid']);
});

test('marking shows at once, and is taken back with the reason when the server does not answer', async ({
  app,
  fines,
  office,
  line,
}) => {
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  await office.fine('Ayesha Khan', 100);
  await office.fine('Bilal Ahmed', 300);
  await app.openFines();
  await fines.expectFigures('400.00', '400.00');
  line.cut();
  await fines.act(fines.row('Ayesha Khan'), 'Mark Paid');
  await expect(fines.row('Ayesha Khan')).toContainText('Paid');
  await fines.expectFigures('400.00', '300.00');
  await fines.act(fines.row('Bilal Ahmed'), 'Delete');
  await expect(fines.row('Bilal Ahmed')).toBeHidden({ timeout: 1000 });
  await fines.expectFigures('100.00', '0.00');

  await expect(app.toast('Failed to update status: the server did not answer')).toBeVisible({ timeout: 30_000 });
  await expect(app.toast('Failed to delete fine: the server did not answer')).toBeVisible({ timeout: 30_000 });
  await expect(fines.row('Ayesha Khan')).toContainText('Pending');
  await expect(fines.row('Bilal Ahmed')).toContainText('Rs. 300.00');
  await fines.expectFigures('400.00', '400.00');
});

test('a page that is stale acts on a deleted fine, and on one paid already', async ({ app, fines, office }) => {
  await office.add('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  const deleted = await office.fine('Ayesha Khan', 100);
  const alsoDeleted = await office.fine('Bilal Ahmed', 200);
  const paid = await office.fine('Hassan Ali', 400);
  await app.openFines();

  await fines.row('Ayesha Khan').getByRole('button', { name: 'Mark Paid' }).click();
  await office.api.must(deleteFine, { params: { fineId: deleted.id } });
  await app.dialog('Mark as Paid').getByRole('button', { name: 'Mark Paid' }).click();
  await expect(app.toast('Failed to update status: Fine not found')).toBeVisible();

  await fines.row('Bilal Ahmed').getByRole('button', { name: 'Delete' }).click();
  await office.api.must(deleteFine, { params: { fineId: alsoDeleted.id } });
  await app.dialog('Delete Fine').getByRole('button', { name: 'Delete' }).click();
  await expect(app.toast('Failed to delete fine: Fine not found')).toBeVisible();

  await fines.row('Hassan Ali').getByRole('button', { name: 'Mark Paid' }).click();
  await office.api.must(setFineStatus, { params: { fineId: paid.id }, body: { status: 'Paid' } });
  await app.dialog('Mark as Paid').getByRole('button', { name: 'Mark Paid' }).click();
  await expect(app.toast('Failed to update status: this fine is already marked as paid')).toBeVisible();
  await expect(fines.row('Hassan Ali')).toContainText('Paid');
  await fines.expectFigures('400.00', '0.00');
});

test('two windows: changes appear without a reload, and disturb neither page, filter nor form', async ({
  app,
  fines,
  office,
  anotherWindow,
}) => {
  await office.rule(false);
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  for (let day = 10; day < 22; day += 1) {
    await office.fine('Ayesha Khan', 100, { fineType: `Fine ${day}`, date: `2026-01-${day}` });
  }
  await app.openFines(office.id('Ayesha Khan'));
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

test('the list that cannot be loaded says so, and comes back', async ({ app, fines, office, server }) => {
  await office.add('Ayesha Khan');
  await office.fine('Ayesha Khan', 100);
  await app.openFines();
  await expect(fines.row('Ayesha Khan')).toBeVisible();
  await server.stop();
  await fines.page.getByRole('button', { name: 'Refresh' }).click();
  const alert = fines.page.getByRole('alert').filter({ hasText: 'Failed to load data' });
  await expect(alert).toContainText('Error');
  await expect(fines.row('Ayesha Khan')).toBeVisible();
  // Before the server is back: then the screen reads again by itself, and the button goes.
  await alert.getByRole('button', { name: 'Try again' }).click();
  await server.start();
  await expect(alert).toBeHidden();
});
