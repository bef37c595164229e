// A late surcharge on the screen: switched on in the settings, announced with the fine, added in the morning, and undone
// (SURCHARGE-5, SURCHARGE-7).
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { addDays, beginningOf, formatDay } from '../../src/core/calendar.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { LATE_PAYMENT } from '../../src/core/fines/type-name.ts';
import { settings } from '../../src/web/messages/ur/account.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';

const NINE_MS = 9 * 3_600_000;

test('the rule needs due days; its terms are set beside what it would add; the fine says what is added after which day, and a round is undone on its day [SURCHARGE-4, SURCHARGE-5, SURCHARGE-7]', async ({
  app,
  fines,
  api,
  page,
  process: server,
}) => {
  await api.rule(false);
  await app.onPhone();
  await app.openSettings();
  const rule = page.getByRole('switch', { name: 'Late surcharge' });
  const card = page.getByRole('region', { name: 'Late Surcharge' });
  await expect(card).toContainText('New fines have no due day at the moment');
  await rule.click();
  await expect(app.toast('Error')).toContainText('Please set first after how many days new fines are due.');
  await expect(rule).not.toBeChecked();
  await api.must(updateOrganisation, { body: { dueDays: 1 } });
  await rule.click();
  await expect(app.toast('Updated')).toBeVisible();
  await expect(card).toContainText('Now it adds nothing.');
  const grace = card.getByLabel('Days after the due day');
  await grace.fill('400');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('Enter a whole number from 0 to 365.');
  await expect(grace).toBeFocused();
  await expectAccessibleLayout(page);
  await grace.fill('2');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(app.toast('Setting updated')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Save' })).toBeDisabled();

  await api.add('Ayesha Khan');
  await api.add('Bilal');
  await card.getByLabel('Leave out a member').fill('Bilal');
  await page.getByRole('option', { name: /^Bilal/ }).click();
  await expect(card.getByRole('button', { name: 'Leave out no more: Bilal' })).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 800 });
  for (const name of ['Ayesha Khan', 'Bilal']) await api.fine(name, 300, { fineType: `Absence of ${name}` });
  await app.goTo('/fines');
  await fines.showDetails(fines.row('Absence of Ayesha Khan'));
  const details = app.dialog('Fine Details');
  await expect(details).toContainText(`Rs. 50.00 is added after ${formatDay(addDays(today(), 3))}`);
  await page.keyboard.press('Escape');

  await server.setClock(beginningOf(addDays(today(), 4), 'Asia/Karachi') + NINE_MS);
  const late = fines.row(LATE_PAYMENT.en);
  await expect(late).toContainText('Ayesha Khan');
  await expect(late).toHaveCount(1);
  await fines.showDetails(late);
  await expect(details).toContainText('Not paid in timeAbsence of Ayesha Khan');
  await page.keyboard.press('Escape');

  await api.must(setLanguage, { body: { language: 'ur' } });
  await app.openAsAdministrator('/app-settings');
  const inUrdu = page.getByRole('region', { name: settings.surcharge.title });
  await expect(inUrdu).toContainText('آج');
  await expectAccessibleLayout(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessibleLayout(page);
  await inUrdu.getByRole('button', { name: settings.surcharge.undo }).click();
  await page.getByRole('dialog').getByRole('button', { name: settings.surcharge.undo }).click();
  await expect(app.toast(settings.surcharge.undone)).toBeVisible();
  await expect(inUrdu.getByRole('button', { name: settings.surcharge.undo })).toHaveCount(0);
});
