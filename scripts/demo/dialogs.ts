// The dialogs in the screenshots: their addresses, and what to press to open them.
import type { Page } from '@playwright/test';
import type { Language } from '../../src/core/text/languages.ts';
import { RULES } from '../../src/core/fines/rules.ts';
import { LATE_PAYMENT } from '../../src/core/fines/type-name.ts';
import { common } from '../../src/web/messages/en/first.ts';
import { dashboard } from '../../src/web/messages/en/dashboard.ts';
import { events } from '../../src/web/messages/en/records.ts';
import { fines } from '../../src/web/messages/en/fines.ts';
import { payments } from '../../src/web/messages/en/payments.ts';
import { users } from '../../src/web/messages/en/users.ts';
import { common as commonUr } from '../../src/web/messages/ur/first.ts';
import { dashboard as dashboardUr } from '../../src/web/messages/ur/dashboard.ts';
import { events as eventsUr } from '../../src/web/messages/ur/records.ts';
import { fines as finesUr } from '../../src/web/messages/ur/fines.ts';
import { payments as paymentsUr } from '../../src/web/messages/ur/payments.ts';
import { users as usersUr } from '../../src/web/messages/ur/users.ts';

/** The position of the rule among the switches. */
const SHOWS_EVERYONE = RULES.findIndex(({ name }) => name === 'members-see-everyone');

const TEXTS = {
  en: { common, dashboard, events, fines, payments, users },
  ur: {
    common: commonUr,
    dashboard: dashboardUr,
    events: eventsUr,
    fines: finesUr,
    payments: paymentsUr,
    users: usersUr,
  },
};

interface Dialog {
  path: string;
  /** Opens the dialog, if the address does not. */
  open?: (page: Page, texts: (typeof TEXTS)[Language], language: Language) => Promise<void>;
  /** Matches something once it is complete. */
  there?: string;
  /** It is also pictured as printed. */
  onPaper?: true;
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, disabled: false }).filter({ visible: true }).first().click();

/** Chooses in the first menu "⋯" of the screen. */
async function chooseMore(page: Page, entry: string): Promise<void> {
  await page.locator('main [data-action=more]').first().click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** An entry of the menu of the list, or of its first row. */
async function pressInMenu(page: Page, name: string, of = 'tbody'): Promise<void> {
  await page.locator(`main ${of} button[aria-haspopup=menu]`).first().click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;

/** A button of the first row, which a phone has in the menu. */
const pressInRow = (page: Page, name: string): Promise<void> =>
  isPhone(page) ? pressInMenu(page, name) : press(page, name);

/** Waits for a screen, which handles the key. */
async function pressKey(page: Page, key: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press(key);
}

/** The question about two ticked fines. */
const ofTicked = (action: 'pay' | 'waive' | 'delete'): Dialog => ({
  path: '/fines?status=Pending',
  open: async (page, t) => {
    if (isPhone(page)) await pressInMenu(page, t.fines.ticked.begin, '[role=search]');
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('checkbox').nth(2).check();
    // A row's button has a longer name.
    await page.getByRole('button', { name: t.fines.ticked[action], exact: true }).click();
  },
});

/** A page and more of cards, in the language of the page: they have that of the organisation. */
async function printLinks(page: Page, t: (typeof TEXTS)[Language], language: Language): Promise<void> {
  await page.route('**/api/organisation', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), language } });
  });
  const boxes = page.getByRole('dialog').getByRole('checkbox');
  await boxes.first().waitFor();
  // It may be half ticked.
  await boxes.first().check();
  await boxes.first().uncheck();
  for (let place = 1; place <= 11; place++) await boxes.nth(place).check();
  await page.getByRole('button', { name: t.users.links.make_other.replace('{{count, number}}', '11') }).click();
  await page.getByRole('button', { name: t.users.links.print }).click();
}

