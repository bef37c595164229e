// Members' requests: sent from a phone, counted and decided in the office, and read on the phone, all live.
import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { readFine } from '../../src/contract/fines/fine-details.ts';
import { deleteFine, type Fine } from '../../src/contract/fines/fines.ts';
import { listPayments } from '../../src/contract/money/payments.ts';
import {
  acceptAppeal,
  listOwnRequests,
  listRequests,
  refuseAppeal,
  sendAppeal,
  sendClaim,
  withdrawRequest,
} from '../../src/contract/money/requests.ts';
import { cleanPicture } from '../../src/server/shared/pictures/clean-picture.ts';
import { PLACE } from '../helpers/pictures.ts';
import { connect } from '../../src/server/db/connect.ts';
import { type Api, today } from './support/api.ts';
import { addSessionCookies } from './support/app.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { expect, test } from './support/overview.ts';
import { mark } from '../helpers/ledger.ts';
import { addMember } from './support/member.ts';
import { recordRequests } from './support/requests.ts';
import type { Server } from './support/server.ts';
import { setUserAccess } from '../../src/contract/users.ts';

/** A photo of more than a megabyte, drawn in the page, with the location where it was taken. */
async function photo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 1000;
    canvas.height = 1600;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('Nothing can be drawn.');
    const pixels = context.createImageData(canvas.width, canvas.height);
    const noise = crypto.getRandomValues(new Uint8Array(1 << 16));
    for (let at = 0; at < pixels.data.length; at += noise.length - 1) {
      // Shifted by one each time, so that no two rows are equal.
      pixels.data.set(noise.subarray(0, pixels.data.length - at), at);
    }
    for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255;
    context.putImageData(pixels, 0, 0);
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? '';
  });
  const drawn = Buffer.from(base64, 'base64');
  const head = Buffer.from([0xff, 0xe1, 0, 2 + PLACE.length]);
  return Buffer.concat([drawn.subarray(0, 2), head, PLACE, drawn.subarray(2)]);
}

const item = (page: Page, name: string): Locator => page.locator('main li', { has: page.getByText(name) });

