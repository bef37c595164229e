// Due days on the screen: switched on in the settings, shown with each fine, and overdue after midnight without a
// reload.
import { readOrganisation } from '../../src/contract/settings/organisation.ts';
import { addDays, beginningOf, formatDay } from '../../src/core/calendar.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';

test('due days are switched on with 14 days suggested; every screen shows a fine’s due day, and after it that the fine is overdue [DUE-1, DUE-4, DUE-5]', async ({
  app,
  fines,
  api,
  page,
  process: server,
}) => {
  await app.onPhone();
  await app.openSettings();
  const card = page.getByRole('region', { name: 'Due Days' });
  // The card has a form of the late surcharge as well.
  const save = card
    .locator('form')
    .filter({ has: page.getByLabel('New fines have a due day') })
    .getByRole('button', { name: 'Save' });
  await expect(save).toHaveCount(0);
  await card.getByLabel('New fines have a due day').check();
  await expect(app.toast('Setting updated')).toBeVisible();
  await expect(save).toBeDisabled();
  const days = card.getByLabel('Days until a fine is due');
  await expect(days).toHaveValue('14');
  await days.fill('400');
  await save.click();
  await expect(card).toContainText('Enter a whole number of days from 1 to 365.');
  await expect(days).toBeFocused();
  await expectAccessibleLayout(page);
  await days.fill('1');
  await save.click();
  await expect.poll(async () => (await api.must(readOrganisation, {})).dueDays).toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });

  const midnight = beginningOf(addDays(today(), 2), 'Asia/Karachi');
  await api.rule(false);
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 300, { fineType: 'Missed meeting' });
  await server.setClock(midnight - 3_600_000);
  await app.goTo('/fines');
  const row = fines.row('Missed meeting');
  // A row says it only of a fine that is overdue.
  await expect(row).not.toContainText(/Due|Overdue/);
  await fines.showDetails(row);
  await expect(app.dialog('Fine Details')).toContainText(`Due${formatDay(addDays(today(), 1))}`);
  await page.keyboard.press('Escape');
  await server.setClock(midnight);
  await expect(row).toContainText('Overdue');
  await expect(row).toContainText(`Due ${formatDay(addDays(today(), 1))}`);
  await row.getByRole('link', { name: 'Ayesha Khan' }).click();
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('All of it overdue');
  for (const path of ['/dashboard', '/fineUserOverView']) {
    await app.open(path);
    await expect(page.getByRole('listitem').filter({ hasText: 'Ayesha Khan' }).first()).toContainText('Overdue');
  }
});
