// The Reports screen: figures, charts by keyboard, the members behind a figure, and printing.
import { readFile } from 'node:fs/promises';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { addFines } from '../../src/contract/fines/fines.ts';
import { remind } from '../../src/contract/money/reminders.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { addDays, addMonths, formatDay } from '../../src/core/calendar.ts';
import { PAYMENT_METHODS } from '../../src/core/money/payment.ts';
import { tryAgain } from './support/app.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';
import { readPdf } from './support/pdf.ts';

const NAME = 'Ayesha Khan';
/** The first day of the tests' month, so that everything is in one month. */
const firstOfMonth = () => `${today().slice(0, 8)}01`;

test.beforeEach(async ({ api }) => {
  await api.rule(false);
  await api.add(NAME, 'Bilal Ahmed');
  const fine = await api.fine(NAME, 1200, { date: firstOfMonth(), fineType: 'Late arrival' });
  await api.must(waiveFine, { params: { fineId: fine.id }, body: { outstanding: 1200, amount: 200, reason: 'ill' } });
  await api.must(takePayment, {
    body: {
      userId: api.id(NAME),
      fines: [{ fineId: fine.id, outstanding: 1000 }],
      amount: 300.5,
      method: 'Raast',
      receivedOn: firstOfMonth(),
    },
  });
  await api.fine('Bilal Ahmed', 5000, { date: addDays(today(), -400), fineType: 'Smoking' });
});

test('a report has its figures, leads to the payments and members behind them, and is live [MONEY-9, REPORT-7, REPORT-9, REPORT-15, EXPORT-8]', async ({
  app,
  page,
  api,
}) => {
  await app.openAsAdministrator('/reports');
  await app.expectScreen('Reports');
  const months = page.getByRole('table', { name: 'By Month' });
  await expect(months.getByRole('row').last()).toContainText(/Total.*1,200\.00.*300\.50.*200\.00/);
  await expect(page.getByRole('table', { name: 'By Fine Type' })).toContainText(
    /Late arrival.*1.*1,200\.00.*200\.00.*300\.50.*699\.50/,
  );
  await expect(page.getByRole('table', { name: 'By Method' })).toContainText(/Raast.*300\.50/);
  await expect(page.getByRole('table', { name: 'By Collector' })).toContainText(/@.*300\.50/);

  await expect(page.getByRole('table', { name: 'After Reminders' })).toBeHidden();
  await api.must(remind, { body: { userId: api.id('Bilal Ahmed'), channel: 'whatsapp' } });
  const reminded = page.getByRole('table', { name: 'After Reminders' }).getByRole('row');
  await expect(reminded).toHaveText(['ByRemindersMembersOf these, paidReceived', 'WhatsApp1100.00', 'Total1100.00']);

  // The arrow keys read out the chart's figures. What is not shown is read out, but takes no focus.
  const chart = page.getByRole('group', { name: /^Chart: By Month/ });
  await chart.getByRole('img').first().focus();
  await expect(page.locator('figcaption').first()).toHaveText(/Charged Rs\.\s1,200\.00 · Collected Rs\.\s300\.50/);
  const types = page.getByRole('group', { name: /^Chart: By Fine Type/ });
  await types.getByRole('img').first().focus();
  await page.keyboard.press('End');
  await expect(types.getByRole('img').last()).toBeFocused();
  await expect(page.getByRole('button', { name: 'Export CSV: By Fine Type' })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'By Method' }).getByRole('link')).toHaveCount(0);
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Tables' }).click();
  await page.reload();
  await expect(types.getByRole('img').first()).not.toHaveAttribute('tabindex');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV: By Fine Type' }).click();
  expect((await readFile(await (await download).path(), 'utf8')).split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFFine type,Fines,Charged,Waived,Paid,Left to pay',
    'Late arrival,1,1200.00,200.00,300.50,699.50',
  ]);

  await page.getByRole('button', { name: 'Members: Over 90 days' }).click();
  await expect(page).toHaveURL(/#\/reports\?age=over-90$/);
  const members = page.getByRole('region', { name: 'Members: Over 90 days' });
  await expect(members).toContainText(/1 member · Rs\.\s5,000\.00/);
  await api.fine(NAME, 70, { date: addDays(today(), -91) });
  await expect(members).toContainText(/2 members · Rs\.\s5,070\.00/);
  await expect(members.getByRole('row').nth(1)).toContainText(
    new RegExp(`Bilal Ahmed.*${formatDay(addDays(today(), -400))}.*5,000\\.00`),
  );
  await members.getByRole('link', { name: 'Rs. 5,000.00' }).click();
  await expect(page).toHaveURL(new RegExp(`#/fines/${api.id('Bilal Ahmed')}\\?status=Pending$`));
  await page.goBack();
  await expect(members).toBeVisible();

  await page.getByRole('table', { name: 'By Method' }).getByRole('link', { name: '300.50' }).click();
  await app.expectScreen('Payments');
  await expect(page).toHaveURL(new RegExp(`from=.*&to=${today()}&method=Raast`));
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible();
});

