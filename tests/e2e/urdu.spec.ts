// Urdu: choosing and keeping it, that nothing stays English, and that it fits (LANG-1 to LANG-5). The walk through
// every screen and dialog is in dark mode, and so covers that too (LOOK-5).
import { readFileSync, globSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { addEvent } from '../../src/contract/events.ts';
import { addType, listTypes } from '../../src/contract/fines/fine-types.ts';
import { addFines, listFines } from '../../src/contract/fines/fines.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { addUser, deleteUser } from '../../src/contract/users.ts';
import { account, settings } from '../../src/web/messages/ur/account.ts';
import { collected, reminders, reports } from '../../src/web/messages/ur/collecting.ts';
import { common, login, shell } from '../../src/web/messages/ur/first.ts';
import { dashboard } from '../../src/web/messages/ur/dashboard.ts';
import { events, history } from '../../src/web/messages/ur/records.ts';
import { fines } from '../../src/web/messages/ur/fines.ts';
import { overview, payments, requests } from '../../src/web/messages/ur/payments.ts';
import { users } from '../../src/web/messages/ur/users.ts';
import type { Api } from './support/api.ts';
import { type ScreenPath, SCREENS } from './support/app.ts';
import { expectNoAxeViolations, expectTouchTargets } from './support/axe.ts';
import { ADMINISTRATOR } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { mark } from '../helpers/ledger.ts';

const TITLES: Record<ScreenPath, string> = {
  '/dashboard': dashboard.title,
  '/fineUserOverView': overview.title,
  '/user': users.title,
  '/fines': fines.title,
  '/payments': payments.title,
  '/reminders': reminders.title,
  '/requests': requests.title,
  '/events': events.title,
  '/reports': reports.title,
  '/CollectedFinesPage': collected.title,
  '/history': history.title,
  '/app-settings': settings.title,
  '/profile': account.title,
};

const language = (page: Page, name: 'English' | 'اردو'): Locator => page.getByRole('radio', { name });

async function choose(page: Page, name: 'English' | 'اردو'): Promise<void> {
  await language(page, name).check({ force: true });
}

async function expectLanguage(page: Page, lang: 'en' | 'ur'): Promise<void> {
  await expect(page.locator(`html[lang=${lang}][dir=${lang === 'ur' ? 'rtl' : 'ltr'}]`)).toBeAttached();
}

/** Switches the page to Urdu, and the account too if `api` is given. */
async function readInUrdu(page: Page, api?: Api): Promise<void> {
  await api?.must(setLanguage, { body: { language: 'ur' } });
  await page.addInitScript(() => localStorage.setItem('language', 'ur'));
}

/** A type of the list: its name is English, and everything but the list itself shows its Urdu name (TYPE-10). */
const TYPE = 'Late arrival';

/** Records whose words are all Urdu, or shown in Urdu, so that every other word is the interface's. */
async function urduRecords(api: Api): Promise<void> {
  const { items: types } = await api.must(listTypes, {});
  if (types.every(({ name }) => name !== TYPE))
    await api.must(addType, { body: { name: TYPE, urduName: 'دیر سے آنا', amount: 500, active: true } });
  const form = { userRole: 'کلرک', phone: '0300 1234567' };
  const unique = Date.now();
  const { id } = await api.must(addUser, {
    body: { ...form, userName: 'عائشہ خان', userEmail: `a${unique}@example.pk` },
  });
  await api.must(addUser, {
    body: { ...form, userName: 'بلال احمد', userEmail: `b${unique}@example.pk`, status: 'Inactive' },
  });
  for (const [amount, date] of [
    [500, '2026-10-06'],
    [1000, '2026-11-02'],
  ] as const) {
    const confirmed = [{ userId: id, amount, doubled: false }];
    const body = { fineType: TYPE, amount, date, userIds: [id], confirmed };
    await api.must(addFines, { body });
  }
  const payment = { userId: id, fines: [], amount: 50, receivedOn: '2026-11-03' };
  await api.must(takePayment, { body: { ...payment, method: 'Raast', reference: 'پہلی قسط' } });
  // Creates reasons that the program words: one payment is taken back by Mark as Unpaid, one fine is deleted.
  const { items } = await api.must(listFines, { query: { userId: id } });
  for (const [index, { id: fineId }] of items.entries()) {
    await mark(api, fineId, 'Paid');
    if (index === 0) await mark(api, fineId, 'Pending');
  }
  // A deleted user, who gets a name from the interface.
  const gone = await api.must(addUser, { body: { ...form, userName: 'فہد', userEmail: `f${unique}@example.pk` } });
  const confirmed = [{ userId: gone.id, amount: 300, doubled: false }];
  const body = { fineType: TYPE, amount: 300, date: '2026-11-03', userIds: [gone.id], confirmed };
  await api.must(addFines, { body });
  await api.must(deleteUser, { params: { userId: gone.id } });
  const event = { title: 'عید ملن', description: 'سب کے لیے '.repeat(20).trim(), location: 'ہال', amount: 9000 };
  await api.must(addEvent, { body: { ...event, date: '2027-01-01' } });
}

/**
 * Latin words that are shown or read out, except addresses, ids, and names that are the same in any language; and what
 * does not fit: the page in the window, and labels on their buttons.
 */
async function poorParts(page: Page): Promise<string[]> {
  const { texts, unfit } = await page.evaluate(async () => {
    // Two frames later a change of the window's size is laid out.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const shown: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || element.closest('noscript, script, style, [lang=en], [hidden]') !== null) continue;
      shown.push(node.textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description']) {
        const value = element.getAttribute(name);
        if (value !== null) shown.push(value);
      }
    }
    const { clientWidth, scrollWidth } = document.documentElement;
    const cut = [...document.querySelectorAll('[class*="Button-label"]')]
      .filter((label) => label.scrollWidth > label.clientWidth)
      .map(({ textContent }) => `cut: ${textContent}`);
    return { texts: shown, unfit: scrollWidth > clientWidth ? ['the page scrolls sideways', ...cut] : cut };
  });
  const same =
    /\{\w+\}|\S*@\S+|https?:\S+|\b[A-Z0-9]{8}\b|\b(?:Jurmana|Enter|Ctrl|Esc|Tab|Chrome|Headless|Linux|BASE_URL|PNG|JPEG)\b/g;
  return [...new Set(texts.filter((text) => /[a-z]{2}/i.test(text.replaceAll(same, '')))), ...unfit];
}

