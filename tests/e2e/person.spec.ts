// A person's page (PERSON-1 to PERSON-8).
import type { Page } from '@playwright/test';
import { listFines } from '../../src/contract/fines/fines.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { listPayments } from '../../src/contract/money/payments.ts';
import { skipPauses } from './support/clock.ts';
import { recordFollowed } from './support/followed.ts';
import { expectAccessibleOnPhoneAndDesk, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { expect, test } from './support/users.ts';

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Records of this person' }).getByRole('link', { name, exact: true });

test('“View” opens who they are and what they owe, kept up to date; the actions are in sight at either end of the page, on a phone at the bottom of the screen, one of them primary; unknown and deleted people and failures are reported [USER-12, PERSON-1, PERSON-2, PERSON-6]', async ({
  proxiedApp: app,
  faultyProxy,
  page,
  users,
  people,
}) => {
  const ayesha = await people.add('Ayesha Khan', { userRole: 'Accountant' });
  await people.fine(ayesha, 1000.5, '2026-01-05');
  await people.fine(ayesha, 500, '2026-02-09', true);
  await skipPauses(page);
  await app.openUsers();
  await users.action('View', 'Ayesha Khan').click();
  await app.expectPath(`/user/${ayesha.id}`);
  await expect(page).toHaveTitle(/^Ayesha Khan/);
  const { about } = users;
  for (const text of ['Accountant', 'Active', 'person1@example.com', '0300 1234567', ayesha.id, 'No sign-in yet']) {
    await expect(about.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(about.getByRole('heading', { level: 1, name: 'Ayesha Khan' })).toBeVisible();
  await expect(about).toContainText(/Owes\s*Rs\.\s1,000\.50\s*1 fine, unpaid since 5 Jan 2026/);
  await expect(about).toContainText(/Total fines\s*Rs\.\s1,500\.50\s*Paid\s*Rs\.\s500\.00/);
  await expect(about.getByRole('link', { name: '0300 1234567' })).toHaveAttribute('href', 'tel:+923001234567');
  await expect(about.getByRole('link', { name: 'person1' })).toHaveAttribute('href', 'mailto:person1@example.com');
  await expectAccessibleOnPhoneAndDesk(page);

  const actions = page.getByRole('group', { name: /^Actions for/ }).locator('a, button');
  /** The texts of the actions that are in sight as a whole. */
  const inSight = () =>
    actions.evaluateAll(async (all) => {
      const { promise, resolve } = Promise.withResolvers<IntersectionObserverEntry[]>();
      const observer = new IntersectionObserver(resolve);
      for (const action of all) observer.observe(action);
      const whole = (await promise).filter(({ intersectionRatio }) => intersectionRatio === 1);
      observer.disconnect();
      return whole.map(({ target }) => target.textContent);
    });
  const names = ['Collect Payment', 'Add a fine', 'Remind', 'Statement'];
  for (const [width, height, more] of [
    [1280, 500, ['Sign-in link', 'Edit', 'Delete', '']],
    [1024, 500, ['Sign-in link', 'Edit', 'Delete', 'More']],
    [768, 500, ['Sign-in link', 'Edit', 'Delete', 'More']],
    [360, 500, ['More']],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const end of [0, 10_000]) {
      expect((await page.evaluate((top) => (scrollTo(0, top), scrollY), end)) > 0, `${width}`).toBe(end > 0);
      const expected = [...names, ...more];
      await expect.poll(inSight, `${width}, ${end}`).toEqual(expected);
    }
    const primary = page
      .locator('main')
      .locator('button, a')
      .locator('visible=true')
      .and(page.locator('[data-primary]'));
    await expect(primary).toHaveText(['Collect Payment']);
  }
  const { bottom = 0 } = await users.person('Remind').evaluate((button) => button.getBoundingClientRect().toJSON());
  expect(bottom).toBeGreaterThan(500 - 140);
  await expectTouchTargets(actions);
  // The other actions, in a sheet.
  await users.person('More').click();
  await app.dialog('More').getByRole('button', { name: 'Sign-in link' }).click();
  await expect(app.dialog('Sign-in link')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 740 });

  await people.fine(ayesha, 700, '2025-12-02');
  await expect(about).toContainText(/Owes\s*Rs\.\s1,700\.50\s*2 fines, the oldest unpaid since 2 Dec 2025/);
  await people.remove(ayesha);
  await expect(about).toContainText('This user was deleted. The fines and totals are kept.');
  await expect(about.getByRole('heading', { level: 1, name: 'Unknown User' })).toBeVisible();
  await expect(users.person('Add a fine')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Late arrival' })).toHaveCount(3);

  await app.open('/user/NOBODY22');
  await expect(page.getByText('This user no longer exists.')).toBeVisible();
  await page.getByRole('link', { name: 'To the list of users' }).click();
  await app.expectScreen('Users Management');

  const bilal = await people.add('Bilal');
  faultyProxy.dropResponses(`GET /api/users/${bilal.id} `);
  await app.open(`/user/${bilal.id}`);
  await expect(page.getByText('The details could not be loaded.')).toBeVisible();
  faultyProxy.restore();
  // A change that is told meanwhile has it read again before that.
  await page
    .getByRole('button', { name: 'Try again' })
    .or(users.about)
    .click({ position: { x: 20, y: 4 } });
  await expect(users.about).toContainText('No fines recorded for this user');
});

test('each tab has all records and its own address; Back leads to the previous screen, and from the statement to the person; every name leads there; a fine, a payment and a reminder can be added there; changes show at once, and deleting the user leads to the list [PERSON-3, PERSON-4, PERSON-5, PERSON-6, PERSON-7, PAY-20, USER-13, WAIVE-10, LOOK-27]', async ({
  app,
  api,
  page,
  users,
  people,
}) => {
  const ayesha = await people.add('Ayesha Khan');
  const other = await people.add('Bilal');
  await people.fine(ayesha, 1000, '2026-01-05');
  await people.fine(ayesha, 250, '2026-02-09', true);
  await people.fine(other, 77, '2026-02-09', true);
  const { items } = await api.must(listFines, { query: { userId: ayesha.id, status: 'Pending' } });
  const params = { fineId: items[0]?.id ?? '' };
  await api.must(waiveFine, { params, body: { outstanding: 1000, amount: 400, reason: 'was in hospital' } });

  const followed = await recordFollowed(page);
  await app.openUsers();
  await page.getByRole('link', { name: 'Ayesha Khan', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Late arrival' })).toHaveCount(2);
  await tab(page, 'Payments').click();
  const payments = page.getByRole('table', { name: 'Payments' });
  await expect(payments).toContainText('Rs. 250.00');
  await expect(payments).not.toContainText('77.00');
  await tab(page, 'Waived').click();
  await expect(page.getByRole('region', { name: 'Waived' })).toContainText(/was in hospital.*Rs\.\s400\.00/s);
  await tab(page, 'History').click();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('was in hospital');
  await expect(history).not.toContainText('Bilal');
  await expect(page).toHaveURL(new RegExp(`#/user/${ayesha.id}\\?tab=history$`));
  await page.reload();
  await expect(history).toContainText('was in hospital');
  await expect(tab(page, 'History')).toHaveAttribute('aria-current', 'page');
  await tab(page, 'Waived').click();
  await users.person('Statement').click();
  await expect(page.getByRole('table', { name: 'Statement' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`#/user/${ayesha.id}\\?tab=waived$`));
  await expect(page.getByRole('region', { name: 'Waived' })).toContainText('was in hospital');
  await page.goBack();
  await app.expectScreen('Users Management');

  // On a phone all six fit in one row.
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await app.open(`/user/${ayesha.id}`);
  const tops = (): Promise<number[]> =>
    page
      .getByRole('navigation', { name: 'Records of this person' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().y));
  await expect.poll(async () => (await tops()).length).toBe(6);
  expect(new Set(await tops()).size).toBe(1);
  // Likewise on a tablet, beside the open sidebar.
  await page.setViewportSize({ width: 768, height: 900 });
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();
  await expect(page.getByRole('button', { name: 'Collapse the sidebar' })).toBeVisible();
  await expect.poll(async () => new Set(await tops()).size).toBe(1);
  if (before !== null) await page.setViewportSize(before);

  // Like any link, a tab can be opened in a new window: the browser does it, and this page stays.
  const isTaken = await tab(page, 'Access').evaluate((link) => {
    const press = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true, metaKey: true });
    let taken = true;
    const end = (event: Event): void => {
      taken = event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener('click', end, { once: true });
    link.dispatchEvent(press);
    return taken;
  });
  expect(isTaken).toBe(false);
  await expect(tab(page, 'Fines')).toHaveAttribute('aria-current', 'page');

  // side-by-side.spec.ts checks the screens with the most names.
  const paid = await api.must(listPayments, { query: { userId: ayesha.id } });
  const leadsTo = `#/user/${ayesha.id}`;
  for (const [path, name] of [
    ['/payments/waived', 'Ayesha Khan'],
    [`/receipts/${paid.items[0]?.receipt ?? ''}`, 'Ayesha Khan'],
    [`/statements/${ayesha.id}`, 'Ayesha Khan'],
    ['/reports?age=over-90', 'Ayesha Khan'],
    ['/collect-from-many', 'Open Ayesha Khan'],
  ] as const) {
    await app.open(path);
    const link = page.locator('main').getByRole('link', { name, exact: true });
    await expect(link.first(), path).toHaveAttribute('href', leadsTo);
  }
  await app.open('/fines');
  // A press beside the row's links and buttons.
  await page.getByRole('row').filter({ hasText: 'Ayesha Khan' }).first().getByText('Late arrival').click();
  await app.dialog('Fine Details').getByRole('link', { name: 'Ayesha Khan' }).click();
  await app.expectPath(`/user/${ayesha.id}`);
  await expect(app.dialog('Fine Details')).toBeHidden();

  // What can be added to somebody without fines.
  const chand = await people.add('Chand Bibi', { userEmail: 'chand+1@example.com' });
  await app.open(`/user/${chand.id}?tab=history`);
  await expect(users.about).toContainText(/Chand Bibi.*No fines recorded for this user/s);
  await expect(users.person('Collect Payment')).toHaveCount(0);
  await expect(users.person('Remind')).toHaveCount(0);
  await users.person('Add a fine').click();
  const dialog = app.dialog('Add New Fine');
  await expect(dialog.getByText('Selected: 1 user(s)')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Chand Bibi' })).toBeChecked();
  await dialog.getByLabel('Fine Type').fill('Late arrival');
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('1250.50');
  await dialog.getByRole('button', { name: 'Add Fine' }).click();
  await app.dialog('Confirm Fines').getByRole('button', { name: 'Add Fine' }).click();
  await expect(dialog).toBeHidden();
  await app.expectPath(`/user/${chand.id}`);
  await expect(page.getByRole('row').filter({ hasText: 'Late arrival' })).toHaveCount(1);

  await users.person('Remind').click();
  const reminder = app.dialog('Remind');
  await expect(reminder).toContainText('Assalam-o-Alaikum Chand Bibi,');
  await expect(reminder).toContainText('Rs. 1,250.50 is still to be paid');
  await expectNoSidewaysScroll(page);
  await reminder.getByRole('button', { name: 'E-mail' }).click();
  await expect(reminder).toBeHidden();
  const mail = await followed();
  expect(mail).toMatch(/^mailto:chand%2B1@example\.com\?subject=/);
  expect(new URLSearchParams(mail.split('?')[1]).get('body')).toMatch(/Chand Bibi.*Rs\.\s1,250\.50.*Thank you/s);

  await users.person('Collect Payment').click();
  const collecting = app.dialog('Collect Payment');
  await collecting.getByRole('button', { name: 'Save Payment' }).click();
  await app.dialog('Payment Saved').getByRole('button', { name: 'Done' }).click();
  await expect(users.about).toContainText(/Owes\s*Rs\.\s0\.00\s*Everything is paid/);
  await expect(users.person('Remind')).toHaveCount(0);

  await app.onPhone();
  await page.getByRole('link', { name: 'Add New Fine' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Chand Bibi' })).toBeChecked();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await app.expectPath(`/user/${chand.id}`);
  await page.setViewportSize({ width: 1280, height: 740 });

  await users.person('Edit').click();
  await users.fill({ Name: 'Chand Malik' });
  await page.reload();
  await expect(users.field('Name')).toHaveValue('Chand Malik');
  await users.save.click();
  await expect(users.about.getByRole('heading', { level: 1 })).toHaveText('Chand Malik');
  await users.person('Delete').click();
  await users.confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(app.toast('User deleted successfully!')).toBeVisible();
  await app.expectScreen('Users Management');
});
