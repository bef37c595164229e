// The users screen (USER-1 to USER-8): finding, adding, changing, viewing and deleting users.
import { listFines } from '../../src/contract/fines/fines.ts';
import { AYESHA, expect, test } from './support/users.ts';
import type { TextField } from './support/users.ts';

test('adds a person, finds, changes and deletes them [USER-8]', async ({ app, users, people }) => {
  await app.openUsers();
  await users.addButton.click();
  await users.fill(AYESHA);
  await users.save.click();
  await expect(app.toast('User added successfully!')).toBeVisible();
  await expect(users.form).toBeHidden();
  await expect(users.row('Ayesha Khan', 'ayesha@example.com', 'Accountant', '0300 1234567', 'Active')).toBeVisible();

  await users.action('Edit', 'Ayesha Khan').click();
  await users.fill({ 'Role/Designation': 'Chief Accountant' });
  await users.form.getByRole('radio', { name: 'Inactive' }).check();
  await users.save.click();
  await expect(app.toast('User updated successfully!')).toBeVisible();
  await expect(users.row('Ayesha Khan', 'Chief Accountant', 'Inactive')).toBeVisible();

  await users.delete('Ayesha Khan');
  await expect(app.toast('User deleted successfully!')).toBeVisible();
  await expect(users.row('Ayesha Khan')).toHaveCount(0);
  expect(await people.names()).toEqual([]);
});

test('lists #, Name, Email, Role, Phone, Status and Actions, by name [USER-2]', async ({
  app,
  page,
  users,
  people,
}) => {
  await people.add('Zara', { status: 'Inactive', userRole: 'Driver' });
  await people.add('ahmed', { phone: '+92 301 7654321' });
  await people.add('محمد علی', { userRole: 'ڈرائیور' });
  await app.openUsers();
  const columns = page.getByRole('columnheader');
  await expect(columns).toHaveText(['#', 'Name', 'Email', 'Role', 'Phone', 'Status', 'Actions']);
  await expect(users.row()).toHaveCount(3);
  await expect(users.row().nth(0)).toContainText(/1.*ahmed.*person2@example.com.*Clerk.*\+92 301 7654321.*Active/);
  await expect(users.row().nth(1)).toContainText(/2.*Zara.*Driver.*Inactive/);
  await expect(users.row().nth(2)).toContainText(/3.*محمد علی.*ڈرائیور/);
  for (const action of ['View', 'Edit', 'Delete'] as const) await expect(users.action(action, 'Zara')).toBeVisible();
  await users.action('Edit', 'Zara').hover();
  await expect(page.getByRole('tooltip', { name: 'Edit' })).toBeVisible();
});