test('"I have paid" with a photo is counted and accepted in the office, and the member reads it, all live [REQ-1, REQ-6, REQ-9, REQ-13, REQ-14, REQ-15, LIVE-1, REQ-16, SCREEN-31, OVERVIEW-15, PAY-26]', async ({
  api,
  app,
  page,
  member,
  server,
}) => {
  await api.rule(false);
  api.ids.set(member.name, member.id);
  const fine = await api.fine(member.name, 300, { fineType: 'Late arrival' });
  await app.openAsAdministrator('/requests');
  const waiting = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Requests/ });
  await expect(page.locator('main')).toContainText('Nothing to decide');

  const own = member.page;
  await own.setViewportSize({ width: 360, height: 740 });
  await member.app.open('/fineUserOverView');
  await own.getByRole('button', { name: 'I have paid' }).click();
  const dialog = own.getByRole('dialog', { name: 'I Have Paid' });
  await expect(dialog.getByLabel('Amount Paid (PKR)')).toHaveValue('300');
  await dialog.getByLabel('Amount Paid (PKR)').fill('3000');
  await expect(dialog).toContainText(/This is Rs\.\s2,700\.00 more than you owe\. Please check the amount\./);
  await dialog.getByLabel('Amount Paid (PKR)').fill('300');
  await expect(dialog).not.toContainText('more than you owe');
  const paidFor = dialog.getByRole('checkbox', { name: /Late arrival/ });
  await paidFor.uncheck();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please tick what you have paid for.');
  await expect(paidFor).toBeFocused();
  await paidFor.check();
  await dialog.getByLabel('Paid by').selectOption('JazzCash');
  await dialog.getByLabel('Reference or Transaction Number').fill('TRX 4711');
  const sent = await photo(own);
  expect(sent.length).toBeGreaterThan(1_000_000);
  const chosen = own.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose Picture' }).click();
  await (await chosen).setFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: sent });
  await expect(dialog.getByRole('img', { name: 'The picture that will be sent' })).toBeVisible();
  await expectNoSidewaysScroll(own);
  await expectNoAxeViolations(own);
  // Another one, which is not ready when "Send" is pressed.
  await own.evaluate(() => {
    const draw = createImageBitmap as (file: Blob) => Promise<ImageBitmap>;
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = (file: Blob): Promise<ImageBitmap> => promise.then(() => draw(file));
    Object.assign(globalThis, { createImageBitmap: slow, letDraw: resolve });
  });
  const replaced = own.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose Another' }).click();
  await (await replaced).setFiles({ name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: sent });
  const asks = recordRequests(own, 'POST /api/claims');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(own.getByText('The picture is not ready yet. Everything is sent as soon as it is.')).toBeVisible();
  expect(asks).toEqual([]);
  await own.evaluate(() => (globalThis as unknown as { letDraw: () => void }).letDraw());
  await expect(own.getByText('Sent. You will see the answer here.')).toBeVisible();
  await expect(own.getByText('The picture is not ready yet')).toHaveCount(0);
  expect(asks).toHaveLength(1);
  const mine = own.getByRole('list', { name: 'Your requests' }).getByRole('listitem').filter({ hasText: 'JazzCash' });
  await expect(mine).toContainText('Open');
  const owed = own.getByRole('region', { name: 'You owe Rs 300' });
  await expect(owed).toContainText(/Rs\s300 reported, waiting for the office/);
  await expectNoSidewaysScroll(own);
  await own.getByRole('button', { name: 'I have paid', exact: true }).click();
  await expect(dialog).toContainText('You have already asked about everything you owe.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await expect(waiting).toContainText('1');
  const asked = item(page, member.name);
  await expect(asked).toContainText(/Rs\.\s300\.00.*JazzCash/);
  const picture = asked.getByRole('img', { name: `Picture of the transfer of ${member.name}` });
  await expect(picture).toBeVisible();
  const whole = { name: `Open the picture at full size: transfer of ${member.name}, Rs. 300.00` };
  await expect(asked.getByRole('link', whole)).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(500);
  const kept = await storedPicture(server.databaseUrl, member.id);
  expect(kept.length).toBeLessThanOrEqual(300 * 1024);
  expect(kept.includes('GPSLatitude')).toBe(false);
  expect(kept.equals(cleanPicture(kept)?.bytes ?? Buffer.alloc(0))).toBe(true);
  await expectNoAxeViolations(page);

  await asked.getByRole('button', { name: /^Accept/ }).click();
  const deciding = page.getByRole('dialog', { name: 'Accept Payment' });
  await expect(deciding).toContainText('It pays for');
  await deciding.getByLabel('Answer to the member (optional)').fill('It has arrived.');
  await deciding.getByRole('button', { name: 'Take the Payment' }).click();
  await expect(page.getByText(/^Payment taken: receipt R-\d{4}-\d{6}\. It pays for 1 fine\.$/)).toBeVisible();
  await expect(page.locator('main')).toContainText('Nothing to decide');
  await expect(waiting).toHaveText('Requests');
  await expect(mine).toContainText('Answer: It has arrived.');
  await expect(mine).toContainText(/Receipt R-\d{4}-\d{6}/);
  const settled = own.getByRole('region', { name: 'You owe nothing' });
  await settled.getByRole('button', { name: /^Your payment of Rs\s300 was accepted$/ }).click();
  await expect(own.getByRole('heading', { name: 'Your requests' })).toBeFocused();
  await expect(mine).toBeInViewport();
  const { items } = await api.must(listPayments, { query: { userId: fine.userId } });
  expect(items).toMatchObject([{ amount: 300, method: 'JazzCash', reference: 'TRX 4711', receivedOn: today() }]);
});

