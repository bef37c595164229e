// The pictures of a fine: given with it, added and removed later, seen by the member, and waiting without a connection.
import type { Locator, Page } from '@playwright/test';
import { readFine } from '../../src/contract/fines/fine-details.ts';
import { addFines, listFines } from '../../src/contract/fines/fines.ts';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { setUserAccess } from '../../src/contract/users.ts';
import { dashboard as dashboardEn } from '../../src/web/messages/en/dashboard.ts';
import { common as commonEn } from '../../src/web/messages/en/first.ts';
import { fines as finesEn } from '../../src/web/messages/en/fines.ts';
import { requests as requestsEn } from '../../src/web/messages/en/payments.ts';
import { dashboard as dashboardUr } from '../../src/web/messages/ur/dashboard.ts';
import { common as commonUr } from '../../src/web/messages/ur/first.ts';
import { fines as finesUr } from '../../src/web/messages/ur/fines.ts';
import { requests as requestsUr } from '../../src/web/messages/ur/payments.ts';
import { jpegOf, ONE_PIXEL } from '../helpers/pictures.ts';
import { type Api, today } from './support/api.ts';
import { addSessionCookies } from './support/app.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { addMember } from './support/member.ts';
import { waitUntilKept } from './support/offline.ts';
import { expect, test } from './support/proxied.ts';

const TEXTS = {
  en: { common: commonEn, dashboard: dashboardEn, fines: finesEn, seen: requestsEn.seen },
  ur: { common: commonUr, dashboard: dashboardUr, fines: finesUr, seen: requestsUr.seen },
} as const;

/** A photo drawn in the page. */
async function photo(page: Page, colour: string): Promise<Buffer> {
  const base64 = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 480];
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('Nothing can be drawn.');
    context.fillStyle = fill;
    context.fillRect(0, 0, 640, 480);
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
  }, colour);
  return Buffer.from(base64, 'base64');
}

async function choose(dialog: Locator, button: string, colour: string): Promise<void> {
  const page = dialog.page();
  const chosen = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await (await chosen).setFiles({ name: 'IMG.jpg', mimeType: 'image/jpeg', buffer: await photo(page, colour) });
}

const numbered = (text: string, number: number): string => text.replace('{{number}}', String(number));
const counted = (text: string, count: number): string => text.replace('{{count, number}}', String(count));
const isDrawn = (picture: Locator): Promise<boolean> =>
  picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 1);

for (const language of ['en', 'ur'] as const) {
  for (const width of [360, 1280]) {
    test(`a fine gets a picture when it is added and another later, at ${width} px in ${language} [SEEN-1, SEEN-2, SEEN-6]`, async ({
      app,
      page,
      api,
      server,
    }) => {
      const { fines, seen } = TEXTS[language];
      const { id: userId, name, email } = await addMember(server, api);
      await api.rule(false);
      await page.setViewportSize({ width, height: 800 });
      await api.must(setLanguage, { body: { language } });
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
      await app.openAsAdministrator(`/fines/${userId}?add=true`);
      const form = app.dialog(fines.add.title);
      await form.getByLabel(fines.add.fineType).fill('Uniform');
      await form.getByLabel(fines.add.amount).fill('70');
      await expect(form.getByRole('checkbox', { name })).toBeChecked();
      await choose(form, seen.add, '#a33');
      const first = form.getByRole('img', { name: numbered(seen.one, 1) });
      await expect(first).toBeVisible();
      await choose(form, seen.add, '#3a3');
      const second = form.getByRole('img', { name: numbered(seen.one, 2) });
      await expect(second).toBeVisible();
      await form.getByRole('button', { name: numbered(seen.removeOne, 2) }).click();
      await expect(second).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      await expectNoAxeViolations(page);
      if (width === 360) await expectTouchTargets(form.getByRole('button', { name: seen.add }));
      await form.getByRole('button', { name: fines.add.submit, exact: true }).click();
      await expect(form).toBeHidden();

      const row = page.getByRole('main').locator('tr').filter({ hasText: 'Uniform' }).first();
      await row.locator('[aria-haspopup=menu]').click();
      await page.getByRole('menuitem', { name: fines.details.open, exact: true }).click();
      const details = app.dialog(fines.details.title);
      const link = (number: number) => details.getByRole('link', { name: numbered(seen.open, number) });
      await expect(link(1)).toHaveAttribute('target', '_blank');
      await expect.poll(() => isDrawn(link(1).locator('img'))).toBe(true);
      await choose(details, seen.add, '#33a');
      await expect(link(2)).toBeVisible();
      await details.getByRole('button', { name: numbered(seen.removeOne, 1) }).click();
      await expect(link(2)).toHaveCount(0);
      await expect(details.getByRole('listitem')).toHaveCount(3);
      await expectNoSidewaysScroll(page);
      await expectNoAxeViolations(page);

      // The member sees it with their own fine.
      await addSessionCookies(page.context(), server, await server.enter(email));
      await app.open('/fineUserOverView');
      await page.reload();
      await page.getByRole('main').getByRole('button', { name: 'Uniform' }).click();
      const own = page.getByRole('dialog');
      const seenByMember = own.getByRole('img', { name: numbered(seen.one, 1) });
      await expect.poll(() => isDrawn(seenByMember)).toBe(true);
      await expect(own.getByRole('button', { name: seen.add })).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    });
  }
}

