// "Collect from Many" (PAY-55 to PAY-59).
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { listPayments, readOwed, takePayment } from '../../src/contract/money/payments.ts';
import { deleteUser } from '../../src/contract/users.ts';
import type { App } from './support/app.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { skipPauses } from './support/clock.ts';
import { expect, test, today } from './support/fines.ts';

test.beforeEach(async ({ api }) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Chand Bibi', 'Dawood Shah');
  await api.fine('Ayesha Khan', 900, { date: '2026-03-02' });
  await api.fine('Bilal Ahmed', 120.5);
  await api.fine('Chand Bibi', 300);
});

async function openScreen(app: App): Promise<void> {
  await app.openAsAdministrator('/collect-from-many');
  await app.expectScreen('Collect from Many');
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name });

const more = (page: Page) => page.getByRole('button', { name: 'More: Members who owe something' });

async function csvOf(page: Page, button: Locator): Promise<string[]> {
  const download = page.waitForEvent('download');
  await button.click();
  const text = await readFile(await (await download).path(), 'utf8');
  return text.trimEnd().split('\r\n');
}

test('members are pasted, searched and ticked, pay up to a limit after a confirmation, and their receipts are still shown after a reload [PAY-55, PAY-56, PAY-58, PAY-59]', async ({
  app,
  page,
  api,
}) => {
  await api.add('Dawood Shah', 'Esa');
  await app.openAsAdministrator('/payments');
  // Nothing has been paid yet: the menu stands below the list, once that is known.
  await expect(page.getByText('No payments yet')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'More: Payments' }).click();
  await page.getByRole('menuitem', { name: 'Collect from Many' }).click();
  await app.expectScreen('Collect from Many');
  const back = page.getByRole('main').getByRole('link', { name: 'Payments', exact: true });
  await expect(back).toHaveAttribute('href', '#/payments');
  await expect(box(page, 'Bilal Ahmed')).toBeVisible();
  await expect(box(page, 'Dawood Shah')).toHaveCount(0);
  await more(page).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Paste a List']);
  await page.getByRole('menuitem', { name: 'Paste a List' }).click();
  const dialog = app.dialog('Tick Members from a List');
  const list = ['chand bibi\tClerk', api.id('Ayesha Khan'), 'Esa', 'Dawood Shah', 'Nobody Known', ''].join('\n');
  await dialog.getByLabel(/^Names, IDs, e-mails or phone numbers/).fill(list);
  await dialog.getByRole('button', { name: 'Tick Them' }).click();
  await expect(dialog.getByText('Not found:')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Nobody Known' })).toBeVisible();
  await expect(dialog.getByText('Several members have this name, so none is ticked:')).toBeVisible();
  await expect(dialog.getByText('Left out, as they owe nothing:')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('2 members pay Rs. 1,200.00.')).toBeVisible();

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Unpaid for').selectOption({ label: '30 days or more' });
  await expect(box(page, 'Chand Bibi')).toHaveCount(0);
  await expect(box(page, 'Tick 1 member')).toBeChecked();
  await page.getByLabel('Unpaid for').selectOption({ label: 'Any time' });
  await box(page, 'Chand Bibi').uncheck();
  await page.getByLabel('Search members by name, ID or role').fill('bila');
  await expect(box(page, 'Ayesha Khan')).toHaveCount(0);
  await box(page, 'Bilal Ahmed').check();
  await expect(page.getByText('2 members pay Rs. 1,020.50.')).toBeVisible();
  await page.getByLabel('At Most from Each (PKR)').fill('0');
  await page.getByRole('button', { name: 'Save 2 Payments' }).click();
  await expect(page.getByLabel('At Most from Each (PKR)')).toBeFocused();
  await page.getByLabel('At Most from Each (PKR)').fill('500');
  await page.getByLabel('Reference').fill('Payroll');
  await expect(page.getByText('2 members pay Rs. 620.50. Rs. 400.00 will be left to pay.')).toBeVisible();
  await page.getByRole('button', { name: 'Ticked (2)' }).click();
  await expect(page.getByRole('list', { name: 'Members who owe something' }).getByRole('listitem')).toHaveCount(2);
  for (const width of [768, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  await expectNoAxeViolations(page);
  await more(page).click();
  expect(await csvOf(page, page.getByRole('menuitem', { name: 'Export CSV' }))).toEqual([
    '\uFEFFMember,ID,Role,Owed,Payment',
    `Ayesha Khan,${api.id('Ayesha Khan')},Clerk,900.00,500.00`,
    `Bilal Ahmed,${api.id('Bilal Ahmed')},Clerk,120.50,120.50`,
  ]);

  await page.getByLabel('Reference').press('Enter');
  const question = app.dialog('Save these payments?');
  await expect(question).toContainText('2 members pay Rs. 620.50 by Salary Deduction, received on');
  await question.getByRole('button', { name: 'Save 2 Payments' }).click();
  await app.expectScreen('2 Payments Saved');
  await page.reload();
  const receipts = page.getByRole('list', { name: 'Receipts' }).getByRole('listitem');
  await expect(receipts).toHaveCount(2);
  await expect(receipts.first()).toContainText('Rs. 400.00 will be left to pay.');
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  const [, first] = await csvOf(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(first).toMatch(/^R-\d{4}-000001,Ayesha Khan,\w+,500\.00,400\.00$/);
  await page.getByRole('button', { name: 'Done' }).click();
  await app.expectScreen('Collect from Many');
  await expect(page.getByRole('button', { name: 'Save Payments' })).toBeVisible();
  expect(await api.must(listPayments, {})).toMatchObject({
    totalItems: 2,
    items: [
      { amount: 120.5, method: 'Salary Deduction', reference: 'Payroll' },
      { amount: 500, receivedOn: today() },
    ],
  });
});

test('on a phone the payment is one line above the list, which opens by a press and by itself where something is wrong [PAY-59]', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openScreen(app);
  await expect(box(page, 'Ayesha Khan')).toBeVisible();
  const first = page.getByRole('list', { name: 'Members who owe something' }).getByRole('listitem').first();
  const top = async (): Promise<number> => (await first.boundingBox())?.y ?? Infinity;
  expect(await top()).toBeLessThan(300);
  const line = page.getByRole('button', { name: 'Salary Deduction · ' });
  const limit = page.getByLabel('At Most from Each (PKR)');
  await expect(line).toHaveAttribute('aria-expanded', 'false');
  await line.click();
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await limit.fill('0');
  await line.click();
  await expect(limit).toBeHidden();
  await box(page, 'Ayesha Khan').check();
  await page.getByRole('button', { name: 'Save 1 Payment' }).click();
  await expect(limit).toBeFocused();
  await limit.fill('500');
  await page.getByLabel('Reference').fill('Payroll');
  await expect(limit).toBeVisible();
  await expectNoAxeViolations(page);
  await line.click();
  await expect(line).toHaveText(/^\W?Salary Deduction · .+ · at most Rs\.\s500\.00 each · Payroll\W?$/);
  expect(await top()).toBeLessThan(340);

  // What was searched for is still there after a look at a person.
  await page.getByLabel('Search members by name, ID or role').fill('bila');
  await expect(box(page, 'Ayesha Khan')).toHaveCount(0);
  await page.getByRole('link', { name: 'Open Bilal Ahmed' }).click();
  await page.goBack();
  await expect(page.getByLabel('Search members by name, ID or role')).toHaveValue('bila');
  await page.getByRole('button', { name: 'Ticked (1)' }).click();
  await box(page, 'Ayesha Khan').click();
  await expect(page.getByText('Nobody is ticked.')).toBeVisible();
  await page.getByRole('button', { name: 'Ticked (0)' }).click();
  await expect(box(page, 'Bilal Ahmed')).toBeVisible();
});

test('members whose debts change, who pay elsewhere or are deleted are named; a question about other figures closes; a save whose answer was lost is repeated only once, even after a reload [PAY-53, PAY-57, PAY-67]', async ({
  app,
  page,
  api,
  faultyProxy,
}) => {
  await skipPauses(page);
  await openScreen(app);
  await box(page, 'Tick all 3 members').check();
  const question = app.dialog('Save these payments?');
  const notice = page.getByRole('main').getByRole('alert');
  await page.getByRole('button', { name: 'Save 3 Payments' }).click();
  await expect(question).toContainText('3 members pay Rs. 1,320.50');
  await api.fine('Chand Bibi', 50);
  await expect(question).toBeHidden();
  await expect(notice).toHaveText(/^What is owed has changed in the meantime: \W?Chand Bibi\W?\. Please check/);

  await page.getByRole('button', { name: 'Save 3 Payments' }).click();
  await expect(question).toContainText('3 members pay Rs. 1,370.50');
  await api.must(deleteUser, { params: { userId: api.id('Bilal Ahmed') } });
  await question.getByRole('button', { name: 'Save 3 Payments' }).click();
  const gone = /Bilal Ahmed\W? has been deleted in the meantime and is no longer ticked\.$/;
  await expect(app.toast(gone)).toBeVisible();
  await expect(notice).toHaveText(gone);
  await expect(page.getByRole('button', { name: 'Save 2 Payments' })).toBeFocused();
  await expect(page.getByText('2 members pay Rs. 1,250.00.')).toBeVisible();

  await page.getByRole('button', { name: 'Save 2 Payments' }).click();
  await expect(question).toContainText('2 members pay Rs. 1,250.00');
  const userId = api.id('Ayesha Khan');
  const fines = (await api.must(readOwed, { params: { userId } })).fines.map(({ id }) => ({
    fineId: id,
    outstanding: 900,
  }));
  await api.must(takePayment, { body: { userId, fines, amount: 900, receivedOn: today() } });
  await question.getByRole('button', { name: 'Save 2 Payments' }).click();
  await expect(page.getByText(/^No longer ticked, as nothing is owed any more: \W?Ayesha Khan\W?\.$/)).toBeVisible();
  await expect(page.getByText('1 member pays Rs. 350.00.')).toBeVisible();
  await page.getByLabel('Reference').fill('Payroll');
  faultyProxy.dropResponses('POST /api/debtors/collect ');
  await page.getByRole('button', { name: 'Save 1 Payment' }).click();
  await question.getByRole('button', { name: 'Save 1 Payment' }).click();
  await expect(page.getByText('The connection was lost, so it is not known whether')).toBeVisible();
  await expect(page.getByLabel('Reference')).toBeDisabled();
  faultyProxy.restore();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Reference' })).toHaveValue('Payroll');
  await page.getByRole('button', { name: 'Save 1 Payment' }).click();
  await app.expectScreen('1 Payment Saved');
  expect(await api.must(listPayments, {})).toMatchObject({ totalItems: 2, received: 1250 });
});

test('Undo, also by Ctrl+Z, brings the form back as it was; the key takes back nothing but what was done last [CASH-18]', async ({
  app,
  page,
}) => {
  await openScreen(app);
  await box(page, 'Ayesha Khan').check();
  await box(page, 'Chand Bibi').check();
  await page.getByLabel('At Most from Each (PKR)').fill('500');
  await page.getByLabel('Reference').fill('Payroll');
  const undo = page.getByRole('main').getByRole('button', { name: 'Undo' });
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save 2 Payments' }).click();
    await app.dialog('Save these payments?').getByRole('button', { name: 'Save 2 Payments' }).click();
    await app.expectScreen('2 Payments Saved');
  };
  await save();
  await expect(undo).toHaveAttribute('aria-keyshortcuts', 'Control+Z Meta+Z');
  // Somebody looks at a receipt first.
  await page.getByRole('link', { name: /^R-/ }).first().click();
  await expect(undo).toHaveCount(0);
  await page.goBack();
  await app.expectScreen('2 Payments Saved');
  await page.keyboard.press('Control+z');
  await app.expectScreen('Collect from Many');
  await expect(page.getByText('2 members pay Rs. 800.00. Rs. 400.00 will be left to pay.')).toBeVisible();
  for (const name of ['Ayesha Khan', 'Chand Bibi']) await expect(box(page, name)).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Reference' })).toHaveValue('Payroll');
  await expect(page.getByText(/no longer ticked|owes? other/i)).toHaveCount(0);

  // Nobody knows what was done before a reload.
  await save();
  await page.reload();
  await expect(undo).toBeVisible();
  await expect(undo).not.toHaveAttribute('aria-keyshortcuts');
  await page.keyboard.press('Control+z');
  await app.expectScreen('2 Payments Saved');
  await undo.click();
  await expect(page.getByText('2 members pay Rs. 800.00. Rs. 400.00 will be left to pay.')).toBeVisible();
  // The button is gone with the screen that had it.
  await expect(page.getByRole('heading', { level: 1, name: 'Collect from Many' })).toBeFocused();
});
