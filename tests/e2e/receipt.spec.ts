// A receipt on the screen and on paper (PAY-30 to PAY-34).
import type { Page } from '@playwright/test';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { addFines } from '../../src/contract/fines/fines.ts';
import { readOwed, readReceipt, reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund } from '../../src/contract/money/refunds.ts';
import { addUser } from '../../src/contract/users.ts';
import { dayText } from '../../src/web/messages/formats.ts';
import { ONE_PIXEL } from '../helpers/pictures.ts';
import { type Api, today } from './support/api.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { type Printed, readPdf } from './support/pdf.ts';
import { expect, test } from './support/test.ts';

const NAME = 'Khadija-tul-Kubra Siddiqui';
const A5 = { width: 148, height: 210 };

interface Paying {
  fines: number;
  amount: number;
  note?: string;
  fineType?: string;
}

/** Records a payment by somebody with this many fines of Rs 100. Returns its number. */
async function pay(
  api: Api,
  { fines, amount, note = '', fineType = 'Late for the morning assembly' }: Paying,
): Promise<string> {
  if (!api.ids.has(NAME)) {
    const body = {
      userName: NAME,
      userEmail: `khadija-${crypto.randomUUID()}@office.pk`,
      userRole: 'Clerk',
      phone: '0300 1234567',
    };
    api.ids.set(NAME, (await api.must(addUser, { body })).id);
  }
  const userId = api.id(NAME);
  for (let day = 10; day < 10 + fines; day += 1) {
    const confirmed = [{ userId, amount: 100, doubled: false }];
    const fine = { fineType: `${fineType} ${day}`, amount: 100, date: `2026-01-${day}`, userIds: [userId] };
    await api.must(addFines, { body: { ...fine, confirmed } });
  }
  const owed = await api.must(readOwed, { params: { userId } });
  const shown = owed.fines.map(({ id, amount: charged, paidAmount }) => ({
    fineId: id,
    outstanding: charged - paidAmount,
  }));
  const paying = { amount, method: 'Raast', reference: 'Ref 0042', receivedOn: today(), note } as const;
  const { payment } = await api.must(takePayment, { body: { userId, fines: shown, ...paying } });
  return payment?.receipt ?? '';
}

async function printed(page: Page): Promise<Printed> {
  await page.evaluate(() => document.fonts.ready);
  return readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
}

const long = (what: string, length: number) => `${what} ${'of the morning assembly '.repeat(30)}`.slice(0, length);