/** The record of somebody who is there twice, and the other one. */
async function joinTwins(page: Page, t: (typeof TEXTS)[Language]): Promise<void> {
  await page.locator('main a[href*="/user/"]').first().click();
  await page.waitForURL(/#\/user\/\w/);
  const actions = page.locator('main [role=group]');
  await actions.locator('[aria-haspopup]').filter({ visible: true }).last().click();
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const action = { name: t.users.join.action };
  await page.getByRole('menuitem', action).or(page.getByRole('dialog').getByRole('button', action)).click();
  await page.getByRole('combobox', { name: t.users.join.other }).fill(name);
  await page.getByRole('option', { name }).filter({ hasNotText: '.driver@' }).click();
  await page.getByRole('radio').first().waitFor();
}

const DIALOGS: Record<string, Dialog> = {
  collect: { path: '/dashboard', open: (page, t) => press(page, t.common.collectPayment) },
  'hand-over': { path: '/payments/cash-up', open: (page, t) => press(page, t.payments.cash.handOver) },
  'take-back-hand-over': { path: '/payments/cash-up', open: (page, t) => press(page, t.payments.table.takeBack) },
  logout: { path: '/dashboard', open: (page, t) => chooseMore(page, t.dashboard.logout.button) },
  finder: { path: '/dashboard', open: (page) => pressKey(page, 'Control+k') },
  keys: { path: '/dashboard', open: (page) => pressKey(page, '?') },
  'add-fine': { path: '/fines?add=true' },
  'fine-details': { path: '/fines', open: (page, t) => pressInMenu(page, t.fines.details.open) },
  'surcharge-details': {
    path: `/fines?search=${encodeURIComponent(LATE_PAYMENT.en)}`,
    open: (page, t) => pressInMenu(page, t.fines.details.open),
  },
  'correct-fine': {
    path: '/fines',
    open: async (page, t) => {
      await pressInMenu(page, t.fines.details.open);
      await page.getByRole('button', { name: t.fines.details.correct, exact: true }).click();
    },
  },
  'fine-pictures': {
    path: `/fines?search=${encodeURIComponent('No safety shoes')}`,
    open: (page, t) => pressInMenu(page, t.fines.details.open),
    there: '[role=dialog] img',
  },
  'mark-paid': { path: '/fines', open: (page, t) => pressInRow(page, t.fines.markPaid) },
  'delete-fine': { path: '/fines', open: (page, t) => pressInRow(page, t.fines.delete) },
  'pay-several': ofTicked('pay'),
  'waive-several': ofTicked('waive'),
  'delete-several': ofTicked('delete'),
  'add-user': { path: '/user?add=true' },
  'add-several-users': { path: '/user?add=several' },
  'edit-user': { path: '/user', open: (page, t) => pressInRow(page, t.users.actions.edit) },
  'sign-in-link': { path: '/user', open: (page, t) => pressInMenu(page, t.users.actions.link) },
  'sign-in-links': { path: '/user?link=several' },
  'sign-in-cards': { path: '/user?link=several', open: printLinks, there: 'main ul svg', onPaper: true },
  join: { path: '/user?search=.driver', open: joinTwins },
  'delete-user': { path: '/user', open: (page, t) => pressInRow(page, t.users.actions.delete) },
  'add-event': { path: '/events', open: (page, t) => press(page, t.events.add) },
  'edit-event': { path: '/events', open: (page, t) => press(page, t.events.actions.edit) },
  'delete-event': { path: '/events', open: (page, t) => press(page, t.events.actions.delete) },
  'open-to-members': {
    path: '/app-settings',
    open: (page) => page.getByRole('switch').nth(SHOWS_EVERYONE).click({ force: true }),
  },
};

/** Returns what to wait for, and whether there is a picture of it on paper. */
export async function openDialog(page: Page, url: string, name: string, language: Language) {
  const dialog = DIALOGS[name];
  if (dialog === undefined) throw new Error(`There is no dialog ${name}.`);
  await page.goto(`${url}/#${dialog.path}`);
  await dialog.open?.(page, TEXTS[language], language);
  return { there: '[role=dialog] button, [role=alertdialog] button', onPaper: false, ...dialog };
}

export const DIALOG_NAMES = Object.keys(DIALOGS);
