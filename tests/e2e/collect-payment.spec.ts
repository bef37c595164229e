// Collecting a payment, and marking as paid with a method (PAY-20 to PAY-27).
import type { Page } from '@playwright/test';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { listFines } from '../../src/contract/fines/fines.ts';
import {
  findReference,
  listPayments,
  readOwed,
  reversePayment,
  takePayment,
} from '../../src/contract/money/payments.ts';
import { collect as urdu } from '../../src/web/messages/ur/collecting.ts';
import { common as urduCommon } from '../../src/web/messages/ur/first.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { skipPauses } from './support/clock.ts';
import { expect, test, today } from './support/fines.ts';

const NAME = 'Ayesha Khan';

test.beforeEach(async ({ api }) => {
  await api.rule(false);
  await api.add(NAME);
});

test('by keyboard alone: part of the debt is paid, oldest fine first, and the receipt can be opened or printed with Ctrl+P [PAY-20, PAY-26, PAY-66]', async ({
  app,
  page,
  api,
}) => {
  await api.fine(NAME, 500, { date: '2026-03-02', fineType: 'Uniform' });
  await api.fine(NAME, 300, { date: '2026-03-01' });
  await app.openAsAdministrator('/dashboard');
  await page.getByRole('button', { name: 'Collect Payment' }).focus();
  await page.keyboard.press('Enter');
  const dialog = app.dialog('Collect Payment');
  const amount = dialog.getByLabel('Amount Received (PKR)');
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('800');
  await expect(dialog).toContainText('Pays for 2 fines.');
  await page.keyboard.type('450.50');
  await expect(dialog).toContainText(/Pays for 2 fines\. \W?Rs\.\s349\.50\W? will be left to pay\./);
  await expect(dialog.getByRole('listitem')).toHaveText([
    /Late arrival1 Mar 2026Rs\.\s300\.00$/,
    /Uniform2 Mar 2026Rs\.\s500\.00will pay \W?Rs\.\s150\.50\W? of \W?Rs\.\s500/,
  ]);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Raast');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  const saved = app.dialog('Payment Saved');
  await expect(saved).toContainText(/R-\d{4}-000001/);
  await expect(saved).toContainText(/Rs\.\s450\.50\W? received from \W?Ayesha Khan/);
  await expect(saved).toContainText(/Rs\.\s349\.50\W? is still left to pay/);
  await expect(saved.getByRole('listitem')).toHaveText([
    /Late arrival1 Mar 2026Rs\.\s300\.00/,
    /Uniform2 Mar 2026Rs\.\s150\.50/,
  ]);
  await expect(saved.getByRole('link', { name: 'Print' })).toHaveAttribute(
    'href',
    /#\/receipts\/R-\d{4}-000001\?print/,
  );
  await expect(saved.getByRole('link', { name: 'Share on WhatsApp' })).toHaveAttribute('href', /wa\.me/);
  await expectTouchTargets(saved.getByRole('button'));
  await expect(saved.getByRole('button', { name: 'Done' })).toBeFocused();
  await expect(page.locator('[data-fresh]')).toHaveCount(0);
  await expectNoAxeViolations(page);
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Control+p');
  const receipt = await opened;
  await expect(receipt).toHaveURL(/#\/receipts\/R-\d{4}-000001\?print/);
  await receipt.close();
  await expect(saved.getByRole('link', { name: 'Print' })).toHaveAttribute('aria-keyshortcuts', 'Control+P');
  await page.keyboard.press('Enter');
  await expect(saved).toBeHidden();
  // The screen behind it is updated at once.
  await expect(page.locator('main')).toContainText(/Rs\s350 left to pay/);
  const { items } = await api.must(listPayments, {});
  expect(items).toMatchObject([{ amount: 450.5, method: 'Raast', receivedOn: today(), reference: '' }]);
});

test('of eighteen fines one newer one is paid in three presses, and one press ticks the oldest that an amount reaches; all fields are in sight above the fines, which scroll by themselves [PAY-20]', async ({
  app,
  page,
  api,
}) => {
  for (let day = 1; day <= 18; day += 1)
    await api.fine(NAME, 100, { date: `2026-03-${day}`.replace(/-(\d)$/, '-0$1') });
  await app.openAsAdministrator('/dashboard');
  for (const window of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(window);
    await page.getByRole('button', { name: 'Collect Payment' }).click();
    const dialog = app.dialog('Collect Payment');
    await expect(dialog.getByLabel('Amount Received (PKR)')).toHaveValue('1,800');
    for (const label of ['Amount Received', 'Method', 'Reference', 'Date Received', 'Note'])
      await expect(
        dialog.locator('input, select, textarea').and(dialog.getByLabel(new RegExp(`^${label}`))),
      ).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('checkbox').first()).toBeInViewport({ ratio: 1 });
    await expectTouchTargets(dialog.getByRole('button'));
    await dialog.getByRole('checkbox').last().scrollIntoViewIfNeeded();
    await expect(dialog.getByLabel('Amount Received (PKR)')).toBeInViewport({ ratio: 1 });
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('button', { name: 'Collect Payment' }).click();
  const dialog = app.dialog('Collect Payment');
  const amount = dialog.getByLabel('Amount Received (PKR)');
  const ticked = dialog.getByRole('checkbox', { checked: true });
  await amount.fill('250');
  await dialog.getByRole('button', { name: 'Oldest first' }).click();
  await expect(ticked).toHaveCount(3);
  await expect(dialog.getByRole('listitem').nth(2)).toContainText(/will pay \W?Rs\.\s50\W? of \W?Rs\.\s100/);
  await dialog.getByRole('button', { name: 'All' }).click();
  await expect(ticked).toHaveCount(18);
  await expect(dialog.getByText('stays unpaid')).toHaveCount(15);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Collect Payment' }).click();
  await dialog.getByRole('button', { name: 'None' }).click();
  await expect(amount).toHaveValue('0');
  await dialog.getByRole('checkbox', { name: /16 Mar 2026/ }).check();
  await expect(amount).toHaveValue('100');
  await dialog.getByRole('button', { name: 'Save Payment' }).click();
  await expect(app.dialog('Payment Saved').getByRole('listitem')).toHaveText([/16 Mar 2026.*Rs\.\s100\.00/]);
});

test('too much becomes credit, which is offered first next time; a reload shows the saved payment again, but only at its address [PAY-21, PAY-26, PAY-71]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.fine(NAME, 300, { date: '2026-03-01' });
  const userId = api.id(NAME);
  await app.openFines(userId);
  await page.getByRole('button', { name: 'Collect Payment' }).click();
  const dialog = app.dialog('Collect Payment');
  const saved = app.dialog('Payment Saved');
  const amount = dialog.getByLabel('Amount Received (PKR)');
  await amount.fill('500');
  await expect(dialog).toContainText(/Rs\.\s200\.00\W? becomes credit\./);
  await amount.press('Enter');
  await expect(saved).toContainText(/Credit: \W?Rs\.\s200\.00/);
  await expect(saved.getByRole('listitem')).toHaveText([
    /Late arrival.*Rs\.\s300\.00$/,
    /Became credit.*Rs\.\s200\.00/,
  ]);
  const receipt = (await saved.locator('bdi').first().textContent()) ?? '';
  await page.reload();
  await expect(saved).toContainText(receipt);
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Enter');
  expect((await api.must(listPayments, { query: { userId } })).totalItems).toBe(1);
  // At another address the dialog does not open, nor on going back.
  await app.goTo('/user');
  await page.reload();
  await app.expectScreen('Users Management');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await app.expectScreen('Fine Management');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await api.fine(NAME, 150, { date: '2026-03-02', fineType: 'Uniform' });
  await expect(fines.row('Uniform')).toBeVisible();
  await page.getByRole('button', { name: 'Collect Payment' }).click();
  const credit = dialog.getByLabel(/Use credit of \W?Rs\.\s200\.00/);
  await expect(credit).toBeChecked();
  await expect(amount).toHaveValue('0');
  await expect(dialog).toContainText('Nothing is received, so there is no receipt.');
  for (const label of ['Method', 'Reference', 'Note']) await expect(dialog.getByLabel(label)).toBeDisabled();
  await credit.uncheck();
  await expect(amount).toHaveValue('150');
  await expect(dialog.getByLabel('Reference')).toBeEnabled();
  await credit.check();
  await amount.press('Enter');
  await expect(saved).toContainText('there is no receipt');
  await expect(saved.getByRole('listitem')).toHaveText([/Uniform.*Rs\.\s150\.00.*from credit/]);
  expect(await api.must(readOwed, { params: { userId } })).toMatchObject({ credit: 50, fines: [] });
});

