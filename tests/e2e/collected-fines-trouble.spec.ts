// The collected-fines screen when its data cannot be loaded.
import { tryAgain } from './support/app.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { expect, test } from './support/collected.ts';

test('a failed load is reported in a dialog, or below its user, and can be retried [COLLECTED-8]', async ({
  app,
  collected,
  faultyProxy,
  api,
  page,
}) => {
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 500, { fineType: 'Late arrival', paid: true });
  await app.onPhone();
  faultyProxy.dropResponses('GET /api/overview?');
  await collected.open();
  await expect(collected.failure).toContainText('Failed to load collected fines data');
  await expect(page.getByText('—', { exact: true })).toHaveCount(3);
  await expectAccessibleLayout(page);
  await tryAgain(collected.failure, () => faultyProxy.restore());
  await expect(collected.failure).toBeHidden();
  await expect(collected.user('Ayesha Khan')).toBeVisible();

  faultyProxy.dropResponses('GET /api/overview/');
  await collected.toggle('Ayesha Khan').click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Failed to load collected fines data');
  await tryAgain(alert, () => faultyProxy.restore());
  await expect(collected.paidFines('Ayesha Khan')).toContainText('Late arrival');
});
