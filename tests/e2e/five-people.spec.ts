// A day with five people, each in a browser of their own (ACCESS-14 to ACCESS-18): what one does is seen by the others as
// far as they may see it. JURMANA_PICTURES=folder saves pictures of the five windows.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { MEMBER_PASSWORD } from './support/member.ts';
import { type Person, test } from './support/people.ts';

const PICTURES = process.env['JURMANA_PICTURES'];

/** Each window as it is, on a phone and on a screen. */
async function look(moment: string, people: Record<string, Pick<Person, 'page'>>): Promise<void> {
  for (const [who, { page }] of Object.entries(people)) {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${moment}-${who}-${width}.png`) });
    }
  }
}

test('a day of an administrator, a manager, a collector, a viewer and a member [CASH-4]', async ({
  app,
  page,
  api,
  enter,
}) => {
  await api.rule(true);
  const [manager, gate, viewer, member] = [
    await enter('manager'),
    await enter('member'),
    await enter('viewer'),
    await enter('member'),
  ];
  const people = { administrator: { app, page }, manager, collector: gate, viewer, member };
  await member.app.open('/');
  await member.app.expectPath('/fineUserOverView');
  const own = member.page.locator('main');
  await expect(own).toContainText('No fines recorded for this user');
  await viewer.app.open('/dashboard');
  await expect(viewer.page.locator('main')).toContainText(/Total FinesRs\s0/);

  // The administrator lets somebody collect at the gate, who signs in anew for it.
  await gate.app.open('/');
  await gate.app.expectPath('/fineUserOverView');
  await app.openUsers();
  await page.getByRole('searchbox').fill(gate.email);
  await page.getByRole('row').filter({ hasText: gate.email }).getByRole('link', { name: /^View/ }).click();
  await page.getByRole('link', { name: 'Access', exact: true }).click();
  const details = page.locator('main');
  await details.getByLabel('Access').selectOption('Collector');
  await details.getByRole('button', { name: 'Save Access' }).click();
  await expect(app.toast('Access saved')).toBeVisible();
  await gate.app.expectPath('/login');
  await gate.app.submitLogin(gate.email, MEMBER_PASSWORD);
  await gate.app.expectScreen('Fines Management Dashboard');

  // The manager puts a fine type on the list, which the collector is offered.
  await manager.app.open('/app-settings');
  await manager.page.getByRole('button', { name: 'Add Fine Type' }).click();
  const type = manager.app.dialog('Add Fine Type');
  await type.getByRole('textbox', { name: /^Name/ }).fill('Late at the gate');
  await type.getByLabel('Default amount').fill('500');
  await type.getByRole('button', { name: 'Save' }).click();
  await expect(manager.page.getByRole('region', { name: 'Fine Types' })).toContainText('Late at the gate');

  // The collector fines the member twice in one week: the second time it is doubled.
  await gate.app.open('/fines');
  for (const [amount, charged] of [
    ['500', 'Rs. 500.00'],
    ['500', 'Rs. 1,000.00'],
  ] as const) {
    await gate.page.getByRole('button', { name: 'Add New Fine' }).first().click();
    const form = gate.app.dialog('Add New Fine');
    await form.getByLabel('Fine Type').fill('Late at the gate');
    await form.getByLabel('Amount (PKR)').fill(amount);
    await form.getByRole('searchbox').fill(member.email);
    await form.getByRole('checkbox', { name: member.name }).check();
    await form.getByRole('button', { name: 'Add Fine', exact: true }).click();
    const confirmation = gate.app.dialog('Confirm Fines');
    await expect(confirmation).toContainText(charged);
    await confirmation.getByRole('button', { name: 'Add Fine' }).click();
    await expect(confirmation).toBeHidden();
  }
  const rows = gate.page.getByRole('row').filter({ hasText: member.name });
  await expect(rows).toHaveCount(2);

  // The member sees both, the viewer their sum, and nobody loaded anything again.
  await expect(own).toContainText(/Rs\s1,000/);
  await expect(own).toContainText(/Rs\s500/);
  await expect(viewer.page.locator('main')).toContainText(/Total FinesRs\s1,500/);
  await look('fined', people);

  // The member pays the first at the gate.
  const first = rows.filter({ hasText: 'Rs. 500.00' });
  await first.getByRole('button', { name: /^Mark/ }).click();
  await gate.app.dialog('Mark as Paid').getByRole('button', { name: /^Mark/ }).click();
  await expect(first).toContainText('Paid');
  await expect(own).toContainText(/PaidRs\s500|Rs\s500.*Paid/);
  await expect(viewer.page.locator('main')).toContainText(/CollectedRs\s500/);

  // The manager waives the other one, which a collector may not.
  await expect(rows.getByRole('button', { name: /^Waive/ })).toHaveCount(0);
  await manager.app.open('/fines');
  await manager.page
    .getByRole('row')
    .filter({ hasText: 'Rs. 1,000.00' })
    .getByRole('button', { name: /^Waive: / })
    .click();
  await manager.app.dialog('Waive Fine').getByLabel('Reason').fill('the bus was late');
  await manager.app.dialog('Waive Fine').getByRole('button', { name: 'Waive', exact: true }).click();
  await expect(viewer.page.locator('main')).toContainText(/Pending FinesRs\s0/);

  // The viewer reads the report and takes it along; there is no button to change anything.
  await viewer.app.open('/reports');
  await expect(viewer.page.getByRole('table', { name: 'By Fine Type' })).toContainText(
    /Late at the gate.*2.*1,500\.00.*1,000\.00.*500\.00.*0\.00/,
  );
  const download = viewer.page.waitForEvent('download');
  await viewer.app.open('/fines');
  await viewer.page.getByRole('link', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n').slice(1);
  const figures = lines.map((line) => line.split(',').slice(6, 10));
  expect(figures).toEqual([
    ['1000.00', '0.00', '1000.00', '0.00'],
    ['500.00', '500.00', '0.00', '0.00'],
  ]);
  await expect(viewer.page.getByRole('button', { name: /^(Add|Waive\b|Mark|Delete)/ })).toHaveCount(0);

  // The manager counts the collector's cash and takes it over.
  await manager.app.open('/payments/cash-up');
  const drawer = manager.page.getByRole('region', { name: gate.name });
  await expect(drawer).toContainText(/Should holdRs\.\s500\.00/);
  await drawer.getByRole('button', { name: 'Hand Over' }).click();
  const handOver = manager.app.dialog('Hand Over');
  await handOver.getByLabel('Counted (PKR)').fill('500');
  // Typed as a name, nobody would hold it.
  await handOver.getByLabel('Who Takes It').selectOption('Somebody else, by name');
  await handOver.getByLabel('Name').fill(manager.name);
  await handOver.getByRole('button', { name: 'Hand Over' }).click();
  await expect(handOver).toContainText('is in this list');
  await handOver.getByLabel('Who Takes It').selectOption(`${manager.name} · ${manager.email}`);
  await handOver.getByRole('button', { name: 'Hand Over' }).click();
  await expect(drawer).toContainText(/Should holdRs\.\s0\.00/);
  const taken = manager.page.getByRole('region', { name: manager.name });
  await expect(taken).toContainText(/Should holdRs\.\s500\.00.*Taken overRs\.\s500\.00/);

  // The administrator reads who did what.
  await app.open('/history');
  const history = page.getByRole('region', { name: 'Entries of the history' });
  for (const sentence of [
    `${gate.name} fined ${member.name} Rs. 500.00 for “Late at the gate”`,
    `${gate.name} fined ${member.name} Rs. 1,000.00 for “Late at the gate”`,
    'It was doubled as a repeated mistake.',
    `${gate.name} received Rs. 500.00 from ${member.name}`,
    `${manager.name} waived Rs. 1,000.00`,
    `${manager.name} recorded that ${gate.name} handed Rs. 500.00 over to ${manager.name}.`,
    `set the access of ${gate.name} to “Collector”.`,
  ]) {
    await expect(history).toContainText(sentence);
  }
  await look('evening', people);
  for (const { page: window } of Object.values(people)) await expectNoAxeViolations(window);

  // The member never saw more than their own record.
  await expect(own).not.toContainText(gate.name);
  await member.app.open('/history');
  await member.app.expectPath('/fineUserOverView');

  // In the evening the gate is closed: whoever was there signs in as any member does.
  await app.openUsers();
  await page.getByRole('searchbox').fill(gate.email);
  await page.getByRole('row').filter({ hasText: gate.email }).getByRole('link', { name: /^View/ }).click();
  await page.getByRole('link', { name: 'Access', exact: true }).click();
  await details.getByLabel('Access').selectOption('Member');
  await details.getByRole('button', { name: 'Save Access' }).click();
  await gate.app.expectPath('/login');
  await gate.app.submitLogin(gate.email, MEMBER_PASSWORD);
  await gate.app.expectPath('/fineUserOverView');
  await expect(gate.page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  await expect.poll(async () => (await api.books()).fines).toHaveLength(2);
});