test('shows 25 a page, and numbers the rows over all pages [USER-3]', async ({ app, page, users, people }) => {
  await people.addMany(60);
  await app.openUsers();
  await users.expectCount(25, 60);
  const pager = page.getByRole('navigation', { name: 'Pages of users' });
  await expect(pager.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await pager.getByRole('button', { name: 'Page 3' }).click();
  await users.expectCount(10, 60);
  await expect(users.row().first()).toContainText(/51.*Person 051/);
  await expect(pager.getByRole('button', { name: 'Next' })).toBeDisabled();
  await pager.getByRole('button', { name: 'Previous' }).click();
  await expect(users.row().first()).toContainText(/26.*Person 026/);
  await expect(pager.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
});

test('searches name, email and role while typing, whatever the case [USER-1]', async ({ app, users, people }) => {
  await people.add('Ayesha Khan', { userEmail: 'ayesha@office.pk', userRole: 'Accountant' });
  await people.add('Bilal', { userEmail: 'bilal@example.com', userRole: 'Night guard' });
  await app.openUsers();
  for (const [term, name] of [
    ['ESHA K', 'Ayesha Khan'],
    ['EXAMPLE.com', 'Bilal'],
    ['night G', 'Bilal'],
    [' accountant ', 'Ayesha Khan'],
  ] as const) {
    await users.search.fill(term);
    await users.expectCount(1, 2);
    await expect(users.row()).toContainText(name);
  }
});

test('takes %, _, quotes and Urdu in a search as themselves [NAME-4, V1.1.2, V1.2.1, V1.2.9, V3.2.2]', async ({
  app,
  users,
  people,
}) => {
  await people.add('Fifty % off');
  await people.add('Under_score');
  await people.add(`O'Brien "Bob" \\ back`);
  await people.add('محمد علی');
  await people.add('<i>Slanted</i> &amp;');
  await people.add('Plain');
  await app.openUsers();
  await users.expectCount(6, 6);
  for (const [term, name] of [
    ['%', 'Fifty % off'],
    ['_', 'Under_score'],
    [`o'b`, `O'Brien "Bob" \\ back`],
    ['"bob"', `O'Brien "Bob" \\ back`],
    ['\\', `O'Brien "Bob" \\ back`],
    ['<i>', '<i>Slanted</i> &amp;'],
    ['علی', 'محمد علی'],
    // Typed on an Arabic keyboard, which has another form of the same letter.
    ['علي', 'محمد علی'],
  ] as const) {
    await users.search.fill(term);
    await users.expectCount(1, 6);
    await expect(users.row()).toContainText(name);
  }
  await users.search.fill('%%');
  await users.expectCount(0, 6);
});

test('says when nobody matches, and clears the search [USER-4]', async ({ app, page, users, people }) => {
  await people.addMany(30);
  await app.openUsers();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await users.search.fill('nobody at all');
  await expect(page.getByText('No users match your search criteria')).toBeVisible();
  await users.expectCount(0, 30);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(users.search).toHaveValue('');
  await users.expectCount(25, 30);
  await expect(users.row().first()).toContainText('Person 001');
});

test('checks the form in its order; each failure is a toast, a sentence at its field, and takes the cursor there [USER-5]', async ({
  app,
  users,
  people,
}) => {
  await app.openUsers();
  await users.addButton.click();
  await expect(users.field('Name')).toBeFocused();
  const expectProblem = async (text: string, field: TextField): Promise<void> => {
    await users.save.click();
    // The previous toast, still fading out, may have the same text.
    await expect(app.toast(text).last()).toBeVisible();
    await expect(users.field(field)).toHaveAccessibleDescription(text);
    await expect(users.field(field)).toBeFocused();
    await expect(users.form.locator('[aria-invalid="true"]')).toHaveCount(1);
  };
  await users.fill({ Name: '   ' });
  await expectProblem('Name is required', 'Name');
  await users.fill({ Name: 'Ayesha Khan' });
  await expectProblem('Email is required', 'Email');
  for (const wrong of ['ayesha', 'ayesha@', 'ayesha@office', 'ayesha khan@office.pk', '@office.pk']) {
    await users.fill({ Email: wrong });
    await expectProblem('Email is invalid', 'Email');
  }
  await users.fill({ Email: 'ayesha@office.pk' });
  await expectProblem('Role/Designation is required', 'Role/Designation');
  await users.fill({ 'Role/Designation': 'Accountant', Phone: '  ' });
  await expectProblem('Phone number is required', 'Phone');
  expect(await people.names()).toEqual([]);
  await users.fill({ Phone: 'any text will do' });
  await users.field('Phone').press('Enter');
  await expect(app.toast('User added successfully!')).toBeVisible();
  expect(await people.names()).toEqual(['Ayesha Khan']);
});

test('refuses an e-mail that is in use, whatever its case, and keeps the form [USER-7]', async ({
  app,
  users,
  people,
}) => {
  await people.add('Bilal', { userEmail: 'taken@example.com' });
  await app.openUsers();
  await users.addButton.click();
  await users.fill({ ...AYESHA, Email: 'TAKEN@example.com' });
  await users.save.click();
  await expect(app.toast('Failed to add user: this email is already in use')).toBeVisible();
  await expect(users.field('Email')).toBeFocused();
  await expect(users.field('Email')).toHaveAccessibleDescription('This email is already in use');
  await expect(users.field('Name')).toHaveValue('Ayesha Khan');
  await users.fill({ Email: 'free@example.com' });
  await users.save.click();
  await expect(app.toast('User added successfully!')).toBeVisible();

  await users.action('Edit', 'Bilal').click();
  await users.fill({ Email: 'free@example.com' });
  await users.save.click();
  await expect(app.toast('Failed to update user: this email is already in use')).toBeVisible();
  expect(await people.names('taken@example.com')).toEqual(['Bilal']);
});

test('asks before deleting, and keeps fines and totals under "Unknown User" [USER-10]', async ({
  app,
  users,
  people,
  api,
}) => {
  const ayesha = await people.add('Ayesha Khan');
  await people.fine(ayesha, 150, '2026-01-05');
  const before = await api.must(listFines, { query: { userId: ayesha.id } });
  await app.openUsers();
  await users.action('Delete', 'Ayesha Khan').click();
  await expect(users.confirmation).toContainText('Are you sure you want to delete Ayesha Khan?');
  await expect(users.confirmation).toContainText('This action cannot be undone.');
  await expect(users.confirmation).toContainText(/fines and totals are kept.*“Unknown User”/);
  await users.confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(users.confirmation).toBeHidden();
  await expect(users.action('Delete', 'Ayesha Khan')).toBeFocused();
  expect(await people.names()).toEqual(['Ayesha Khan']);

  await users.delete('Ayesha Khan');
  await expect(app.toast('User deleted successfully!')).toBeVisible();
  const after = await api.must(listFines, { query: { userId: ayesha.id } });
  expect(after.totals).toEqual(before.totals);
  expect(after.items.map(({ userName, amount }) => [userName, amount])).toEqual([['Unknown User', 150]]);
});

test('after adding and deleting it shows the first page [SCREEN-3]', async ({ app, page, users, people }) => {
  await people.addMany(30);
  await app.openUsers();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await users.delete('Person 027');
  await expect(users.row().first()).toContainText('Person 001');
  await users.expectCount(25, 29);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(users.row().first()).toContainText('Person 026');
  await users.addButton.click();
  await users.fill(AYESHA);
  await users.save.click();
  await expect(users.row().first()).toContainText('Ayesha Khan');
});

test('is kind to imported users without a name or an e-mail, and asks for both when one is changed [USER-14]', async ({
  app,
  users,
  people,
}) => {
  await people.addIncomplete();
  await app.openUsers();
  await expect(users.row('Unknown User', 'no e-mail')).toContainText(/no role.*no phone.*Active/);
  await users.action('Edit', 'Unknown User').click();
  await expect(users.field('Name')).toHaveValue('');
  await users.save.click();
  await expect(app.toast('Name is required')).toBeVisible();
  await users.fill({ Name: 'Ayesha Khan' });
  await users.save.click();
  await expect(app.toast('Email is required')).toBeVisible();
  await users.fill(AYESHA);
  await users.save.click();
  await expect(app.toast('User updated successfully!')).toBeVisible();
  await expect(users.row('Ayesha Khan', 'ayesha@example.com')).toBeVisible();
});
