// The collected-fines screen: failures, and concurrent changes in other windows.
import { expect, test } from './support/collected.ts';
import { mark } from '../helpers/ledger.ts';

const LIST = 'GET /api/overview?';
const A_USERS_FINES = 'GET /api/overview/';

test('a load that fails is told in a dialog, and can be tried again [COLLECTED-8]', async ({
  collected,
  faultyProxy,
  api,
}) => {
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 500, { paid: true });
  faultyProxy.dropResponses(LIST);
  await collected.open();
  await expect(collected.failure).toContainText('Failed to load collected fines data');
  faultyProxy.restore();
  await collected.failure.getByRole('button', { name: 'Try again' }).click();
  await expect(collected.failure).toBeHidden();
  await expect(collected.user('Ayesha Khan')).toBeVisible();
});

test('paid fines that cannot be loaded are told below their user [COLLECTED-8]', async ({
  collected,
  faultyProxy,
  api,
  page,
}) => {
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 500, { fineType: 'Late arrival', paid: true });
  await collected.open();
  faultyProxy.dropResponses(A_USERS_FINES);
  await collected.toggle('Ayesha Khan').click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Failed to load collected fines data');
  faultyProxy.restore();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(collected.paidFines('Ayesha Khan')).toContainText('Late arrival');
});

test('what another window collects appears within a second, and disturbs neither the open list nor the search', async ({
  collected,
  api,
  page,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  const pending = await api.fine('Ayesha Khan', 500, { fineType: 'Paid at last', date: '2026-01-20' });
  await api.fineDaily('Ayesha Khan', [11, 17], { fineType: 'Paid', paid: true });
  await collected.open();
  await collected.search.fill('ayesha');
  await expect(collected.users).toHaveCount(1);
  await collected.toggle('Ayesha Khan').click();
  const pager = page.getByRole('navigation', { name: /^Pages of the paid fines/ });
  await pager.getByRole('button', { name: 'Page 2' }).click();
  const rows = collected.paidFines('Ayesha Khan').locator('tbody tr');
  await expect(rows).toHaveText([/Paid 12/, /Paid 11/]);
  await collected.search.focus();

  await mark(api, pending.id, 'Paid');
  await expect(collected.total).toContainText(/Rs\s1,200/);
  await expect(rows).toHaveText([/Paid 13/, /Paid 12/, /Paid 11/]);
  await expect(pager.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(collected.search).toBeFocused();
  await expect(collected.search).toHaveValue('ayesha');
});
