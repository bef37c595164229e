// A day with five people, each in their own browser (ACCESS-14 to ACCESS-18): the others see what each one does,
// if they may. JURMANA_PICTURES=folder saves pictures of the five windows.
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { addFines } from '../../src/contract/fines/fines.ts';
import { today } from './support/api.ts';
import { expectNoSidewaysScroll } from './support/axe.ts';
import { type Person, test } from './support/people.ts';

const PICTURES = process.env['JURMANA_PICTURES'];

/** Pictures of each window on a phone and on a screen. */
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
  server,
  api,
  enter,
}) => {
  await api.rule(true);
  const [manager, gate, viewer, member] = [
    await enter('manager'),
    await enter('collector'),
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

  // The collector fines the member twice in one week: the second fine is doubled.
  const fine = { fineType: 'Late at the gate', amount: 500, date: today(), userIds: [member.id] };
  const confirmed = [{ userId: member.id, amount: 500, doubled: false }];
  await (await server.enter(gate.email)).must(addFines, { body: { ...fine, confirmed } });
  await gate.app.open('/fines');
  await gate.page.getByRole('button', { name: 'Add New Fine' }).first().click();
  const form = gate.app.dialog('Add New Fine');
  await form.getByLabel('Fine Type').fill('Late at the gate');
  await form.getByLabel('Amount (PKR)').fill('500');
  await form.getByRole('searchbox').fill(member.email);
  await form.getByRole('checkbox', { name: member.name }).check();
  await form.getByRole('button', { name: 'Add Fine', exact: true }).click();
  const confirmation = gate.app.dialog('Confirm Fines');
  await expect(confirmation).toContainText('Rs. 1,000.00');
  await confirmation.getByRole('button', { name: 'Add Fine' }).click();
  await expect(confirmation).toBeHidden();
  const rows = gate.page.getByRole('row').filter({ hasText: member.name });
  await expect(rows).toHaveCount(2);

  // The member sees both, the viewer their sum, and nobody reloaded anything.
  await expect(own).toContainText(/Rs\s1,000/);
  await expect(own).toContainText(/Rs\s500/);
  await expect(viewer.page.locator('main')).toContainText(/Total FinesRs\s1,500/);

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

  // The viewer reads the report, which has no button that changes anything.
  await viewer.app.open('/reports');
  await expect(viewer.page.getByRole('table', { name: 'By Fine Type' })).toContainText(
    /Late at the gate.*2.*1,500\.00.*1,000\.00.*500\.00.*0\.00/,
  );
  await viewer.app.open('/fines');
  await viewer.app.expectScreen('Fine Management');
  await expect(viewer.page.getByRole('button', { name: /^(Add|Waive\b|Mark|Delete)/ })).toHaveCount(0);

  // The manager counts the collector's cash and takes it over.
  await manager.app.open('/payments/cash-up');
  const drawer = manager.page.getByRole('region', { name: gate.name });
  await expect(drawer).toContainText(/Should holdRs\.\s500\.00/);
  await drawer.getByRole('button', { name: 'Hand Over' }).click();
  const handOver = manager.app.dialog('Hand Over');
  await handOver.getByLabel('Counted (PKR)').fill('500');
  // Under a typed name the cash would be held by nobody.
  await handOver.getByLabel('Who Takes It').selectOption('Somebody else, by name');
  await handOver.getByLabel('Name').fill(manager.name);
  await handOver.getByRole('button', { name: 'Hand Over' }).click();
  await expect(handOver).toContainText('is in this list');
  await handOver.getByLabel('Who Takes It').selectOption(manager.name);
  await handOver.getByRole('button', { name: 'Hand Over' }).click();
  await expect(drawer).toContainText(/Should holdRs\.\s0\.00/);
  const taken = manager.page.getByRole('region', { name: manager.name });
  await expect(taken).toContainText(/Should holdRs\.\s500\.00.*Taken overRs\.\s500\.00/);

  // The administrator reads who did what.
  await app.openAsAdministrator('/history');
  const history = page.getByRole('region', { name: 'Entries of the history' });
  for (const sentence of [
    `${gate.name} fined ${member.name} Rs. 500.00 for “Late at the gate”`,
    `${gate.name} fined ${member.name} Rs. 1,000.00 for “Late at the gate”`,
    'It was doubled as a repeated mistake.',
    `${gate.name} received Rs. 500.00 from ${member.name}`,
    `${manager.name} waived Rs. 1,000.00`,
    `${manager.name} recorded that ${gate.name} handed Rs. 500.00 over to ${manager.name}.`,
  ]) {
    await expect(history).toContainText(sentence);
  }
  await look('evening', people);

  // The member never saw anything but their own record.
  await expect(own).not.toContainText(gate.name);
  await member.app.open('/history');
  await member.app.expectPath('/fineUserOverView');
  await expect.poll(async () => (await api.books()).fines).toHaveLength(2);
});
