// "Export CSV" (EXPORT-1).
import { readFile } from 'node:fs/promises';
import { takePayment } from '../../src/contract/money/payments.ts';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';

test('what the fines and payments screens find can be downloaded in the language of the page [EXPORT-1]', async ({
  app,
  page,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fineDaily('Ayesha Khan', [10, 21]);
  await api.fine('Bilal Ahmed', 50);
  const payment = { userId: api.id('Bilal Ahmed'), fines: [], amount: 500, receivedOn: today() };
  await api.must(takePayment, { body: payment });
  await app.openAsAdministrator('/payments?search=bilal');
  const file = page.getByRole('link', { name: 'Export CSV' });
  await expect(file).toHaveAttribute('href', /\/api\/exports\/payments\?(.*&)?search=bilal/);
  await app.onPhone();
  await expectNoSidewaysScroll(page);

  await api.must(setLanguage, { body: { language: 'ur' } });
  await page.addInitScript(() => localStorage.setItem('language', 'ur'));
  await app.open(`/fines/${api.id('Ayesha Khan')}`);
  await page.reload();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'سی ایس وی محفوظ کریں' }).click();
  const done = await download;
  expect(await done.failure()).toBeNull();
  expect(done.suggestedFilename()).toBe(`fines-${today()}.csv`);
  const lines = (await readFile(await done.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFتاریخ,رکن,/);
  expect(lines).toHaveLength(13);
  expect(lines.filter((line) => line.includes('Bilal'))).toEqual([]);
});
