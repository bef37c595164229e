// The Fines screen: recording fines under the doubling rule, marking paid, deleting and finding them.
import { formatDay } from '../../src/core/calendar.ts';
import { addFines } from '../../src/contract/fines/fines.ts';
import { mark } from '../helpers/ledger.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';

const LONG_NAME = 'Abdul Rehman Muhammad Zulfiqar Ali Bhatti-Chaudhry the Fourteenth of Rawalpindi';

test('a question says who is charged double and who is not; going back saves nothing, and with the rule off it is not asked; form, question and list fit and have no axe violations [LOOK-1, REPEAT-3, REPEAT-5, REPEAT-15, LIST-15]', async ({
  app,
  fines,
  api,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali', 'Hassan Ali', LONG_NAME);
  await api.fine('Bilal Ahmed', 100);
  const long = `نماز میں تاخیر ${'very-long-word'.repeat(6)}`;
  await api.fine(LONG_NAME, 999_999_999.99, { fineType: long, paid: true });
  // urdu.spec.ts checks a phone, the empty form, and the questions before marking and deleting.
  const check = async (): Promise<void> => {
    await expectNoSidewaysScroll(fines.page);
    await expectNoAxeViolations(fines.page);
  };
  await fines.begin('Missed meeting', '1,500.50', 'Ayesha Khan', 'person3@', 'person4@');
  await fines.expectFigures('1,000,000,099.99', '100.00');
  await check();
  await fines.submit.click();
  await expect(fines.confirmation).toContainText('Nobody is charged double.');
  // Users with the same name are told apart by e-mail.
  await expect(fines.confirmation.getByRole('listitem')).toHaveText([
    'Ayesha KhanRs. 1,500.50',
    'Hassan Aliperson3@office.pkRs. 1,500.50',
    'Hassan Aliperson4@office.pkRs. 1,500.50',
  ]);
  await fines.confirmation.getByRole('button', { name: 'Back' }).click();
  await expect(fines.submit).toBeFocused();
  await expect(fines.dialog.getByLabel('Amount (PKR)')).toHaveValue('1,500.50');
  await expect.poll(async () => (await api.books()).fines).toHaveLength(2);

  await fines.dialog.getByRole('searchbox').fill('Bilal');
  await fines.dialog.getByRole('checkbox', { name: 'Bilal Ahmed' }).check();
  await fines.submit.click();
  const double = fines.confirmation.getByRole('list', { name: 'Double amount' });
  const normal = fines.confirmation.getByRole('list', { name: 'Normal amount' });
  await expect(fines.confirmation).toContainText('repeated mistake this week');
  await expect(double.getByRole('listitem')).toHaveText(['Bilal AhmedRs. 3,001.00']);
  const earlier = fines.confirmation.getByRole('list', { name: 'Earlier fines of that week' });
  await expect(earlier.getByRole('listitem')).toHaveText([
    `\u2068Bilal Ahmed\u2069: \u2068Late arrival\u2069, ${formatDay(today())}, Rs. 100.00`,
  ]);
  await expect(normal.getByRole('listitem')).toHaveCount(3);
  await expect(fines.confirmation).toContainText('Total for 4 usersRs. 7,502.50');
  await check();
  await fines.confirm.click();
  await fines.expectAdded();
  await expect(fines.dialog).toBeHidden();
  await expect(fines.row('Bilal Ahmed', 'Missed meeting')).toContainText('Rs. 3,001.00');
  await expect(fines.row('Hassan Ali', 'Missed meeting').first()).toContainText('Pending');
  await fines.expectFigures('1,000,007,602.49', '7,602.50');
  await expect.poll(async () => (await api.books()).totals.totalFinesAmount).toBe(1_000_007_602.49);

  // Somebody who was already fined this week.
  await api.rule(false);
  await fines.openDialog();
  await expect(fines.dialog.getByLabel('Fine Type')).toBeFocused();
  await fines.fill('Late arrival', '200', 'Ayesha Khan');
  await fines.submit.click();
  await expect(fines.row('Ayesha Khan', 'Late arrival')).toContainText('Rs. 200.00');
  await expect(fines.confirmation).toBeHidden();
  await fines.expectFigures('1,000,007,802.49', '7,802.50');

  await fines.filter.fill('abdul');
  await fines.page.getByRole('option', { name: LONG_NAME }).click();
  await app.expectPath(`/fines/${api.id(LONG_NAME)}`);
  await expect(fines.page.getByRole('region', { name: `Fines of ${LONG_NAME}` })).toBeVisible();
  await check();
});

test('shows one user, found by typing or by address, with their own figures, and says when there is none [LIST-6, ROUTE-8]', async ({
  app,
  fines,
  api,
}) => {
  const others = Array.from({ length: 60 }, (_, index) => `Member ${index + 10}`);
  await api.add('Zainab Noor', 'محمد عثمان', ...others);
  await api.fine('Zainab Noor', 400, { fineType: 'Missed meeting' });
  await api.fine('Zainab Noor', 50, { fineType: '100% "late" & <loud>_', date: '2026-01-05', paid: true });
  await api.fine('Member 10', 1000);
  await app.openFines(api.id('Member 10'));
  await expect(fines.filter).toHaveValue('Member 10');
  await expect(fines.row('Member 10')).toBeVisible();
  await expect(fines.row('Zainab Noor')).toHaveCount(0);

  await fines.filter.click();
  await expect(fines.page.getByRole('option', { name: 'All Users' })).toBeVisible();
  await fines.filter.fill('zainab');
  await fines.page.getByRole('option', { name: 'Zainab Noor' }).click();
  await app.expectPath(`/fines/${api.id('Zainab Noor')}`);
  await expect(fines.row('Member 10')).toBeHidden();
  await expect(fines.row('Zainab Noor')).toHaveCount(2);
  await expect(fines.row('100% "late" & <loud>_')).toContainText('5 Jan 2026');
  const own = fines.page.getByRole('region', { name: 'Fines of Zainab Noor' });
  await expect(own).toContainText('PKR 450.00');
  await expect(own).toContainText('PKR 400.00');
  await fines.expectFigures('1,450.00', '1,400.00');

  await fines.filter.fill('عثمان');
  await expect(fines.page.getByRole('option', { name: 'محمد عثمان' })).toBeVisible();
  await fines.page.keyboard.press('Enter');
  await expect(fines.page.getByText('No fines found')).toBeVisible();

  await fines.filter.fill('nobody of this name');
  await expect(fines.page.getByText('No user found')).toBeVisible();
  await fines.page.keyboard.press('Escape');

  await fines.filter.fill('all us');
  await fines.page.getByRole('option', { name: 'All Users' }).click();
  await app.expectPath('/fines');
  await expect(fines.row('Member 10')).toBeVisible();

  await app.open('/fines/NOBODY');
  await expect(fines.page.getByText('There is no user with the ID NOBODY.')).toBeVisible();
  await expect(fines.card('Total Fines')).toContainText('—');
  await fines.page.getByRole('button', { name: 'Show all users' }).click();
  await expect(fines.row('Member 10')).toBeVisible();
});

test('shows ten per page, and goes to page 1 when the filter changes or something is added or deleted here; changes by others appear, and disturb neither page, filter nor form [SCREEN-2, SCREEN-3, SCREEN-5, SCREEN-19, LIST-5]', async ({
  app,
  fines,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fineDaily('Ayesha Khan', [10, 31]);
  await api.fine('Ayesha Khan', 100, { fineType: 'Fine 32', date: '2026-02-01' });
  await api.fine('Bilal Ahmed', 100, { date: '2026-01-01' });
  await app.openFines();
  const pager = fines.page.getByRole('navigation', { name: 'Pages of fines' });
  await expect(fines.row('Rs.')).toHaveCount(10);
  await expect(pager.getByRole('button', { name: 'Previous' })).toBeDisabled();

  const next = pager.getByRole('button', { name: 'Next' });
  // Two clicks before the page has rendered lead two pages on.
  await next.evaluate(async (button: HTMLElement) => {
    button.click();
    await new Promise((done) => queueMicrotask(() => done(undefined)));
    button.click();
  });
  await expect(pager.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page');
  await expect(fines.row('Fine 10')).toHaveCount(1);
  await fines.page.reload();
  await expect(pager.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page');
  await fines.page.goBack();
  await pager.getByRole('button', { name: 'Page 2' }).click();
  await expect(fines.row('Fine 22')).toBeVisible();
  await next.press('Enter');
  await expect(fines.row('Rs.')).toHaveCount(4);
  await expect(next).toBeDisabled();
  // On the last page the focus stays where it was, and another press does nothing.
  await expect(next).toBeFocused();
  await fines.page.keyboard.press('Enter');
  await expect(fines.row('Rs.')).toHaveCount(4);
  await expect(fines.row('Bilal Ahmed')).toBeVisible();

  await fines.act(fines.row('Fine 10'), 'Delete');
  await expect(fines.row('Fine 32')).toBeVisible();
  await expect(pager.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');

  await next.click();
  await expect(fines.row('Fine 22')).toBeVisible();
  await fines.openDialog();
  await fines.fill('Added here', '5', 'Bilal Ahmed');
  // From another window.
  const userIds = ['Ayesha Khan', 'Bilal Ahmed'].map((name) => api.id(name));
  const body = { fineType: 'Elsewhere', amount: 500, date: today(), userIds };
  const { fineIds } = await api.must(addFines, { body });
  await fines.expectFigures('3,300.00', '3,300.00');
  await expect(fines.row('Fine 24')).toHaveCount(1);
  await expect(fines.row('Elsewhere')).toHaveCount(0);
  await expect(fines.dialog.getByLabel('Fine Type')).toHaveValue('Added here');
  await expect(fines.dialog).toContainText('Selected: 1 user(s)');
  await fines.submit.click();
  await expect(fines.row('Added here')).toBeVisible();

  await pager.getByRole('button', { name: 'Page 2' }).click();
  await expect(fines.row('Added here')).toBeHidden();
  await fines.filter.fill('bilal');
  await fines.page.getByRole('option', { name: 'Bilal Ahmed' }).click();
  await expect(fines.row('Added here')).toBeVisible();
  await expect(pager).toBeHidden();
  await mark(api, fineIds[1] ?? '', 'Paid');
  await fines.expectFigures('3,305.00', '2,805.00');
  await expect(fines.filter).toHaveValue('Bilal Ahmed');
  await expect(fines.row('Rs.')).toHaveCount(3);
});
