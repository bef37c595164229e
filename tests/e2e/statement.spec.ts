// A statement on the screen, on paper, and as CSV (STATE-5).
import { readFile } from 'node:fs/promises';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { addDays } from '../../src/core/calendar.ts';
import { connect } from '../../src/server/db/connect.ts';
import { seedFines } from '../helpers/seed.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';
import { readPdf } from './support/pdf.ts';

const NAME = 'Ayesha Khan';
const OTHER = 'Bilal Ahmed';

test('from a user to the statement, the amount owed, another period, CSV, and back; 120 lines print on A4 with the head on each page, and figures stand below each other, in both languages; the fines are downloaded in the language of the page [EXPORT-1, STATE-2, STATE-5, STATE-6, SCREEN-32, LANG-9]', async ({
  app,
  page,
  api,
  process,
}) => {
  await api.rule(false);
  await api.add(NAME, OTHER);
  const fine = { userId: api.id(OTHER), amount: 1000, status: 'Pending' } as const;
  const db = connect(process.databaseUrl);
  await seedFines(
    db,
    Array.from({ length: 120 }, (_, day) => ({ ...fine, date: addDays(today(), -day) })),
  );
  await db.close();
  await api.fine(NAME, 1200, { date: '2026-03-02', fineType: '=Uniform' });
  await api.must(takePayment, { body: { userId: api.id(NAME), fines: [], amount: 500.5, receivedOn: '2026-03-05' } });
  await api.fine(NAME, 300, { date: addDays(today(), 1), fineType: 'Next' });
  await app.openFines(api.id(NAME));
  await page.getByRole('link', { name: 'Statement' }).click();
  await app.expectScreen(NAME);
  const person = page.getByRole('heading', { level: 1 }).getByRole('link', { name: NAME });
  await expect(person).toHaveAttribute('href', `#/user/${api.id(NAME)}`);
  const table = page.getByRole('table', { name: 'Statement' });
  await expect(table).toContainText(/5 Mar 2026.*Payment · R-\d{4}-000001 · Cash.*500\.50.*699\.50/);
  await expect(table).toContainText(/Closing balance.*699\.50.*Fines dated in the future.*300\.00.*999\.50/);
  await expect(table).not.toContainText('Next');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.startsWith('\uFEFFDate,What,Fine type,Due on,Number,Method,Reason,Amount,Balance\r\n')).toBe(true);
  expect(file).toContain('2026-03-02,Opening balance,,,,,,,0.00\r\n');
  expect(file.endsWith(',Fines dated in the future,,,,,,300.00,999.50\r\n')).toBe(true);
  expect(file).toContain("2026-03-02,Fine,'=Uniform,,,,,1200.00,1200.00\r\n");
  await page.getByLabel('From').fill('3 Mar 2026');
  await page.getByLabel('From').blur();
  await expect(table).toContainText(/Opening balance.*1,200\.00/);
  await expect(table).not.toContainText('Uniform');
  await expect(page.getByText(/^Owes Rs\.\s999\.50$/).filter({ visible: true })).toHaveCount(1);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    if (width > 360) continue;
    await expectNoAxeViolations(page);
    // At screen size, a line takes two.
    const row = page.getByRole('row', { name: 'Payment' });
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(64);
    await expect(row.getByText('Payment').filter({ visible: true })).toHaveCSS('font-size', '14px');
  }
  await page.getByLabel('To', { exact: true }).fill('6 Mar 2026');
  await page.getByLabel('To', { exact: true }).blur();
  await expect(page.getByText(/^Owes Rs\.\s699\.50$/).filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('as of 6 Mar 2026').filter({ visible: true })).toHaveCount(1);
  await page.getByRole('main').getByRole('link', { name: 'Back to the person’s page' }).click();
  await app.expectPath(`/user/${api.id(NAME)}`);
  await app.open('/statements/NOBODY22');
  await expect(page.getByRole('main')).toContainText('There is no user with the ID NOBODY22.');
  await page.getByRole('main').getByRole('link', { name: 'To the list of users' }).click();
  await app.expectPath('/user');

  // On paper.
  await app.open(`/statements/${fine.userId}`);
  for (const [language, closing] of [
    ['en', 'Closing balance'],
    ['ur', 'آخری بقایا'],
  ] as const) {
    if (language === 'ur') {
      await api.must(setLanguage, { body: { language } });
      await page.reload();
    }
    await expect(page.getByRole('row')).toHaveCount(123);
    await expect(page.locator('main')).toContainText(closing);
    await page.evaluate(() => document.fonts.ready);
    // It is black on white even in dark mode.
    await page.emulateMedia({ colorScheme: 'dark' });
    const { pages, text, coloured } = readPdf(await page.pdf({ preferCSSPageSize: true }));
    expect(coloured).toBe(false);
    expect(pages.length).toBeGreaterThan(2);
    for (const { width, height } of pages) {
      expect([Math.round(width), Math.round(height)]).toEqual([210, 297]);
    }
    // The head says what the paper is, of whom and of which days.
    if (language === 'en') expect(text.split(OTHER)).toHaveLength(pages.length + 1);
    if (language === 'en') expect(text.split('Statement')).toHaveLength(pages.length + 1);
    // Whatever their length, figures end at the same point.
    const ends = await page.getByRole('row').evaluateAll((rows) =>
      rows.slice(2).map((row) => {
        const range = document.createRange();
        range.selectNodeContents(row.lastElementChild ?? row);
        return Math.round(range.getBoundingClientRect().right);
      }),
    );
    expect(new Set(ends).size).toBe(1);
  }

  await app.open(`/fines/${fine.userId}`);
  const saving = page.waitForEvent('download');
  await page.getByRole('search').getByRole('button', { name: /^مزید/ }).click();
  await page.getByRole('menuitem', { name: 'سی ایس وی محفوظ کریں' }).click();
  const done = await saving;
  expect(await done.failure()).toBeNull();
  expect(done.suggestedFilename()).toBe(`fines-${today()}.csv`);
  const lines = (await readFile(await done.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFتاریخ,رکن,/);
  expect(lines).toHaveLength(121);
  expect(lines.filter((line) => line.includes(NAME))).toEqual([]);
});
