// The Payments screen (PAY-35 to PAY-39).
import type { Locator, Page } from '@playwright/test';
import { listPayments, readOwed, reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { addUser, setUserAccess } from '../../src/contract/users.ts';
import type { PaymentMethod } from '../../src/core/money/payment.ts';
import { dayText } from '../../src/web/messages/formats.ts';
import { type Api, today } from './support/api.ts';
import { tryAgain } from './support/app.ts';
import { expectAccessibleLayout, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { skipPauses } from './support/clock.ts';
import { expect, test } from './support/test.ts';

const ADMINISTRATOR = 'admin@jurmana.test';

interface Paying {
  method?: PaymentMethod;
  reference?: string;
  receivedOn?: string;
}

/** Adds users of this file alone, because its tests share a server. */
async function add(api: Api, ...names: string[]): Promise<void> {
  for (const userName of names) {
    const body = { userName, userEmail: `${crypto.randomUUID()}@office.pk`, userRole: 'Clerk', phone: '1' };
    api.ids.set(userName, (await api.must(addUser, { body })).id);
  }
}

const pay = async (api: Api, name: string, amount: number, paying: Paying = {}) => {
  const body = { userId: api.id(name), fines: [], amount, receivedOn: today(), ...paying };
  const { payment } = await api.must(takePayment, { body });
  if (payment === null) throw new Error('No payment was taken.');
  return payment;
};

/** The rows of the payments that contain all of these texts. */
const rows = (page: Page, ...texts: string[]): Locator =>
  texts.reduce((found, hasText) => found.filter({ hasText }), page.locator('main tbody'));
const sums = (page: Page): Locator => page.getByRole('region', { name: 'Payments' }).locator('dl');
const card = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'What was received' }).locator('div:has(> h2)').filter({ hasText: title });
const day = (page: Page, name: 'From' | 'To'): Locator => page.getByRole('textbox', { name, exact: true });
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Take Back Payment' });

/** As quickly as a person does, however slow the machine. */
async function pressEnterTwice(page: Page): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const now = Date.now() / 1000;
  const send = (timestamp: number) =>
    (['keyDown', 'keyUp'] as const).map((type) =>
      keyboard.send('Input.dispatchKeyEvent', {
        type,
        timestamp,
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 13,
        ...(type === 'keyDown' && { text: '\r' }),
      }),
    );
  await Promise.all([...send(now), ...send(now + 0.7)]);
  await keyboard.detach();
}

