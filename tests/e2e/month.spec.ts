// A month on one page (REPORT-14).
import { addEvent } from '../../src/contract/events.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { addMonths, formatDay } from '../../src/core/calendar.ts';
import { monthName } from '../../src/web/features/reports/report-address.ts';
import { readPdf } from './support/pdf.ts';
import { today } from './support/api.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('shows where the money went from beginning to end, leads to other months, and prints on one page, with its day and lines to sign [REPORT-14, LOOK-10]', async ({
  app,
  api,
  page,
}) => {
  const month = today().slice(0, 7);
  await api.rule(false);
  await api.must(updateOrganisation, { body: { name: 'Jinnah Welfare Trust' } });
  await api.add('Ayesha Khan');
  await api.add('بلال احمد');
  const { id: fineId } = await api.fine('Ayesha Khan', 900);
  await api.fine('بلال احمد', 250);
  const fines = [{ fineId, outstanding: 900 }];
  const receivedOn = `${month}-01`;
  await api.must(takePayment, {
    body: { userId: api.id('Ayesha Khan'), fines, amount: 700, receivedOn, method: 'Raast' },
  });
  const dinner = { title: 'Annual dinner', description: 'All', location: 'Hall', amount: 300, date: `${month}-01` };
  await api.must(addEvent, { body: dinner });

  await app.openAsAdministrator('/reports');
  await app.expectScreen('Reports');
  await page.getByRole('link', { name: 'Monthly Report', exact: true }).click();
  await app.expectScreen('Monthly Report');
  const money = page.getByRole('region', { name: 'Money' });
  await expect(money).toContainText(
    /Balance at the beginningRs\.\s0\.00Received.*700\.00Raast.*Spent on events.*300\.00Annual dinner.*Balance at the endRs\.\s400\.00/,
  );
  const owing = page.getByRole('region', { name: 'Who owes most today' });
  await expect(owing).toContainText(/بلال احمد.*250\.00.*Ayesha Khan.*200\.00.*Left to pay todayRs\.\s450\.00/);
  await expect(page.getByText('Jinnah Welfare Trust')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 900 });
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  const { pages, text } = readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toHaveLength(1);
  for (const words of [
    'Jinnah Welfare Trust',
    'Annual dinner',
    'Balance at the end',
    `Printed on ${formatDay(today())}`,
    'Prepared by',
    'Approved by',
  ])
    expect(text).toContain(words);

  await page.getByRole('button', { name: monthName(addMonths(month, -1)) }).click();
  await expect(money).toContainText(/Balance at the endRs\.\s0\.00/);
  await expect(page).toHaveURL(/\/month\?month=\d{4}-\d\d$/);
  await page.goBack();
  await expect(money).toContainText(/Balance at the endRs\.\s400\.00/);

  await api.must(setLanguage, { body: { language: 'ur' } });
  await page.reload();
  await app.expectScreen('ماہانہ رپورٹ');
  await expect(page.getByText('Annual dinner')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.evaluate(() => void (document.documentElement.style.fontSize = '32px'));
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
});
