// "Export CSV" (EXPORT-1).
import { readFile } from 'node:fs/promises';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';

async function downloaded(page: Page, name: string): Promise<{ file: string; lines: string[] }> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name }).click();
  const done = await download;
  expect(await done.failure()).toBeNull();
  const text = await readFile(await done.path(), 'utf8');
  return { file: done.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
}

test('what the fines screen finds is downloaded, in the language of the page [EXPORT-1]', async ({
  app,
  page,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  for (let n = 0; n < 12; n += 1) await api.fine('Ayesha Khan', 100 + n);
  await api.fine('Bilal Ahmed', 50);
  await app.openFines(api.id('Ayesha Khan'));
  const { file, lines } = await downloaded(page, 'Export CSV');
  expect(file).toBe(`fines-${today()}.csv`);
  expect(lines[0]).toMatch(/^\uFEFFDate,Member,Member ID,Fine type,/);
  expect(lines).toHaveLength(13);
  expect(lines.filter((line) => line.includes('Bilal'))).toEqual([]);
  await api.must(setLanguage, { body: { language: 'ur' } });
  await page.reload();
  const urdu = await downloaded(page, 'سی ایس وی محفوظ کریں');
  expect(urdu.lines[0]).toMatch(/^\uFEFFتاریخ,رکن,/);
  expect(urdu.lines).toHaveLength(13);
});

test('what the payments screen finds is downloaded', async ({ app, page, api }) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  for (const name of ['Ayesha Khan', 'Bilal Ahmed']) {
    await api.must(takePayment, { body: { userId: api.id(name), fines: [], amount: 500, receivedOn: today() } });
  }
  await app.openAsAdministrator('/payments?search=bilal');
  const { lines } = await downloaded(page, 'Export CSV');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`,Bilal Ahmed,${api.id('Bilal Ahmed')},500.00,Cash,`);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
});
