// New users shown in the list, and sign-in links from the toast, for one and for many (USER-21, USER-22, LINK-15 to
// LINK-18).
import { expectAccessibleLayout, expectNoAxeViolations } from './support/axe.ts';
import { installClock, pauseClock, runUntilVisible } from './support/clock.ts';
import { expect, test } from './support/users.ts';

const ZAINAB = { Name: 'Zainab Bibi', Email: 'zainab@example.com', 'Role/Designation': 'Cook', Phone: '0300 1234567' };

test.describe('for a while', () => {
  test.use({ freshContext: true });

  test('a new user is shown on their page of the list, marked, and gets a link from the toast with one press [USER-21, USER-22, LINK-7]', async ({
    app,
    page,
    users,
    people,
  }) => {
    await people.addMany(30);
    await installClock(page);
    await app.onPhone();
    await app.openUsers();
    await users.addButton.click();
    await users.fill(ZAINAB);
    await pauseClock(page);
    await users.save.click();
    const row = users.row('Zainab Bibi');
    const send = app.toast('User added successfully!').getByRole('button', { name: 'Send sign-in link' });
    for (const what of [row, send]) await runUntilVisible(what);
    await expect(row).toContainText('New');
    await expect(row).toBeInViewport();
    // The toast stays while the pointer is on it.
    await send.hover();
    await page.clock.resume();
    await expectNoAxeViolations(page);
    await send.click();
    // The press was the confirmation: it does not ask again.
    await expect(app.dialog('Sign-in link').getByLabel('Link', { exact: true })).toHaveValue(/invite=/);
    await page.keyboard.press('Escape');
    await page.clock.runFor(31_000);
    await expect(row).not.toContainText('New');
    const name = row.getByRole('link', { name: 'Zainab Bibi', exact: true });
    const person = await name.getAttribute('href');
    await name.click();
    await expect(users.about).toContainText('Invited');
    // The address alone does not make a link.
    await app.open(`/user?link=${person?.split('/').at(-1) ?? ''}`);
    await expect(app.dialog('Sign-in link').getByRole('button', { name: 'Make' })).toBeVisible();
  });
});

test('after a list was added, links for everyone on it are made at once, to copy and to send one by one [USER-22, LINK-15, LINK-16, LINK-18, LANG-6]', async ({
  app,
  page,
  users,
  people,
}) => {
  await people.addMany(3);
  await app.openUsers();
  await users.addButton.click();
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const list = [
    'Ayesha Khan, ayesha@example.com, Cook, 0300 1234567',
    'Bilal Ahmed, bilal@example.com, Cook, 0301 1234567',
    'Chand Bibi, chand@example.com, Cook, 0302 1234567',
  ];
  await app.dialog('Paste a list').getByLabel('Names, e-mails').fill(list.join('\n'));
  await page.getByRole('button', { name: 'Add 3 people' }).click();
  await app.toast('3 users added').getByRole('button', { name: 'Send sign-in links' }).click();
  const dialog = app.dialog('Sign-in links');
  await expect(dialog).toContainText('6 members have no sign-in yet.');
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(3);
  // Alone in its element, its groups keep their order in Urdu.
  await expect(dialog.getByText('0302 1234567', { exact: true })).toHaveJSProperty('tagName', 'BDI');
  await dialog.getByRole('checkbox', { name: 'Chand Bibi' }).uncheck();
  await dialog.getByRole('button', { name: 'Make 2 links' }).click();
  await expect(dialog).toContainText('2 links are ready.');
  await expectAccessibleLayout(page);
  const rows = (await dialog.getByLabel('All links as a list').inputValue()).split('\n').toSorted();
  expect(rows).toEqual([
    expect.stringMatching(/^Ayesha Khan\thttp\S+invite=[\w-]{43}\t\d+ \w+ \d{4}$/),
    expect.stringMatching(/^Bilal Ahmed\thttp\S+invite=[\w-]{43}\t\d+ \w+ \d{4}$/),
  ]);
  const status = dialog.getByRole('region', { name: /one after the other/ }).getByRole('status');
  await expect(status).toContainText(/^1 of 2: (Ayesha Khan|Bilal Ahmed)$/);
  const firstName = (await status.textContent())?.includes('Ayesha') === true ? 'Ayesha' : 'Bilal';
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  const opening = page.context().waitForEvent('page');
  await dialog.getByRole('link', { name: 'Send by WhatsApp' }).click();
  const opened = await opening;
  expect(decodeURIComponent(opened.url())).toContain(`Assalam-o-Alaikum ${firstName}`);
  await expect(status).toContainText('2 of 2');
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(status).toContainText('That was everybody: 1 opened in WhatsApp, 1 skipped.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // The links are no longer shown; users who have one are not ticked again.
  await (await app.menuEntry('Sign-in links')).click();
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(dialog.getByRole('checkbox', { name: 'Chand Bibi' })).toBeChecked();
});

test('where the list shows nobody without a sign-in, the links say that nobody was found [LINK-15]', async ({
  app,
  users,
  people,
}) => {
  await people.addMany(2);
  await app.openUsers();
  await users.search.fill('nobody at all');
  await expect(users.row('Person 001')).toHaveCount(0);
  await (await app.menuEntry('Sign-in links')).click();
  const dialog = app.dialog('Sign-in links');
  await expect(dialog).toContainText('Nobody without a sign-in was found.');
  await expect(dialog).toContainText('Only those whom the list of users shows.');
});
