// "Paste a list": several users at once (USER-17 to USER-20).
import type { Locator, Page } from '@playwright/test';
import { users as urdu } from '../../src/web/messages/ur/users.ts';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { expectAccessibleOnPhoneAndDesk, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { ADMINISTRATOR } from './support/server.ts';
import { expect, test } from './support/users.ts';

const FROM_A_SPREADSHEET = [
  'Phone\tName\tE-mail\tDesignation\tCNIC',
  '0300 1234567\tAyesha Khan\tayesha@example.com\tAccountant\t35202',
  '0321-7654321\tBilal Ahmed\tBilal@Example.com\tDriver\t35203',
  '+92 333 1112223\tمحمد علی\tali@example.com\tکلرک\t35204',
].join('\r\n');
const TWO_WRONG = [
  'Ayesha Khan, ayesha@example.com, Accountant, 0300 1234567',
  'Bilal Ahmed, bilal@, Driver',
  '',
  'Sana Mir, AYESHA@example.com, Clerk, 0300 7654321',
].join('\n');

class Dialog {
  readonly page: Page;
  readonly root: Locator;
  readonly text: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole('dialog', { name: 'Paste a list' });
    this.text = this.root.getByRole('textbox', { name: 'Names, e-mails, roles and phones' });
  }

  add(count: number): Locator {
    return this.root.getByRole('button', { name: `Add ${count} ${count === 1 ? 'person' : 'people'}`, exact: true });
  }

  /** A row of the table, shown as a card on a phone. */
  line(...texts: string[]): Locator {
    const lines = this.root.locator('tbody tr');
    return texts.reduce((found, hasText) => found.filter({ hasText }), lines);
  }

  async expectSelected(part: string): Promise<void> {
    await expect(this.text).toBeFocused();
    const selected = () =>
      this.text.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd));
    await expect.poll(selected).toBe(part);
  }
}

test('a list is parsed, and nobody is added while a line is wrong; each wrong line says why, and is focused in turn [USER-18, USER-19]', async ({
  app,
  page,
  users,
  people,
}) => {
  await app.openAsAdministrator('/user?add=several');
  const dialog = new Dialog(page);
  await app.expectInitialFocus(dialog.text);
  await expect.poll(() => new URL(page.url()).hash).toBe('#/user');
  await expect(dialog.root.getByRole('button', { name: 'Add people' })).toBeDisabled();
  await dialog.text.fill('x'.repeat(300_001));
  await expect(dialog.root.getByText('This is longer than 300,000 characters')).toBeVisible();
  await expect(dialog.text).toHaveValue('');
  await dialog.text.fill(TWO_WRONG);
  await expect(dialog.root.getByRole('status')).toHaveText(/3 people\s*2 lines to correct/);
  await expect(dialog.line('Bilal Ahmed', 'Email is invalid', 'Phone number is required')).toBeVisible();
  await expect(dialog.line('Sana Mir', 'Line 1 already has this email')).toBeVisible();
  await expect(dialog.line('Ayesha Khan', 'Complete')).toBeVisible();
  await expect(dialog.add(3)).toBeDisabled();
  await expect(dialog.line()).toHaveText([/^(2|Bilal)/, /^(4|Sana)/, /^(1|Ayesha)/]);

  await dialog.root.getByRole('button', { name: 'Go to line 2' }).click();
  await dialog.expectSelected('Bilal Ahmed, bilal@, Driver');
  await page.keyboard.insertText('Bilal Ahmed, bilal@example.com, Driver, 0321 1');
  await expect(dialog.root.getByRole('status')).toHaveText(/3 people\s*1 line to correct/);
  await dialog.root.getByRole('button', { name: 'Go to line 4' }).click();
  await dialog.expectSelected('Sana Mir, AYESHA@example.com, Clerk, 0300 7654321');
  await page.keyboard.insertText('Sana Mir, sana@example.com, Clerk, 0300 7654321, on leave');
  await expect(dialog.line('Sana Mir', 'Not understood: on leave')).toBeVisible();
  await dialog.text.fill((await dialog.text.inputValue()).replace(', on leave', ''));
  await dialog.add(3).click();
  await expect(app.toast('3 users added successfully!')).toBeVisible();
  await expect(dialog.root).toBeHidden();
  await users.expectCount(3, 3);
  expect(await people.names()).toEqual(['Ayesha Khan', 'Bilal Ahmed', 'Sana Mir']);
});

