// The collected-fines screen when things go wrong, and when other windows work at the same time.
import { setFineStatus } from '../../src/contract/fines.ts';
import { expect, test } from './support/collected.ts';

const LIST = 'GET /api/overview?';
const A_USERS_FINES = 'GET /api/overview/';

test('a load that fails is told in a dialog, and can be tried again', async ({ collected, line, office }) => {
  await office.add('Ayesha Khan');
  await office.fine('Ayesha Khan', 500, { paid: true });
  line.loseAnswers(LIST);
  await collected.open();
  await expect(collected.failure).toContainText('Failed to load collected fines data');
  line.restore();
  await collected.failure.getByRole('button', { name: 'Try again' }).click();
  await expect(collected.failure).toBeHidden();
  await expect(collected.user('Ayesha Khan')).toBeVisible();
});

test('a server that stops and comes back: the screen says so, and goes on by itself', async ({
  collected,
  office,
  page,
  server,
}) => {
  await office.rule(false);
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  await office.fine('Ayesha Khan', 500, { paid: true });
  await office.fine('Bilal Ahmed', 500);
  await collected.open();
  await expect(collected.users).toHaveCount(2);
  await server.stop();
  await expect(page.getByText('Connection lost. Attempting to reconnect...')).toBeVisible();
  await collected.search.fill('bilal');
  await expect(collected.failure).toContainText('Failed to load collected fines data');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main')).toContainText('Failed to load collected fines data');
  await collected.expectFigures('500', '1,000', '50');
  await server.start();
  await expect(collected.names).toHaveText(['Bilal Ahmed'], { timeout: 15_000 });
});

test('paid fines that cannot be loaded are told below their user', async ({ collected, line, office, page }) => {
  await office.add('Ayesha Khan');
  await office.fine('Ayesha Khan', 500, { fineType: 'Late arrival', paid: true });
  await collected.open();
  line.loseAnswers(A_USERS_FINES);
  await collected.toggle('Ayesha Khan').click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Failed to load collected fines data');
  line.restore();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(collected.paidFines('Ayesha Khan')).toContainText('Late arrival');
});

test('what another window collects appears within a second, and disturbs neither the open list nor the search', async ({
  collected,
  office,
  page,
}) => {
  await office.rule(false);
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  const pending = await office.fine('Ayesha Khan', 500, { fineType: 'Paid at last', date: '2026-01-20' });
  for (let day = 11; day <= 17; day += 1) {
    await office.fine('Ayesha Khan', 100, { fineType: `Paid ${day}`, date: `2026-01-${day}`, paid: true });
  }
  await collected.open();
  await collected.search.fill('ayesha');
  await expect(collected.users).toHaveCount(1);
  await collected.toggle('Ayesha Khan').click();
  const pager = page.getByRole('navigation', { name: /^Pages of the paid fines/ });
  await pager.getByRole('button', { name: 'Page 2' }).click();
  const rows = collected.paidFines('Ayesha Khan').locator('tbody tr');
  await expect(rows).toHaveText([/Paid 12/, /Paid 11/]);
  await collected.search.focus();

  await office.api.must(setFineStatus, { params: { fineId: pending.id }, body: { status: 'Paid' } });
  await expect(collected.total).toContainText(/Rs\s1,200/);
  await expect(rows).toHaveText([/Paid 13/, /Paid 12/, /Paid 11/]);
  await expect(pager.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(collected.search).toBeFocused();
  await expect(collected.search).toHaveValue('ayesha');
});
