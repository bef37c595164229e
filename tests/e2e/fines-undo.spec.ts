// "Undo" of a fine just added (LIST-33): one press, that fine alone, or nothing with the reason.
import { deleteFine, listFines } from '../../src/contract/fines/fines.ts';
import type { Fine } from '../../src/contract/fines/fines.ts';
import { expect, test } from './support/fines.ts';
import type { Api } from './support/api.ts';
import { expectToastFor, installClock } from './support/clock.ts';
import { expectAccessibleLayout, expectTouchTargets } from './support/axe.ts';
import { mark } from '../helpers/ledger.ts';

const fineOn = async (api: Api, date: string): Promise<Fine> => {
  const { items } = await api.must(listFines, { query: { pageSize: 100 } });
  const found = items.find((fine) => fine.date === date);
  if (found === undefined) throw new Error(`There is no fine of ${date}.`);
  return found;
};

test('one press takes back the fine just added, and that fine alone [LIST-33]', async ({ app, fines, api }) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 75);
  await fines.begin('Missed meeting', '150', 'Bilal Ahmed');
  await fines.submit.click();
  await fines.confirm.click();
  await fines.expectFigures('225.00', '225.00');
  const button = app.toast('Fines added successfully').getByRole('button', { name: 'Undo' });
  await expectAccessibleLayout(app.page);
  await button.hover();
  await app.onPhone();
  await expectTouchTargets(button);
  await button.click();
  await expect(app.toast('Undone: the fine has been deleted.')).toBeVisible();
  await expect(app.toast('Fines added successfully')).toHaveCount(0);
  await expect(fines.row('Bilal Ahmed')).toHaveCount(0);
  await fines.expectFigures('75.00', '75.00');
  await expect.poll(async () => (await api.books()).fines).toEqual(['Ayesha Khan Late arrival 75 Pending']);
  // The mouse left the focus where the closed form had put it.
  await expect(app.page.getByRole('main').getByRole('button', { name: 'Add New Fine' }).first()).toBeFocused();
});

test('Ctrl+Z does the same, not while something is typed; with Tab it stays until it is pressed [LIST-33]', async ({
  app,
  fines,
  api,
}) => {
  const { page } = app;
  await api.add('Ayesha Khan');
  await api.rule(false);
  await app.openFines();
  const button = app.toast('Fines added successfully').getByRole('button', { name: 'Undo' });

  await fines.openDialog();
  await fines.fill('First', '10', 'Ayesha Khan');
  await fines.submit.click();
  await expect(fines.dialog).toBeHidden();
  await expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+Z Meta+Z');
  await fines.filter.focus();
  await page.keyboard.press('Control+z');
  await expect(button).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Refresh' }).focus();
  await page.keyboard.press('Control+z');
  await expect(app.toast('Undone:')).toBeVisible();
  await expect(fines.row('First')).toHaveCount(0);
  await expect.poll(async () => (await api.books()).fines).toEqual([]);

  await fines.openDialog();
  await fines.fill('Second', '20', 'Ayesha Khan');
  await fines.submit.click();
  await expect(fines.dialog).toBeHidden();
  const before = page.getByRole('main').getByRole('button', { name: 'Refresh' });
  await before.focus();
  await button.focus();
  await page.keyboard.press('Enter');
  // The message of the first time may still be there.
  await expect.poll(async () => (await api.books()).fines).toEqual([]);
  await expect(before).toBeFocused();
});

test('Ctrl+Z undoes what was done last, then what was done before that [LIST-41]', async ({ app, fines, api }) => {
  const { page } = app;
  await api.rule(false);
  await api.add('Ayesha Khan');
  await app.openFines();
  for (const fineType of ['First', 'Second']) {
    await fines.openDialog();
    await fines.fill(fineType, '10', 'Ayesha Khan');
    await fines.submit.click();
    await expect(fines.row(fineType)).toBeVisible();
  }
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toHaveCount(2);
  // Only one of them says so.
  await expect(page.locator('[aria-keyshortcuts="Control+Z Meta+Z"]')).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(fines.row('Second')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(fines.row('First')).toHaveCount(0);
  await expect.poll(async () => (await api.books()).fines).toEqual([]);
});

test('Ctrl+Z undoes nothing that was done before what cannot be undone, and does nothing else that a message offers [LIST-41]', async ({
  app,
  fines,
  api,
}) => {
  const { page } = app;
  await api.rule(false);
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 300, { fineType: 'Before' });
  await app.openFines();
  await fines.openDialog();
  await fines.fill('First', '10', 'Ayesha Khan');
  await fines.submit.click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toHaveAttribute('aria-keyshortcuts', 'Control+Z Meta+Z');
  await fines.row('Before').getByRole('button', { name: 'Mark Paid' }).click();
  await app.dialog('Mark as Paid').getByRole('button', { name: 'Mark Paid' }).click();
  const receipt = page.getByRole('button', { name: 'Receipt' });
  await expect(receipt).toHaveAttribute('aria-keyshortcuts', 'F8');
  await page.keyboard.press('Control+z');
  await expect(receipt).toBeVisible();
  await app.expectPath('/fines');
  await expect(fines.row('First')).toBeVisible();
  // By its own button it can still be undone, which no longer names a key.
  await expect(undo).not.toHaveAttribute('aria-keyshortcuts');
  await undo.click();
  await expect(fines.row('First')).toHaveCount(0);
  await expect.poll(async () => (await api.books()).fines).toEqual(['Ayesha Khan Before 300 Paid']);
});