test('is chosen on the login screen: the page switches direction, and the account keeps the language; if it cannot be fetched or saved, that is said; refusals are in Urdu too [LANG-1, LANG-2, LANG-5]', async ({
  app,
  page,
}) => {
  await app.open('/login');
  await expectLanguage(page, 'en');
  await page.route(/\/assets\/ur-/, (route) => route.abort());
  await choose(page, 'اردو');
  await expect(page.getByText('The language could not be loaded.')).toBeVisible();
  await expectLanguage(page, 'en');
  await page.unroute(/\/assets\/ur-/);

  await choose(page, 'اردو');
  await app.expectScreen(login.title);
  await expectLanguage(page, 'ur');
  await expect(language(page, 'اردو')).toBeFocused();
  await page.getByLabel(login.email).fill('nobody@example.com');
  await page.getByLabel(login.password, { exact: true }).fill('wrong-password');
  await page.getByRole('button', { name: login.submit }).click();
  await expect(page.getByRole('alert').filter({ hasText: login.failed })).toBeVisible();
  expect(await poorParts(page)).toEqual([]);
  await page.getByLabel(login.email).fill(ADMINISTRATOR.email);
  await page.getByLabel(login.password, { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: login.submit }).click();
  await app.expectScreen(dashboard.title);

  const session = async (): Promise<string> => (await page.request.get(`${app.server.url}/api/auth/session`)).text();
  await expect.poll(session).toContain('"ur"');
  // As another browser would, which does not know the choice.
  await app.open('/profile');
  await app.expectScreen(account.title);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await app.expectScreen(account.title);
  await expectLanguage(page, 'ur');

  await choose(page, 'English');
  await app.expectScreen('Profile');
  await expectLanguage(page, 'en');
  await expect(language(page, 'English')).toBeFocused();
  await expect.poll(session).toContain('"en"');
  await page.reload();
  await app.expectScreen('Profile');

  await page.route('**/api/account/language', (route) => route.abort());
  await choose(page, 'اردو');
  await expect(page.getByRole('alert').filter({ hasText: 'محفوظ نہیں ہو سکی' })).toBeVisible();
  await expectLanguage(page, 'ur');
});

test('is applied before the first paint [LANG-1]', async ({ app, page }) => {
  await readInUrdu(page);
  await page.route(/\/assets\/index-.*\.js/, (route) => route.abort());
  await page.goto(app.server.url, { waitUntil: 'domcontentloaded' });
  await expectLanguage(page, 'ur');
});

test('each font is one that the browser accepts [LOOK-9, LANG-5]', async ({ page }) => {
  const load = (base64: string): Promise<string> =>
    page.evaluate(async (text) => {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      return (await new FontFace('Font', bytes.buffer).load()).status;
    }, base64);
  const files = globSync('src/web/fonts/*.woff2');
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect(await load(readFileSync(file).toString('base64')), file).toBe('loaded');
});