test('on a phone: a lost answer is requested only once more, and changes from another window are shown for a new decision [LOOK-24, PAY-23, PAY-25, PAY-28, SCREEN-28]', async ({
  app,
  page,
  api,
  faultyProxy,
}) => {
  const { id: fineId } = await api.fine(NAME, 300, { date: '2026-03-01' });
  await api.fine(NAME, 500, { date: '2026-03-02', fineType: 'Uniform' });
  const userId = api.id(NAME);
  await skipPauses(page);
  await app.onPhone();
  await app.openFines(userId);
  await page.getByRole('button', { name: 'Collect Payment' }).click();
  const dialog = app.dialog('Collect Payment');
  const saved = app.dialog('Payment Saved');
  const amount = dialog.getByLabel('Amount Received (PKR)');
  const save = dialog.getByRole('button', { name: 'Save Payment' });
  const reference = dialog.getByRole('textbox', { name: 'Reference' });
  await dialog.getByRole('checkbox', { name: /Late arrival/ }).uncheck();
  await expect(amount).toHaveValue('500');
  // The label has two lines, and an error stands below the field.
  const method = dialog.getByLabel('Method');
  await amount.fill('all');
  await reference.fill('TX 77');
  await expect(dialog).toContainText('Enter an amount such as 1,500');
  const beside = async (): Promise<number> => Math.round((await method.boundingBox())?.y ?? -1);
  await expect.poll(async () => Math.round((await amount.boundingBox())?.y ?? 0)).toBe(await beside());
  await amount.fill('500');
  await reference.focus();
  await expectNoSidewaysScroll(page);
  faultyProxy.dropResponses('POST /api/payments ');
  await reference.press('Enter');
  await expect(dialog).toContainText('it is not known whether this was saved');
  await expect(reference).toBeDisabled();
  await expect(save).toBeFocused();
  await page.reload();
  await expect(dialog.getByRole('checkbox', { name: /Late arrival/ })).not.toBeChecked();
  await expect(reference).toHaveValue('TX 77');
  await expect(save).toBeFocused();
  // Buttons accept no presses until the dialog has been shown for a moment.
  await expect(page.locator('[role="dialog"]:not([data-fresh])')).toBeVisible();
  faultyProxy.restore();
  await page.keyboard.press('Enter');
  await expect(saved).toContainText('000001');
  await expectNoSidewaysScroll(page);
  const { items } = await api.must(listPayments, {});
  expect(items).toMatchObject([{ amount: 500, reference: 'TX 77' }]);
  await saved.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Collect Payment' }).click();
  await expect(amount).toHaveValue('300');
  faultyProxy.holdRequests('POST /api/payments ');
  await save.click();
  await expect(dialog.getByRole('button', { name: 'Please wait...' })).toBeVisible();
  const other = { userId, fines: [{ fineId, outstanding: 300 }], amount: 100, receivedOn: today() };
  await api.must(takePayment, { body: other });
  faultyProxy.restore();
  await expect(app.toast(/What is owed has changed in the meantime/)).toBeVisible();
  await expect(dialog).toContainText(
    'What is owed has changed in the meantime. Please check the new figures before you save.',
  );
  await expect(amount).toHaveValue('200');
  expect((await api.must(listPayments, {})).totalItems).toBe(2);
  await save.click();
  await expect(saved).toContainText('Nothing is left to pay.');
});