test('the chosen days are in the address; empty, loading and failed states say so; it fits a phone and a desktop, and prints on A4, charts and tables, even in dark mode; a month and a year take two pages with the organisation’s letterhead, in both languages, and print the same from a phone [REPORT-8, REPORT-10, REPORT-11, SCREEN-32]', async ({
  app,
  page,
  api,
}) => {
  await app.openAsAdministrator('/reports');
  await app.expectScreen('Reports');
  const usual = page.getByRole('button', { name: 'Last 12 Months' });
  await expect(usual).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'This Month' }).click();
  await expect(page).toHaveURL(new RegExp(`#/reports\\?from=${firstOfMonth()}&to=${today()}$`));
  await expect(page.getByRole('textbox', { name: 'From', exact: true })).toHaveValue(formatDay(firstOfMonth()));
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('1 Jan 2001');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2 Jan 2001');
  await page.getByRole('textbox', { name: 'To', exact: true }).blur();
  await expect(page).toHaveURL(/from=2001-01-01&to=2001-01-02$/);
  await expect(page.getByText('Nothing was charged, collected or waived in this period.')).toBeVisible();
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('31 Dec 2000');
  await expect(page.getByText('This is before the first day.')).toBeVisible();
  await page.goBack();
  await expect(usual).toHaveAttribute('aria-pressed', 'true');

  const answer = Promise.withResolvers<void>();
  await page.route('**/api/reports?*', async (route) => {
    await answer.promise;
    await route.fulfill({ status: 500, json: { code: 'internal', message: 'Something broke.' } });
  });
  await page.reload();
  await expect(page.locator('main [aria-busy=true], main [data-visible=true]').first()).toBeVisible();
  answer.resolve();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByText('The report could not be loaded.').first()).toBeVisible();
  await expect(page.getByRole('main').getByText('—', { exact: true })).toHaveCount(4);
  await tryAgain(page, () => page.unroute('**/api/reports?*'));
  await expect(page.getByRole('table', { name: 'By Month' })).toBeVisible();

  // With the members of an age band; urdu.spec.ts checks it without them, in dark mode.
  await app.open('/reports?age=over-90');
  await expect(page.locator('figure svg').last()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Members: Over 90 days' })).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    if (width === 360) await expectNoAxeViolations(page);
  }

  await page.emulateMedia({ colorScheme: 'dark' });
  const print = async () => readPdf(await page.pdf({ preferCSSPageSize: true }));
  const dark = await print();
  for (const { width, height } of dark.pages) expect([Math.round(width), Math.round(height)]).toEqual([210, 297]);
  expect(dark.pages.length).toBeLessThanOrEqual(3);
  for (const said of ['Reports', 'By Month', 'By Fine Type', 'Late arrival', 'Over 90 days', 'Bilal Ahmed']) {
    expect(dark.text).toContain(said);
  }
  for (const unsaid of ['Last 12 Months', 'Dashboard', 'Hide']) expect(dark.text).not.toContain(unsaid);

  // A month and a year, with the organisation’s letterhead, in both languages, and from a phone.
  await app.open('/reports');
  await expect(page.getByRole('region', { name: 'Members: Over 90 days' })).toHaveCount(0);
  await api.must(updateOrganisation, { body: { name: 'Jinnah Welfare Trust', address: '12 Mall Road\nLahore' } });
  for (let back = 0; back < 12; back += 1) {
    const month = addMonths(today().slice(0, 7), -back);
    const [userId, amount] = [api.id(NAME), 250_000 + back];
    const smoking = { fineType: `Smoking in department ${back + 1}`, amount, date: `${month}-01`, userIds: [userId] };
    const confirmed = [{ userId, amount, doubled: false }];
    const { fineIds } = await api.must(addFines, { body: { ...smoking, confirmed } });
    await api.must(takePayment, {
      body: {
        userId,
        fines: [{ fineId: fineIds[0] ?? '', outstanding: amount }],
        amount: 125_000,
        method: PAYMENT_METHODS[back % PAYMENT_METHODS.length] ?? 'Cash',
        receivedOn: `${month}-01`,
      },
    });
  }
  for (const [language, heading, width, days] of [
    ['en', 'Reports', 1280, `?from=${firstOfMonth()}&to=${today()}`],
    ['en', 'Reports', 360, ''],
    // A year takes more room than a month.
    ['ur', 'رپورٹیں', 1280, ''],
  ] as const) {
    if (language === 'ur') {
      await api.must(setLanguage, { body: { language } });
      await page.reload();
    }
    await page.setViewportSize({ width, height: 800 });
    await app.open(`/reports${days}`);
    await app.expectScreen(heading);
    await expect(page.locator('figure svg[role=group]')).toHaveCount(4);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await expect(page.locator('main')).toContainText('department 1');
    // The year has twelve of them, the month has one.
    if (days === '') await expect(page.locator('main')).toContainText('department 12');
    else await expect(page.locator('main')).not.toContainText('department 12');
    await expect(page.getByText('Jinnah Welfare Trust')).toBeAttached();
    const { pages, text } = await print();
    const sizes = pages.map((paper) => [paper.width, paper.height]);
    expect(sizes, `${language}, ${width} px`).toEqual([
      [210, 297],
      [210, 297],
    ]);
    expect(text).toContain('Jinnah Welfare Trust');
    expect(text.replace(/\s+/g, ' ')).toContain('department 1');
  }
});