test('an empty list, a loading one, and one that cannot be loaded say so; payments are listed newest first, each row named by its member, and one is taken back with a reason; the dialog says why one cannot be taken back: its credit was used, or another window was first; each part has its title [PAY-35, PAY-36, PAY-37, PAY-39, SCREEN-27, SCREEN-32, LOOK-18, LOOK-22]', async ({
  app,
  page,
  api,
}) => {
  await skipPauses(page);
  const { promise: seen, resolve: fail } = Promise.withResolvers<void>();
  await page.route('**/api/payments?*', async (route) => {
    await seen;
    await route.abort();
  });
  await app.openAsAdministrator('/payments');
  await expect(page.getByRole('status', { name: /Loading/ })).toBeVisible();
  fail();
  const failed = page.getByRole('dialog').filter({ hasText: 'The payments could not be loaded.' });
  await failed.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('main').getByText('The payments could not be loaded.')).toBeVisible();
  await expect(page.getByRole('main').getByText('—', { exact: true })).toHaveCount(3);
  await tryAgain(page.getByRole('main'), () => page.unroute('**/api/payments?*'));
  await expect(page.getByText('No payments yet')).toBeVisible();

  await api.rule(false);
  await add(api, 'Ayesha Khan', 'Bilal Ahmed');
  await pay(api, 'Ayesha Khan', 300, { receivedOn: '2026-01-31' });
  await api.fine('Bilal Ahmed', 200);
  const marked = await api.fine('Bilal Ahmed', 50, { paid: true, fineType: 'Noise' });
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Receipt',
    'Date',
    'Member',
    'Method',
    'Amount',
    'Received By',
    'Actions',
  ]);
  await expect(rows(page).first()).toContainText('Bilal Ahmed');
  await expect(page.getByRole('rowheader', { name: 'Bilal Ahmed' })).toBeVisible();
  await expect(page).toHaveTitle('Payments · Jurmana');
  const heard = page.getByRole('main').locator('svg:not([aria-hidden=true], a *, button *)').filter({ visible: true });
  await expect(heard).toHaveCount(0);
  await expect(card(page, 'Received Today')).toContainText('Rs. 50.00');
  await expect(card(page, 'Received This Month')).toContainText('Rs. 50.00');
  await expect(card(page, 'Credit Held')).toContainText('Rs. 300.00');

  // Another window takes a payment.
  const other = await pay(api, 'Bilal Ahmed', 1250.5, { method: 'Raast', reference: 'Ref 42' });
  const row = rows(page, 'Ref 42');
  await expect(row).toContainText(
    `${other.receipt}${dayText(today())}Bilal AhmedRaast · Ref 42Rs. 1,250.50${ADMINISTRATOR}`,
  );
  await expect(card(page, 'Received Today')).toContainText('Rs. 1,300.50');
  await expect(sums(page)).toHaveText('ReceivedRs. 1,600.50Taken backRs. 0.00RemainsRs. 1,600.50');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await row.getByRole('button', { name: `More: ${other.receipt}, Bilal Ahmed, Rs. 1,250.50` }).click();
  await page.getByRole('menuitem', { name: 'View' }).click();
  await app.expectScreen(`Receipt ${other.receipt}`);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Payments' }).click();

  const takeBack = page.getByRole('menuitem', { name: 'Take Back' });
  await (await app.rowEntry(row, 'Take Back')).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(
    `Take back Rs. 1,250.50 of receipt ${other.receipt}, received from Bilal Ahmed on ${dayText(today())} (Raast)?`,
  );
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await app.expectInitialFocus(reason);
  // As close to the head as in other dialogs: what has nothing to say yet takes no room.
  const fromTop = await dialog
    .getByText(/^Take back Rs/)
    .evaluate((text) => text.getBoundingClientRect().top - (text.closest('form')?.getBoundingClientRect().top ?? 0));
  expect(fromTop).toBe(0);
  for (const [typed, sentence] of [
    ['no', 'Please enter a reason of at least 3 characters.'],
    ['x'.repeat(501), /500/],
  ] as const) {
    await reason.fill(typed);
    await dialog.getByRole('button', { name: 'Take Back' }).click();
    await expect(reason).toHaveAccessibleDescription(sentence);
    await expect(reason).toBeFocused();
  }
  // The reason is kept over a reload.
  await reason.fill('Entered twice');
  await page.reload();
  await expect(reason).toHaveValue('Entered twice');
  // Two quick presses of the button open the dialog with what was typed, and take nothing back.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await app.openMore(row);
  await takeBack.focus();
  await pressEnterTwice(page);
  await expect(reason).toHaveValue('Entered twice');
  await expect(page.locator('[role="dialog"]:not([data-fresh])')).toBeVisible();
  await expect(rows(page, 'Ref 42').locator('s')).toHaveCount(0);
  await reason.press('Shift+Enter');
  await expect(reason).toHaveValue(/\n/);
  await reason.fill('Entered twice');
  // Without an answer it says once that the outcome is unknown, and Enter finds out.
  await page.route('**/api/payments/*/*', (route) => route.abort());
  await reason.press('Enter');
  await expect(dialog.getByText('it is not known whether this was saved')).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'Take Back' })).toBeFocused();
  await page.unroute('**/api/payments/*/*');
  await expect(page.locator('[role="dialog"]:not([data-fresh])')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(app.toast(`Payment ${other.receipt} taken back`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row.locator('s')).toHaveText([other.receipt ?? '', 'Rs. 1,250.50']);
  await expect(row).toContainText(`Rs. 1,250.50 taken back on ${dayText(today())}: Entered twice`);
  await expect(sums(page)).toHaveText('ReceivedRs. 1,600.50Taken backRs. 1,250.50RemainsRs. 350.00');
  await app.openMore(row);
  await expect(page.getByRole('menuitem')).toHaveText(['View']);
  await page.keyboard.press('Escape');

  // The fine that this payment paid is owed again.
  await (await app.rowEntry(rows(page, 'Rs. 50.00'), 'Take Back')).click();
  await reason.fill('Not his money');
  await dialog.getByRole('button', { name: 'Take Back' }).click();
  await expect(rows(page, 'Not his money')).toBeVisible();
  await expect(rows(page, 'Not his money').getByRole('button', { name: /^More/ })).toBeFocused();
  const { fines } = await api.must(readOwed, { params: { userId: api.id('Bilal Ahmed') } });
  expect(fines.map(({ id }) => id)).toContain(marked.id);

  // The dialog says why a payment cannot be taken back.
  await add(api, 'Hina Shah');
  const userId = api.id('Hina Shah');
  const first = await pay(api, 'Hina Shah', 500, { reference: 'Hina 1' });
  const fine = await api.fine('Hina Shah', 500, { fineType: 'Broken window' });
  const body = { userId, fines: [{ fineId: fine.id, outstanding: 500 }], credit: 500, amount: 0, receivedOn: today() };
  await api.must(takePayment, { body });
  const second = await pay(api, 'Hina Shah', 70, { reference: 'Hina 2' });

  const confirm = async (reference: string): Promise<void> => {
    await (await app.rowEntry(rows(page, reference), 'Take Back')).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A mistake');
  };
  await confirm('Hina 1');
  await dialog.getByRole('button', { name: 'Take Back' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    /^Not taken back: part of this payment became credit, which has since been used \(“.?Broken window.?” of \d+ \w+ \d+\)\. Undo that first\.$/,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await confirm('Hina 2');
  await api.must(reversePayment, {
    params: { paymentId: second.id },
    body: { amount: 70, reason: 'By another window' },
  });
  await expect(dialog).toContainText('This payment has been taken back in the meantime. Nothing is left of it.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const { items } = await api.must(listPayments, { query: { userId } });
  expect(items.map(({ id, reversals }) => [id, reversals.length])).toEqual([
    [second.id, 1],
    [first.id, 0],
  ]);

  for (const part of ['Given Back', 'Waived', 'Cash-up']) {
    await page.getByRole('link', { name: part, exact: true }).click();
    await expect(page).toHaveTitle(`${part} · Payments · Jurmana`);
  }
});

test('filters and page are in the address, the receiver among all who may act here; the footer sums what they find; long texts and large amounts fit; a phone has the filters behind a button, and shows a new page of a list from its beginning [EXPORT-1, SCREEN-5, PAY-38, PAY-39, PAY-63, LOOK-15]', async ({
  app,
  page,
  api,
}) => {
  await add(api, 'Sana Malik', 'Umar Farooq');
  const [collector, userEmail] = ['Zubaida Sethi', `${crypto.randomUUID()}@office.pk`];
  const { id: userId } = await api.must(addUser, {
    body: { userName: collector, userEmail, userRole: 'Clerk', phone: '1' },
  });
  await api.must(setUserAccess, { params: { userId }, body: { access: 'collector' } });
  for (let n = 1; n <= 20; n += 1) await pay(api, 'Sana Malik', n, { receivedOn: '2025-03-01' });
  const cheque = await pay(api, 'Umar Farooq', 900, { method: 'Cheque', receivedOn: '2025-04-15' });
  await app.openAsAdministrator('/payments?from=2025-03-01&to=2025-04-30');
  await expect(page.getByText('21 payments')).toBeVisible();
  await expect(page.getByText(/From: .1 Mar 2025. · To: .30 Apr 2025./)).toBeVisible();
  await app.openFilters();
  await expect(day(page, 'From')).toHaveValue('1 Mar 2025');
  const calendars = page.getByRole('button', { name: 'Choose a day in the calendar' });
  await expect(calendars.first()).toHaveAccessibleDescription('From');
  await expect(calendars.last()).toHaveAccessibleDescription('To');
  await expect(sums(page)).toContainText('RemainsRs. 1,110.00');
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(page.url()).toContain('page=3');

  await day(page, 'To').fill('31/3/2025');
  await expect(page.getByText('20 payments')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  await day(page, 'From').fill('1/4/2025');
  await expect(page.getByText('This is before the first day.')).toBeVisible();
  await expect(page.getByText('No payments found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(day(page, 'From')).toHaveValue('');

  await page.getByRole('combobox', { name: 'Method' }).click();
  await page.getByRole('option', { name: 'Cheque' }).click();
  await expect(rows(page)).toHaveCount(1);
  // Nothing of hers is shown.
  await page.getByRole('combobox', { name: 'Received by' }).click();
  await page.getByRole('option', { name: collector }).click();
  await expect.poll(() => page.url()).toContain(`?method=Cheque&by=${encodeURIComponent(userEmail)}`);
  await page.getByRole('combobox', { name: 'Received by' }).click();
  await page.getByRole('option', { name: ADMINISTRATOR }).click();
  await expect.poll(() => page.url()).toContain(`?method=Cheque&by=${encodeURIComponent(ADMINISTRATOR)}`);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await app.openFilters();
  await expect(page.getByRole('combobox', { name: 'Received by' })).toHaveValue(ADMINISTRATOR);
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Received by' })).toHaveValue(collector);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();

  await page.getByRole('button', { name: 'Collect Payment' }).click();
  await expect(app.dialog('Collect Payment')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.dialog('Collect Payment')).toBeHidden();

  const search = page.getByRole('searchbox');
  await search.fill('umar');
  await expect(rows(page)).toHaveCount(1);
  const file = await app.menuEntry('Export CSV');
  await expect(file).toHaveAttribute('href', /\/api\/exports\/payments\?(.*&)?search=umar&language=en$/);
  await page.keyboard.press('Escape');
  await search.fill(cheque.receipt?.toLowerCase() ?? '');
  await expect(rows(page, 'Umar Farooq')).toBeVisible();
  await search.fill('nobody of this name');
  await expect(page.getByText('No payments found')).toBeVisible();

  // Long texts and large amounts.
  const name = `Averyveryverylongnamewithoutanyplacetobreakitapart ${'und more '.repeat(7).trim()}`;
  await add(api, name);
  const long = await pay(api, name, 999_999_999.99, { method: 'Salary Deduction', reference: 'R'.repeat(120) });
  await api.must(reversePayment, {
    params: { paymentId: long.id },
    body: { amount: 999_999_999.99, reason: 'why '.repeat(125).trim() },
  });
  await pay(api, name, 999_999_999.99, {
    method: 'Bank Transfer',
    reference: 'A reference of several words, and a long one',
  });
  await app.open('/payments?search=averyvery');
  // layout.spec.ts tries every width with names of usual length.
  await expect(rows(page, 'A reference of several words')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 600, height: 800 });
  await expectNoSidewaysScroll(page);
  await app.onPhone();
  // They were opened above.
  await page.reload();
  await expect(rows(page, 'A reference of several words')).toBeVisible();
  const more = page.getByRole('button', { name: 'Filters' });
  await expect(day(page, 'From')).toBeHidden();
  await more.click();
  await expect(day(page, 'From')).toBeVisible();
  await expectTouchTargets(page.getByRole('main').getByRole('button'));
  await expectAccessibleLayout(page);

  // A page taller than the window.
  await api.rule(false);
  await api.fineDaily('Sana Malik', [10, 31]);
  for (const [path, pages] of [
    ['/payments?search=sana', 'Pages of payments'],
    [`/fines/${api.id('Sana Malik')}`, 'Pages of fines'],
  ] as const) {
    await app.open(path);
    const pager = page.getByRole('navigation', { name: pages });
    await pager.getByRole('button', { name: 'Next' }).click();
    await expect(pager.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    await expect(rows(page).first(), path).toBeInViewport();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight), path).toBeGreaterThan(2 * 740);
  }
});