test('whoever may not correct a fine sees its pictures and changes none; without any nothing is said of them [SEEN-2]', async ({
  app,
  page,
  api,
  server,
}) => {
  await api.rule(false);
  await api.add('Bilal Ahmed');
  const body = { fineType: 'Uniform', amount: 70, date: today(), userIds: [api.id('Bilal Ahmed')] };
  await api.must(addFines, { body: { ...body, pictures: [ONE_PIXEL, jpegOf().toString('base64')] } });
  await api.must(addFines, { body: { ...body, fineType: 'Noise' } });
  const viewer = await addMember(server, api);
  await api.must(setUserAccess, { params: { userId: viewer.id }, body: { access: 'viewer' } });
  await addSessionCookies(page.context(), server, await server.enter(viewer.email));
  await app.open('/fines');
  const show = async (type: string) => {
    await page.getByRole('button', { name: new RegExp(`^Details: ${type}, Bilal`) }).click();
    return app.dialog('Fine Details');
  };
  const details = await show('Uniform');
  await expect(details.getByRole('link', { name: /^Open picture/ })).toHaveCount(2);
  await page.keyboard.press('Escape');
  // Without an answer.
  await page.route('**/pictures/*', (route) => route.abort());
  await page.reload();
  await show('Uniform');
  await expect(details.getByText('Picture 2 cannot be shown now.')).toBeVisible();
  await expect(details.getByRole('button', { name: /picture/i })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(await show('Noise')).not.toContainText('Pictures');
});

for (const language of ['en', 'ur'] as const) {
  test(`deleting a fine with pictures, and undoing its entry, say that they go, in ${language} [SEEN-4]`, async ({
    app,
    page,
    api,
    server,
  }) => {
    const { fines, common } = TEXTS[language];
    await api.rule(false);
    const { id: userId } = await addMember(server, api);
    await api.must(setLanguage, { body: { language } });
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const body = { fineType: 'Uniform', amount: 70, date: today(), userIds: [userId] };
    const fined = (pictures: string[]) => api.must(addFines, { body: { ...body, pictures } });
    await fined([ONE_PIXEL, jpegOf().toString('base64')]);
    await fined([]);
    await fined([ONE_PIXEL]);
    await app.openAsAdministrator('/dashboard');
    await page.getByRole('main').getByRole('button', { name: common.undo.button, exact: true }).click();
    const undoing = page.getByRole('dialog');
    await expect(undoing).toContainText(counted(TEXTS[language].dashboard.today.records.pictures_one, 1));
    await undoing.getByRole('button', { name: common.undo.button }).click();
    await expect(page.getByText(common.undo.pictures_one)).toBeVisible();
    await app.open(`/fines/${userId}`);
    const dialog = app.dialog(fines.confirmDelete.title);
    const rows = page.getByRole('main').locator('tbody tr');
    await expect(rows).toHaveCount(2);
    const ask = async (row: number) => {
      await rows.nth(row).getByRole('button', { name: fines.delete }).first().click();
      await expect(dialog).toContainText(fines.confirmDelete.nothingElse);
    };
    await ask(0);
    await expect(dialog).not.toContainText(counted(fines.confirmDelete.pictures_other, 2).slice(2));
    await page.keyboard.press('Escape');
    await ask(1);
    await expect(dialog).toContainText(counted(fines.confirmDelete.pictures_other, 2));
    await dialog.getByRole('button', { name: fines.delete, exact: true }).click();
    // Values in Urdu texts have marks of direction around them.
    const said = counted(fines.done.withPictures_other, 2).replace('{{text}}', `.?${fines.done.deleted}.?`);
    await expect(page.getByText(new RegExp(said))).toBeVisible();
  });
}

test.describe('without a connection', () => {
  test.use({ freshContext: true, serviceWorkers: 'allow' });

  test('a fine waits with its picture, through a reload, and both arrive once [SEEN-5, OFFLINE-9]', async ({
    api,
    proxiedApp: app,
    faultyProxy,
    server,
  }) => {
    const { page } = app;
    await api.must(setLanguage, { body: { language: 'en' } });
    await api.rule(false);
    const { id: userId, name } = await addMember(server, api);
    await addSessionCookies(page.context(), app.server, await app.server.newSession());
    await app.goTo('/fines');
    await waitUntilKept(page);
    faultyProxy.cut();
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByText(/^Offline\./)).toBeVisible();
    await page.getByRole('button', { name: 'Add New Fine' }).first().click();
    const form = app.dialog('Add New Fine');
    await form.getByLabel('Fine Type').fill('Uniform');
    await form.getByLabel('Amount (PKR)').fill('70');
    await form.getByLabel('Search users by name or e-mail').fill(name);
    await form.getByRole('option', { name }).or(form.getByRole('checkbox', { name })).first().click();
    await choose(form, 'Add Picture', '#a33');
    await expect(form.getByRole('img', { name: 'Picture 1' })).toBeVisible();
    await form.getByRole('button', { name: 'Add Fine', exact: true }).click();
    await expect(page.getByText(/^1 waiting to be sent/)).toBeVisible();
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByText(/^1 waiting to be sent/)).toBeVisible();

    faultyProxy.restore();
    await expect.poll(() => finesOf(api, userId), { timeout: 60_000 }).toHaveLength(1);
    await expect(page.getByText(/waiting to be sent/)).toHaveCount(0);
    const [fine] = await finesOf(api, userId);
    const { pictures } = await api.must(readFine, { params: { fineId: fine?.id ?? '' } });
    expect(pictures).toHaveLength(1);
  });
});

const finesOf = async (api: Api, userId: string) => (await api.must(listFines, { query: { userId } })).items;
