// What each screen says when something fails or succeeds, word for word: the error catalogue of the specification, line
// by line. The reason stands behind what failed, also where a field says it as well (SCREEN-53).
import type { Locator, Page } from '@playwright/test';
import { addEvent } from '../../src/contract/events.ts';
import { addSessionCookies, type ScreenPath } from './support/app.ts';
import { expect, test, today } from './support/fines.ts';
import { recordErrors } from './support/requests.ts';
import { chooseMore } from './support/screen.ts';

const BROKEN = { status: 500, json: { error: { code: 'internal', message: 'Something broke.' } } };
const AWAY = { status: 503, json: { error: { code: 'unavailable', message: 'The database is away.' } } };
const refusal = (code: string, message: string, details?: unknown) => ({
  status: 400,
  json: { error: { code, message, details } },
});
/** At a field of a form. */
const atField = (field: string, message: string) =>
  refusal('invalid-input', message, [{ path: `body.${field}`, message }]);

/** Answers the requests that begin with e.g. `GET /users?` in the server's place, until `heal`. */
async function breaks(page: Page, beginning: string, answer: object | 'abort' = BROKEN): Promise<void> {
  await page.route('**/api/**', (route) => {
    const { pathname, search } = new URL(route.request().url());
    if (!`${route.request().method()} ${pathname.slice(4)}${search}`.startsWith(beginning)) return route.fallback();
    return answer === 'abort' ? route.abort() : route.fulfill(answer);
  });
}
const heal = (page: Page): Promise<void> => page.unroute('**/api/**');

