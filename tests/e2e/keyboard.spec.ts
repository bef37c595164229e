// The keys of the app, the finder, and how many presses of Tab are needed.
import type { Locator, Page } from '@playwright/test';
import { giveRefund } from '../../src/contract/money/refunds.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { addUser } from '../../src/contract/users.ts';
import { userForm } from '../helpers/ledger.ts';
import { today, type Api } from './support/api.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { expect } from './support/test.ts';
import { test as base } from './support/people.ts';
import { holdWrites } from './support/requests.ts';

/** Each test begins with an empty database, so that none depends on what another left. */
const test = base.extend({
  server: async ({ servers }, use) => {
    await use(await servers.fresh());
  },
});

const finderOf = (page: Page): { dialog: Locator; box: Locator; options: Locator; chosen: Locator } => {
  const dialog = page.getByRole('dialog', { name: 'Find' });
  return {
    dialog,
    box: dialog.getByRole('combobox'),
    options: dialog.getByRole('option'),
    chosen: dialog.getByRole('option', { selected: true }),
  };
};

/** Opens the finder, types, and presses Enter on what is found. */
async function find(page: Page, term: string): Promise<void> {
  const { dialog, box, chosen } = finderOf(page);
  // A dialog that is still closing ignores keys.
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await page.keyboard.insertText(term);
  await expect(chosen).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

async function addPeople(api: Api, ...names: string[]): Promise<void> {
  for (const userName of names) {
    const user = await api.must(addUser, { body: userForm({ userName }) });
    api.ids.set(userName, user.id);
  }
}

async function pay(api: Api, name: string, amount: number): Promise<string> {
  const body = { userId: api.id(name), fines: [], amount, receivedOn: today() };
  const { payment } = await api.must(takePayment, { body });
  return payment?.receipt ?? '';
}

/** Presses a key as on a keyboard whose layout has this letter there. */
async function pressOn(page: Page, press: { key: string; code: string; modifiers?: number }): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  for (const type of ['keyDown', 'keyUp'] as const) await keyboard.send('Input.dispatchKeyEvent', { type, ...press });
  await keyboard.detach();
}
const CTRL = 2;
const SHIFT = 8;

