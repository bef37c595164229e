// Due days on the screen: switched on in the settings, shown with each fine, and late after midnight without a reload.
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { addDays, beginningOf, formatDay } from '../../src/core/calendar.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';

const cardName = 'Due Days';

test('are switched on with 14 days suggested, and a number of days that cannot be is refused [DUE-1]', async ({
  app,
  page,
}) => {
  await app.onPhone();
  await app.openAsAdministrator('/app-settings');
  const card = page.getByRole('region', { name: cardName });
  const save = card.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await card.getByLabel('New fines have a due day').check();
  const days = card.getByLabel('Days until a fine is due');
  await expect(days).toHaveValue('14');
  await days.fill('400');
  await save.click();
  await expect(card).toContainText('Enter a whole number of days from 1 to 365.');
  await expect(days).toBeFocused();
  await days.fill('21');
  await save.click();
  await expect(app.toast('Due days saved')).toBeVisible();
  await expectAccessibleLayout(page);
  await page.reload();
  await expect(card.getByLabel('Days until a fine is due')).toHaveValue('21');
});

test('a fine says until when it is to be paid, and after that day that it is overdue, on every screen [DUE-4, DUE-5]', async ({
  app,
  fines,
  api,
  page,
  process: server,
}) => {
  const midnight = beginningOf(addDays(today(), 2), 'Asia/Karachi');
  await server.administrator.must(updateOrganisation, { body: { dueDays: 1 } });
  await api.rule(false);
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 300, { fineType: 'Missed meeting' });
  await server.setClock(midnight - 120_000);
  await app.openFines();
  const row = fines.row('Missed meeting');
  await expect(row).toContainText(`Due ${formatDay(addDays(today(), 1))}`);
  await expect(row).not.toContainText('Overdue');
  await server.setClock(midnight);
  await expect(row).toContainText('Overdue');
  await row.getByRole('link', { name: 'Ayesha Khan' }).click();
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Rs. 300.00 of it overdue');
  await app.open('/dashboard');
  await expect(page.getByRole('listitem').filter({ hasText: 'Ayesha Khan' }).first()).toContainText('Overdue');
  await app.open('/fineUserOverView');
  await expect(page.getByRole('listitem').filter({ hasText: 'Ayesha Khan' }).first()).toContainText('Overdue');
});
