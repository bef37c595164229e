// The users screen on desktop and phone: keyboard, layout and accessibility.
import { expectAccessibleLayout, expectAccessibleOnPhoneAndDesk, expectTouchTargets } from './support/axe.ts';
import { AYESHA, expect, test } from './support/users.ts';

test('everything can be done by keyboard; the screen and its form are accessible and fit, on a phone and on a desktop; phones get cards with touch targets and a full-screen form [SCREEN-17, LOOK-2, LOOK-3]', async ({
  app,
  page,
  users,
  people,
}) => {
  await app.openUsers();
  await users.addButton.focus();
  await page.keyboard.press('Enter');
  await app.expectInitialFocus(users.field('Name'));
  for (const value of Object.values(AYESHA)) {
    await page.keyboard.insertText(value);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowRight');
  await expect(users.form.getByRole('radio', { name: 'Inactive' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(users.row('Ayesha Khan', 'Inactive')).toBeVisible();
  await expect(users.addButton).toBeFocused();
  await users.action('Delete', 'Ayesha Khan').focus();
  await page.keyboard.press('Enter');
  await app.expectInitialFocus(users.confirmation.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Tab');
  await expect(users.confirmation.getByRole('button', { name: 'Delete', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(app.toast('User deleted successfully!')).toBeVisible();
  // The pressed button no longer exists, so the focus moves to the list.
  await expect(page.getByText('Showing 0 of 0 users')).toBeFocused();
  expect(await people.names()).toEqual([]);

  const long = await people.add('A name with many words that does not end Abdurrahman', {
    userEmail: 'an-address-without-any-place-to-break@subdomain.example.com',
    userRole: 'Senior Deputy Assistant Manager of Procurement',
    status: 'Inactive',
  });
  await people.addIncomplete();
  await people.add('Bilal');
  await users.expectCount(3, 3);
  await expectAccessibleOnPhoneAndDesk(page);

  await app.onPhone();
  await expect(users.row(long.userName)).toHaveCSS('display', 'grid');
  await expect(users.row(long.userName, long.userEmail ?? '', long.userRole, 'Inactive')).toBeVisible();
  for (const targets of [users.row().getByRole('button'), users.addButton, users.search]) {
    await expectTouchTargets(targets);
  }
  await users.addButton.click();
  await users.save.click();
  await expect(users.field('Name')).toHaveAccessibleDescription('Name is required');
  await expectAccessibleLayout(page);
  await expect.poll(async () => (await users.form.boundingBox())?.width).toBe(360);
  await expect.poll(async () => (await users.form.boundingBox())?.height).toBe(740);
});
