// "View" on the users screen (USER-12, USER-13): details, totals and latest fines, and actions.
import { expect, test } from './support/users.ts';

test('shows details, totals and latest fines [USER-12]', async ({ app, users, people }) => {
  const ayesha = await people.add('Ayesha Khan', { userRole: 'Accountant', status: 'Inactive' });
  await people.fine(ayesha, 1000.5, '2026-01-05');
  await people.fine(ayesha, 500, '2026-02-09', true);
  await app.openUsers();
  await users.action('View', 'Ayesha Khan').click();
  const { details } = users;
  for (const text of ['Ayesha Khan', 'person1@example.com', 'Accountant', '0300 1234567', 'Inactive', ayesha.id]) {
    await expect(details.getByText(text, { exact: true })).toBeVisible();
  }
  const totals = details.getByRole('region', { name: 'Totals' });
  await expect(totals).toContainText(/Total fines\s*Rs\. 1,500\.50\s*Pending\s*Rs\. 1,000\.50\s*Paid\s*Rs\. 500\.00/);
  await expect(details).toContainText('2 fines, 1 of them paid');
  const fines = details.getByRole('listitem');
  await expect(fines).toHaveCount(2);
  await expect(fines.nth(0)).toContainText(/Late arrival.*Rs\. 500\.00.*9 Feb 2026.*Paid/);
  await expect(fines.nth(1)).toContainText(/Late arrival.*Rs\. 1,000\.50.*5 Jan 2026.*Pending/);
});

test('offers polite reminders that name the pending amount, by WhatsApp and e-mail [USER-13]', async ({
  app,
  users,
  people,
}) => {
  const ayesha = await people.add('Ayesha Khan', { userEmail: 'ayesha+1@example.com' });
  await people.fine(ayesha, 1000.5, '2026-01-05');
  await people.fine(ayesha, 250, '2026-02-09');
  await app.openUsers();
  await users.action('View', 'Ayesha Khan').click();
  const whatsApp = users.details.getByRole('link', { name: 'Remind by WhatsApp' });
  const link = new URL((await whatsApp.getAttribute('href')) ?? '');
  expect(link.origin + link.pathname).toBe('https://wa.me/923001234567');
  const text = link.searchParams.get('text') ?? '';
  expect(text).toMatch(/Ayesha Khan.*Rs\. 1,250\.50.*2 fines.*[Pp]lease.*Thank you/);
  await expect(users.details.getByText(text)).toBeVisible();
  await expect(whatsApp).toHaveAttribute('rel', /noopener/);
  const mail = (await users.details.getByRole('link', { name: 'Remind by e-mail' }).getAttribute('href')) ?? '';
  expect(mail).toMatch(/^mailto:ayesha%2B1@example\.com\?subject=/);
  expect(new URLSearchParams(mail.split('?')[1]).get('body')).toBe(text);
});

test('reminds only where something is pending, and by e-mail only where there is one [USER-13]', async ({
  app,
  users,
  people,
}) => {
  const paid = await people.add('Paid Up');
  await people.fine(paid, 100, '2026-01-05', true);
  await people.add('Never Fined');
  await people.addIncomplete();
  await app.openUsers();
  for (const name of ['Paid Up', 'Never Fined', 'Unknown User']) {
    await users.action('View', name).click();
    await expect(users.details.getByRole('link', { name: 'Open all fines' })).toBeVisible();
    await expect(users.details.getByRole('link', { name: /Remind/ })).toHaveCount(0);
    await users.details.getByRole('button', { name: 'Close' }).click();
    await expect(users.action('View', name)).toBeFocused();
  }
  await users.action('View', 'Never Fined').click();
  await expect(users.details).toContainText('No fines recorded for this user');
});

test('opens all fines of the user [USER-12]', async ({ app, users, people }) => {
  const ayesha = await people.add('Ayesha Khan');
  await app.openUsers();
  await users.action('View', 'Ayesha Khan').click();
  await users.details.getByRole('link', { name: 'Open all fines' }).click();
  await app.expectScreen('Fine Management');
  await app.expectPath(`/fines/${ayesha.id}`);
});

test('leads to a new fine for the user [USER-12]', async ({ app, users, people }) => {
  await people.add('Ayesha Khan');
  await people.add('Bilal');
  await app.openUsers();
  await users.action('View', 'Bilal').click();
  await users.details.getByRole('link', { name: 'Add a fine' }).click();
  await app.expectScreen('Fine Management');
  const dialog = app.dialog('Add New Fine');
  await expect(dialog.getByText('Selected: 1 user(s)')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Bilal' })).toBeChecked();
});

test('stays true while it is open [USER-12]', async ({ app, users, people }) => {
  const ayesha = await people.add('Ayesha Khan');
  await app.openUsers();
  await users.action('View', 'Ayesha Khan').click();
  await expect(users.details).toContainText('No fines recorded for this user');
  await people.fine(ayesha, 700, '2026-03-02');
  await expect(users.details.getByRole('listitem')).toContainText('Rs. 700.00');
  await expect(users.details.getByRole('link', { name: 'Remind by WhatsApp' })).toBeVisible();
  await people.remove(ayesha);
  await expect(users.details).toContainText('This user was deleted. The fines and totals are kept.');
  await expect(users.details.getByText('Unknown User')).toBeVisible();
  await expect(users.details.getByRole('link', { name: 'Add a fine' })).toHaveCount(0);
});

test('says when the user is gone, and when the details cannot be loaded', async ({
  proxiedApp: app,
  faultyProxy,
  users,
  people,
}) => {
  const ayesha = await people.add('Ayesha Khan');
  const bilal = await people.add('Bilal');
  await app.openUsers();
  faultyProxy.dropResponses(`GET /api/users/${bilal.id} `);
  await users.action('View', 'Bilal').click();
  await expect(users.details).toContainText('The details could not be loaded.');
  faultyProxy.restore();
  await users.details.getByRole('button', { name: 'Try again' }).click();
  await expect(users.details).toContainText('No fines recorded for this user');
  await users.details.getByRole('button', { name: 'Close' }).click();
  await users.action('View', 'Ayesha Khan').click();
  await expect(users.details).toContainText('No fines recorded for this user');
  await people.remove(ayesha);
  await expect(users.details).toContainText('This user does not exist any more.');
});