test('with "?print" a receipt prints by itself once its logo is loaded; with 12 fines it is one A5 page in black and white, in both languages, also with fines on two lines and a long head and foot; with the longest texts the total and all below it are on the last page; a voucher is one page; it says who paid what for which fines, in figures and words, and what was taken back since; an unknown number says so, with a way back [PAY-30, PAY-31, PAY-32, PAY-33, PAY-34, REFUND-9]', async ({
  app,
  page,
  api,
}) => {
  await api.rule(false);
  const usual = {
    name: 'Jinnah Welfare Trust',
    address: 'House 4, Street 12\nF-7/2\nIslamabad',
    phone: '+92 51 1234567',
    receiptFoot: 'Thank you.',
  };
  await api.must(updateOrganisation, { body: { ...usual, logo: ONE_PIXEL } });
  const number = await pay(api, { fines: 12, amount: 1220, note: 'Brought by the father' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => {
    const prints: boolean[] = [];
    const drawn = (): boolean => [...document.images].some(({ naturalWidth }) => naturalWidth > 0);
    Object.assign(window, { prints, print: () => prints.push(drawn()) });
  });
  const prints = (): Promise<boolean[]> => page.evaluate(() => (window as unknown as { prints: boolean[] }).prints);
  await app.openAsAdministrator(`/receipts/${number}?print`);
  await expect.poll(prints).toEqual([true]);
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await prints()).toEqual([true, true]);
  const rows = page.getByRole('row').filter({ hasText: '100.00' });
  await expect(rows).toHaveCount(12);
  const english = await printed(page);
  expect(english.pages).toEqual([A5]);
  expect(english.coloured).toBe(false);
  for (const text of ['Jinnah Welfare Trust', number, NAME, 'assembly 21', 'Rs. 20.00', 'Thank you.']) {
    expect(english.text).toContain(text);
  }
  for (const text of ['Dashboard', 'Print', 'WhatsApp']) expect(english.text).not.toContain(text);

  // The same in Urdu.
  await api.must(setLanguage, { body: { language: 'ur' } });
  await page.reload();
  await expect(page.getByRole('heading', { name: new RegExp(`^رسید .?${number}`) })).toBeVisible();
  await expect(rows).toHaveCount(12);
  await expect(page.getByText(/ روپے صرف$/)).toBeVisible();
  const urdu = await printed(page);
  expect(urdu.pages).toEqual([A5]);
  expect(urdu.coloured).toBe(false);
  // The name may need two lines, because the system's fonts are wide.
  for (const text of ['Jinnah Welfare Trust', number, ...NAME.split(' '), '100.00', 'Thank you.'])
    expect(urdu.text).toContain(text);

  // With the longest texts, in both languages.
  const address = `${long('House', 97)}\n${long('Street', 97)}\n${long('Town', 97)}`;
  const longest = { name: long('Trust', 120), address, phone: '+92 51 1234567', receiptFoot: long('Thanks', 200) };
  await api.must(updateOrganisation, { body: longest });
  const most = await pay(api, { fines: 12, amount: 1290, note: long('Brought', 500), fineType: long('Late', 116) });
  await app.open(`/receipts/${most}`);
  for (const language of ['ur', 'en'] as const) {
    if (language === 'en') {
      await api.must(setLanguage, { body: { language } });
      await page.reload();
    }
    await expect(page.locator(`html[lang=${language}]`)).toBeAttached();
    await expect(page.getByRole('main')).toContainText('1,290.00');
    await expect(page.getByRole('main')).toContainText('Thanks');
    await expect(rows).toHaveCount(12);
    const { pages, text } = await printed(page);
    expect(pages.length).toBeLessThanOrEqual(2);
    const last = text.split('\f').at(-1) ?? '';
    // The last page has the total and what follows it, never only headings.
    for (const words of ['1,290.00', '100.00', 'Thanks']) expect(last).toContain(words);
    if (language === 'en') expect(text.split('Total')).toHaveLength(2);
    if (language === 'en') continue;

    // A voucher is always one page, even in Urdu, whose lines are taller.
    const [reference, note] = [long('Ref', 120), long('Given', 500)];
    const { credit } = await api.must(readOwed, { params: { userId: api.id(NAME) } });
    const giving = { userId: api.id(NAME), credit, amount: 60, givenOn: today(), reference, note };
    const { refund } = await api.must(giveRefund, { body: giving });
    await app.open(`/vouchers/${refund.voucher}`);
    await expect(page.getByRole('main')).toContainText('Thanks');
    await expect(page.getByRole('main')).toContainText(/60\.00/);
    expect((await printed(page)).pages).toEqual([A5]);
    await page.goBack();
  }

  // Two lines each, in English.
  const head = { name: long('Trust', 60), address: `${long('House', 60)}\n${long('Street', 60)}` };
  await api.must(updateOrganisation, { body: { ...head, receiptFoot: long('Thanks', 130) } });
  const two = await pay(api, { fines: 12, amount: 1250, fineType: long('Late', 64), note: 'Brought by the father' });
  await app.open(`/receipts/${two}`);
  await expect(page.getByRole('main').getByText(head.name, { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('1,250.00');
  await expect(rows).toHaveCount(12);
  const whole = await printed(page);
  expect(whole.pages).toEqual([A5]);
  expect(whole.text).toMatch(/1,250\.00[\s\S]*Thanks/);

  // What it says.
  await api.must(updateOrganisation, { body: usual });
  await page.emulateMedia({ colorScheme: 'light' });
  const taken = await pay(api, { fines: 2, amount: 1250.5, note: 'Brought by the father' });
  await app.onPhone();
  await app.open(`/receipts/${taken.toLowerCase()}`);
  await app.expectScreen(`Receipt ${taken}`);
  const paper = page.getByRole('region', { name: `Receipt ${taken}` });
  await expect(paper.getByRole('row')).toHaveText([
    'FineDatePaid',
    'Late for the morning assembly 1010 Jan 2026Rs. 100.00',
    'Late for the morning assembly 1111 Jan 2026Rs. 100.00',
    'To creditRs. 1,050.50',
    'TotalRs. 1,250.50',
  ]);
  await expect(paper).toContainText('Thank you.');
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');
  const written = plain((await paper.textContent()) ?? '');
  for (const text of [
    'Jinnah Welfare Trust',
    'Islamabad',
    '+92 51 1234567',
    NAME,
    `ID ${api.id(NAME)}`,
    'Rs. 1,250.50',
    'Rupees one thousand two hundred fifty and fifty paisa only',
    'Raast',
    'Ref 0042',
    'admin@jurmana.test',
    dayText(today()),
    'Brought by the father',
    'Still owed after this paymentRs. 0.00',
    'Thank you.',
  ]) {
    expect(written).toContain(plain(text));
  }
  const link = page.getByRole('link', { name: 'Share on WhatsApp' });
  // The member's phone is loaded after the receipt.
  await expect(link).toHaveAttribute('href', /^https:\/\/wa\.me\/923001234567\?text=/);
  // The letterhead of before may still stand there.
  const shared = async (): Promise<string> =>
    decodeURIComponent((await link.getAttribute('href'))?.split('text=')[1] ?? '');
  await expect
    .poll(shared)
    .toBe(
      `Jinnah Welfare Trust\nReceipt ${taken}\nRs. 1,250.50 received from ${NAME} on ${dayText(today())} (Raast).\nStill owed after this payment: Rs. 0.00.`,
    );

  expect((await printed(page)).pages).toEqual([A5]);

  // Another window takes it back.
  const { payment } = await api.must(readReceipt, { params: { number: taken } });
  const reversal = { amount: 1250.5, reason: 'Entered twice' };
  await api.must(reversePayment, { params: { paymentId: payment.id }, body: reversal });
  await expect(paper.getByRole('region', { name: 'Taken back since' })).toContainText(
    `Rs. 1,250.50 on ${dayText(today())} by admin@jurmana.testEntered twice`,
  );
  await expectAccessibleLayout(page);
  await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toHaveCount(0);

  for (const unknown of ['R-2020-000001', 'x'.repeat(200)]) {
    await app.open(`/receipts/${unknown}`);
    await expect(page.getByText(`There is no receipt ${unknown}.`)).toBeVisible();
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Payments' })).toHaveAttribute('href', '#/payments');
});
