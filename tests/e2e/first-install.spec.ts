// A new organisation: its first steps, and screens with nothing to show.
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { Api } from './support/api.ts';
import { App } from './support/app.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('without users or fines, every empty screen suggests what to do, with one primary button; the dashboard shows the first steps, ticked off when done; they can be hidden, and disappear with the first fine [DASH-13, SCREEN-21, SCREEN-45, USER-4]', async ({
  servers,
  page,
}) => {
  const server = await servers.fresh();
  const app = new App(page, server);
  await app.onPhone();

  await app.openAsAdministrator('/fines?add=true');
  const form = page.getByRole('dialog', { name: 'Add New Fine' });
  await expect(form.getByText('There are no users yet.')).toBeVisible();
  await expectAccessibleLayout(page);
  await form.getByRole('link', { name: 'Add your first user' }).click();
  const userForm = page.getByRole('dialog', { name: 'Add New User' });
  await expect(userForm).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/user');
  await userForm.getByRole('button', { name: 'Cancel' }).click();
  await expect(userForm).toBeHidden();

  await app.goTo('/fineUserOverView');
  await page.getByRole('link', { name: 'Add your first user' }).click();
  await expect(userForm).toBeVisible();
  await userForm.getByRole('button', { name: 'Cancel' }).click();

  // Filled is the default, which leaves no attribute.
  const primary = page.locator('main .mantine-Button-root:not([data-variant])').filter({ visible: true });
  for (const [path, dialog] of [
    ['/user', userForm],
    ['/events', page.getByRole('dialog', { name: 'Add' })],
    ['/CollectedFinesPage', form],
    ['/fines', form],
    // The same in the first steps.
    ['/dashboard', form],
  ] as const) {
    await app.goTo(path);
    const first = page.getByRole('main').getByText(/^Add your first (user|event|fine)$/);
    await expect(first.first()).toBeVisible();
    if (path !== '/dashboard') await expect(primary, path).toHaveCount(1);
    if (path === '/fines') await expectAccessibleLayout(page);
    await first.first().click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  // The first steps on the dashboard.
  await app.goTo('/dashboard');
  const api = new Api(server.administrator);
  const panel = page.getByRole('region', { name: 'First steps' });
  const step = (name: string) => panel.getByRole('listitem').filter({ hasText: name });
  await expect(panel.getByRole('listitem')).toHaveCount(7);
  await expect(panel.getByText('Done')).toHaveCount(0);
  await expectAccessibleLayout(page);
  // What cannot be used is not there.
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Totals' })).toHaveCount(0);
  // A step leads to its field, and what is saved there back to the steps, of which the next has the focus.
  await panel.getByRole('link', { name: 'Enter your own name' }).click();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.keyboard.type('Nadia Baloch');
  await page.keyboard.press('Enter');
  await expect(step('Enter your own name')).toContainText('Done');
  await expect(panel.getByRole('link', { name: 'Name your organisation' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name of the organisation')).toBeFocused();
  await page.keyboard.type('Jinnah Welfare Trust');
  await page.keyboard.press('Enter');
  await expect(step('Name your organisation')).toContainText('Done');
  await expect(panel.getByText('Done')).toHaveCount(2);
  await expect(panel.getByRole('link', { name: 'List your fine types' })).toBeFocused();
  // What is saved later leads nowhere.
  await panel.getByRole('link', { name: 'Choose whether repeats are doubled' }).click();
  await app.expectPath('/app-settings');
  await app.goTo('/user');
  await api.must(updateOrganisation, { body: { name: 'Jinnah Trust' } });
  await app.expectPath('/user');
  await app.goTo('/dashboard');
  await panel.getByRole('link', { name: 'Add your first users' }).click();
  await expect(page.getByRole('dialog', { name: 'Add New User' })).toBeVisible();
  await app.open('/dashboard');
  await panel.getByRole('link', { name: 'Paste a list' }).click();
  await expect(page.getByRole('dialog', { name: 'Paste a list' })).toBeVisible();
  await app.open('/dashboard');
  for (const [name, address] of [
    ['Choose whether repeats are doubled', '#/app-settings?part=rules'],
    ['Invite somebody', '#/user'],
    ['List your fine types', '#/app-settings?part=types'],
    ['Name your organisation', '#/app-settings?part=organisation'],
    ['Enter your own name', '#/profile?part=person'],
    ['Add your first fine', '#/fines?add=true'],
  ] as const) {
    const link = panel.getByRole('link', { name });
    expect((await link.getAttribute('href'))?.startsWith(address), name).toBe(true);
  }

  // Viewing them stores nothing in the browser.
  expect(await page.evaluate(() => localStorage.getItem('first-steps.put-away'))).toBeNull();
  await panel.getByRole('button', { name: 'Hide' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Add your first fine' })).toBeVisible();
  await expect(panel).toBeHidden();

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(panel).toBeVisible();
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 100);
  await expect(panel).toBeHidden();
});
