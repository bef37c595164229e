// The users screen: failures, and concurrent changes in other windows. Nothing is lost or saved twice, and the screen
// shows the current state.
import { readUser } from '../../src/contract/users.ts';
import { recordRequests } from './support/requests.ts';
import { AYESHA, expect, test } from './support/users.ts';

test('says when the users cannot be loaded, and loads them again [USER-9]', async ({
  proxiedApp: app,
  faultyProxy,
  page,
  users,
  people,
}) => {
  await people.add('Ayesha Khan');
  faultyProxy.dropResponses('GET /api/users?');
  await app.openUsers();
  await expect(app.toast('Failed to load users. Please try again.')).toBeVisible();
  await expect(page.getByText('No users available')).toBeHidden();
  faultyProxy.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(users.row('Ayesha Khan')).toBeVisible();
});

test('a refresh that fails says so and leaves the list as it was [USER-1, USER-9]', async ({
  app,
  page,
  users,
  people,
  server,
}) => {
  await people.add('Ayesha Khan');
  await app.openUsers();
  await expect(users.row('Ayesha Khan')).toBeVisible();
  await server.stop();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(app.toast('Failed to load users. Please try again.')).toBeVisible();
  await expect(users.row('Ayesha Khan')).toBeVisible();
});

test('a user who cannot be added is said so, the form stays, and trying again adds one [USER-9]', async ({
  app,
  page,
  users,
  people,
  server,
}) => {
  await app.openUsers();
  await users.addButton.click();
  await users.fill(AYESHA);
  const sent = recordRequests(page, 'POST ');
  await server.stop();
  await users.save.click();
  await expect(users.form.getByRole('button', { name: 'Please wait...' })).toBeDisabled();
  await expect(app.toast('Failed to add user: No answer came from the server')).toBeVisible();
  await expect(users.form).toContainText('it is not known whether this was saved');
  await expect(users.field('Phone')).toHaveValue(AYESHA.Phone);
  await server.start();
  await users.save.click();
  await expect(app.toast('User added successfully!')).toBeVisible();
  expect(await people.names()).toEqual(['Ayesha Khan']);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test('a user who cannot be changed is said so, and the form stays [USER-9]', async ({
  app,
  users,
  people,
  api,
  server,
}) => {
  const { id } = await people.add('Ayesha Khan');
  await app.openUsers();
  await users.action('Edit', 'Ayesha Khan').click();
  await users.fill({ Phone: '0301 7654321' });
  await server.stop();
  await users.save.click();
  await expect(app.toast('Failed to update user')).toBeVisible();
  await expect(users.field('Phone')).toHaveValue('0301 7654321');
  await server.start();
  expect((await api.must(readUser, { params: { userId: id } })).user.phone).toBe('0300 1234567');
  await users.save.click();
  await expect(app.toast('User updated successfully!')).toBeVisible();
});

test('a lost answer is asked for again: one user, and no false alarm about the e-mail [SCREEN-7]', async ({
  proxiedApp: app,
  faultyProxy,
  users,
  people,
}) => {
  await app.openUsers();
  await users.addButton.click();
  await users.fill(AYESHA);
  faultyProxy.dropResponses('POST /api/users ', 1);
  await users.save.click();
  await expect(app.toast('User added successfully!')).toBeVisible();
  expect(faultyProxy.dropped).toBe(1);
  expect(await people.names()).toEqual(['Ayesha Khan']);
});

test('a deleted row goes before the answer comes [SCREEN-10]', async ({
  proxiedApp: app,
  faultyProxy,
  users,
  people,
}) => {
  const ayesha = await people.add('Ayesha Khan');
  await people.add('Bilal');
  await app.openUsers();
  faultyProxy.holdRequests(`DELETE /api/users/${ayesha.id} `);
  await users.delete('Ayesha Khan');
  await expect(users.row('Ayesha Khan')).toHaveCount(0);
  await users.expectCount(1, 1);
  expect(await people.names()).toEqual(['Ayesha Khan', 'Bilal']);
  faultyProxy.restore();
  await expect(app.toast('User deleted successfully!')).toBeVisible();
  expect(await people.names()).toEqual(['Bilal']);
});

test('a deletion that fails brings the row back [SCREEN-10, USER-9]', async ({ app, users, people, server }) => {
  await people.add('Ayesha Khan');
  await people.add('Bilal');
  await app.openUsers();
  await expect(users.row()).toHaveCount(2);
  await server.stop();
  await users.delete('Ayesha Khan');
  await expect(users.row('Ayesha Khan')).toHaveCount(0);
  await expect(app.toast('Failed to delete user: No answer came from the server')).toBeVisible();
  await expect(users.row('Ayesha Khan')).toBeVisible();
});

test('a user whom another window deleted first is refused with a plain reason', async ({
  app,
  page,
  users,
  people,
}) => {
  const ayesha = await people.add('Ayesha Khan');
  await app.openUsers();
  await users.action('Delete', 'Ayesha Khan').click();
  await people.remove(ayesha);
  await expect(page.getByText('No users available')).toBeAttached();
  await users.confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(app.toast('Failed to delete user: this user has been deleted in the meantime')).toBeVisible();
  await expect(users.row()).toHaveCount(0);
});

test('other windows change the list without disturbing page, search or an open form [SCREEN-2]', async ({
  app,
  page,
  users,
  people,
}) => {
  await people.addMany(40);
  for (let number = 1; number <= 15; number += 1) await people.add(`Zara ${number}`, { userRole: 'Driver' });
  await app.openUsers();
  await expect(page.getByRole('button', { name: 'Page 3' })).toBeVisible();
  await users.search.fill('clerk');
  await expect(page.getByRole('button', { name: 'Page 3' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(users.row().first()).toContainText(/26.*Person 026/);
  await users.addButton.click();
  await users.fill({ Name: 'Half', Email: 'half@' });
  await users.field('Email').focus();

  await people.add('Aaron');
  await expect(page.getByText('Showing 16 of 56 users')).toBeAttached();
  await expect(users.row().first()).toContainText(/26.*Person 025/);
  await expect(users.field('Email')).toBeFocused();
  await expect(users.field('Email')).toHaveValue('half@');
  await expect(users.search).toHaveValue('clerk');
  await expect(page.locator('[class*="Notification-root"]')).toHaveCount(0);
});

test('a page that other windows emptied gives way to the last one [SCREEN-2]', async ({ app, page, users, people }) => {
  await people.addMany(25);
  const last = await people.add('Zara');
  await app.openUsers();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(users.row()).toHaveCount(1);
  await people.remove(last);
  await expect(users.row().first()).toContainText('Person 001');
  await users.expectCount(25, 25);
});

test('saving a user whom another window deleted says so and keeps what was typed', async ({ app, users, people }) => {
  const ayesha = await people.add('Ayesha Khan');
  await app.openUsers();
  await users.action('Edit', 'Ayesha Khan').click();
  await users.fill({ Phone: '0311 7654321' });
  await people.remove(ayesha);
  await expect(users.form).toContainText('This user has been deleted in the meantime');
  await users.save.click();
  await expect(app.toast('Failed to update user: this user has been deleted in the meantime')).toBeVisible();
  await expect(users.field('Phone')).toHaveValue('0311 7654321');
  await expect(users.field('Name')).toHaveValue('Ayesha Khan');
});

test('a half-filled form survives a reload, and closing; Cancel forgets it [SCREEN-6]', async ({
  app,
  page,
  users,
}) => {
  await app.openUsers();
  await users.addButton.click();
  await users.fill({ Name: 'Ayesha Khan', Phone: '0300 1234567' });
  await page.reload();
  await expect(users.field('Name')).toHaveValue('Ayesha Khan');
  await expect(users.form).toContainText('What you typed before is still here');
  await page.keyboard.press('Escape');
  await expect(users.form).toBeHidden();
  await users.addButton.click();
  await expect(users.field('Phone')).toHaveValue('0300 1234567');
  await users.form.getByRole('button', { name: 'Start over' }).click();
  await expect(users.field('Phone')).toHaveValue('');
  await users.fill({ Name: 'Bilal' });
  await users.form.getByRole('button', { name: 'Cancel' }).click();
  await users.addButton.click();
  await expect(users.field('Name')).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(users.addButton).toBeVisible();
  await expect(users.form).toBeHidden();
});
