// The collected-fines screen on desktop and phone: failures, layout and accessibility.
import { tryAgain } from './support/app.ts';
import {
  expectAccessibleLayout,
  expectAccessibleOnPhoneAndDesk,
  expectNoAxeViolations,
  expectTouchTargets,
} from './support/axe.ts';
import { expect, test } from './support/collected.ts';
import { skipPauses } from './support/clock.ts';

test('a failed load is reported in a dialog, or below its user, and can be retried; on a phone there are cards with sort buttons and touch targets; open lists are accessible and fit, there and on a desktop [COLLECTED-8]', async ({
  app,
  collected,
  api,
  page,
  faultyProxy,
}) => {
  const long = 'A name with many words that does not end Abdurrahman-bin-Muhammad-al-Karachi';
  const fineType = `Reason ${'very '.repeat(10)}long`;
  await api.rule(false);
  await api.add(long, 'محمد عثمان');
  await api.fineDaily(long, [10, 14], { fineType, paid: true });
  await api.fine(long, 999_999_999.99, { fineType, date: '2026-01-15', paid: true });
  await api.fine('محمد عثمان', 100);
  await skipPauses(page);
  await app.onPhone();
  faultyProxy.dropResponses('GET /api/overview?');
  await collected.open();
  await expect(collected.failure).toContainText('Failed to load collected fines data');
  await expect(page.getByText('—', { exact: true })).toHaveCount(3);
  await expectAccessibleLayout(page);
  await tryAgain(collected.failure, () => faultyProxy.restore());
  await expect(collected.failure).toBeHidden();
  await expect(collected.user(long)).toHaveCSS('display', 'grid');
  await expect(collected.user('محمد عثمان')).toContainText(/Rs\s100Rs\s100Rs\s00/);
  const targets = page.getByRole('button').or(page.locator('a[href]')).filter({ hasNotText: 'Skip' });
  await expectTouchTargets(targets);
  await expect(await collected.menuItem('Profile')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await app.openFilters();
  await page.getByRole('group', { name: 'Sort by' }).getByRole('button', { name: 'Pending' }).click();
  await expect(collected.names).toHaveText(['محمد عثمان', long]);
  faultyProxy.dropResponses('GET /api/overview/');
  await collected.toggle(long).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Failed to load collected fines data');
  await tryAgain(alert, () => faultyProxy.restore());
  await expect(collected.paidFines(long).locator('tbody tr').first()).toHaveText(
    /^Reason.*Rs\s1,000,000,000.*15 Jan 2026.*Paid/,
  );
  await collected.toggle('محمد عثمان').click();
  await expect(page.getByText('No fine has been paid yet')).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);
});
