// Sign-in links on paper (LINK-19): made for those whom the list shows, printed as cards, read by a phone's camera.
import type { Locator } from '@playwright/test';
import qr from 'jsqr';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { setUserAccess } from '../../src/contract/users.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { users as urdu } from '../../src/web/messages/ur/users.ts';
import { readPdf } from './support/pdf.ts';
import { expectAccessibleLayout, expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test } from './support/users.ts';

/** What a camera reads in a QR code on the screen. */
async function scan(code: Locator): Promise<string | undefined> {
  const png = (await code.screenshot()).toString('base64');
  const seen = await code.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const { width, height } = bitmap;
    const canvas = new OffscreenCanvas(width, height).getContext('2d');
    canvas?.drawImage(bitmap, 0, 0);
    return { pixels: [...(canvas?.getImageData(0, 0, width, height).data ?? [])], width, height };
  }, png);
  return qr.default(Uint8ClampedArray.from(seen.pixels), seen.width, seen.height)?.data;
}

test('links of those whom the list shows print as cards, eight on a page of A4, and a phone signs in with one [LINK-15, LINK-19]', async ({
  app,
  page,
  api,
  users,
  people,
  browser,
}) => {
  await people.addMany(12);
  await people.add('Zainab Bibi', { userEmail: 'zainab@example.com' });
  const staff = await people.add('Person 013');
  await api.must(setUserAccess, { params: { userId: staff.id }, body: { access: 'viewer' } });
  await api.must(updateOrganisation, { body: { name: 'Baadban Club' } });
  await app.openUsers();
  await users.search.fill('person');
  await expect(users.row('Zainab Bibi')).toHaveCount(0);
  await (await app.menuEntry('Sign-in links')).click();
  const dialog = app.dialog('Sign-in links');
  await expect(dialog).toContainText('12 members have no sign-in yet.');
  await expect(dialog).toContainText('Only those whom the list of users shows.');
  await expect(dialog).toContainText(
    '1 more has access to the records: people with access get their links one by one.',
  );
  await dialog.getByRole('button', { name: 'Make 12 links' }).click();
  await dialog.getByRole('button', { name: 'Print cards' }).click();

  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(12);
  await expect(page.getByRole('button', { name: 'Print cards' })).toBeFocused();
  await expect(cards.first()).toContainText('Baadban Club');
  await expect(cards.first()).toContainText('Person 001');
  await expect(cards.first()).toContainText(/Works once, until \d+ \w+ \d{4}\./);
  await expectAccessibleLayout(page);
  const { pages, text } = readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toHaveLength(2);
  expect(text).toContain('Person 012');

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  const code = cards.filter({ hasText: 'Person 003' }).getByRole('img', { name: 'QR code' });
  const address = (await scan(code)) ?? '';
  expect(address).toMatch(/^http\S+\/#\/login\?invite=[\w-]{43}$/);
  const phone = await browser.newPage({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await phone.goto(address);
  await expect(phone.getByText('Welcome, Person 003!')).toBeVisible();
  await phone.getByLabel('New password').fill('a password of my own');
  await phone.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(phone.getByRole('heading', { name: 'User Fines Overview' })).toBeVisible();
  await phone.close();

  // Back to the list with its search. The links are in no address and no storage: a reload has them no longer.
  await page.goBack();
  await expect(users.search).toHaveValue('person');
  await page.goForward();
  await expect(cards).toHaveCount(12);
  const token = address.split('invite=')[1] ?? '';
  const storage = await page.context().storageState({ indexedDB: true });
  expect(JSON.stringify([storage, page.url()])).not.toContain(token);
  await page.reload();
  await expect(users.row('Person 001')).toBeVisible();
});

test('cards are whole on paper with the longest names, also English ones of a clerk who reads Urdu [LINK-19]', async ({
  app,
  page,
  api,
  people,
}) => {
  await api.must(updateOrganisation, { body: { name: 'Baadban Club' } });
  await people.add('Muhammad Abdur Rahman Siddiqui Al-Qadri bin Ghulam Mustafa Khan of Dera Ghazi Khan');
  await people.add('محمد عبدالرحمٰن صدیقی القادری بن غلام مصطفیٰ خان آف ڈیرہ غازی خان');
  await api.must(setLanguage, { body: { language: 'ur' } });
  await app.openAsAdministrator('/user');
  await page.getByRole('main').locator('[aria-haspopup]:not([data-in-row])').click();
  await page.getByRole('menuitem', { name: urdu.links.open }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^2 / }).click();
  await dialog.getByRole('button', { name: urdu.links.print }).click();
  const cards = page.getByRole('main').getByRole('listitem');
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  for (const language of ['en', 'ur'] as const) {
    await api.must(updateOrganisation, { body: { language } });
    await expect(cards.last()).toContainText(language === 'en' ? 'Works once, until' : 'ایک بار چلتا ہے');
    await page.evaluate(() => document.fonts.ready);
    const cutOff = await cards.evaluateAll((all) =>
      all.map(
        (card) =>
          Math.max(...[...card.children].map((part) => part.getBoundingClientRect().height)) - card.clientHeight,
      ),
    );
    expect(Math.max(...cutOff), language).toBeLessThanOrEqual(0);
  }
});
