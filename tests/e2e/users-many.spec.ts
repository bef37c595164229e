// The users screen with 10,000 users: pages and search.
import { expect, test } from './support/users.ts';

test('10,000 users are paged and found [SCREEN-4, SCREEN-15]', async ({ app, page, users, people }) => {
  await people.addThousands(10_000);
  await app.openUsers();
  await users.expectCount(25, 10_000);
  await expect(users.row()).toHaveCount(25);
  await page.getByRole('button', { name: 'Page 400' }).click();
  await expect(users.row().last()).toContainText(/10000.*Person 10000/);
  await users.search.fill('person 07777');
  await users.expectCount(1, 10_000);
  // 07770 to 07779, and 00777, 01777 etc.; 07777 is in both.
  await users.search.fill('777');
  await users.expectCount(19, 10_000);
  // The search is in the URL and survives a reload.
  await expect(page).toHaveURL(/search=777(&|$)/);
  await page.reload();
  await expect(users.search).toHaveValue('777');
  await users.expectCount(19, 10_000);
});