test('each line of the error catalogue is said, with its reason: of signing in, the overview, collected fines, users, the dashboard, signing out, events, settings and fines [OVERVIEW-11, COLLECTED-8, USER-9, DASH-10, SHELL-4, SHELL-5, EVENT-10, RULE-3, RULE-5, LIST-8, FINE-14, SCREEN-53]', async ({
  app,
  page,
  api,
  server,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Chand Bibi');
  await api.fine('Ayesha Khan', 100, { fineType: 'First' });
  await api.fine('Bilal Ahmed', 200, { fineType: 'Second', paid: true });
  const picnic = { title: 'Picnic', description: 'Tea', date: today(), amount: 50, location: 'Lake' };
  await api.must(addEvent, { body: picnic });
  const logged = recordErrors(page);
  const toasts = page.locator('[class*="Notification-root"]');

  /** Read once, word for word, and closed. */
  const says = async (title: string, text: string | null = null): Promise<void> => {
    const toast = toasts.filter({ hasText: title });
    await expect(toast).toHaveText(text === null ? title : `${title}${text}`);
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
  };
  const press = (within: Page | Locator, name: string | RegExp): Promise<void> =>
    within.getByRole('button', { name, exact: true }).click();
  /** Opens a screen whose request fails. */
  const openBroken = async (path: ScreenPath, beginning: string): Promise<void> => {
    await breaks(page, beginning);
    await app.open(path);
  };
  const row = (text: string): Locator => page.locator('main tbody tr').filter({ hasText: text });
  const refusedAt = async (field: Locator, reason: string): Promise<void> => {
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(new RegExp(reason, 'i'));
  };

  await test.step('Login', async () => {
    await app.open('/login');
    await app.submitLogin('nobody@example.com', 'wrong password');
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText('Invalid email or password');
  });

  await addSessionCookies(page.context(), server, await server.newSession());
  await page.reload();
  await app.expectScreen('Fines Management Dashboard');

  for (const [path, text] of [
    ['/fineUserOverView', 'Failed to load fines data'],
    ['/CollectedFinesPage', 'Failed to load collected fines data'],
  ] as const) {
    await test.step(`Load of ${path}`, async () => {
      await openBroken(path, 'GET /overview?');
      const dialog = app.dialog('Oops...');
      await expect(dialog).toContainText(text);
      await heal(page);
      await press(dialog, 'Try again');
      await expect(dialog).toBeHidden();
    });
  }

  await test.step('Users', async () => {
    await openBroken('/user', 'GET /users?');
    await says('Failed to load users. Please try again.');
    await heal(page);
    await press(page, 'Try again');

    const form = app.dialog(/^(Add New|Edit) User$/);
    const email = form.getByRole('combobox', { name: 'Email' });
    await press(page, 'Add New User');
    for (const [name, value] of [
      ['Name', 'Dawood'],
      ['Role/Designation', 'Clerk'],
      ['Phone', '0300 1234567'],
    ] as const) {
      await form.getByRole('textbox', { name }).fill(value);
    }
    await email.fill('PERSON1@office.pk');
    await press(form, 'Add User');
    await refusedAt(email, 'this email is already in use');
    await says('Failed to add user: this email is already in use');
    await email.fill('dawood@office.pk');
    await press(form, 'Add User');
    await expect(toasts.filter({ hasText: 'User added successfully!' })).toBeVisible();
    await app.dismiss('User added successfully!');

    await press(page, 'Edit Dawood');
    await email.fill('person1@office.pk');
    await press(form, 'Save Changes');
    await refusedAt(email, 'this email is already in use');
    await says('Failed to update user: this email is already in use');
    await email.fill('dawood@example.com');
    await press(form, 'Save Changes');
    await says('User updated successfully!');

    await breaks(page, 'DELETE /users/');
    await press(page, 'Delete Dawood');
    await press(app.dialog('Confirm Delete'), 'Delete');
    await says('Failed to delete user: Something broke.');
    await expect(row('Dawood')).toBeVisible();
    await heal(page);
    await press(page, 'Delete Dawood');
    await press(app.dialog('Confirm Delete'), 'Delete');
    await says('User deleted successfully!');
  });

  await test.step('Dashboard', async () => {
    await app.goTo('/dashboard');
    for (const [answer, text] of [
      [BROKEN, 'Failed to process fines data'],
      [AWAY, 'Failed to connect to database'],
      ['abort', 'Connection lost. Attempting to reconnect...'],
    ] as const) {
      await breaks(page, 'GET /overview?', answer);
      await chooseMore(page, 'Refresh');
      await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })).toHaveText(text);
      await heal(page);
      await chooseMore(page, 'Refresh');
      await expect(page.getByText(text)).toHaveCount(0);
    }
  });

  await test.step('Logout', async () => {
    await breaks(page, 'POST /auth/sign-out');
    await chooseMore(page, 'Logout');
    await press(app.dialog('Confirm Logout'), 'Logout');
    await says('Logout Failed', 'Please try again');
    await app.goTo('/fineUserOverView');
    await press(page, 'Logout');
    await expect.poll(() => logged.join('\n')).toContain('Something broke.');
    await app.expectScreen('User Fines Overview');
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await expect(toasts).toHaveCount(0);
    await heal(page);
  });

  await test.step('Events', async () => {
    await openBroken('/events', 'GET /events');
    await says('Error: Failed to load data');
    await heal(page);
    await press(page, 'Try again');

    const form = app.dialog(/^(Add|Edit) Event$/);
    const title = form.getByRole('textbox', { name: 'Title' });
    await press(page.locator('main'), 'Add Event');
    for (const [name, value] of Object.entries({
      Title: 'Dinner',
      Description: 'All',
      Date: '5/12/2026',
      Amount: '70',
      Location: 'Hall',
    })) {
      await form.getByRole('textbox', { name }).fill(value);
    }
    const save = async (word: 'Add' | 'Update'): Promise<void> => {
      await press(form, `${word} Event`);
      await press(app.dialog(`${word} Event?`), word);
    };
    await breaks(page, 'POST /events', atField('title', 'This title cannot be used.'));
    await save('Add');
    await refusedAt(title, 'This title cannot be used.');
    await says('Error: Could not add event', 'This title cannot be used.');
    await heal(page);
    await save('Add');
    await says('Success!', 'Event added successfully!');

    await press(page, /^Edit Dinner/);
    await breaks(page, 'P', atField('title', 'This title cannot be used.'));
    await title.fill('Supper');
    await save('Update');
    await refusedAt(title, 'This title cannot be used.');
    await says('Error: Could not update event', 'This title cannot be used.');
    await heal(page);
    await save('Update');
    await says('Success!', 'Event updated successfully!');

    await breaks(page, 'DELETE /events/');
    await press(page, /^Delete Supper/);
    await press(app.dialog('Delete Event?'), 'Delete');
    await says('Error: Could not delete event', 'Something broke.');
    await expect(row('Supper')).toBeVisible();
    await heal(page);
    await press(page, /^Delete Supper/);
    await press(app.dialog('Delete Event?'), 'Delete');
    await says('Deleted!', 'Event has been deleted.');
  });

  await test.step('Settings', async () => {
    await openBroken('/app-settings', 'GET /rules');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await expect(toasts).toHaveCount(0);
    await heal(page);
    await press(page, 'Try again');
    await breaks(page, 'PUT /rules/');
    await app.firstRule.click();
    await says('Error', 'Failed to update: Something broke.');
    await expect(app.firstRule).not.toBeChecked();
    await heal(page);
    await app.firstRule.click();
    await says('Updated', 'Setting updated');
    await api.rule(false);
  });

  await test.step('Fines', async () => {
    await openBroken('/fines', 'GET /fines?');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load data' });
    await expect(alert).toContainText('Error');
    await heal(page);
    await press(alert, 'Try again');
    await expect(row('First')).toBeVisible();

    const form = app.dialog('Add New Fine');
    const type = form.getByRole('combobox', { name: /^Fine Type/ });
    await page.getByRole('button', { name: 'Add New Fine' }).first().click();
    await type.fill('Late');
    await form.getByLabel('Amount (PKR)').fill('10');
    await form.getByRole('checkbox', { name: 'Chand Bibi' }).check();
    await breaks(page, 'POST /fines', refusal('fine-type-not-listed', 'Only fine types from the list can be used.'));
    await press(form, 'Add Fine');
    await refusedAt(type, 'list');
    await says('Failed to add fine: Only fine types from the list can be used.');
    await heal(page);
    await press(form, 'Add Fine');
    await says('Fines added successfully', 'Undo');

    const act = async (text: string, name: string, question: string): Promise<void> => {
      await press(row(text), new RegExp(`^${name}`));
      await press(app.dialog(question), name);
    };
    await breaks(page, 'P');
    await act('First', 'Mark Paid', 'Mark as Paid');
    await says('Failed to update status: Something broke.');
    await heal(page);
    await breaks(page, 'P', { status: 404, json: { error: { code: 'fine-not-found', message: 'Fine not found' } } });
    await act('First', 'Mark Paid', 'Mark as Paid');
    await says('Failed to update status: Fine not found');
    await heal(page);
    await breaks(page, 'DELETE /fines/');
    await act('First', 'Delete', 'Delete Fine');
    await says('Failed to delete fine: Something broke.');
    await expect(row('First')).toBeVisible();
    await heal(page);
    await act('First', 'Mark Paid', 'Mark as Paid');
    await says('Fine marked as paid', 'ReceiptUndo');
    await act('First', 'Mark Unpaid', 'Mark as Unpaid');
    await says('Fine marked as unpaid');
    await act('First', 'Delete', 'Delete Fine');
    await says('The fine has been deleted');
  });

  await press(page.getByRole('navigation', { name: 'Main' }).or(page.locator('aside')).first(), 'Logout');
  await says('Logged out successfully!');
});