test.describe('with all that is fetched ahead', () => {
  test.use({ savesData: false });

  test('in English nothing of it is fetched, except the font for names in Urdu [LANG-5]', async ({
    app,
    page,
    api,
  }) => {
    await app.openDashboard();
    await app.expectPrefetched();
    const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(fetched.filter((name) => /\/ur-|nastaliq/.test(name))).toEqual([]);
    await urduRecords(api);
    await app.open('/user');
    await expect(page.getByText('بلال احمد').first()).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length))
      .toBeGreaterThan(0);
  });
});

/** The buttons that open the screen's dialogs. */
const DIALOGS: Partial<Record<ScreenPath, readonly string[]>> = {
  '/fines': [fines.addNew, fines.details.open, fines.markPaid, fines.delete],
  '/payments': [payments.table.takeBack],
  '/user': [users.add, users.actions.link, users.actions.edit, users.actions.delete],
  '/reminders': [reminders.next.action],
  '/events': [shell.find, events.add, events.actions.edit, events.actions.delete],
};

/** Its text decides the direction of a field; the placeholder is Urdu. E-mails, numbers and links run from the left. */
async function expectFieldDirections(page: Page): Promise<void> {
  const fields = await page
    .locator('input:is([type=text], [type=search], :not([type])), textarea')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all
        .filter((field) => field.closest('[dir=ltr]') === null)
        .map((field) => {
          const { value } = field as HTMLInputElement;
          const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
          const directions = ['', 'علی', 'Ali'].map((typed) => {
            setter?.call(field, typed);
            return getComputedStyle(field).direction;
          });
          setter?.call(field, value);
          const isFigure = field.getAttribute('dir') === null;
          const name = (field as HTMLInputElement).labels?.[0]?.textContent ?? field.getAttribute('aria-label');
          return { name, directions: isFigure ? directions.slice(0, 2) : directions };
        }),
    );
  for (const { name, directions } of fields) {
    expect(directions, name ?? 'without a name').toEqual(['rtl', 'rtl', 'ltr'].slice(0, directions.length));
  }
}

async function expectUrduDialog(page: Page, name: string): Promise<void> {
  // A fine is added from the bar at the bottom.
  const shortcut = page.getByRole('navigation', { name: shell.bar }).getByRole('link', { name, exact: true });
  const button = page.getByRole('button', { name }).or(shortcut).filter({ visible: true }).first();
  if ((await button.count()) === 0) {
    // In the menu of a row.
    const rows = page.getByRole('main').locator('tbody');
    await rows.getByRole('button', { name: common.more }).filter({ visible: true }).first().click();
    await page.getByRole('menuitem', { name }).click();
  } else await button.click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
  await expect(dialog).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectFieldDirections(page);
  const calendar = dialog.getByRole('button', { name: common.day.pick });
  if ((await calendar.count()) > 0) {
    // Away from the first field, whose list may open at any moment and cover what is below.
    await calendar.focus();
    await calendar.click();
    await expect(page.getByRole('dialog', { name: common.day.pick }).getByRole('table')).toBeVisible();
  }
  await expect.poll(() => poorParts(page), name).toEqual([]);
  // The page behind it has been checked.
  await expectNoAxeViolations(page, { within: '[data-portal]' });
  if ((await calendar.count()) > 0) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: common.day.pick })).toBeHidden();
  }
  await dialog.getByRole('button').first().focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

// In dark mode as well, because axe's findings about colours are the same in every language. On a desktop dialogs have
// the same words and parts, and screens have the same parts as in English, so that there axe looks at their colours, and
// once at the frame. layout.spec.ts shows the rest: every screen on a desktop in English, and that it fits other widths.
test('on every screen and in its dialogs nothing stays English, axe finds nothing in dark mode, and everything fits; phones have their bar [LOOK-1, LOOK-5, LANG-2, LANG-3, LANG-6, LANG-7, SHELL-9, TYPE-10]', async ({
  app,
  page,
  api,
}) => {
  test.slow();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await urduRecords(api);
  await readInUrdu(page, api);
  await app.openAsAdministrator('/dashboard');
  const bar = page.getByRole('navigation', { name: shell.bar });
  for (const [path] of SCREENS) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await app.open(path);
    await app.expectScreen(TITLES[path]);
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
    const poor = async (): Promise<string[]> =>
      (await poorParts(page)).filter((text) => path !== '/app-settings' || text !== TYPE);
    await expect.poll(poor, path).toEqual([]);
    await expectFieldDirections(page);
    if (path === '/dashboard') await expectNoAxeViolations(page);
    else await expectNoAxeViolations(page, { within: 'main', rules: ['color-contrast'] });
    await app.onPhone();
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(poor, path).toEqual([]);
    await expectNoAxeViolations(page);
    await expect(bar.getByRole('link', { name: fines.addNew })).toBeInViewport();
    for (const name of DIALOGS[path] ?? []) await expectUrduDialog(page, name);
  }
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectTouchTargets(bar.locator('a, button'));
});
