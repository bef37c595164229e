// Messages of the error catalogue (specification section 8) that no screen's own tests provoke on a real connection.
import type { Page } from '@playwright/test';
import { addUser, readUser } from '../../src/contract/users.ts';
import { expect, test } from './support/fines.ts';

/** A write is sent again for some seconds before it counts as failed. */
const GIVING_UP = { timeout: 25_000 };

const errorsOf = (page: Page): string[] => {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  return logged;
};

test('while it cannot be found out who is signed in, the spinner stays and says why', async ({ app, page, line }) => {
  line.loseAnswers('GET /api/auth/session');
  await app.open('/user');
  await expect(page.getByRole('status').first()).toBeVisible();
  await expect(page.getByText('Connection lost. Attempting to reconnect...')).toBeVisible(GIVING_UP);
  await expect(page.getByRole('heading')).toHaveCount(0);
  line.restore();
  await app.expectPath('/login');
  await app.expectScreen('Welcome Back');
});

test('users and rules that cannot be read: a toast for the one, silence for the other', async ({
  app,
  page,
  office,
  line,
}) => {
  await office.add('Ayesha Khan');
  line.loseAnswers('GET /api/users?');
  await app.openUsers();
  await expect(app.toast('Failed to load users. Please try again.')).toBeVisible(GIVING_UP);
  await expect(page.getByText('No users available')).toHaveCount(0);
  line.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main')).toContainText('Ayesha Khan');

  await page.reload();
  const logged = errorsOf(page);
  line.loseAnswers('GET /api/settings');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const again = page.getByRole('button', { name: 'Load the rules again' });
  await expect(again).toBeVisible(GIVING_UP);
  expect(logged.some((text) => text.includes('ConnectionError'))).toBe(true);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('[class*="Notification-root"]')).toHaveCount(0);
  line.restore();
  await again.click();
  await expect(page.getByRole('switch').first()).toBeVisible();
});

test('a user who cannot be changed is said so, and the form stays', async ({ app, page, api, server }) => {
  const body = { userName: 'Ayesha Khan', userEmail: 'ayesha@office.pk', userRole: 'Clerk', phone: '0300 1234567' };
  const { id } = await api.must(addUser, { body });
  await app.openUsers();
  await page.getByRole('button', { name: 'Edit Ayesha Khan' }).click();
  const form = app.dialog('Edit User');
  await form.getByRole('textbox', { name: 'Phone' }).fill('0301 7654321');
  await server.stop();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(app.toast('Failed to update user')).toBeVisible(GIVING_UP);
  await expect(form.getByRole('textbox', { name: 'Phone' })).toHaveValue('0301 7654321');
  await server.start();
  expect((await api.must(readUser, { params: { userId: id } })).user.phone).toBe('0300 1234567');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(app.toast('User updated successfully!')).toBeVisible();
});
