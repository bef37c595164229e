// The search of the fines screen, and its filters by status (LIST-37 to LIST-40, LIST-45).
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { listFines } from '../../src/contract/fines/fines.ts';
import { expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { expect, test } from './support/fines.ts';

test('finds by type and day, keeps the search in the address and the file, and can be cleared; a found row shows its note, and an empty result says where the search looked [LIST-37, LIST-38, LIST-42]', async ({
  app,
  fines,
  api,
}) => {
  const { page } = fines;
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 20, { fineType: 'Noise', description: 'a plate fell', date: '2026-02-01' });
  await api.fine('Ayesha Khan', 30, { fineType: 'Late arrival', date: '2026-02-02' });
  await api.fine('Bilal Ahmed', 45, { fineType: 'دیر سے آنا', date: '2026-02-03' });
  await app.openFines();
  const search = page.getByRole('searchbox', { name: 'Search fines by type, note, amount or day' });
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(page.getByText('a plate fell')).toHaveCount(0);
  await search.fill('late');
  await expect(rows).toHaveCount(2);
  await expect(fines.row('Noise')).toContainText('a plate fell');
  for (const [term, found] of [
    ['دير', 'دیر سے آنا'],
    ['2 Feb 2026', 'Late arrival'],
  ] as const) {
    await search.fill(term);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(found);
  }
  await expect(page).toHaveURL(/\/fines\?search=2\+Feb\+2026$/);
  await page.reload();
  await expect(search).toHaveValue('2 Feb 2026');
  await expect(rows).toHaveCount(1);
  await expect(await app.menuEntry('Export CSV')).toHaveAttribute('href', /[?&]search=2\+Feb\+2026/);
  await page.keyboard.press('Escape');

  const { items } = await api.must(listFines, { query: { search: 'noise' } });
  const params = { fineId: items[0]?.id ?? '' };
  await api.must(waiveFine, { params, body: { outstanding: 20, amount: 20, reason: 'in hospital' } });
  await fines.showStatus('Waived');
  await expect(page.getByText('No fines found')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear the search' }).last().click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Noise');
  await app.onPhone();
  await expectNoSidewaysScroll(page);
  await app.openFilters();
  await expectTouchTargets(page.getByRole('combobox', { name: 'Status' }));
  await page.setViewportSize({ width: 1280, height: 800 });

  await app.open('/fines');
  await search.fill('Ayesha');
  await expect(page.getByText('For one person, choose them in “All Users”.')).toBeVisible();
  // At once: the pending search does not lead back from the next screen.
  await app.open(`/user/${api.id('Ayesha Khan')}`);
  await app.expectScreen('Ayesha Khan');
  await search.fill('Bilal');
  await expect(page.getByText('The search covers type, note, amount and day.', { exact: true })).toBeVisible();
});

test('on a phone a search scrolls to the top, so that the results and their actions are visible [LIST-45]', async ({
  app,
  fines,
  api,
}) => {
  const { page } = fines;
  await api.rule(false);
  // More than fit on the screen, hers first.
  await api.add(
    ...Array.from({ length: 7 }, (_, index) => `Member ${String.fromCodePoint(65 + index)}`),
    'Ayesha Khan',
  );
  for (const amount of [10, 20]) for (const name of api.ids.keys()) await api.fine(name, amount);
  await page.setViewportSize({ width: 360, height: 740 });
  await app.openFines();
  const search = page.getByRole('searchbox').filter({ visible: true });
  await expect(fines.row('Ayesha Khan')).toHaveCount(2);
  // The first rows are drawn before the others.
  const toScroll = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await expect.poll(toScroll).toBeGreaterThan(200);
  const top = async (): Promise<number> => (await search.boundingBox())?.y ?? 0;
  const before = await top();
  // It stays there if nothing is found, also for a moment.
  await search.pressSequentially('x');
  await expect(fines.row('Ayesha Khan')).toHaveCount(0);
  expect(await top()).toBeLessThan(before - 100);
  await search.press('Backspace');
  await expect(fines.row('Ayesha Khan')).toHaveCount(2);
  await search.pressSequentially('10');
  await expect.poll(top).toBeLessThan(before - 100);
  await expect(search).toBeInViewport({ ratio: 1 });
  // Both of her fines are listed until the answer is there.
  await expect(fines.row('Ayesha Khan')).toHaveCount(1);
  await expect(fines.row('Ayesha Khan')).toBeInViewport();

  await app.openDashboard();
  await search.pressSequentially('Ayesha');
  const card = page.getByRole('listitem').filter({ hasText: 'Ayesha Khan' });
  await expect(page.getByText('1 user found')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Collect Payment' })).toBeInViewport({ ratio: 1 });
  const bar = await page.getByRole('navigation').filter({ visible: true }).last().boundingBox();
  const button = await card.getByRole('button', { name: 'Collect Payment' }).boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await expectNoSidewaysScroll(page);
});
