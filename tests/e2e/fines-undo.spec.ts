// "Undo" of fines just added or paid (LIST-33, PAY-64): one press undoes only those fines, or nothing and says why.
import { listFines } from '../../src/contract/fines/fines.ts';
import { expect, test } from './support/fines.ts';
import { expectToastFor, installClock, skipPauses } from './support/clock.ts';
import { expectNoAxeViolations, expectTouchTargets } from './support/axe.ts';
import { recordRequests } from './support/requests.ts';
import { mark } from '../helpers/ledger.ts';

test('one press removes only the fines just added; what has happened to them in the meantime stays, and is reported [LOOK-5, LIST-33]', async ({
  app,
  fines,
  api,
}) => {
  const { page } = app;
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Chand Bibi');
  await api.fine('Ayesha Khan', 75);
  await fines.begin('All of them', '10', 'Ayesha Khan', 'Bilal Ahmed', 'Chand Bibi');
  await fines.submit.click();
  const button = app.toast('Fines added successfully').getByRole('button', { name: 'Undo' });
  // The toast stays while the pointer is on it.
  await button.hover();
  await fines.expectFigures('105.00', '105.00');
  await expectNoAxeViolations(page);
  await button.click();
  await expect(app.toast('Undone: the 3 fines have been deleted.')).toBeVisible();
  await expect(app.toast('Fines added successfully')).toHaveCount(0);
  await expect(fines.row('All of them')).toHaveCount(0);
  await fines.expectFigures('75.00', '75.00');
  await expect.poll(async () => (await api.books()).fines).toEqual(['Ayesha Khan Late arrival 75 Pending']);
  // After the click the focus is still where the closed form had put it.
  await expect(page.getByRole('main').getByRole('button', { name: 'Add New Fine' }).first()).toBeFocused();

  await fines.openDialog();
  await fines.fill('Was paid', '10', 'Bilal Ahmed');
  await fines.submit.click();
  await app.onPhone();
  await expectTouchTargets(button);
  await page.setViewportSize({ width: 1280, height: 800 });
  await button.hover();
  const { items } = await api.must(listFines, { query: { userId: api.id('Bilal Ahmed') } });
  await mark(api, items[0]?.id ?? '', 'Paid');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectNoAxeViolations(page);
  await button.click();
  const refused = app.toast(
    /Failed to undo: this fine has been paid in the meantime: .*Bilal Ahmed.*, Rs\.\s10\.00\. Nothing was changed\./,
  );
  await refused.hover();
  await expect.poll(async () => (await api.books()).fines).toHaveLength(2);
  await expectNoAxeViolations(page);
});