/** Holds back the answers about earlier uses of a reference until the returned function is called. */
async function holdReferences(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/api${findReference.path}?*`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a reference that was used before is pointed out; wrong amounts and days are explained [PAY-22, PAY-24]', async ({
  app,
  page,
  api,
}) => {
  const userId = api.id(NAME);
  await api.fine(NAME, 300, { date: '2026-03-01' });
  await api.must(takePayment, {
    body: { userId, fines: [], amount: 20, receivedOn: today(), method: 'Raast', reference: 'TX 9' },
  });
  const { payment } = await api.must(takePayment, {
    body: { userId, fines: [], amount: 30, receivedOn: today(), reference: 'SLIP 4' },
  });
  const params = { paymentId: payment?.id ?? '' };
  await api.must(reversePayment, { params, body: { amount: 30, reason: 'Another member' } });
  // From the Payments screen, where the member is chosen first.
  await app.openAsAdministrator('/payments');
  await page.getByRole('button', { name: 'Collect Payment' }).click();
  const dialog = app.dialog('Collect Payment');
  await dialog.getByRole('combobox', { name: 'Member' }).fill('ayesha');
  await page.getByRole('option', { name: NAME }).click();
  await dialog.getByLabel('Method').selectOption('Raast');
  await dialog.getByRole('textbox', { name: 'Reference' }).fill(' tx 9 ');
  await expect(dialog).toContainText(/Also on receipt \W?R-\d{4}-000001\W?: \W?Rs\.\s20\.00\W? of \W?Ayesha Khan/);
  // Also when Enter is pressed while the reference is being looked up.
  const reference = dialog.getByRole('textbox', { name: 'Reference' });
  await dialog.getByLabel('Method').selectOption('Cash');
  const answer = await holdReferences(page);
  const lookedUp = page.waitForRequest((request) => request.url().includes('Slip'));
  await reference.fill('Slip 4');
  await lookedUp;
  await reference.press('Enter');
  answer();
  await expect(dialog).toContainText(/Also on receipt \W?R-\d{4}-000002\W?, which was taken back/);
  expect((await api.must(listPayments, {})).totalItems).toBe(2);
  await dialog.getByLabel('Method').selectOption('Raast');
  await reference.fill('tx 9');
  const save = dialog.getByRole('button', { name: 'Save Payment' });
  const amount = dialog.getByLabel('Amount Received (PKR)');
  await dialog.getByLabel(/Use credit/).uncheck();
  // tests/unit/web/collection.test.ts shows what else is wrong.
  await amount.fill('0');
  await save.click();
  await expect(dialog).toContainText('Please enter an amount above 0.');
  await amount.fill('300');
  await dialog.getByLabel('Date Received').fill('31 Dec 2099');
  await save.click();
  await expect(dialog).toContainText('This day is in the future.');
  await dialog.getByLabel('Date Received').fill('1 Mar 2026');
  await save.click();
  await expect(app.dialog('Payment Saved')).toBeVisible();
  const { items } = await api.must(listPayments, {});
  expect(items).toMatchObject([
    { amount: 30 },
    { amount: 20 },
    { amount: 300, reference: 'tx 9', receivedOn: '2026-03-01' },
  ]);
});

test('in dark Urdu on a phone, the dialog and the saved payment have no violations and fit [PAY-28]', async ({
  app,
  page,
  api,
}) => {
  const userId = api.id(NAME);
  await api.must(takePayment, { body: { userId, fines: [], amount: 50, receivedOn: today(), reference: 'A1' } });
  await api.fine(NAME, 300, { date: '2026-03-01' });
  await api.must(setLanguage, { body: { language: 'ur' } });
  await page.addInitScript(() => localStorage.setItem('language', 'ur'));
  await app.onPhone();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await app.openAsAdministrator(`/fines/${userId}`);
  await page.getByRole('button', { name: urduCommon.collectPayment }).click();
  const dialog = app.dialog(urdu.title);
  // Beside what it gets, a fine keeps enough room for its type in one line.
  expect((await dialog.getByText('Late arrival').boundingBox())?.height).toBeLessThan(40);
  await dialog.getByRole('textbox', { name: urdu.reference }).fill('a1');
  await expect(dialog.getByText(urdu.sameReference)).toBeInViewport();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: urdu.save }).click();
  const saved = app.dialog(urdu.taken);
  await expect(saved.getByRole('listitem')).toHaveCount(1);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
});

test('Mark as Paid takes a method and a reference, Enter alone means cash, and its toast leads to the receipt [PAY-27]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.fine(NAME, 300, { date: '2026-03-01' });
  await api.fine(NAME, 500, { date: '2026-03-02', fineType: 'Uniform' });
  const together = await api.fine(NAME, 40, { date: '2026-03-03', fineType: 'Phone' });
  const userId = api.id(NAME);
  const body = { userId, fines: [{ fineId: together.id, outstanding: 40 }], amount: 100, receivedOn: today() };
  const { payment } = await api.must(takePayment, { body });
  await app.openFines();

  // One receipt for a fine and for credit: the question says that only part of it is taken back.
  await fines.row('Phone').getByRole('button', { name: 'Mark Unpaid' }).click();
  const question = app.dialog('Mark as Unpaid');
  await expect(question).toContainText(payment?.receipt ?? 'none');
  await expect(question).toContainText(/only \W?Rs\.\s40\.00\W? of it is taken back/);
  await question.getByRole('button', { name: 'Mark Unpaid' }).click();
  await expect(fines.row('Phone')).toContainText('Pending');
  expect((await api.must(listFines, { query: { userId } })).user?.summary.credit).toBe(60);

  const dialog = app.dialog('Mark as Paid');
  await fines.row('Uniform').getByRole('button', { name: 'Mark Paid' }).click();
  // Reopened after Cancel, the form is empty again.
  await dialog.getByLabel('Method').selectOption('Cheque');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await fines.row('Uniform').getByRole('button', { name: 'Mark Paid' }).click();
  await expect(dialog.getByLabel('Method')).toHaveValue('Cash');
  await dialog.getByLabel('Method').selectOption('Easypaisa');
  await dialog.getByLabel('Reference').fill('EP 1');
  await dialog.getByLabel('Reference').press('Enter');
  // Otherwise its link could be mistaken for the next toast's.
  await app.dismiss('Fine marked as paid');
  await fines.row('Late arrival').getByRole('button', { name: 'Mark Paid' }).click();
  await expect(dialog.getByRole('button', { name: 'Mark Paid' })).toBeFocused();
  await expect(dialog.getByLabel('Reference')).toHaveValue('');
  await expect(page.locator('[data-fresh]')).toHaveCount(0);
  // The same reference is pointed out, even if Enter is pressed before the answer is there.
  await dialog.getByLabel('Method').selectOption('Easypaisa');
  const answer = await holdReferences(page);
  await dialog.getByLabel('Reference').fill(' ep 1');
  await dialog.getByLabel('Reference').press('Enter');
  answer();
  await expect(dialog.getByRole('status')).toContainText('This reference was used before');
  await expect(dialog.getByRole('status')).toContainText('Rs. 500.00');
  await expect(dialog.getByRole('button', { name: 'Mark Paid' })).toBeEnabled();
  expect((await api.must(listPayments, {})).totalItems).toBe(2);
  await dialog.getByLabel('Method').selectOption('Cash');
  await expect(dialog.getByRole('status')).toHaveCount(0);
  await dialog.getByLabel('Reference').fill('');
  await dialog.getByRole('button', { name: 'Mark Paid' }).focus();
  await page.keyboard.press('Enter');
  // The toast stays while the pointer is on it.
  const toReceipt = page.getByRole('button', { name: 'Receipt' });
  await toReceipt.hover();
  await expect.poll(async () => (await api.must(listPayments, {})).totalItems).toBe(3);
  const { items } = await api.must(listPayments, {});
  expect(items.slice(0, 2)).toMatchObject([
    { amount: 300, method: 'Cash', reference: '' },
    { amount: 500, method: 'Easypaisa', reference: 'EP 1' },
  ]);
  await toReceipt.click();
  await app.expectPath(`/receipts/${items[0]?.receipt}`);
});
