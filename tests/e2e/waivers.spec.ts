// Waiving from a fine's row (WAIVE-8, WAIVE-9), and how partly paid or waived fines are shown (PAY-13 to PAY-15).
import { readFine } from '../../src/contract/fines/fine-details.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { setUserAccess } from '../../src/contract/users.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';
import { addMember } from './support/member.ts';

test('a fine is waived in part from its row, then as a mistake, and both are taken back; changes in another window are shown, and a wrong amount or reason is explained; partly paid and waived fines say so wherever they are listed [PAY-13, PAY-14, PAY-15, WAIVE-8, WAIVE-9, WAIVE-11, SCREEN-17]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.add('Ayesha Khan');
  const fine = await api.fine('Ayesha Khan', 500, { date: '2026-03-02' });
  const doubled = await api.fine('Ayesha Khan', 500, { date: '2026-03-03', fineType: 'Uniform' });
  await app.openFines();
  const row = fines.row('Late arrival');
  await (await app.rowEntry(row, 'Waive')).click();
  const dialog = app.dialog('Waive Fine');
  // By keyboard: the reason has the focus, and the amount is filled in.
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await expect(dialog.getByLabel('Amount to Waive (PKR)')).toHaveValue('500');
  await page.keyboard.type('was in hospital');
  await dialog.getByLabel('Amount to Waive (PKR)').fill('120.50');
  await page.reload();
  await (await app.rowEntry(fines.row('Late arrival'), 'Waive')).click();
  await expect(dialog.getByLabel('Amount to Waive (PKR)')).toHaveValue('120.50');
  await expectNoSidewaysScroll(page);
  await expectTouchTargets(dialog.getByRole('button'));
  await dialog.getByLabel('Amount to Waive (PKR)').press('Enter');
  await expect(app.toast('Rs. 120.50 waived')).toBeVisible();
  await expect(row).toContainText(/Rs\.\s120\.50 waived/);
  await expect(row).toContainText('Pending');

  await (await app.rowEntry(row, 'Waive')).click();
  await dialog.getByLabel('It was a mistake').check();
  await expect(dialog.getByLabel('Amount to Waive (PKR)')).toHaveValue('379.50');
  await expect(dialog).toContainText(/Rs\.\s1,000\.00\W? of \W?3 Mar 2026\W? becomes \W?Rs\.\s500\.00/);
  await dialog.getByLabel('Reason').fill('another person was meant');
  await dialog.getByRole('button', { name: 'Waive', exact: true }).click();
  await expect(row).toContainText('Waived');
  await expect(row.getByRole('button', { name: /^Mark/ })).toHaveCount(0);
  await expect(row.getByRole('button', { name: /^More/ })).toBeFocused();
  await expect(fines.row('Uniform')).toContainText('Rs. 500.00');
  await fines.expectFigures('500.00', '500.00');

  // The mistake is taken back first, because nobody could owe anything of the part waived before it.
  await (await app.rowEntry(row, 'Take Back Waiver')).click();
  const back = app.dialog('Take Back Waiver');
  await expect(back).toContainText(/Rs\.\s379\.50 will be owed again\..*no other fine is doubled/);
  await expect(back.getByRole('radio')).toHaveCount(0);
  await expect(back.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('it was no mistake');
  await back.getByRole('button', { name: 'Take Back', exact: true }).click();
  await expect(app.toast('Waiver of Rs. 379.50 taken back')).toBeVisible();
  await expect(row).toContainText('Pending');
  await expect(row).toContainText(/Rs\.\s120\.50 waived/);

  // Another part is waived, and one of the two is chosen.
  await api.must(waiveFine, {
    params: { fineId: fine.id },
    body: { outstanding: 379.5, amount: 9.5, reason: 'rounded' },
  });
  await expect(row).toContainText(/Rs\.\s130\.00 waived/);
  await (await app.rowEntry(row, 'Take Back Waiver')).click();
  await expect(back.getByRole('radio')).toHaveCount(2);
  await expect(back).toContainText(/Rs\.\s9\.50 will be owed again/);
  await back.getByRole('radio', { name: /was in hospital/ }).check();
  await expect(back).toContainText(/Rs\.\s120\.50 will be owed again/);
  await back.getByLabel('Reason').fill('was not');
  await back.getByRole('button', { name: 'Take Back', exact: true }).click();
  await expect(row).toContainText(/Rs\.\s9\.50 waived/);
  await fines.showDetails(row);
  const details = app.dialog('Fine Details');
  await expect(details.locator('s')).toHaveCount(2);
  await expect(details).toContainText('it was no mistake');
  // The last one is taken back from the details.
  await details.getByRole('button', { name: /^Take Back: waiver of Rs\.\s9\.50$/ }).click();
  await back.getByLabel('Reason').fill('not rounded');
  await back.getByRole('button', { name: 'Take Back', exact: true }).click();
  await expect(back).toBeHidden();
  await expect(details.locator('s')).toHaveCount(3);
  await expect(details.getByRole('button', { name: 'Close' })).toBeFocused();
  expect((await api.must(readFine, { params: { fineId: fine.id } })).fine.waivedAmount).toBe(0);
  expect((await api.must(readFine, { params: { fineId: doubled.id } })).fine.amount).toBe(500);

  await api.rule(false);
  await api.add('Bilal');
  const userId = api.id('Bilal');
  const part = await api.fine('Bilal', 1200, { fineType: 'Uniform', date: '2026-03-03' });
  const waived = await api.fine('Bilal', 300, { date: '2026-03-02' });
  await app.open(`/fines/${userId}`);
  await expect(fines.row('Ayesha Khan')).toHaveCount(0);
  await expect(fines.row('Bilal')).toHaveCount(2);
  await (await app.rowEntry(fines.row('Late arrival'), 'Waive')).click();
  const amount = dialog.getByLabel('Amount to Waive (PKR)');
  const save = dialog.getByRole('button', { name: 'Waive', exact: true });
  await save.click();
  await expect(dialog).toContainText('Please enter a reason of at least 3 characters.');
  // All that is waived or taken back asks for its reason like this.
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Reason').fill('was in hospital');
  await amount.fill('300.01');
  await save.click();
  await expect(dialog).toContainText('This is more than is left to pay.');
  await amount.fill('250');
  const elsewhere = { outstanding: 300, amount: 100, reason: 'elsewhere' };
  await api.must(waiveFine, { params: { fineId: waived.id }, body: elsewhere });
  await expect(dialog).toContainText(/This fine has changed in the meantime\. \W?Rs\.\s200\.00\W? is left to pay now/);
  await save.click();
  await expect(dialog).toContainText('This is more than is left to pay.');
  await amount.fill('200');
  await save.click();
  await expect(fines.row('Late arrival')).toContainText('Waived');
  await expect(fines.row('Uniform')).toContainText('Pending');
  // This window shows it as soon as another one has taken the money.
  const pay = (fineIds: string[], paid: number) =>
    api.must(takePayment, {
      body: {
        userId,
        fines: fineIds.map((fineId) => ({ fineId, outstanding: 1200 })),
        amount: paid,
        receivedOn: today(),
      },
    });
  await pay([part.id], 500);
  await pay([], 200);
  const partly = /Partly paid/;
  const left = /Rs(\s700|\.\s700\.00) left to pay/;
  await expect(fines.row('Uniform')).toContainText(partly);
  await expect(fines.row('Uniform')).toContainText(left);
  await expect(fines.row('Late arrival')).toContainText('Waived');
  const main = page.locator('main');
  await expect(main).toContainText(/CreditPKR\s200\.00/);
  for (const path of ['/dashboard', '/fineUserOverView', `/user`] as const) {
    await app.goTo(path);
    if (path === '/user') await page.getByRole('link', { name: 'View Bilal' }).click();
    await expect(main).toContainText(partly);
    await expect(main).toContainText(left);
    await expect(main.getByText('Waived', { exact: true }).last()).toBeVisible();
    await expect(main).toContainText(/Credit(Rs|Rs\.)\s200/);
    await expectNoSidewaysScroll(page);
  }
});

