// Sign-in links (LINK-1): from the administrator's click on "Sign-in link" to the member's own card, and the messages
// for links that do not work.
import { acceptInvitation } from '../../src/contract/sign-in/auth.ts';
import { createSignInLink, setUserAccess, updateUser, type User } from '../../src/contract/users.ts';
import { createClient } from '../helpers/client.ts';
import type { Api } from './support/api.ts';
import { expectAccessibleLayout, expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test } from './support/users.ts';

const PASSWORD = 'a password of my own';

const tokenFor = async (api: Api, user: User): Promise<string> =>
  (await api.must(createSignInLink, { params: { userId: user.id } })).token;
const linkFor = async (api: Api, user: User): Promise<string> => `/login?invite=${await tokenFor(api, user)}`;

test('leads a member from the administrator’s click to their own card, copied or sent by WhatsApp; a used link says so and leads to the sign-in [LINK-1, LINK-4, LINK-7, LINK-14, V14.2.1]', async ({
  app,
  context,
  page,
  api,
  users,
  people,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  const ayesha = await people.add('Ayesha Khan', { userEmail: 'Ayesha@example.com', phone: '0300 1234567' });
  await people.fine(ayesha, 350, '2026-01-05');
  const bilal = await people.add('Bilal');
  await people.fine(bilal, 900, '2026-01-05');
  await app.onPhone();
  await app.openUsers();
  const dialog = app.dialog('Sign-in link');
  const imran = await people.add('Imran Shaikh');
  await api.must(setUserAccess, { params: { userId: imran.id }, body: { access: 'collector' } });
  await users.openLink('Imran Shaikh');
  await expect(dialog).toContainText('Their access is Collector: Reads, adds fines and takes payments.');
  await expect(dialog).not.toContainText('own fines');
  await page.keyboard.press('Escape');
  await users.openLink('Ayesha Khan');
  await expect(dialog).toContainText('With this link, Ayesha Khan chooses a password');
  await dialog.getByRole('button', { name: 'Make and copy the link' }).click();
  const link = dialog.getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(new RegExp(`^${server.url}/#/login\\?invite=[\\w-]{43}$`));
  await expect(dialog.getByRole('note')).toContainText(/Nobody else can open this link: 127\.0\.0\.1:\d+ .* BASE_URL/);
  await expectAccessibleLayout(page);

  await expect(dialog.getByRole('status')).toHaveText('Copied.');
  const address = await link.inputValue();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await clipboard()).toBe(address);
  await page.evaluate(() => navigator.clipboard.writeText('something else'));
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(clipboard).toBe(address);
  const whatsApp = new URL((await dialog.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href')) ?? '');
  expect(whatsApp.origin + whatsApp.pathname).toBe('https://wa.me/923001234567');
  expect(whatsApp.searchParams.get('text')).toContain(`Ayesha Khan, with this link you choose your password`);
  expect(whatsApp.searchParams.get('text')).toContain(`\n${address}\n`);

  // Somebody signs in with a link: the administrator's window is updated without a reload.
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(users.row('Ayesha Khan').getByRole('button', { name: /^More/ })).toBeFocused();
  const token = await tokenFor(api, bilal);
  await createClient(server.url, '').must(acceptInvitation, { body: { token, password: PASSWORD } });
  await users.row('Bilal').getByRole('link', { name: 'Bilal' }).click();
  await expect(users.about).toContainText(/Signed in \d+ \w+ 20\d\d/);

  // The member opens the link on a phone.
  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(address);
  await app.expectScreen('Choose your password');
  await expect(page.getByText('Welcome, Ayesha Khan!')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('Ayesha@example.com');
  const password = page.getByLabel('New password');
  await expect(password).toBeFocused();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  await password.fill('short77');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The password needs at least 8 characters.')).toBeVisible();
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await app.expectPath('/fineUserOverView');
  await app.expectScreen('User Fines Overview');
  await expect(page.getByText('Ayesha Khan').first()).toBeVisible();
  await expect(page.getByText('Bilal')).toHaveCount(0);
  expect(page.url()).not.toContain('invite');

  await page.getByRole('button', { name: 'Logout' }).click();
  await app.expectScreen('Welcome Back');
  await page.goto(address);
  await app.expectScreen('This link has already been used');
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await app.expectScreen('Welcome Back');
});

test('is not used where somebody is signed in, and says so; says that a link was replaced, withdrawn, or is invalid, and keeps the input when the server cannot be reached [LINK-4]', async ({
  app,
  page,
  api,
  people,
}) => {
  const ayesha = await people.add('Ayesha Khan');
  const older = await linkFor(api, ayesha);
  const newer = await linkFor(api, ayesha);
  await app.openAsAdministrator(newer);
  await app.expectPath('/dashboard');
  const message = app.toast(/To use a sign-in link here, log out and open it again/);
  await expect(message).toBeVisible();
  // In a tab that shows a screen already.
  await app.open('/fines');
  await app.expectScreen('Fine Management');
  await message.getByRole('button').click();
  await expect(message).toBeHidden();
  await app.open(newer);
  await expect(message).toBeVisible();

  await page.context().clearCookies();
  await page.reload();
  await app.open(older);
  await app.expectScreen('This link is no longer valid');
  for (const path of [newer.slice(0, -1), `${newer}${'x'.repeat(2000)}`]) {
    await app.open(path);
    await app.expectScreen('This link is not complete');
  }
  await app.open(newer);
  await app.expectScreen('Choose your password');
  await expect(page.getByText('Welcome, Ayesha Khan!')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save and sign in' });
  const password = page.getByLabel('New password');
  await password.fill(PASSWORD);
  await page.route('**/api/auth/**', (route) => route.abort());
  await save.click();
  await expect(page.locator('form').getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(password).toHaveValue(PASSWORD);
  await page.unroute('**/api/auth/**');

  const params = { userId: ayesha.id };
  await api.must(updateUser, { params, body: { status: 'Inactive' } });
  await save.click();
  await app.expectScreen('This link is no longer valid');
  await api.must(updateUser, { params, body: { status: 'Active' } });
  await app.open(await linkFor(api, ayesha));
  await password.fill(PASSWORD);
  await save.click();
  await app.expectScreen('User Fines Overview');
  await expect(page.getByRole('heading', { name: 'Your payments' })).toBeVisible();
  // At once: it would disappear by itself.
  expect(await message.count()).toBe(0);
});

test('the dialog says why a user cannot have a link, if no answer came, and if the browser did not copy; the link can be shared [LINK-5, LINK-7]', async ({
  app,
  page,
  users,
  people,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    document.execCommand = () => 'copies' in window;
    Object.assign(navigator, {
      share: async ({ text }: { text: string }) => {
        document.title = text;
      },
    });
  });
  await people.addIncomplete();
  await people.add('Bilal', { status: 'Inactive' });
  await people.add('Chief', { userEmail: 'ADMIN@jurmana.test' });
  await people.add('Dania');
  await app.openUsers();
  const dialog = app.dialog('Sign-in link');
  const make = dialog.getByRole('button', { name: 'Make and copy the link' });
  for (const [name, reason] of [
    ['Unknown User', 'This user has no e-mail address'],
    ['Bilal', 'This user is inactive and cannot sign in.'],
  ] as const) {
    await users.openLink(name);
    await expect(dialog).toContainText(reason);
    await expect(make).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
  }
  await users.openLink('Chief');
  await make.click();
  await expect(dialog.getByRole('alert')).toContainText('This is the e-mail address of the administrator');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await users.openLink('Dania');
  await page.route('**/api/users/*/sign-in-link', (route) => route.abort());
  await make.click();
  await expect(dialog.getByRole('alert')).toContainText('The server did not answer.');
  await page.unroute('**/api/users/*/sign-in-link');
  await make.click();
  const link = dialog.getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(/invite=/);
  const said = dialog.getByRole('status');
  await expect(said).toHaveText(/^The link is ready, but not copied yet\. Press "Copy"\.$/);
  const copy = dialog.getByRole('button', { name: 'Copy', exact: true });
  await copy.click();
  await expect(said).toHaveText('The browser did not allow it. The link is selected: copy it by hand.');
  await expect(link).toBeFocused();
  await page.evaluate(() => void Object.assign(window, { copies: true }));
  await copy.click();
  await expect(said).toHaveText('Copied.');
  await dialog.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => page.title()).toContain(await link.inputValue());
});
