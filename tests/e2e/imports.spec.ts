// Importing files (FILE-1 to FILE-14).
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { addUser } from '../../src/contract/users.ts';
import { addDays } from '../../src/core/calendar.ts';
import { userForm } from '../helpers/ledger.ts';
import type { Api } from './support/api.ts';
import { workbookOf } from '../helpers/workbook.ts';
import { tryAgain } from './support/app.ts';
import { expectAccessibleLayout, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';

/** Adds users of this file alone, because its tests share a server. */
async function add(api: Api, ...names: string[]): Promise<void> {
  for (const userName of names) {
    const body = userForm({ userName, userEmail: `${crypto.randomUUID()}@office.pk` });
    api.ids.set(userName, (await api.must(addUser, { body })).id);
  }
}

const choose = (page: Page, text: string, name = 'list.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const chooseWorkbook = (page: Page, buffer: Uint8Array) =>
  page.locator('input[type=file]').setInputFiles({ name: 'fines.xlsx', mimeType: '', buffer: Buffer.from(buffer) });

/** As people write it: 1/1/2027. */
const daysAhead = (days: number): string => addDays(today(), days).split('-').map(Number).toReversed().join('/');

test('users are imported from the template after errors are shown and corrected in place, one after the other with Enter [FILE-2, FILE-10, FILE-13, FILE-14, SCREEN-30]', async ({
  app,
  page,
  api,
}) => {
  await add(api, 'Taken');
  await app.openUsers();
  await (await app.menuEntry('Import')).click();
  await app.expectScreen('Import Users');
  const back = page.getByRole('main').getByRole('link', { name: 'Users', exact: true });
  await expect(back).toHaveAttribute('href', '#/user');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a Template' }).click();
  const template = await readFile(await (await download).path(), 'utf8');
  expect(template).toMatch(/^\uFEFFName,Email,Role,Phone,Status\r\nAyesha Khan,/);

  const unique = crypto.randomUUID();
  const people = ['زبیدہ', 'Usman'].map((name, n) => `${name},${unique}.${n}@office.pk,Clerk,'03001234567,`);
  const [head = ''] = template.split('\r\n');
  await choose(page, [head, ...people, 'Nobody,nobody,Clerk,,'].join('\n'));
  const rows = page.getByRole('region', { name: 'Rows' });
  // The headings, the row, and its errors.
  await expect(rows.getByRole('row')).toHaveCount(3);
  await expect(rows).toContainText('“nobody” is not an e-mail address.');
  await expect(rows).toContainText('Phone is missing.');
  await expect(page.getByText('1 row needs a correction.')).toBeVisible();
  const save = page.getByRole('button', { name: 'Import 3 users' });
  await expect(save).toBeDisabled();
  const email = rows.getByLabel('Email in row 4');
  const phone = rows.getByLabel('Phone in row 4');
  // Typing replaces the content; from the last error Enter leads to the first remaining one.
  await expect(email).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(phone).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();
  await page.keyboard.insertText(`${unique}.2@office.pk`);
  await page.keyboard.press('Enter');
  await expect(phone).toBeFocused();
  await expect(rows).not.toContainText('is not an e-mail address.');
  await page.keyboard.insertText('0300 7654321');
  await page.keyboard.press('Enter');
  await expect(phone).toBeFocused();
  await expect(save).toBeEnabled();
  await expect(rows.getByRole('row', { name: '4' })).toContainText('OK');
  // First another cell than the wrong one is changed, then the row is left out.
  await rows.getByRole('button', { name: 'Change row 4' }).click();
  await expect(rows.getByLabel('Name in row 4')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.insertText(' Else');
  await page.keyboard.press('Tab');
  await rows.getByRole('button', { name: 'Done with row 4' }).click();
  await expect(rows.getByRole('rowheader', { name: '4' })).toBeVisible();
  await expect(rows).toContainText('Nobody Else');
  await rows.getByRole('checkbox', { name: 'Import row 4' }).uncheck();
  await expect(page.getByText('2 of 3 rows; 1 left out.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 users' }).click();
  const done = page.getByRole('status').filter({ hasText: '2 users were imported.' });
  await expect(done).toBeFocused();
  await expect(done).toContainText('1 row was left out.');
  await done.getByRole('link', { name: 'Send sign-in links' }).click();
  await expect(app.dialog('Sign-in links')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill(unique);
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table).toContainText('03001234567');
});

test('a row that the correction of another makes wrong joins those to correct, and names the other [FILE-10]', async ({
  app,
  page,
}) => {
  await app.openAsAdministrator('/import-users');
  await choose(page, 'Name,Email,Role,Phone\nAli,ali@,Clerk,1\nBee,bee@office.pk,Clerk,2\nCed,ced@,Clerk,3');
  const rows = page.getByRole('region', { name: 'Rows' });
  await expect(rows.getByRole('rowheader')).toHaveText(['2', '4']);
  await rows.getByLabel('Email in row 2').fill('bee@office.pk');
  await page.keyboard.press('Enter');
  await expect(rows.getByRole('rowheader')).toHaveText(['2', '3', '4']);
  await expect(rows).toContainText('Row 2 of the file already has this e-mail.');
  await rows.getByLabel('Email in row 3').fill('bea@office.pk');
  await page.keyboard.press('Enter');
  await expect(rows).not.toContainText('already has this e-mail.');
  await expect(rows.getByRole('rowheader')).toHaveText(['2', '3', '4']);
});

test('fines are imported after their charges are shown, and the same file is recognised [FILE-5, FILE-6, LIST-44]', async ({
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
  await page.setViewportSize({ width: 360, height: 640 });
  await app.openFines();
  await page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click();
  await app.expectScreen('Import Fines');
  await page.setViewportSize({ width: 1280, height: 900 });
  await choose(page, lines.join('\r\n'));
  const columns = page.getByRole('region', { name: 'Columns' });
  await expect(columns.getByText('Please choose the column.')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Rows' })).toBeHidden();
  await columns.getByLabel('Member').selectOption('Who');
  await columns.getByLabel('Fine type').selectOption('What');
  await expect(columns.getByRole('list', { name: 'Columns that are not used:' }).getByRole('listitem')).toHaveText([
    'Clock09:20',
  ]);
  const rows = page.getByRole('region', { name: 'Rows' });
  await expect(rows.getByRole('rowheader')).toHaveText(['2', '3', '4']);
  await expect(rows.getByRole('row').nth(2)).toContainText('Hamid Raza · Rs. 1,000.00');
  await expect(rows.getByRole('row').nth(3)).toContainText('repeated in the same week as “Late” of 18 Nov 2026');
  await expect(page.getByText('3 fines, Rs. 2,500.00 in all. 1 of them is doubled')).toBeVisible();
  await rows.getByRole('button', { name: 'Doubled (1)' }).click();
  await expect(rows.getByRole('rowheader')).toHaveText(['3']);
  // The messy workbook below has every kind of row.
  await expectAccessibleLayout(page);

  // In the meantime somebody else's fine causes another doubling.
  await api.fine('Sana Iqbal', 100, { date: '2026-11-17' });
  const save = page.getByRole('button', { name: /^Import \d fines?$/ });
  await save.click();
  await expect(page.getByRole('alert')).toContainText('has changed in the meantime. Nothing was saved.');
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

  // With one row more, below a title and without a known separator, only that row is imported.
  const more = [
    'sep=;',
    'Fines of the gate;;;;',
    ...lines,
    '20-Nov-26;Sana Iqbal;Late;₨ 500;',
    `${daysAhead(40)};Sana Iqbal;Late;1;`,
  ];
  await choose(page, more.join('\n').replace('Day;Who;What', 'Date;Member;Fine type'));
  await expect(page.getByRole('alert')).toContainText('3 rows were imported before');
  await expect(page.getByText('2 fines, Rs. 1,001.00 in all. 1 of them is doubled')).toContainText(
    '1 of them is dated in the future. 3 rows that were imported before are left out.',
  );
  await expect(rows.getByRole('row').nth(1)).toContainText('Imported before: left out');
  const again = page.getByLabel('Import them again');
  await again.check();
  await expect(page.getByRole('button', { name: 'Import 5 fines' })).toBeEnabled();
  await expect(again).toBeFocused();
  // Only one of them.
  await rows.getByRole('checkbox', { name: 'Import row 4' }).uncheck();
  await rows.getByRole('checkbox', { name: 'Import row 5' }).uncheck();
  await expect(page.getByText('1 of them was imported before and is entered again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 3 fines' })).toBeEnabled();
  await again.check();
  await again.uncheck();
  await page.getByRole('button', { name: 'Import 2 fines' }).click();
  await expect(page.getByText('2 fines were imported.')).toBeVisible();
});

const day = (number: number) => ({ number, format: 'dd-mmm-yy' });
/** As people keep them: a cover, a title, rows numbered in advance, a total, a hidden row, and mistakes in 3 of 20. */
const MESSY = workbookOf({
  sheets: [
    {
      name: 'Cover',
      rows: [
        ['Fines of the gate', 'From'],
        ['November', 'The office'],
      ],
    },
    {
      name: 'November',
      hidden: [12],
      rows: [
        ['Fines of the gate'],
        ['S.No', 'Employee', 'Reason', 'Amount', 'Date'],
        ...Array.from({ length: 20 }, (_, n) => [
          n + 1,
          n === 3 ? 'Zaheda Bano' : 'Zahida Bano',
          'Late',
          n === 4 ? 'five hundred' : { number: 500, format: '"Rs" #,##0' },
          n === 5 ? '31/11/2026' : day(46330 + n),
        ]),
        [null, 'Grand Total:', null, { xml: '><f>SUM(D3:D22)</f><v>10000</v>' }],
        [21],
        [22],
      ],
    },
    {
      name: 'October',
      rows: [
        ['Employee', 'Reason', 'Amount', 'Date'],
        ['Zahida Bano', 'Late', 5, day(46300)],
        ['Zahida  bano', 'Late', 5, day(46300)],
      ],
    },
  ],
});

test('a messy workbook is imported: wrong rows are corrected or left out, its total is pointed out, its columns are shown [FILE-9, FILE-10, FILE-11, FILE-12, FILE-14, FILE-16, FILE-17, FILE-20, SCREEN-49]', async ({
  app,
  page,
  api,
}) => {
  await api.rule(false);
  await add(api, 'Zahida Bano');
  await app.openAsAdministrator('/import-fines');
  await app.expectScreen('Import Fines');
  await chooseWorkbook(page, MESSY);
  const rows = page.getByRole('region', { name: 'Rows' });
  const sheet = page.getByRole('combobox', { name: 'Sheet' });
  await expect(rows.getByRole('combobox', { name: 'Member in row 6' })).toBeFocused();
  // The cover has none of the columns.
  await expect(sheet.getByRole('option', { selected: true })).toHaveText('November');
  await sheet.focus();
  await sheet.selectOption('October');
  await expect(page.getByRole('button', { name: 'Import 2 fines' })).toBeEnabled();
  await expect(rows).toContainText('This row says the same as row 2.');
  await expect(page.getByText('2 fines, Rs. 10.00 in all. 1 of them says the same as an earlier row.')).toBeVisible();
  await rows.getByRole('checkbox', { name: 'Import row 2' }).uncheck();
  await expect(page.getByRole('button', { name: 'Import 1 fine' })).toBeEnabled();
  await expect(rows).not.toContainText('says the same');
  await sheet.focus();
  await sheet.selectOption('November');
  await expect(page.getByText('column names in row 2')).toBeVisible();
  await expect(rows.getByRole('columnheader', { name: 'Date' })).toBeVisible();
  await expect(rows.getByRole('columnheader', { name: 'Due on' })).toBeHidden();
  await expect(page.getByRole('list', { name: 'Columns that are not used:' })).toHaveText('S.No1');
  await expect(rows).toContainText('Row 23 looks like a total of the others, so it is left out.');
  await expect(rows).toContainText('2 rows have nothing in these columns, so they are left out.');
  await expect(rows).toContainText('1 row is hidden in the spreadsheet, so it is left out.');
  await expect(rows.getByRole('rowheader')).toHaveText(['6', '7', '8']);
  await expect(page.getByText('19 of 23 rows; 4 left out.')).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessibleLayout(page);
    if (width === 360) await expectTouchTargets(rows.getByRole('button').or(rows.getByRole('textbox')));
  }

  // The focus stays on the chosen sheet. Members are suggested by how their names begin, or by the part that is right.
  await expect(sheet).toBeFocused();
  const member = rows.getByRole('combobox', { name: 'Member in row 6' });
  const amount = rows.getByLabel('Amount in row 7');
  const offered = page.getByRole('listbox').getByRole('option');
  await member.focus();
  await expect(offered).toHaveText([/^Zahida Bano/]);
  // What is highlighted stays so until the next suggestions are known, and when they are the same.
  const answered = Promise.withResolvers<undefined>();
  await page.route(/Bibi/, async (route) => {
    await answered.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/Bibi/);
  const firstWord = page.waitForResponse(/search=Zahida(&|$)/);
  await member.fill('Zahida Bibi');
  await asked;
  await page.keyboard.press('ArrowDown');
  await expect(offered).toHaveAttribute('data-combobox-selected', 'true');
  answered.resolve(undefined);
  await firstWord;
  await expect(offered).toHaveText([/^Zahida Bano/]);
  await page.keyboard.press('Enter');
  await expect(amount).toBeFocused();
  await expect(rows).toContainText('Zahida Bano · Rs. 500.00');
  await expect(rows).not.toContainText('Nobody has the name');
  // The connection is lost in between, and the page reloaded: nothing has to be corrected twice.
  await page.route('**/api/fines/import/check', (route) => route.abort());
  await amount.fill('500');
  await amount.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Try again' })).toBeVisible();
  await expect(rows.getByRole('row', { name: 'Import row 7' })).toContainText('Late500');
  await expect(page.getByRole('button', { name: 'Import 19 fines' })).toBeDisabled();
  await tryAgain(page, () => page.unroute('**/api/fines/import/check'));
  await expect(rows.getByRole('button', { name: 'To correct (1)' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('What you typed before is still here.')).toBeVisible();
  await expect(rows.getByRole('rowheader')).toHaveText(['8']);
  await rows.getByLabel('Date in row 8').focus();
  await expect(offered).toHaveText(['30/11/2026']);

  await page.getByRole('button', { name: 'Leave out this row' }).click();
  await expect(page.getByText('18 of 23 rows; 5 left out.')).toBeVisible();
  await rows.getByRole('button', { name: 'Show what is left out' }).click();
  await expect(rows.getByRole('rowheader')).toHaveText(['8', '12', '23', '24', '25']);
  await rows.getByRole('checkbox', { name: 'Import row 12' }).check();
  await expect(rows).not.toContainText('hidden in the spreadsheet');
  await page.getByRole('button', { name: 'Import 19 fines' }).click();
  await expect(page.getByText('19 fines were imported.')).toBeVisible();
  await expect(page.getByText('4 rows were left out.')).toBeVisible();
});

test('a workbook that is never read to its end is given up for another file, after a minute, or on another screen; a file or workbook that cannot be read is refused with a sentence, even when dropped, in both languages [FILE-1, FILE-9]', async ({
  app,
  page,
  api,
}) => {
  // Stands for a workbook of an allowed size that takes hours to read, and would keep a processor busy.
  await page.route('**/assets/workbook-worker-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => undefined;' }),
  );
  await page.addInitScript(() => {
    // Brings forward the time limit of reading.
    const setTimer = setTimeout;
    globalThis.setTimeout = ((handler: () => void, ms?: number) => {
      if (ms === 60_000) addEventListener('time-is-up', handler, { once: true });
      return setTimer(handler, ms);
    }) as typeof setTimeout;
  });
  await app.openAsAdministrator('/import-fines');
  const reading = page.getByText('Reading the file…');
  await chooseWorkbook(page, MESSY);
  await expect(reading).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(1);
  await choose(page, 'Member,Amount\nAli,500\n');
  await expect(page.getByText('list.csv')).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);

  await chooseWorkbook(page, MESSY);
  await expect.poll(() => page.workers().length).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('time-is-up')));
  await expect(page.getByText('Reading this file took more than a minute')).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);

  await chooseWorkbook(page, MESSY);
  await expect.poll(() => page.workers().length).toBe(1);
  await app.goTo('/events');
  await expect.poll(() => page.workers().length).toBe(0);

  await page.unroute('**/assets/workbook-worker-*.js');
  await app.open('/import-users');
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

  await app.open('/import-fines');
  await app.expectScreen('Import Fines');
  await chooseWorkbook(page, MESSY.slice(0, -100));
  await expect(alert).toHaveText(/^This workbook cannot be read/);
  await api.must(setLanguage, { body: { language: 'ur' } });
  await page.reload();
  await choose(page, 'نام,ای میل,عہدہ,فون\n"علی');
  await expect(alert).toHaveText(/سطر 2 میں واوین بند نہیں/);
  await chooseWorkbook(page, MESSY);
  await expect(page.getByText(/سطر 23 باقی سطروں کا میزان لگتی ہے/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 360, height: 900 });
  await expectAccessibleLayout(page);
});
