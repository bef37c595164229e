// The users screen (USER-1 to USER-14): finding, adding, changing and deleting users.
import { listFines } from '../../src/contract/fines/fines.ts';
import { recordRequests } from './support/requests.ts';
import { AYESHA, expect, test, type TextField } from './support/users.ts';

test('lists users by name, 25 a page, numbered over all pages; finds them while typing, says when nobody matches, and after deleting or adding shows the first page [USER-1, USER-2, USER-3, USER-4, SCREEN-3, SCREEN-4, SCREEN-15, NAME-4, V1.2.1, V1.2.9, V3.2.2]', async ({
  app,
  page,
  users,
  people,
}) => {
  await people.add('A <i>Slanted</i> &amp;');
  await people.add('ahmed', { phone: '+92 301 7654321' });
  await people.addMany(56);
  await people.add('Zara', { status: 'Inactive', userRole: 'Driver', userEmail: 'zara@office.pk' });
  await people.add('محمد علی', { userRole: 'ڈرائیور' });
  const asked = recordRequests(page, 'GET /api/users?');
  await app.openUsers();
  const columns = page.getByRole('columnheader');
  await expect(columns).toHaveText(['#', 'Name', 'Email', 'Role', 'Phone', 'Status', 'Actions']);
  await users.expectCount(25, 60);
  await expect(users.row()).toHaveCount(25);
  await expect(users.row().nth(0)).toContainText(/1.*A <i>Slanted<\/i> &amp;/);
  await expect(users.row().nth(1)).toContainText(/2.*ahmed.*person2@example.com.*Clerk.*\+92 301 7654321.*Active/);
  for (const action of ['View', 'Edit', 'Delete'] as const) await expect(users.action(action, 'ahmed')).toBeVisible();
  await users.action('Edit', 'ahmed').hover();
  await expect(page.getByRole('tooltip', { name: 'Edit' })).toBeVisible();

  const pager = page.getByRole('navigation', { name: 'Pages of users' });
  await expect(pager.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await pager.getByRole('button', { name: 'Page 3' }).click();
  await users.expectCount(10, 60);
  await expect(users.row().first()).toContainText(/51.*Person 049/);
  await expect(users.row().nth(8)).toContainText(/59.*Zara.*Driver.*Inactive/);
  await expect(users.row().nth(9)).toContainText(/60.*محمد علی.*ڈرائیور/);
  await expect(pager.getByRole('button', { name: 'Next' })).toBeDisabled();
  await pager.getByRole('button', { name: 'Previous' }).click();
  await expect(users.row().first()).toContainText(/26.*Person 024/);
  await expect(pager.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');

  await users.search.fill('nobody at all');
  await expect(page.getByText('No users match your search criteria')).toBeVisible();
  await users.expectCount(0, 60);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(users.search).toHaveValue('');
  await users.expectCount(25, 60);
  await expect(users.row().first()).toContainText('Slanted');
  for (const [term, name] of [
    ['SLANTED</', 'A <i>Slanted</i> &amp;'],
    [' driver ', 'Zara'],
  ] as const) {
    await users.search.fill(term);
    await users.expectCount(1, 60);
    await expect(users.row()).toContainText(name);
  }
  await expect(page).toHaveURL(/search=\+?(%20)?driver/);
  await page.reload();
  await users.expectCount(1, 60);
  await expect(users.row()).toContainText('Zara');
  expect(asked.map(({ url }) => url.searchParams.get('pageSize'))).toEqual(asked.map(() => '25'));

  await users.search.fill('');
  await pager.getByRole('button', { name: 'Page 2' }).click();
  await users.delete('Person 027');
  await expect(users.row().first()).toContainText('Slanted');
  await users.expectCount(25, 59);
  await pager.getByRole('button', { name: 'Page 2' }).click();
  await expect(users.row().first()).toContainText('Person 024');
  await users.addButton.click();
  await users.fill(AYESHA);
  await users.save.click();
  await expect(users.row('Ayesha Khan')).toBeVisible();
  await expect(users.row().first()).toContainText('Slanted');
});

test('a person is added, changed and deleted; missing, invalid and taken values are reported in the order of the form; the e-mail is completed; somebody imported without a name and an e-mail is asked for both [USER-5, USER-7, USER-8, USER-10, USER-14, USER-23, SCREEN-35]', async ({
  app,
  users,
  people,
  api,
}) => {
  const bilal = await people.add('Bilal', { userEmail: 'taken@example.com' });
  await people.fine(bilal, 150, '2026-01-05');
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
  const offered = users.form.locator('[data-combobox-selected]', { hasText: 'ayesha@example.com' });
  for (const [key, next] of [
    ['Enter', 'Email'],
    ['Tab', 'Role/Designation'],
  ] as const) {
    await users.fill({ Email: '' });
    await users.field('Email').pressSequentially('ayesha@');
    await expect(offered).toBeVisible();
    await expect(users.form.getByRole('status')).toHaveText('Enter selects ayesha@example.com');
    await users.field('Email').press(key);
    await expect(users.field('Email')).toHaveValue('ayesha@example.com');
    await expect(users.field(next)).toBeFocused();
    await expect(offered).toBeHidden();
  }
  await users.fill({ Email: 'ayesha@office' });
  await expectProblem('Email is invalid', 'Email');
  // unit/web/user-fields.test.ts has the others.
  expect(await people.names()).toEqual(['Bilal']);
  await users.fill({
    Email: 'ayesha@example.com',
    'Role/Designation': 'Accountant',
    Phone: 'any text will do',
  });
  await users.field('Phone').press('Enter');
  await expect(app.toast('User added successfully!')).toBeVisible();
  await expect(users.form).toBeHidden();
  await expect(app.toast(/Failed to add user|is required/)).toHaveCount(0);
  await expect(
    users.row('Ayesha Khan', 'ayesha@example.com', 'Accountant', 'any text will do', 'Active'),
  ).toBeVisible();

  await users.action('Edit', 'Ayesha Khan').click();
  await users.fill({ 'Role/Designation': 'Chief Accountant' });
  await users.form.getByRole('radio', { name: 'Inactive' }).check();
  await users.save.click();
  await expect(app.toast('User updated successfully!')).toBeVisible();
  await expect(users.row('Ayesha Khan', 'Chief Accountant', 'Inactive')).toBeVisible();

  const before = await api.must(listFines, { query: { userId: bilal.id } });
  await users.action('Delete', 'Bilal').click();
  await expect(users.confirmation).toContainText('Are you sure you want to delete Bilal?');
  await expect(users.confirmation).toContainText('This action cannot be undone.');
  await expect(users.confirmation).toContainText(/fines and totals are kept.*“Unknown User”/);
  await users.confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(users.confirmation).toBeHidden();
  await expect(users.action('Delete', 'Bilal')).toBeFocused();
  expect(await people.names()).toEqual(['Ayesha Khan', 'Bilal']);
  await users.delete('Bilal');
  await expect(app.toast('User deleted successfully!')).toBeVisible();
  await expect(users.row('Bilal')).toHaveCount(0);
  const after = await api.must(listFines, { query: { userId: bilal.id } });
  expect(after.totals).toEqual(before.totals);
  expect(after.items.map(({ userName, amount }) => [userName, amount])).toEqual([['Unknown User', 150]]);

  // As imported without a name and an e-mail.
  await people.addIncomplete();
  await users.search.fill('Unknown');
  await expect(users.row('Unknown User', 'no e-mail')).toContainText(/no role.*no phone.*Active/);
  await users.action('Edit', 'Unknown User').click();
  await expect(users.field('Name')).toHaveValue('');
  await users.fill({ Name: 'Bilal Ahmed' });
  await users.save.click();
  await expect(app.toast('Email is required')).toBeVisible();
  await users.fill({ ...AYESHA, Name: 'Bilal Ahmed', Email: 'bilal@example.com' });
  await users.save.click();
  await expect.poll(() => people.names('bilal@example.com')).toEqual(['Bilal Ahmed']);
});