test('the name of whoever did something leads to them, and the figures above the lists lead to what they count [PERSON-7, REPORT-7]', async ({
  app,
  page,
  api,
  server,
}) => {
  const manager = await addMember(server, api, { userName: 'Zubaida Sethi' });
  await api.must(setUserAccess, { params: { userId: manager.id }, body: { access: 'manager' } });
  await api.add('Ayesha Khan');
  const fine = await api.fine('Ayesha Khan', 500);
  const asManager = await server.enter(manager.email);
  const waived = { outstanding: 500, amount: 100, reason: 'was in hospital' };
  await asManager.must(waiveFine, { params: { fineId: fine.id }, body: waived });
  const toManager = page.locator(`main a[href="#/user/${manager.id}"]`);
  await app.openAsAdministrator('/payments/waived');
  await expect(toManager).toHaveText('Zubaida Sethi');
  await app.open('/history');
  await expect(toManager.first()).toHaveText('Zubaida Sethi');
  await app.open('/fines');
  await (await app.rowEntry(page.locator('tbody tr').first(), 'Details')).click();
  await expect(page.getByRole('dialog').locator(`a[href="#/user/${manager.id}"]`).first()).toBeVisible();
  await app.open('/reports');
  await page.locator('main h2').getByRole('link', { name: 'Waived' }).click();
  await expect(page).toHaveURL(/#\/payments\/waived\?from=/);
});