async function storedPicture(databaseUrl: string, userId: string): Promise<Buffer> {
  const db = connect(databaseUrl);
  try {
    const { picture, picture_hash } = await db.read
      .selectFrom('pictures')
      .innerJoin('requests', 'picture_hash', 'hash')
      .select(['picture', 'picture_hash'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const bytes = Buffer.from(picture, 'base64');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(picture_hash);
    return bytes;
  } finally {
    await db.close();
  }
}

/** A member who owes these fines, with their own client. */
async function owing(server: Server, api: Api, fines: readonly [fineType: string, amount: number][]) {
  await api.rule(false);
  const member = await addMember(server, api);
  api.ids.set(member.name, member.id);
  const owed: Fine[] = [];
  for (const [index, [fineType, amount]] of fines.entries()) {
    owed.push(await api.fine(member.name, amount, { fineType, date: `2026-03-0${index + 2}` }));
  }
  return { member, fines: owed, client: await server.enter(member.email) };
}

test('on a phone one appeal is refused with an answer, one is accepted although the fine was deleted, and one is withdrawn [REQ-2, REQ-5, REQ-7, REQ-8, REQ-15]', async ({
  api,
  app,
  page,
  server,
}) => {
  const { fines, client } = await owing(server, api, [
    ['Late arrival', 300],
    ['No uniform', 70],
  ]);
  await addSessionCookies(page.context(), server, client);
  await app.onPhone();
  await app.open('/fineUserOverView');
  const dialog = app.dialog('Appeal');
  const send = dialog.getByRole('button', { name: 'Send' });
  const ask = async (fineType: string, reason: string): Promise<void> => {
    await page.getByRole('button', { name: 'Appeal', exact: true }).click();
    const radio = dialog.getByRole('radio', { name: fineType });
    await expect(radio).toBeVisible();
    if ((await dialog.getByRole('radio').count()) > 1) await radio.check();
    await dialog.getByLabel('Why is it not right?').fill(reason);
    await send.click();
    await expect(dialog).toHaveCount(0);
  };
  await page.getByRole('button', { name: 'Appeal' }).click();
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await dialog.getByRole('radio', { name: 'Late arrival' }).check();
  await send.click();
  await expect(dialog).toContainText('Please enter a reason of at least 3 characters.');
  await expectTouchTargets(dialog);
  await dialog.getByLabel('Why is it not right?').fill('The bus was late.');
  await send.click();
  await expect(dialog).toHaveCount(0);
  await ask('No uniform', 'It was in the wash.');

  const [late, gone] = fines;
  const sent = () => api.must(listRequests, { query: {} });
  await expect.poll(async () => (await sent()).totalItems).toBe(2);
  const { items } = await sent();
  const of = (fine?: Fine) => ({ requestId: items.find((one) => one.fines[0]?.fineId === fine?.id)?.id ?? '' });
  await api.must(refuseAppeal, { params: of(late), body: { answer: 'Take the one before.' } });
  const mine = page.getByRole('list', { name: 'Your requests' }).locator('> li');
  await expect(mine.filter({ hasText: 'The bus was late.' })).toContainText('Answer: Take the one before.');
  await api.must(deleteFine, { params: { fineId: gone?.id ?? '' }, query: {} });
  await api.must(acceptAppeal, { params: of(gone), body: { fine: null } });
  await expect(mine.filter({ hasText: 'No uniform' })).toContainText('Accepted');

  await ask('Late arrival', 'The one before did not come.');
  await page.getByRole('button', { name: /^Withdraw/ }).click();
  await app.dialog('Withdraw Request').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(mine.filter({ hasText: 'did not come' })).toContainText('Withdrawn');
  await expectNoSidewaysScroll(page);
});

test('in the office changes in the meantime are shown before deciding, and a refusal needs an answer; filters are in the address; a person’s tab lists their requests; staff can send their own, which somebody else decides [REQ-6, REQ-7, REQ-8, REQ-13, REQ-14, REQ-15, PERSON-3]', async ({
  api,
  app,
  page,
  server,
}) => {
  const { member, fines, client } = await owing(server, api, [
    ['Late arrival', 300],
    ['Uniform', 50],
    ['No badge', 70],
    ['Bus', 20],
  ]);
  const [paid = '', other = '', gone = '', bus = ''] = fines.map(({ id }) => id);
  const claim = { fineIds: [paid], amount: 300, method: 'Raast' as const, receivedOn: today() };
  await client.must(sendClaim, { body: claim });
  const appeal = (fineId: string, reason: string) => client.must(sendAppeal, { body: { fineId, reason } });
  await appeal(other, 'It was in the wash.');
  await appeal(gone, 'It was lost.');
  await appeal(bus, 'The bus was late.');
  await app.openAsAdministrator('/requests?kind=claim');
  const asked = page.locator('main li').filter({ hasText: member.name });
  await expect(asked).toHaveCount(1);
  await asked.getByRole('button', { name: /^Accept/ }).click();
  const deciding = app.dialog('Accept Payment');
  await expect(deciding).toContainText('Rs. 300.00 of Rs. 300.00');
  await mark(api, paid, 'Paid');
  await expect(deciding.getByRole('alert')).toContainText('Something has changed in the meantime.');
  await expect(deciding).toContainText('Rs. 300.00 becomes credit');
  await page.keyboard.press('Escape');
  await app.openFilters();
  await page.getByLabel('Kind').selectOption('Appeal');
  await expect(asked).toHaveCount(3);

  await asked
    .filter({ hasText: 'The bus was late.' })
    .getByRole('button', { name: /^Refuse/ })
    .click();
  const refusing = app.dialog('Refuse Appeal');
  await refusing.getByRole('button', { name: 'Refuse' }).click();
  await expect(refusing).toContainText('Please say why, in at least 3 characters.');
  await refusing.getByLabel('Answer to the member').fill('Take the one before.');
  await refusing.getByRole('button', { name: 'Refuse' }).click();
  await expect(asked).toHaveCount(2);
  await asked
    .filter({ hasText: 'It was lost.' })
    .getByRole('button', { name: /^Accept/ })
    .click();
  const accepting = app.dialog('Accept Appeal');
  await expect(accepting).toContainText('The whole fine, Rs. 70.00, is waived as a mistake.');
  await api.must(deleteFine, { params: { fineId: gone }, query: {} });
  await expect(accepting).toContainText('This fine has been deleted or waived in the meantime.');
  await accepting.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Appeal accepted')).toBeVisible();
  await expect(asked).toHaveCount(1);

  await page.getByLabel('Status').selectOption('All');
  await app.expectPath('/requests');
  expect(page.url()).toContain('?state=all&kind=appeal');
  await page.reload();
  await expect(asked).toHaveCount(3);
  const washed = asked.filter({ hasText: 'It was in the wash.' });
  await expect(washed).toContainText('Open');
  // Live: the member withdraws it.
  const waiting = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Requests/ });
  await expect(waiting).toContainText('2');
  const { items } = await client.must(listOwnRequests, { query: {} });
  const requestId = items.find(({ reason }) => reason === 'It was in the wash.')?.id ?? '';
  await client.must(withdrawRequest, { params: { requestId } });
  await expect(washed).toContainText('Withdrawn');
  await expect(waiting).toContainText('1');
  await app.open(`/user/${member.id}?tab=requests`);
  await expect(page.locator('main li').filter({ hasText: 'I have paid' })).toContainText('Open');
  expect((await api.must(listRequests, { query: { userId: member.id } })).totalItems).toBe(4);
  expect((await api.must(readFine, { params: { fineId: other } })).fine.status).toBe('Pending');

  // Once given access, they send requests on their own page.
  await api.must(setUserAccess, { params: { userId: member.id }, body: { access: 'manager' } });
  await addSessionCookies(page.context(), server, await server.enter(member.email));
  await page.reload();
  await page.getByRole('button', { name: 'Appeal' }).click();
  const dialog = app.dialog('Appeal');
  await dialog.getByRole('radio', { name: 'Uniform' }).check();
  await dialog.getByLabel('Why is it not right?').fill('It rained.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  const own = page.locator('main li').filter({ hasText: 'It rained.' });
  await expect(own).toContainText('Somebody else must decide your own request.');
  await expect(own.getByRole('button')).toHaveCount(0);
});
