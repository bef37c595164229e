// The History screen (HISTORY-1 to HISTORY-7).
import { checkFineImport, importFines } from '../../src/contract/fines/imports.ts';
import { addUser } from '../../src/contract/users.ts';
import { sendAppeal } from '../../src/contract/money/requests.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import type { Api } from './support/api.ts';
import { tryAgain } from './support/app.ts';
import { expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { skipPauses } from './support/clock.ts';
import { addMember } from './support/member.ts';
import { expect, test } from './support/test.ts';
import { mark } from '../helpers/ledger.ts';

const ADMINISTRATOR = 'admin@jurmana.test';

/** Adds users of this file alone, because its tests share a server. */
async function add(api: Api, userName: string): Promise<void> {
  const body = { userName, userEmail: `${crypto.randomUUID()}@office.pk`, userRole: 'Clerk', phone: '1' };
  api.ids.set(userName, (await api.must(addUser, { body })).id);
}

test('says what was done and what was there before, filtered from a fine and from a user; a number leads to its receipt, and members who did something are offered by their names; it is paged by keyboard and on a phone, and shows when it is loading or cannot be loaded [HISTORY-1, HISTORY-5, HISTORY-6, HISTORY-8, HISTORY-10, HISTORY-11]', async ({
  app,
  api,
  page,
  server,
}) => {
  await api.rule(false);
  await add(api, 'Hamid Raza');
  const { id: fineId } = await api.fine('Hamid Raza', 500, { fineType: 'Late to the gate' });
  await api.fine('Hamid Raza', 70, { fineType: 'No badge at all' });
  const body = { outstanding: 500, amount: 200, reason: 'was in hospital' };
  await api.must(waiveFine, { params: { fineId }, body });

  await skipPauses(page);
  await app.openAsAdministrator(`/fines/${api.id('Hamid Raza')}`);
  const row = page.locator('tbody tr').filter({ hasText: 'Late to the gate' });
  await (await app.rowEntry(row, 'Details')).click();
  await page.getByRole('dialog').getByRole('link', { name: 'History' }).click();
  await app.expectScreen('History');
  const entries = page.getByRole('region', { name: 'Entries of the history' }).locator('ol > li');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText(
    new RegExp(`${ADMINISTRATOR} waived Rs.\\s200.00 of “Late to the gate” of .* of Hamid Raza: “was in hospital”`),
  );
  await expect(entries.first()).toContainText('Left to pay: Rs. 300.00.');
  await page.getByRole('button', { name: 'Show all entries' }).click();
  await expect(entries.filter({ hasText: 'No badge at all' })).toHaveCount(1);

  await app.open('/user');
  await app.expectScreen('Users Management');
  await page.getByRole('link', { name: /^View.*Hamid Raza/ }).click();
  await page.getByRole('navigation', { name: 'Records of this person' }).getByRole('link', { name: 'History' }).click();
  await expect(entries.filter({ hasText: 'No badge at all' })).toHaveCount(1);
  await app.open(`/history?member=${api.id('Hamid Raza')}`);
  await app.expectScreen('History');
  await app.openFilters();
  await expect(page.getByRole('combobox', { name: 'Member' })).toHaveValue('Hamid Raza');
  const kind = page.getByRole('combobox', { name: 'Kind' });
  await kind.click();
  await page.getByRole('option', { name: 'Waivers' }).click();
  await expect(entries).toHaveCount(1);
  await expect(page).toHaveURL(/\/history\?member=[^&]+&kind=waivers$/);
  await kind.click();
  await page.getByRole('option', { name: 'Cash' }).click();
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.goBack();
  await expect(entries).toHaveCount(1);

  const { id: paidId } = await api.fine('Hamid Raza', 90, { fineType: 'Noise' });
  await mark(api, paidId, 'Paid');
  await kind.click();
  await page.getByRole('option', { name: 'Payments' }).click();
  const number = entries.getByRole('link', { name: /^R-\d{4}-\d{6}$/ });
  const name = await number.innerText();
  await number.click();
  await app.expectScreen(`Receipt ${name}`);

  const { id, email } = await addMember(server, api, { userName: 'Sana Tariq' });
  api.ids.set('Sana Tariq', id);
  const { id: appealed } = await api.fine('Sana Tariq', 500);
  await (await server.enter(email)).must(sendAppeal, { body: { fineId: appealed, reason: 'I was ill.' } });
  await app.open('/history');
  await app.expectScreen('History');
  await app.openFilters();
  await page.getByRole('combobox', { name: 'Done by' }).click();
  await expect(page.getByRole('option', { name: 'Sana Tariq' })).toBeVisible();
  await expect(page.getByRole('option', { name: email })).toHaveCount(0);
  await page.getByRole('option', { name: 'Sana Tariq' }).click();
  await expect(page).toHaveURL(new RegExp(`\\?by=${encodeURIComponent(email)}`));
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText('Sana Tariq');

  // Paged by keyboard on a phone.
  await add(api, 'Gul Bano');
  const rows = Array.from({ length: 52 }, (_, index) => ({
    member: api.id('Gul Bano'),
    fineType: 'Late',
    amount: String(index + 1),
    date: '2026-03-02',
  }));
  const { checked } = await api.must(checkFineImport, { body: { rows } });
  await api.must(importFines, { body: { rows, checked } });
  await page.setViewportSize({ width: 360, height: 740 });
  await app.open(`/history?member=${api.id('Gul Bano')}`);
  const pages = page.getByRole('navigation', { name: 'Pages of the history' });
  const oldest = pages.getByRole('button', { name: 'Oldest' });
  await expectTouchTargets(pages.getByRole('button'));
  await oldest.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/after=0/);
  await expect(oldest).toHaveAttribute('aria-disabled', 'true');
  await expect(oldest).toBeFocused();
  await expect(page.getByText('added the member Gul Bano')).toBeVisible();

  const { promise: seen, resolve: fail } = Promise.withResolvers<void>();
  await page.route('**/api/history*', async (route) => {
    await seen;
    await route.abort();
  });
  await page.reload();
  await expect(page.getByRole('status', { name: /Loading/ })).toBeVisible();
  fail();
  const dialog = page.getByRole('dialog').filter({ hasText: 'The history could not be loaded.' });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('main').getByText('The history could not be loaded.')).toBeVisible();
  await tryAgain(page.getByRole('main'), () => page.unroute('**/api/history*'));
  // The page is in the address.
  await expect(page.getByText('added the member Gul Bano')).toBeVisible();
  await pages.getByRole('button', { name: 'Newer' }).click();
  await expect(pages.getByRole('button', { name: 'Newer' })).toHaveAttribute('aria-disabled', 'true');
  await expectNoSidewaysScroll(page);
});
