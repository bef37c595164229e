// Automatic reminders: switching them on in App Settings, seeing them before they are sent, and ways to intervene.
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { addDays, formatDay } from '../../src/core/calendar.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { today } from './support/fines.ts';
import { expect, test } from './support/mailed.ts';

test('are switched on, shown before they are sent, skipped for one member, paused, and sent at once [REMIND-10] [REMIND-15] [REMIND-16] [REMIND-17] [REMIND-18]', async ({
  app,
  page,
  api,
  mailServer,
}) => {
  await api.must(updateOrganisation, { body: { dueDays: 1 } });
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal');
  await app.openAsAdministrator('/reminders');
  const strip = page.getByRole('region', { name: 'Automatic reminders' });
  await strip.getByRole('link', { name: 'App Settings' }).click();
  await page.getByRole('switch', { name: 'Remind members automatically' }).click();
  const days = page.getByLabel('Days after the due day');
  await expect(days).toHaveValue('0, 3, 7, 14, 21');
  await days.fill('0, x');
  await expect(page.getByText(/Enter up to 12 whole numbers from 0 to 365/)).toBeVisible();
  await days.fill('5 0');
  // What is typed during a save is kept.
  const release = Promise.withResolvers<void>();
  await page.route('**/api/organisation', async (route) => {
    await release.promise;
    await route.continue();
  });
  const save = page.getByRole('button', { name: 'Save: Automatic reminders' });
  await save.click();
  await page.getByLabel('Not below (Rs.)').fill('50');
  release.resolve();
  await expect(app.toast('Automatic reminders saved')).toBeVisible();
  await expect(days).toHaveValue('0, 5');
  await expect(page.getByLabel('Not below (Rs.)')).toHaveValue('50');
  await page.getByLabel('Not below (Rs.)').fill('');

  await api.fine('Ayesha Khan', 300, { fineType: 'Late arrival' });
  await api.fine('Bilal', 100, { fineType: 'Noise' });
  await app.open('/reminders');
  await expect(strip).toContainText('Next: tomorrow at 9:00');
  await expect(strip).toContainText('2 members, Rs. 400.00');
  await strip.getByRole('button', { name: 'Show Who' }).click();
  const people = page.getByRole('dialog').getByRole('listitem');
  await expect(people).toHaveText([/Ayesha Khan/, /Bilal/]);
  await page.getByRole('button', { name: 'Skip this time: Bilal' }).click();
  // The toast stays while the pointer is on it.
  const undo = app.toast('Bilal will not be reminded this time.').getByRole('button', { name: 'Undo' });
  await undo.hover();
  await expect(people).toHaveText([/Ayesha Khan/]);
  await undo.click();
  await expect(people).toHaveCount(2);
  await app.onPhone();
  await expectAccessibleLayout(page);
  await page.keyboard.press('Escape');

  await strip.getByRole('button', { name: 'Pause All' }).click();
  await expect(strip).toContainText('Automatic reminders are paused');
  await expect(strip.getByRole('button', { name: 'Send Now' })).toHaveCount(0);
  await strip.getByRole('button', { name: 'Resume' }).click();
  await expect(strip).toContainText('Next: tomorrow at 9:00');

  await strip.getByRole('button', { name: 'Send Now' }).click();
  await expect(page.getByText('2 members will be reminded at once instead of tomorrow at 9:00.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Now' }).click();
  await expect(page.locator('main tbody tr').filter({ hasText: 'Ayesha Khan' })).toContainText('automatically');
  await expect.poll(() => mailServer.received.length).toBe(2);
  await expect(strip).toContainText(`Next: ${formatDay(addDays(today(), 6))} at 9:00`);
  await app.open(`/user/${api.id('Bilal')}`);
  await page.getByRole('button', { name: 'Remind', exact: true }).click();
  const next = formatDay(addDays(today(), 6));
  await expect(page.getByRole('dialog')).toContainText(`Next automatic reminder ${next}`);
});