test('Ctrl+Z undoes the last action, then earlier ones, but nothing before an action that cannot be undone; a missing answer is reported [LIST-33, LIST-41, PAY-64]', async ({
  app,
  fines,
  api,
  faultyProxy,
}) => {
  const { page } = app;
  await api.rule(false);
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 300, { fineType: 'Before' });
  await skipPauses(page);
  await app.openFines();
  const button = app.toast('Fines added successfully').getByRole('button', { name: 'Undo' });
  const add = async (fineType: string, offered: number): Promise<void> => {
    await fines.openDialog();
    await fines.fill(fineType, '10', 'Ayesha Khan');
    await fines.submit.click();
    await expect(button).toHaveCount(offered);
    // Toasts that had the keyboard focus stay.
    for (const one of await button.all()) await one.focus();
    await expect(fines.row(fineType)).toBeVisible();
    await expect(fines.dialog).toBeHidden();
  };
  const refresh = page.getByRole('main').getByRole('button', { name: 'Refresh' });

  await add('First', 1);
  await expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+Z Meta+Z');
  await fines.filter.focus();
  await page.keyboard.press('Control+z');
  await expect(button).toBeVisible();
  await page.keyboard.press('Escape');
  await add('Second', 2);
  // Only the newest toast names the key.
  await expect(page.locator('[aria-keyshortcuts="Control+Z Meta+Z"]')).toHaveCount(1);
  await refresh.focus();
  for (const fineType of ['Second', 'First']) {
    await page.keyboard.press('Control+z');
    await expect(fines.row(fineType)).toHaveCount(0);
  }
  // The row disappears before the server answers.
  await expect.poll(async () => (await api.books()).fines).toHaveLength(1);

  await add('Kept', 1);
  const paid = app.toast('Fine marked as paid');
  const receipt = paid.getByRole('button', { name: 'Receipt' });
  const unpay = paid.getByRole('button', { name: 'Undo' });
  await fines.act(fines.row('Before'), 'Mark Paid');
  await receipt.hover();
  await expect(receipt).toHaveAttribute('aria-keyshortcuts', 'F8');
  await expect(unpay).toHaveAttribute('aria-keyshortcuts', 'Control+Z Meta+Z');
  await refresh.focus();
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await expect(unpay).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(refresh).toBeFocused();
  await expect(app.toast('Undone: the payment was taken back.')).toBeVisible();
  await expect(fines.row('Before')).toContainText('Pending');

  await fines.act(fines.row('Before'), 'Mark Paid');
  await receipt.focus();
  await fines.act(fines.row('Before'), 'Mark Unpaid');
  await expect(app.toast('Fine marked as unpaid')).toBeVisible();
  await refresh.focus();
  // Nor does it trigger other buttons of a toast.
  await page.keyboard.press('Control+z');
  await expect(receipt).toBeVisible();
  await app.expectPath('/fines');
  await expect(fines.row('Kept')).toBeVisible();
  await expect(fines.row('Before')).toContainText('Pending');
  // Its own button, which no longer names a key, can still undo it, also if the first answer is lost.
  await expect(button).not.toHaveAttribute('aria-keyshortcuts');
  faultyProxy.dropResponses('POST /api/undo');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(refresh).toBeFocused();
  const unknown = app.toast('Failed to undo:');
  await expect(unknown).toBeVisible();
  faultyProxy.restore();
  await unknown.getByRole('button', { name: 'Try again' }).click();
  await expect(fines.row('Kept')).toHaveCount(0);
  await expect.poll(async () => (await api.books()).fines).toEqual(['Ayesha Khan Before 300 Pending']);
});

test.describe('by the clock', () => {
  test.use({ freshContext: true });
  test('it is offered for ten seconds, longer while the button has the focus, but not on another screen; Refresh fetches the data again and shows a toast for 1.5 s, on the fines screen and on the dashboard [SCREEN-11, LIST-33]', async ({
    app,
    fines,
    api,
  }) => {
    const { clock } = app.page;
    await installClock(app.page);
    await api.add('Ayesha Khan');
    await api.rule(false);
    const refresh = app.page.getByRole('main').getByRole('button', { name: 'Refresh' });
    const refreshed = app.toast('Data refreshed');
    await app.openScreen('/dashboard');
    await expect(app.page.getByText('No users with fines found')).toBeVisible();
    // Before anything changes: the live feed has it read again too, whenever its message arrives.
    const asked = recordRequests(app.page, 'GET /api/overview?');
    // Opened while the clock still runs, without which no menu appears.
    await app.page.getByRole('main').getByRole('button', { name: 'More: Dashboard', exact: true }).click();
    const entry = app.page.getByRole('menuitem', { name: 'Refresh', exact: true });
    await expect(entry).toBeVisible();
    await expectToastFor(1500, refreshed, () => entry.click());
    expect(asked).toHaveLength(1);
    await app.goTo('/fines');
    await expect(app.page.getByText('No fines found')).toBeVisible();
    // A toast that appeared under the pointer would not disappear.
    await expectToastFor(1500, refreshed, () => refresh.click());
    await fines.openDialog();
    await fines.fill('First', '10', 'Ayesha Khan');
    const toast = app.toast('Fines added successfully');
    await expectToastFor(10_000, toast, () => fines.submit.click());
    await fines.openDialog();
    await fines.fill('Second', '10', 'Ayesha Khan');
    await fines.submit.click();
    await toast.getByRole('button', { name: 'Undo' }).focus();
    await clock.runFor(60_000);
    await expect(toast).toBeVisible();
    await app.goTo('/dashboard');
    await expect(toast).toHaveCount(0);
  });
});