test('"n" adds a fine, "c" collects, "/" searches and "?" lists the keys, on any screen; keys do nothing in a field, while a dialog is open, or with a modifier [FIND-1, FIND-2]', async ({
  app,
  api,
  page,
}) => {
  await addPeople(api, 'Ayesha Khan');
  await api.fine('Ayesha Khan', 100);
  await app.openDashboard();
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('c');
  await expect(dialog).toHaveAccessibleName('Collect Payment');
  await dialog.getByRole('button', { name: 'Close' }).click();
  // A dialog that is still closing ignores keys.
  await expect(dialog).toBeHidden();
  await page.keyboard.press('?');
  await expect(dialog).toHaveAccessibleName('Keyboard shortcuts');
  await expect(dialog.locator('dt')).toContainText([
    'Find a person',
    'Search on this screen',
    'Add New Fine',
    'Collect Payment',
  ]);
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('n');
  await expect(dialog).toHaveAccessibleName('Add New Fine');
  await app.expectPath('/fines');
  await dialog.getByRole('button', { name: 'Close' }).click();

  // On a person's screen, the form is for that person.
  await app.open(`/statements/${api.id('Ayesha Khan')}`);
  await app.expectScreen('Ayesha Khan');
  await page.keyboard.press('c');
  await expect(dialog).toContainText('Ayesha Khan');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('n');
  await app.expectPath(`/fines/${api.id('Ayesha Khan')}`);
  await expect(dialog.getByRole('list', { name: 'Selected users' })).toContainText('Ayesha Khan');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await app.goTo('/user');
  const search = page.getByRole('searchbox');
  await search.focus();
  await page.keyboard.type('nc/?');
  await expect(search).toHaveValue('nc/?');
  await expect(dialog).toBeHidden();
  await page.getByRole('heading', { level: 1 }).click();
  for (const keys of ['Control+n', 'Alt+c', 'Shift+N', 'Meta+c', 'Control+/']) await page.keyboard.press(keys);
  await expect(dialog).toBeHidden();

  await page.keyboard.press('?');
  await expect(dialog).toHaveAccessibleName('Keyboard shortcuts');
  for (const key of ['n', 'c', '/', 'Control+k']) await page.keyboard.press(key);
  await expect(dialog).toHaveCount(1);
  await expect(dialog).toHaveAccessibleName('Keyboard shortcuts');
  await app.expectPath('/user');
  // Ctrl+K opens the finder even from a field, because it types nothing.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await search.focus();
  await page.keyboard.press('Control+k');
  await expect(finderOf(page).box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
});

test('Escape and Back close the finder and return the focus; if it is closed the moment it gets the focus, it does not keep it [FIND-2, FIND-8]', async ({
  app,
  page,
}) => {
  const { dialog, box } = finderOf(page);
  const { promise: asked, resolve: fetchFinder } = Promise.withResolvers<void>();
  const { promise: wanted, resolve: fetchFines } = Promise.withResolvers<void>();
  await page.route(/\/(Finder|FinesScreen)-[^/]*\.js/, async (route) => {
    await (route.request().url().includes('/Finder-') ? asked : wanted);
    await route.continue();
  });
  await app.openUsers();
  // What is typed before it is there means no other key.
  await page.keyboard.press('Control+k');
  for (const key of ['n', 'c', '?']) await page.keyboard.press(key);
  fetchFinder();
  await expect(box).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await app.expectPath('/user');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const button = page.getByRole('complementary').getByRole('button', { name: 'Find' });
  await expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+K');
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(box).toBeFocused();
    await page.keyboard.type('x');
    await close();
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await app.expectPath('/user');
  }

  // It stays visible for a moment while fading out.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // In an object, so that the test waits for the listener and not yet for the key.
  const escape = await page.evaluateHandle(() => ({
    pressed: new Promise<void>((resolve) => {
      document.addEventListener('focusin', function close({ target }) {
        if (!(target instanceof HTMLInputElement)) return;
        // Or it would close the next dialog too.
        document.removeEventListener('focusin', close);
        target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
        resolve();
      });
    }),
  }));
  await button.focus();
  await page.keyboard.press('Enter');
  await escape.evaluate(({ pressed }) => pressed);
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  // Nor does what is typed before another screen has opened the form.
  await page.keyboard.press('n');
  await app.expectPath('/fines');
  for (const key of ['c', '?']) await page.keyboard.press(key);
  fetchFines();
  await expect(page.getByRole('dialog', { name: 'Add New Fine' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

/** Holds files of the app whose names begin so, until they are let go; lets them pass from then on. */
async function holdFiles(page: Page, ...names: string[]): Promise<{ asked: Promise<void>; letGo: () => void }> {
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  await page.route(new RegExp(`/assets/(?:${names.join('|')})-[^/]*\\.js`), async (route) => {
    isAsked();
    await free;
    await route.continue();
  });
  return { asked, letGo };
}

test('what is typed while a dialog that a key asked for is still on its way is in its field, with Backspace and Enter; Escape cancels it [FIND-2]', async ({
  app,
  api,
  page,
}) => {
  await addPeople(api, 'Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Bilal Ahmed', 700);
  // Held before the page is opened, which could otherwise have fetched them by then.
  const finder = await holdFiles(page, 'Finder');
  await app.openDashboard();
  const dialog = page.getByRole('dialog');
  const { box } = finderOf(page);

  // Cancelled: nothing is typed anywhere, and the next press begins afresh.
  await page.keyboard.press('Control+k');
  await finder.asked;
  await page.keyboard.type('cancelled');
  await page.keyboard.press('Escape');
  finder.letGo();
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // Once more in another window, whose code is not there yet; from a field, which keeps what it has.
  const again = await holdFiles(page, 'Finder');
  const collecting = await holdFiles(page, 'CollectPayment');
  await page.reload();
  await app.goTo('/user');
  const search = page.getByRole('searchbox');
  await search.fill('a');
  await page.keyboard.press('Control+k');
  await again.asked;
  await page.keyboard.type('bilal ahmefx');
  for (let times = 0; times < 2; times += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('d');
  await page.keyboard.press('Enter');
  await page.keyboard.type('n');
  again.letGo();
  await expect(page.locator('main h1')).toHaveText('Bilal Ahmed');
  await app.expectPath(`/user/${api.id('Bilal Ahmed')}`);
  await expect(dialog).toBeHidden();

  // Who pays is known, but not yet what they owe.
  await page.keyboard.press('c');
  await collecting.asked;
  await page.keyboard.type('2504');
  await page.keyboard.press('Backspace');
  collecting.letGo();
  const amount = dialog.getByRole('textbox', { name: /Amount/ });
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('250');
  await page.keyboard.type('7');
  await expect(amount).toHaveValue('2507');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // Who pays is found by the name, and Enter takes them; then the amount waits for what they owe.
  await app.goTo('/dashboard');
  const whoPays = await holdFiles(page, 'CollectPayment');
  const adding = await holdFiles(page, 'FinesScreen', 'AddFineDialog');
  await page.reload();
  await app.expectScreen('Fines Management Dashboard');
  const owed = Promise.withResolvers<void>();
  await page.keyboard.press('c');
  await whoPays.asked;
  await page.keyboard.type('bilal');
  await page.keyboard.press('Enter');
  await page.route('**/api/**', async (route) => {
    if (route.request().url().includes('/api/payments/owed/')) await owed.promise;
    await route.continue();
  });
  whoPays.letGo();
  await expect(dialog.getByRole('button', { name: 'Save Payment' })).toBeVisible();
  await page.keyboard.type('99');
  owed.resolve();
  await expect(amount).toHaveValue('99');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // The form is on another screen.
  await page.keyboard.press('n');
  await adding.asked;
  await page.keyboard.type('No tiw');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('e');
  adding.letGo();
  const type = dialog
    .getByRole('textbox', { name: 'Fine Type' })
    .or(dialog.getByRole('combobox', { name: 'Fine Type' }));
  await expect(type).toBeFocused();
  await expect(type).toHaveValue('No tie');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const cancelled = await holdFiles(page, 'AddFineDialog');
  await page.reload();
  await app.expectScreen('Fine Management');
  await page.keyboard.press('n');
  await cancelled.asked;
  await page.keyboard.type('x');
  await page.keyboard.press('Escape');
  await app.expectPath('/fines');
  cancelled.letGo();
  // Keys have their own meaning again.
  await page.keyboard.press('?');
  await expect(dialog).toHaveAccessibleName('Keyboard shortcuts');
});

test('an Urdu keyboard has the same keys in the same places; buttons name their keys, which can be switched off in this browser [FIND-3, FIND-4]', async ({
  app,
  page,
}) => {
  await app.openUsers();
  const dialog = page.getByRole('dialog');
  await pressOn(page, { key: 'ک', code: 'KeyK', modifiers: CTRL });
  await expect(dialog).toHaveAccessibleName('Find');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await pressOn(page, { key: '؟', code: 'Slash', modifiers: SHIFT });
  await expect(dialog).toHaveAccessibleName('Keyboard shortcuts');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await pressOn(page, { key: 'چ', code: 'KeyC' });
  await expect(dialog).toHaveAccessibleName('Collect Payment');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // A Latin letter counts wherever it is: no keyboard of ours has "n" in this place.
  await pressOn(page, { key: 'b', code: 'KeyN' });
  await expect(dialog).toBeHidden();
  await pressOn(page, { key: 'ن', code: 'KeyN' });
  await expect(dialog).toHaveAccessibleName('Add New Fine');
  await app.expectPath('/fines');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const button = page.locator('main').getByRole('button', { name: 'Add New Fine' }).first();
  await expect(button).toHaveAttribute('aria-keyshortcuts', 'N');
  await button.hover();
  await expect(page.getByRole('tooltip')).toContainText('N');
  await page.keyboard.press('?');
  await dialog.getByRole('switch', { name: 'Single keys' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).not.toHaveAttribute('aria-keyshortcuts');
  await page.reload();
  await app.expectScreen('Fine Management');
  for (const key of ['n', 'c', '?']) await page.keyboard.press(key);
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+k');
  await finderOf(page).box.fill('keyboard');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveAccessibleName('Keyboard shortcuts');
});

test('a viewer is offered no key that changes anything, and is led to no part of the settings that is not theirs; the finder signs out; a member has only the keys of their one screen [FIND-5, FIND-13]', async ({
  api,
  enterHere,
}) => {
  await addPeople(api, 'Ayesha Khan');
  const { app, page } = await enterHere('viewer');
  await app.open('/payments');
  await app.expectScreen('Payments');
  const dialog = page.getByRole('dialog');
  for (const key of ['n', 'c']) await page.keyboard.press(key);
  await expect(dialog).toBeHidden();
  await app.expectPath('/payments');
  const finder = finderOf(page);
  await page.keyboard.press('Control+k');
  await expect(finder.options.first()).toBeVisible();
  const names = await finder.options.allTextContents();
  expect(names.filter((name) => /add|collect payment|hand over|many|import|links/i.test(name))).toEqual([]);
  expect(names).toContain('Cash-up');
  await finder.box.fill('api keys');
  await expect(finder.dialog.getByRole('status')).toHaveText('Nothing found');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('?');
  await expect(dialog.locator('dt', { hasText: 'Show these keys' })).toBeVisible();
  await expect(dialog.locator('dt', { hasText: /Undo|Add|Collect|receipt of a payment/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await find(page, 'fine types');
  await expect(page.getByRole('region', { name: 'Fine Types', exact: true })).toBeFocused();
  await find(page, 'logout');
  await app.expectPath('/login');

  await enterHere('member');
  await page.goto('about:blank');
  await app.open('/');
  await app.expectScreen('User Fines Overview');
  for (const key of ['n', 'c', 'Control+k']) await page.keyboard.press(key);
  await expect(dialog).toBeHidden();
  await page.keyboard.press('?');
  await expect(dialog.locator('dt').first()).toHaveText('Search on this screen');
});

test('Ctrl+K finds people, receipts, vouchers, screens and actions, and leads to them [FIND-6, FIND-7, FIND-8, FIND-15]', async ({
  app,
  api,
  page,
}) => {
  await addPeople(api, 'Ayesha Zubairi', 'Bilal Ahmed');
  await api.fine('Ayesha Zubairi', 450);
  const receipt = await pay(api, 'Bilal Ahmed', 800);
  await api.must(giveRefund, { body: { userId: api.id('Bilal Ahmed'), credit: 800, amount: 300, givenOn: today() } });
  await app.openDashboard();
  const { dialog, box, options, chosen } = finderOf(page);
  const open = async (): Promise<void> => {
    // A dialog that is still closing ignores keys.
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Control+k');
    await expect(box).toBeFocused();
  };
  await open();
  await page.keyboard.type('bair');
  await expect(chosen).toContainText('Ayesha Zubairi');
  await expect(chosen).toContainText('owes Rs. 450');
  await expect(chosen).toHaveAttribute('href', `#/user/${api.id('Ayesha Zubairi')}`);
  await expect(box).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
  await expect(dialog.getByRole('status')).toHaveText('5 found');
  await expectNoAxeViolations(page);
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toHaveText('StatementAyesha Zubairi');
  for (const [deed, title] of [
    ['Remind', 'Remind'],
    ['Collect', 'Collect Payment'],
  ] as const) {
    await options.filter({ hasText: new RegExp(`^${deed}Ayesha`) }).click();
    const opened = page.getByRole('dialog', { name: new RegExp(`^${title}`) });
    await expect(opened).toContainText('Ayesha Zubairi');
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
    await open();
    await page.keyboard.type('bair');
    await expect(chosen).toContainText('Ayesha Zubairi');
  }
  await expect(options.filter({ hasText: /^Add a fineAyesha/ })).toHaveAttribute(
    'href',
    `#/user/${api.id('Ayesha Zubairi')}?add=true`,
  );
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toHaveText('StatementAyesha Zubairi');
  // Opened again at once, as on a slow device, it stays open: the dialogs of the screen that was left are closed later.
  await box.evaluate(async (input) => {
    const press = (on: EventTarget, init: KeyboardEventInit): boolean =>
      on.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
    press(input, { key: 'Enter', code: 'Enter' });
    // Until it has closed, but before any timer.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    press(document.body, { key: 'k', code: 'KeyK', ctrlKey: true });
  });
  await app.expectPath(`/statements/${api.id('Ayesha Zubairi')}`);
  await expect(page.locator('main h1')).toHaveText('Ayesha Zubairi');
  await expect(box).toBeFocused();
  // Of several people none is meant.
  await page.keyboard.type('a');
  await expect(options.filter({ hasText: 'Ayesha Zubairi' })).toHaveCount(1);
  await expect(options.filter({ hasText: 'Bilal Ahmed' })).toHaveCount(1);
  await expect(options.filter({ hasText: /^Statement/ })).toHaveCount(0);

  await box.fill(String(Number(receipt.slice(-6))));
  await expect(chosen).toContainText(receipt);
  await expect(options.filter({ hasText: /^V-/ })).toContainText('Bilal Ahmed');
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toContainText('V-');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await app.expectPath(`/receipts/${receipt}`);
  await expect(dialog).toBeHidden();

  // Enter waits for the answer.
  await open();
  await page.keyboard.type(receipt);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await app.expectPath(`/receipts/${receipt}`);

  await open();
  await page.keyboard.type('cash-');
  await page.keyboard.press('Enter');
  await app.expectPath('/payments/cash-up');

  // Also by the name in the other script, for which Enter waits even if the server was faster.
  await open();
  const answered = page.waitForResponse('**/api/find*');
  await page.route('**/assets/*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.keyboard.type('تقریب');
  await page.keyboard.press('Enter');
  await app.expectScreen('Events');
  await page.unroute('**/assets/*');
  await open();
  await page.keyboard.type('collect pay');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Collect Payment' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await app.expectPath('/events');

  await open();
  await page.keyboard.type('nobody is called so');
  await expect(dialog.getByRole('status')).toHaveText('Nothing found');
  // A search without an answer does not say that nothing was found.
  await page.route('**/api/find*', (route) => route.abort());
  await box.fill('zzzz');
  await expect(dialog.getByRole('alert')).toContainText('People and receipts could not be searched.');
  await expect(dialog.getByText('Nothing found')).toHaveCount(0);
});

test('the finder leads to tabs, and to each part of the settings, on its tab, and of the account [FIND-13, RULE-14]', async ({
  app,
  page,
}) => {
  await app.openDashboard();
  const part = (name: string): Locator => page.getByRole('region', { name, exact: true });
  // The first from another screen, the others on the same; the last one again, although the address is the same.
  for (const [term, name] of [
    ['api keys', 'API Keys'],
    ['ادائیگی کی آخری', 'Due Days'],
    ['due days', 'Due Days'],
  ] as const) {
    await find(page, term);
    await app.expectPath('/app-settings');
    await expect(part(name)).toBeFocused();
    await expect(part(name).getByRole('heading', { level: 2, name })).toBeInViewport();
  }
  await find(page, 'letterhead');
  await expect(page.getByLabel('Name of the organisation')).toBeFocused();
  await find(page, 'passkeys');
  await expect(part('Passkeys')).toBeFocused();
  await find(page, 'messages sent');
  await app.expectPath('/reminders/sent');
});

test('a phone has the finder in its bar, on every screen; the screen chosen there or in the menu gets the focus [FIND-9, SHELL-8]', async ({
  app,
  api,
  page,
}) => {
  const userName = 'Ayesha Khan with a name that is longer than the line of a phone';
  const userEmail = 'ayesha.khan.of.the.third.floor@accounts-department.example.pk';
  await api.must(addUser, { body: userForm({ userName, userEmail }) });
  await app.onPhone();
  await app.openFines();
  const { dialog, box, options } = finderOf(page);
  // One screen with a sidebar on a desktop, and one without.
  for (const path of ['/fines', '/fineUserOverView'] as const) {
    await app.goTo(path);
    const bar = page.getByRole('region', { name: 'Top bar' });
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(61);
    await bar.getByRole('button', { name: 'Find' }).click();
    await expect(box).toBeFocused();
    await box.fill('longer');
    // The person, their statement, and a fine for them.
    await expect(options).toHaveCount(3);
    await expectNoSidewaysScroll(page);
    const { x = 0, width = 0 } = (await box.boundingBox()) ?? {};
    expect([x >= 16, x + width <= 344]).toEqual([true, true]);
    await page.goBack();
    await expect(dialog).toBeHidden();
  }

  const main = page.getByRole('main');
  await app.goTo('/fines');
  const button = page.getByRole('button', { name: 'Find' });
  const place = await button.boundingBox();
  // With a keyboard; the tooltip moves nothing.
  await page.keyboard.press('Tab');
  await button.focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  expect(await button.boundingBox()).toEqual(place);
  await button.click();
  await expect(box).toBeFocused();
  await box.fill('longer');
  await expect(options).toHaveCount(3);
  await page.keyboard.press('Enter');
  await app.expectScreen(userName);
  await expect(dialog).toBeHidden();
  await expect(main).toBeFocused();
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Reports' }).click();
  await app.expectScreen('Reports');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(main).toBeFocused();
});

/** As when the screen has just been opened in a new page: the next Tab leads to the first element. */
const beginAgain = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const start = document.createElement('i');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
  });

/** How often Tab is pressed until `target` has the focus; a skip link named `skip` is followed on the way. */
async function tabsTo(page: Page, target: Locator, skip: string): Promise<number> {
  for (let tabs = 1; tabs <= 40; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((one) => one === document.activeElement)) return tabs;
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    if (focused !== skip) continue;
    await page.keyboard.press('Enter');
    if (await target.evaluate((one) => one === document.activeElement)) return tabs;
  }
  return Infinity;
}

test('on a new screen at most three Tabs lead to "Add New Fine" and to the menu with the first "Take Back"; arrows move from row to row, and Tab to all buttons [FIND-10, FIND-11]', async ({
  app,
  api,
  page,
}) => {
  await addPeople(api, 'Ayesha Khan');
  await api.fine('Ayesha Khan', 300, { fineType: 'Oldest', date: '2026-01-05' });
  await api.fine('Ayesha Khan', 300, { fineType: 'Paid', date: '2026-01-06', paid: true });
  await api.fine('Ayesha Khan', 300, { fineType: 'Newest', date: '2026-01-07' });
  await pay(api, 'Ayesha Khan', 100);
  const refund = { userId: api.id('Ayesha Khan'), credit: 100, amount: 50, givenOn: today() };
  await api.must(giveRefund, { body: refund });
  await app.openDashboard();
  for (const path of ['/dashboard', '/fines', '/fineUserOverView', '/CollectedFinesPage'] as const) {
    await app.goTo(path);
    const add = page
      .locator('main header')
      .getByText('Add New Fine')
      .locator('xpath=ancestor-or-self::*[self::a or self::button]');
    await expect(add).toBeVisible();
    if (path !== '/dashboard') await beginAgain(page);
    expect(await tabsTo(page, add, 'Skip to the content'), path).toBeLessThanOrEqual(3);
  }
  for (const [path, name] of [
    ['/payments', /^More: R-/],
    // Payments have no voucher.
    ['/payments/given-back', /^More: V-/],
  ] as const) {
    await app.open(path);
    const more = page.getByRole('button', { name }).first();
    await expect(more).toBeVisible();
    await beginAgain(page);
    expect(await tabsTo(page, more, 'Skip to the list'), path).toBeLessThanOrEqual(3);
  }

  await app.goTo('/fines');
  const button = (name: RegExp): Locator => page.getByRole('button', { name });
  await button(/^Mark Paid: Newest/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(button(/^Delete: Newest/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(button(/^More: Newest/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(button(/^More: Newest/)).toBeFocused();
  // The menu has its own arrows, and gives the focus back.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Details' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Collect' })).toBeFocused();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(button(/^More: Newest/)).toBeFocused();
  // A row may lack some of the buttons.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(button(/^Delete: Paid/)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(button(/^Delete: Oldest/)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect(button(/^Delete: Paid/)).toBeFocused();
});

test('on a person’s page the buttons name their keys; a form left before anything was typed opens for the next person; where there is nobody, "c" asks who pays, and Enter waits for the answer [FIND-1, FIND-4, SCREEN-36, SCREEN-42]', async ({
  app,
  api,
  page,
}) => {
  await addPeople(api, 'Sohail Rana', 'Uzma Rana', 'Hina Rana', 'Rana Zahid');
  await api.fine('Sohail Rana', 300);
  await app.openAsAdministrator(`/user/${api.id('Sohail Rana')}`);
  await app.expectScreen('Sohail Rana');
  const actions = page.getByRole('group', { name: /Sohail Rana/ }).first();
  await expect(actions.getByRole('button', { name: 'Collect Payment' })).toHaveAttribute('aria-keyshortcuts', 'C');
  await expect(actions.getByRole('link', { name: 'Add a fine' })).toHaveAttribute('aria-keyshortcuts', 'N');

  const dialog = page.getByRole('dialog');
  const chosen = dialog.getByRole('list', { name: 'Selected users' });
  await page.keyboard.press('n');
  await expect(chosen).toContainText('Sohail Rana');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await app.open(`/user/${api.id('Uzma Rana')}`);
  await app.expectScreen('Uzma Rana');
  await page.keyboard.press('n');
  await expect(chosen).toContainText('Uzma Rana');
  await expect(chosen).not.toContainText('Sohail Rana');
  await expect(dialog).not.toContainText('typed before');
  // What was typed comes back, with the person for whom it was typed.
  await dialog.getByLabel('Fine Type').fill('Late');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await app.open(`/user/${api.id('Sohail Rana')}`);
  await app.expectScreen('Sohail Rana');
  await page.keyboard.press('n');
  await expect(dialog).toContainText('This is what you typed before.');
  await expect(chosen).toContainText('Uzma Rana');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await app.open('/user/NOBODY22');
  await expect(page.getByText('This user no longer exists.')).toBeVisible();
  await page.keyboard.press('c');
  await expect(dialog.getByRole('combobox', { name: 'Member' })).toBeFocused();
  await page.keyboard.type('Sohail');
  await page.getByRole('option', { name: 'Sohail Rana' }).click();
  await expect(dialog).toContainText('Rs. 300.00 left to pay');

  // Enter waits for the answer: before it is there, the list has them by their names, and Hina first.
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('c');
  await expect(dialog.getByRole('combobox', { name: 'Member' })).toBeFocused();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  // Also a search for "ran", which the page sends if the last key comes late.
  await page.route('**/api/users/options?*search=*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.keyboard.type('rana');
  await expect(page.locator('[role=option]').first()).toHaveText(/^Hina Rana/);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Member' })).toHaveValue('rana');
  answer();
  await expect(dialog.getByLabel('Amount Received (PKR)')).toBeVisible();
  await expect(dialog).toContainText('Rana Zahid');
});

test('a button keeps the focus while what it does is under way, and when there is nothing more to do [SCREEN-37]', async ({
  app,
  page,
}) => {
  await app.openProfile();
  const pressed = async (button: Locator, answer: Locator): Promise<void> => {
    const send = await holdWrites(page, '**/api/**');
    await button.focus();
    const sent = page.waitForRequest((request) => request.method() !== 'GET');
    await page.keyboard.press('Enter');
    await sent;
    // A button that was disabled meanwhile would lose the focus with the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    send();
    await expect(answer).toBeVisible();
    await expect(button).toBeFocused();
    await page.unroute('**/api/**');
  };
  const person = page.getByRole('region', { name: 'Signed in as' });
  await person.getByRole('textbox').fill('Rukhsana Anwar');
  await pressed(person.getByRole('button', { name: 'Save Name' }), app.toast('Name saved'));
  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password').fill('another password');
  const wrong = page.getByText('This is not your current password.');
  await pressed(page.getByRole('button', { name: 'Change password' }), wrong);

  await app.openSettings('organisation');
  await page.getByLabel('Name of the organisation').fill('Baadban');
  await pressed(page.getByRole('button', { name: 'Save' }), app.toast('Setting updated'));
});

test('the people of a new fine keep their order until the search is answered [SCREEN-38]', async ({
  app,
  api,
  page,
}) => {
  await addPeople(api, 'Aslam Khan', 'Bilal Khan', 'Zahid Khan');
  await app.openAsAdministrator(`/user/${api.id('Zahid Khan')}`);
  await app.expectScreen('Zahid Khan');
  await page.keyboard.press('n');
  const dialog = app.dialog('Add New Fine');
  const boxes = dialog.getByRole('checkbox');
  await expect(boxes.first()).toHaveAccessibleName(/Zahid Khan/);
  await expect(boxes.nth(1)).toBeVisible();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const asked = page.waitForRequest('**/api/**khan**');
  await page.route('**/api/**khan**', async (route) => {
    await answered;
    await route.continue();
  });
  await dialog.getByLabel('Search users by name or e-mail').fill('khan');
  await asked;
  await expect(boxes.first()).toHaveAccessibleName(/Zahid Khan/);
  answer();
  await expect(boxes.first()).toHaveAccessibleName(/Aslam Khan/);
});
