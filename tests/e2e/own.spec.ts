// A member's visit on a phone: the debt, their own payments, a receipt, the statement, and what to say about a fine.
import { listFines } from '../../src/contract/fines/fines.ts';
import { reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { ONE_PIXEL } from '../helpers/pictures.ts';
import { addSessionCookies } from './support/app.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { addMember } from './support/member.ts';
import { expect, test } from './support/overview.ts';
import { readPdf } from './support/pdf.ts';

test('a member reads their own payments, receipt, statement and fine, but nobody else’s receipt [OWN-1, OWN-2, OWN-3, OWN-4, OWN-5, OWN-6, OWN-7, OVERVIEW-19, ACCESS-20, LANG-10]', async ({
  api,
  app,
  overview,
  page,
  server,
}) => {
  const member = await addMember(server, api);
  await addSessionCookies(page.context(), server, await server.enter(member.email));
  await app.onPhone();
  await api.rule(true);
  const howToPayEn = 'Raast: 0300 1234567\nMeezan Bank PK36MEZN0001234567890123\nراست: 0300 7654321!';
  const said = { name: 'Lyari Sports Club', receiptFoot: 'Thank you', howToPayEn, payPicture: ONE_PIXEL };
  await api.must(updateOrganisation, { body: said });
  api.ids.set(member.name, member.id);
  await api.fine(member.name, 500, { fineType: 'Uniform', date: '2026-03-02' });
  await api.fine(member.name, 250, { fineType: 'Late arrival', date: '2026-03-04' });
  const { items } = await api.must(listFines, { query: { userId: member.id } });
  const fines = items.map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
  const took = { userId: member.id, method: 'Raast' as const, note: 'Seen by Bilal' };
  const first = await api.must(takePayment, {
    body: { ...took, fines, amount: 700, reference: 'TRX 77', receivedOn: '2026-03-05' },
  });
  const { payment } = await api.must(takePayment, {
    body: { ...took, fines: [], amount: 90, reference: '', receivedOn: '2026-03-06' },
  });
  await api.must(reversePayment, { params: { paymentId: payment?.id ?? '' }, body: { amount: 90, reason: 'bounced' } });
  const receipt = first.payment?.receipt ?? '';
  await api.add('Somebody Else');
  const theirs = { userId: api.id('Somebody Else'), fines: [], amount: 70, receivedOn: '2026-03-05' };
  const other = (await api.must(takePayment, { body: theirs })).payment?.receipt ?? '';
  const fits = async (): Promise<void> => {
    await expectNoSidewaysScroll(page);
    await expectTouchTargets(page.getByRole('main').locator('a, button'));
  };

  await app.open('/fineUserOverView');
  const owed = page.getByRole('region', { name: 'You owe Rs 300' });
  await expect(owed).toContainText('Raast: 0300 1234567');
  // In Urdu the groups of a number keep their places.
  const lefts = await owed.locator('bdi bdi', { hasText: '0300 7654321' }).evaluate(({ firstChild }) =>
    [0, 5].map((start) => {
      const range = document.createRange();
      range.setStart(firstChild as Text, start);
      range.setEnd(firstChild as Text, start + 4);
      return range.getBoundingClientRect().left;
    }),
  );
  expect(lefts[0]).toBeLessThan(lefts[1] ?? 0);
  // A line in the other script ends where its script ends.
  const [begins = 0, ends = 0] = await owed
    .locator('bdi', { hasText: 'راست' })
    .first()
    .evaluate((text) =>
      ['راست', '!'].map((words) => {
        const node = [...text.childNodes].find(({ textContent }) => textContent?.includes(words)) as Text;
        const range = document.createRange();
        range.setStart(node, node.data.indexOf(words));
        range.setEnd(node, range.startOffset + 1);
        return range.getBoundingClientRect().left;
      }),
    );
  expect(ends).toBeLessThan(begins);
  await owed.getByText('QR code').click();
  await expect(owed.getByRole('img', { name: 'QR code' })).toBeVisible();
  await owed.getByText('QR code').click();
  await expect(owed.getByRole('img', { name: 'QR code' })).toBeHidden();
  await expect(overview.fines(member.name).first()).toBeInViewport();
  await expect(overview.card('Pending Fines')).toContainText('You owe');
  await expect(overview.card('Collected Fines')).toContainText('You paid');
  await overview.expectFigures('1,000', '300', '700', '70');
  await expect(overview.card('Total Fines')).toContainText('You were fined');
  await page.getByRole('button', { name: 'All figures' }).click();
  const payments = page.getByRole('region', { name: 'Your payments' });
  const rows = payments.locator('tbody tr');
  await expect(rows.filter({ hasText: '5 Mar 2026' })).toHaveText(/Raast · TRX 77.*Rs\.\s700\.00.*R-/);
  await expect(payments).toContainText('Rs. 90.00 taken back on');
  await fits();

  await payments.getByRole('link', { name: receipt }).click();
  const paper = page.getByRole('region', { name: `Receipt ${receipt}` });
  await expect(paper).toContainText('Lyari Sports Club');
  await expect(paper).toContainText('Rupees seven hundred only');
  await expect(paper).toContainText('TRX 77');
  await expect(page.getByRole('main')).not.toContainText(/Bilal|Received by|@/);
  await fits();
  const printed = readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  expect(printed.pages).toHaveLength(1);
  await page.goBack();
  await expect(payments).toBeVisible();

  await payments.getByRole('link', { name: 'Statement' }).click();
  const statement = page.getByRole('table', { name: 'Statement' });
  await expect(statement).toContainText('Payment · ');
  await expect(statement).toContainText('Closing balance');
  await fits();
  await expectNoAxeViolations(page);
  await page.getByRole('textbox', { name: 'From' }).fill('3 Mar 2026');
  await page.getByRole('textbox', { name: 'To' }).fill('4 Mar 2026');
  await expect(statement).toContainText('3 Mar 2026 to 4 Mar 2026');
  await expect(statement).not.toContainText('Uniform');
  await page.getByRole('link', { name: 'Your fines' }).click();

  await overview.user(member.name).getByRole('button', { name: 'Late arrival' }).click();
  const dialog = app.dialog('Your fine');
  await expect(dialog).toContainText('Doubled when entered: repeated in the same week as “Uniform” of 2 Mar 2026');
  await expect(dialog).toContainText(/Fined: Rs\.\s500\.00/);
  await fits();
  await expectNoAxeViolations(page);
  await dialog.getByRole('link', { name: receipt }).click();
  await expect(dialog).toBeHidden();
  await expect(paper).toBeVisible();

  // By a link from somebody else.
  await app.open(`/receipts/${other}`);
  await expect(page.getByText(`There is no receipt ${other}.`)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Somebody Else');
  await app.open(`/receipts/${receipt}`);
  await expect(paper).toBeVisible();
  await page.getByRole('link', { name: 'Your fines' }).click();
  await app.expectScreen('User Fines Overview');
});
