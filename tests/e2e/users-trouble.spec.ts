// The users screen: failures, and concurrent changes in other windows. Nothing is lost or saved twice, and the screen
// shows the current state.
import { tryAgain } from './support/app.ts';
import { skipPauses } from './support/clock.ts';
import { holdWrites, recordRequests } from './support/requests.ts';
import { AYESHA, expect, test } from './support/users.ts';

test('says when the users cannot be loaded, and loads them again; a failed refresh leaves the list as it was; a lost answer is requested again; a missing one is reported, the form stays, and a retry adds one user [USER-1, USER-9, SCREEN-7, SCREEN-35]', async ({
  proxiedApp: app,
  faultyProxy,
  page,
  users,
  people,
}) => {
  await people.add('Chand');
  await skipPauses(page);
  faultyProxy.dropResponses('GET /api/users?');
  await app.openUsers();
  await expect(app.toast('Failed to load users. Please try again.')).toBeVisible();
  await expect(page.getByText('No users available')).toBeHidden();
  await tryAgain(page, () => faultyProxy.restore());
  await expect(users.row('Chand')).toBeVisible();
  const failed = app.toast('Failed to load users. Please try again.');
  await expect(failed).toHaveCount(0);

  faultyProxy.dropResponses('GET /api/users?');
  await (await app.menuEntry('Refresh')).click();
  await expect(users.row('Chand')).toBeVisible();
  // With the pointer on it, it would stay.
  await failed.hover();
  await app.open('/profile');
  await expect(failed).toHaveCount(0);

  await app.goTo('/user');
  await users.addButton.click();
  await users.fill({ ...AYESHA, Name: 'Bilal', Email: 'bilal@example.com' });
  const droppedBefore = faultyProxy.dropped;
  faultyProxy.dropResponses('POST /api/users ', 1);
  await users.save.click();
  await expect(app.toast('User added successfully!')).toBeVisible();
  expect(faultyProxy.dropped).toBe(droppedBefore + 1);
  expect(await people.names()).toEqual(['Bilal', 'Chand']);

  await users.addButton.click();
  await users.fill(AYESHA);
  const sent = recordRequests(page, 'POST ');
  faultyProxy.dropResponses('POST /api/users ');
  const send = await holdWrites(page, '**/api/users');
  await users.save.click();
  await expect(users.form.getByRole('button', { name: 'Please wait...' })).toBeDisabled();
  send();
  await expect(app.toast('Failed to add user: The server did not answer')).toBeVisible();
  await expect(users.form).toContainText('it is not known whether this was saved');
  await expect(users.field('Phone')).toHaveValue(AYESHA.Phone);
  faultyProxy.restore();
  await users.save.click();
  await expect(users.form).toBeHidden();
  expect(await people.names()).toEqual(['Ayesha Khan', 'Bilal', 'Chand']);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test('a deletion shows at once; if another window was first, a change or a deletion is refused with the reason, and the form stays [SCREEN-10, USER-9]', async ({
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

  // Another window deletes this user first.
  const bilal = await people.add('Bilal Ahmed', { userEmail: 'bilal@example.com' });
  const chand = await people.add('Chand', { userEmail: 'chand@example.com' });
  await users.action('Delete', 'Bilal Ahmed').click();
  await people.remove(bilal);
  await expect(users.row('Bilal Ahmed')).toHaveCount(0);
  await users.confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(app.toast('Failed to delete user: this user has been deleted in the meantime')).toBeVisible();
  await users.action('Edit', 'Chand').click();
  await users.fill({ Phone: '0311 7654321' });
  await people.remove(chand);
  await expect(users.form).toContainText('This user has been deleted in the meantime');
  await users.save.click();
  await expect(app.toast('Failed to update user: this user has been deleted in the meantime')).toBeVisible();
  await expect(users.field('Phone')).toHaveValue('0311 7654321');
  await expect(users.field('Name')).toHaveValue('Chand');
  await expect(users.row('Chand')).toHaveCount(0);
});

test('other windows change the list without disturbing page, search or an open form; a page that becomes empty gives way to another; a half-filled form survives closing and a reload, and Cancel discards it [SCREEN-2, SCREEN-6]', async ({
  app,
  page,
  users,
  people,
}) => {
  await people.addMany(25);
  const last = await people.add('Zara', { userEmail: 'zara@example.com' });
  await people.add('Driver', { userRole: 'Driver', userEmail: 'driver@example.com' });
  await app.openUsers();
  await users.search.fill('clerk');
  await users.expectCount(25, 27);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(users.row()).toHaveText([/26.*Zara/]);
  await users.addButton.click();
  await users.fill({ Name: 'Half', Email: 'half@' });
  await users.field('Email').focus();

  const aaron = await people.add('Aaron', { userEmail: 'aaron@example.com' });
  await expect(page.getByText('Showing 2 of 28 users')).toBeAttached();
  await expect(users.row().first()).toContainText(/26.*Person 025/);
  await expect(users.field('Email')).toBeFocused();
  await expect(users.field('Email')).toHaveValue('half@');
  await expect(users.search).toHaveValue('clerk');
  await expect(page.locator('[class*="Notification-root"]')).toHaveCount(0);

  // In the e-mail it would close the suggestions.
  await users.field('Name').press('Escape');
  await expect(users.form).toBeHidden();
  await people.remove(aaron);
  await people.remove(last);
  await expect(users.row().first()).toContainText('Person 001');
  await users.expectCount(25, 26);

  await users.addButton.click();
  await expect(users.field('Email')).toHaveValue('half@');
  await page.reload();
  await expect(users.field('Name')).toHaveValue('Half');
  await expect(users.form).toContainText('What you typed before is still here');
  await users.form.getByRole('button', { name: 'Start over' }).click();
  await expect(users.field('Name')).toHaveValue('');
  await users.fill({ Name: 'Bilal' });
  await users.form.getByRole('button', { name: 'Cancel' }).click();
  await users.addButton.click();
  await expect(users.field('Name')).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(users.addButton).toBeVisible();
  await expect(users.form).toBeHidden();
});
