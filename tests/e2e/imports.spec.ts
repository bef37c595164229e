// "Import CSV" (FILE-1 to FILE-7).
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { addUser } from '../../src/contract/users.ts';
import { userForm } from '../helpers/ledger.ts';
import type { Api } from './support/api.ts';
import { expectAccessibleLayout, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { expect, test } from './support/fines.ts';

/** People of this file's own: its tests share a server. */
async function add(api: Api, ...names: string[]): Promise<void> {
  for (const userName of names) {
    const body = userForm({ userName, userEmail: `${crypto.randomUUID()}@office.pk` });
    api.ids.set(userName, (await api.must(addUser, { body })).id);
  }
}

const choose = (page: Page, text: string, name = 'list.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const WIDTHS = [360, 1280];

test('users come in from the template, after what is wrong was shown and mended [FILE-2]', async ({
  app,
  page,
  api,
}) => {
  await add(api, 'Taken');
  await app.openUsers();
  await page.getByRole('link', { name: 'Import CSV' }).click();
  await app.expectScreen('Import Users');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a Template' }).click();
  const template = await readFile(await (await download).path(), 'utf8');
  expect(template).toMatch(/^\uFEFFName,Email,Role,Phone,Status\r\nAyesha Khan,/);

  const unique = crypto.randomUUID();
  const people = ['زبیدہ', 'Usman'].map((name, n) => `${name},${unique}.${n}@office.pk,Clerk,'03001234567,`);
  const [head = ''] = template.split('\r\n');
  await choose(page, [head, ...people, 'Nobody,nobody,Clerk,,'].join('\n'));
  const rows = page.getByRole('region', { name: 'Rows' });
  await expect(rows.getByRole('row')).toHaveCount(2);
  await expect(rows).toContainText('“nobody” is no e-mail address.');
  await expect(rows).toContainText('Phone is missing.');
  await expect(page.getByText('1 row needs a correction.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 3 users' })).toBeDisabled();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectAccessibleLayout(page);
  }

  await choose(page, [head, ...people].join('\n'));
  await page.getByRole('button', { name: 'Import 2 users' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 users were imported.' })).toBeFocused();
  await page.getByRole('link', { name: 'Show the users' }).click();
  await page.getByRole('searchbox').fill(unique);
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table).toContainText('03001234567');
});

test('fines come in with what they charge shown before, and the same file is recognised [FILE-5, FILE-6]', async ({
  app,
  page,
  api,
}) => {
  await api.rule(true);
  await add(api, 'Hamid Raza', 'Sana Iqbal');
  const lines = [
    'Day;Who;What;Rupees;Clock',
    '18/11/2026;Hamid Raza;Late;"1,000";09:20',
    '19/11/2026;Hamid Raza;Late;500;09:40',
    '19/11/2026;Sana Iqbal;Late;500;09:41',
  ];
  await app.openFines();
  await page.getByRole('link', { name: 'Import CSV' }).click();
  await app.expectScreen('Import Fines');
  await choose(page, lines.join('\r\n'));
  const columns = page.getByRole('region', { name: 'Columns' });
  await expect(columns.getByText('Please choose the column.')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Rows' })).toBeHidden();
  await columns.getByLabel('Member').selectOption('Who');
  await columns.getByLabel('Fine type').selectOption('What');
  await expect(columns).toContainText('Columns that are not used: Clock');
  const rows = page.getByRole('region', { name: 'Rows' });
  await expect(rows.getByRole('row')).toHaveCount(4);
  await expect(rows.getByRole('row').nth(2)).toContainText('Hamid Raza · Rs. 1,000.00');
  await expect(rows.getByRole('row').nth(2)).toContainText('repeated in the same week as “Late” of 18 Nov 2026');
  await expect(page.getByText('3 fines, Rs. 2,500.00 in all. 1 of them is doubled')).toBeVisible();
  await rows.getByRole('button', { name: 'Doubled (1)' }).click();
  await expect(rows.getByRole('row')).toHaveCount(2);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectAccessibleLayout(page);
    if (width === 360) await expectTouchTargets(page.getByRole('main'));
  }

  // Somebody else's fine meanwhile doubles another one.
  await api.fine('Sana Iqbal', 100, { date: '2026-11-17' });
  const save = page.getByRole('button', { name: 'Import 3 fines' });
  await save.click();
  await expect(page.getByRole('alert')).toContainText('has changed meanwhile. Nothing was saved.');
  await expect(page.getByText('3 fines, Rs. 3,000.00 in all. 2 of them are doubled')).toBeVisible();
  await save.click();
  await expect(page.getByText('3 fines were imported.')).toBeVisible();

  await page.getByRole('button', { name: 'Import another file' }).click();
  await choose(page, lines.join('\n').replace('Day;Who;What', 'Date;Member;Fine type'), 'other name.csv');
  await expect(page.getByRole('alert')).toContainText(/imported the same rows on \d+ \w+ \d{4}/);
  await expect(save).toBeDisabled();
  await expect(page.getByText('All of these rows were imported before.')).toBeVisible();
  await page.getByLabel('Import them again').check();
  await expect(save).toBeEnabled();

  // With one row more, under a title and without a known separator, that row alone is entered.
  const more = [
    'sep=;',
    'Fines of the gate;;;;',
    ...lines,
    '20-Nov-26;Sana Iqbal;Late;₨ 500;',
    '1/1/2027;Sana Iqbal;Late;1;',
  ];
  await choose(page, more.join('\n').replace('Day;Who;What', 'Date;Member;Fine type'));
  await expect(page.getByText('names of the columns in row 2')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('3 rows were imported before');
  await expect(page.getByText('2 fines, Rs. 1,001.00 in all. 1 of them is doubled')).toContainText(
    '1 of them is dated in the future. 3 rows that were imported before are left out.',
  );
  await expect(rows.getByRole('row').nth(1)).toContainText('Imported before: left out');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectAccessibleLayout(page);
  }
  const again = page.getByLabel('Import them again');
  await again.check();
  await expect(page.getByRole('button', { name: 'Import 5 fines' })).toBeEnabled();
  await expect(again).toBeFocused();
  await again.uncheck();
  await page.getByRole('button', { name: 'Import 2 fines' }).click();
  await expect(page.getByText('2 fines were imported.')).toBeVisible();
});

test('a file that cannot be read is refused with a sentence, also when it is dropped, and in Urdu [FILE-1]', async ({
  app,
  page,
  api,
}) => {
  await app.openAsAdministrator('/import-users');
  await app.expectScreen('Import Users');
  const alert = page.getByRole('alert');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nJos\u00e9', 'latin1') });
  await expect(alert).toHaveText(/^This file is not in Unicode. It was read as Windows-1252/);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Name,Email\n'], 'dropped.csv'));
    return transfer;
  });
  await page.getByRole('region', { name: 'File' }).dispatchEvent('drop', { dataTransfer: data });
  await expect(alert).toHaveText(/^There are no rows in this file/);
  await api.must(setLanguage, { body: { language: 'ur' } });
  await page.reload();
  await choose(page, 'نام,ای میل,عہدہ,فون\n"علی');
  await expect(alert).toHaveText(/سطر 2 میں واوین بند نہیں/);
  await expectNoSidewaysScroll(page);
});