test.describe('how long it is offered', () => {
  test.use({ freshContext: true });
  test('ten seconds, as long as the keyboard is there, and not beyond the screen [LIST-33]', async ({
    app,
    fines,
    api,
  }) => {
    const { clock } = app.page;
    await installClock(app.page);
    await api.add('Ayesha Khan');
    await api.rule(false);
    await fines.begin('First', '10', 'Ayesha Khan');
    const toast = app.toast('Fines added successfully');
    await expectToastFor(10_000, toast, () => fines.submit.click());
    await fines.openDialog();
    await fines.fill('Second', '10', 'Ayesha Khan');
    await fines.submit.click();
    await toast.getByRole('button', { name: 'Undo' }).focus();
    await clock.runFor(60_000);
    await expect(toast).toBeVisible();
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
    await fines.openDialog();
    await fines.fill('Third', '10', 'Ayesha Khan');
    await fines.submit.click();
    await toast.getByRole('button', { name: 'Undo' }).focus();
    await app.open('/dashboard');
    await app.expectScreen('Fines Management Dashboard');
    await expect(toast).toHaveCount(0);
  });
});

test('what happened to the fine meanwhile stays, and is said [LIST-33]', async ({ app, fines, api }) => {
  await api.add('Ayesha Khan');
  await app.openFines();
  const refusals: [string, (fine: Fine) => Promise<unknown>, string | RegExp][] = [
    [
      '2026-01-05',
      ({ id }) => mark(api, id, 'Paid'),
      /Failed to undo: this fine was paid meanwhile: .*Ayesha Khan.*, Rs\. 100\.00\. Nothing was changed\./,
    ],
    [
      '2026-04-05',
      ({ id }) => api.must(deleteFine, { params: { fineId: id } }),
      'Failed to undo: one of these fines was deleted meanwhile. Nothing was changed.',
    ],
  ];
  for (const [date, meanwhile, sentence] of refusals) {
    await fines.openDialog();
    await fines.dialog.getByRole('textbox', { name: 'Date' }).fill(date);
    await fines.fill(`On ${date}`, '100', 'Ayesha Khan');
    await fines.submit.click();
    await fines.confirm.click();
    const button = app.toast('Fines added successfully').getByRole('button', { name: 'Undo' });
    // Under the pointer it does not go away.
    await button.hover();
    await meanwhile(await fineOn(api, date));
    const before = (await api.books()).fines;
    await button.click();
    await expect(app.toast(sentence)).toBeVisible();
    await expect.poll(async () => (await api.books()).fines).toEqual(before);
  }
});

test('fines for several people are taken back with one press; one for somebody else says for whom [LIST-33]', async ({
  app,
  fines,
  api,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Chand Bibi');
  await api.rule(false);
  await fines.begin('All of them', '10', 'Ayesha Khan', 'Bilal Ahmed', 'Chand Bibi');
  await fines.submit.click();
  await fines.expectAdded();
  await expect.poll(async () => (await api.books()).fines).toHaveLength(3);
  const button = app.toast('Fines added successfully').getByRole('button', { name: 'Undo' });
  await button.click();
  await expect(app.toast('Undone: the 3 fines have been deleted.')).toBeVisible();
  await expect(fines.row('All of them')).toHaveCount(0);
  await expect.poll(async () => (await api.books()).fines).toEqual([]);

  await fines.begin('One was paid', '10', 'Ayesha Khan', 'Bilal Ahmed', 'Chand Bibi');
  await fines.submit.click();
  await button.hover();
  const { items } = await api.must(listFines, { query: {} });
  await mark(api, items[1]?.id ?? '', 'Paid');
  await button.click();
  await expect(
    app.toast(/Failed to undo: this fine was paid meanwhile: .*Bilal Ahmed.*Nothing was changed/),
  ).toBeVisible();
  await expect.poll(async () => (await api.books()).fines).toHaveLength(3);

  await app.open(`/fines/${api.id('Ayesha Khan')}`);
  await fines.openDialog();
  await fines.fill('Elsewhere', '10', 'Bilal Ahmed');
  await fines.submit.click();
  const toast = app.toast(/Fines added successfully for .*Bilal Ahmed/);
  await toast.getByRole('button', { name: 'Undo' }).click();
  // The message of the first one may still be there.
  await expect(app.toast('Undone: the fine has been deleted.')).toBeVisible();
  await expect.poll(async () => (await api.books()).fines.filter((fine) => fine.includes('Elsewhere'))).toEqual([]);
});

test('an undoing without an answer is told, and found out by trying again [LIST-33]', async ({
  app,
  fines,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan');
  await api.rule(false);
  await fines.begin('First', '10', 'Ayesha Khan');
  await fines.submit.click();
  const button = app.toast('Fines added successfully').getByRole('button', { name: 'Undo' });
  await button.hover();
  faultyProxy.dropResponses('POST /api/undo');
  await button.click();
  const unknown = app.toast('Failed to undo:');
  await expect(unknown).toBeVisible({ timeout: 20_000 });
  faultyProxy.restore();
  await unknown.getByRole('button', { name: 'Try again' }).click();
  await expect(app.toast('Undone:')).toBeVisible();
  await expect.poll(async () => (await api.books()).fines).toEqual([]);
});