test('from a spreadsheet: errors known only to the server are shown at their lines until these change; more than 500 lines are refused earlier [USER-18, USER-19]', async ({
  app,
  page,
  users,
  people,
}) => {
  await people.add('Ayesha K.', { userEmail: 'Ayesha@example.com' });
  await people.add('Ali', { userEmail: 'ali@example.com' });
  // The lines are a table only if the dialog has room for one.
  await page.setViewportSize({ width: 860, height: 740 });
  await app.openAsAdministrator('/user?add=several');
  const dialog = new Dialog(page);
  await dialog.text.fill(FROM_A_SPREADSHEET);
  await expect(dialog.root.getByRole('status')).toHaveText('3 people');
  await expect(dialog.root.getByText('Columns that are not used: CNIC')).toBeVisible();
  await expect(dialog.line('Bilal Ahmed', 'Bilal@Example.com', 'Driver', '0321-7654321', 'Complete')).toBeVisible();
  // The headings of cards are only read out.
  const head = dialog.root.getByRole('columnheader', { name: 'Role' });
  await expect(head).toHaveCSS('clip-path', 'inset(50%)');
  await page.setViewportSize({ width: 1280, height: 740 });
  await expect(head).toHaveCSS('clip-path', 'none');

  await dialog.add(3).click();
  await expect(app.toast('Failed to add the users: Some of these e-mails are already in use.')).toBeVisible();
  await expect(dialog.line('This email is already in use')).toHaveCount(2);
  await expect(dialog.line('Bilal Ahmed', 'Complete')).toBeVisible();
  await expect(dialog.add(3)).toBeDisabled();
  await dialog.expectSelected('0300 1234567\tAyesha Khan\tayesha@example.com\tAccountant\t35202');
  await page.keyboard.insertText('0300 1\tAyesha Khan\tkhan@example.com\tAccountant');
  await expect(dialog.line('This email is already in use')).toHaveCount(1);
  await dialog.root.getByRole('button', { name: 'Go to line 4' }).click();
  await page.keyboard.insertText('+92 333 1112223\tمحمد علی\tm.ali@example.com\tکلرک');
  await dialog.add(3).click();
  await expect(app.toast('3 users added successfully!')).toBeVisible();
  await expect(users.row('محمد علی', 'm.ali@example.com', 'کلرک', '+92 333 1112223', 'Active')).toBeVisible();
  expect(await people.names()).toEqual(['Ali', 'Ayesha K.', 'Ayesha Khan', 'Bilal Ahmed', 'محمد علی']);

  await app.open('/user?add=several');
  const lines = Array.from({ length: 501 }, (_, n) => `Person ${n}, p${n}@example.com, Clerk, 0300 ${n}`);
  await dialog.text.fill(lines.join('\n'));
  await expect(dialog.root.getByRole('alert')).toContainText('At most 500 people can be added at once');
  await expect(dialog.add(501)).toBeDisabled();
});

test('it is reached from Add New User and from the empty screen, by keyboard alone; a list survives a reload, closing and an expired session, and Cancel discards it [USER-20]', async ({
  app,
  page,
  users,
  people,
}) => {
  await app.openUsers();
  const dialog = new Dialog(page);
  await page.getByRole('main').getByRole('button', { name: 'Paste a list' }).click();
  await app.expectInitialFocus(dialog.text);
  await page.keyboard.press('Escape');
  await expect(dialog.root).toBeHidden();
  await expect(page.getByRole('main').getByRole('button', { name: 'Paste a list' })).toBeFocused();

  await users.addButton.click();
  await app.expectInitialFocus(users.field('Name'));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await app.expectInitialFocus(dialog.text);
  await expect(users.form).toBeHidden();
  await page.keyboard.insertText('Ayesha Khan, khan@example.com, Accountant, 0300 1234567');
  await expect(dialog.add(1)).toBeEnabled();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.add(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(app.toast('1 user added successfully!')).toBeVisible();
  await expect(users.row('Ayesha Khan')).toBeVisible();
  await expect(users.addButton).toBeFocused();

  await app.open('/user?add=several');
  await dialog.text.fill(FROM_A_SPREADSHEET);
  await page.reload();
  await expect(dialog.text).toHaveValue(FROM_A_SPREADSHEET.replaceAll('\r', ''));
  await expect(dialog.root).toContainText('What you typed before is still here');
  await app.expireSession();
  await dialog.add(3).click();
  await app.expectPath('/login');
  expect(await people.names()).toEqual(['Ayesha Khan']);
  await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await app.expectPath('/dashboard');
  await app.menuLink('Users').click();
  await dialog.add(3).click();
  await expect(app.toast('3 users added successfully!')).toBeVisible();
  expect(await people.names()).toHaveLength(4);

  await app.open('/user?add=several');
  await expect(dialog.text).toHaveValue('');
  await dialog.text.fill('Half');
  await dialog.root.getByRole('button', { name: 'Cancel' }).click();
  await app.open('/user?add=several');
  await expect(dialog.text).toHaveValue('');
});

test('it is accessible and fits, with lines of every kind, on a phone and on a desktop, and in Urdu', async ({
  app,
  page,
  api,
  people,
}) => {
  await people.add('Ayesha', { userEmail: 'taken@example.com' });
  await app.openAsAdministrator('/user?add=several');
  const dialog = new Dialog(page);
  await expect(dialog.text).toBeVisible();
  const long = 'An-Adress-Without-Any-Place-To-Break@A-Subdomain-Without-Any.Example.com';
  const lines = [
    `A name with many words that does not end Abdurrahman, ${long}, Senior Deputy Assistant Manager, 0300`,
    'محمد علی, taken@example.com, کلرک, ۰۳۰۰ ۱۲۳۴۵۶۷',
  ];
  await dialog.text.fill(lines.join('\n'));
  await dialog.add(2).click();
  await expect(dialog.line('This email is already in use')).toBeVisible();
  await dialog.text.fill([...lines, 'Sana, sana@', `${'x'.repeat(130)}, ${long}, and, more, 1`].join('\n'));
  await expect(dialog.line('Name: At most 120 characters fit here; this has 130.')).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);

  await api.must(setLanguage, { body: { language: 'ur' } });
  await app.onPhone();
  await page.reload();
  const list = page.getByRole('dialog', { name: urdu.several.title });
  await expect(list.getByRole('status').filter({ hasText: /4 افراد/ })).toBeVisible();
  await expect(list.locator('tbody').filter({ hasText: 'Sana' })).toContainText(urdu.problem['email-invalid']);
  await expectTouchTargets(list.getByRole('button'));
  await page.setViewportSize({ width: 320, height: 740 });
  await expectNoSidewaysScroll(page);
  await api.must(setLanguage, { body: { language: 'en' } });
});
