// Users who are faster than the server or the screen: double clicks, repeated keys, Escape, and responses that arrive
// after navigating away. With animations, because a dialog that is closing can still be clicked.
import { addSessionCookies } from './support/app.ts';
import { expect, test } from './support/fines.ts';
import { addMember } from './support/member.ts';
import { recordRequests } from './support/requests.ts';

test.use({ savesData: false });

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' }));

const DELETE = 'DELETE /api/fines/';
const ADD = 'POST /api/fines ';

test('a deletion that is answered late leaves the person on the screen they went to [SCREEN-14]', async ({
  app,
  page,
  fines,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 100, { fineType: 'First' });
  await api.fine('Ayesha Khan', 100, { fineType: 'Second' });
  const answer = async (): Promise<void> => {
    const answered = page.waitForResponse((response) => response.request().method() === 'DELETE');
    faultyProxy.restore();
    await answered;
    await app.expectPrefetched();
  };
  await app.openFines();
  faultyProxy.holdResponses(DELETE);
  await fines.act(fines.row('First'), 'Delete');
  await app.menuLink('Users').click();
  await app.expectScreen('Users Management');
  await answer();
  expect(app.path()).toBe('/user');

  await app.goTo('/fines');
  faultyProxy.holdResponses(DELETE);
  await fines.act(fines.row('Second'), 'Delete');
  await fines.filter.fill('Ayesha');
  await page.getByRole('option', { name: 'Ayesha Khan' }).click();
  await app.expectPath(`/fines/${api.id('Ayesha Khan')}`);
  await fines.openDialog();
  await fines.dialog.getByLabel('Fine Type').fill('Half of a wo');
  await answer();
  await expect(fines.dialog.getByLabel('Fine Type')).toHaveValue('Half of a wo');
  expect(app.path()).toBe(`/fines/${api.id('Ayesha Khan')}`);
  await expect.poll(async () => (await api.books()).fines).toEqual([]);
});

test('a form filled in before its list is loaded keeps the user of the link; while saving it cannot be changed, and afterwards it does not pull the person back [SCREEN-14]', async ({
  app,
  page,
  fines,
  api,
  faultyProxy,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  faultyProxy.holdResponses('GET /api/fines?');
  await app.openAsAdministrator(`/fines/${api.id('Ayesha Khan')}?add=true`);
  await fines.dialog.getByLabel('Fine Type').fill('Late');
  faultyProxy.restore();
  await expect(fines.dialog).toContainText('Selected: 1 user(s)');
  await expect(fines.dialog.getByLabel('Fine Type')).toHaveValue('Late');
  await fines.dialog.getByRole('button', { name: 'Cancel' }).click();

  await app.goTo('/dashboard');
  await app.goTo('/fines');
  await fines.openDialog();
  await fines.fill('Late arrival', '100', 'Ayesha Khan');
  await fines.dialog.getByRole('searchbox').fill('');
  faultyProxy.holdResponses(ADD);
  await fines.submit.click();
  await expect(fines.dialog.getByRole('button', { name: 'Please wait...' })).toBeVisible();
  await fines.dialog.getByRole('checkbox', { name: 'Bilal Ahmed' }).click();
  await fines.dialog.getByLabel('Amount (PKR)').press('5');
  await expect(fines.dialog.getByRole('checkbox', { name: 'Bilal Ahmed' })).not.toBeChecked();
  await expect(fines.dialog.getByLabel('Amount (PKR)')).toHaveValue('100');
  // Back does not close a form that is saving.
  await page.goBack();
  await expect(fines.dialog).toBeVisible();
  await app.goTo('/dashboard');
  faultyProxy.restore();
  await fines.expectAdded();
  expect(app.path()).toBe('/dashboard');
  await expect.poll(async () => (await api.books()).fines).toEqual(['Ayesha Khan Late arrival 100 Pending']);
});

test('a second Enter does not confirm what nobody has read; Escape closes only the question, a second one the form below, however quick; a new form does not show the last failure [SCREEN-8, SCREEN-19]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await fines.begin('Late arrival', '100', 'Ayesha Khan');
  const confirm = fines.confirm;
  await fines.submit.click();
  await app.expectInitialFocus(confirm);
  await page.keyboard.press('Escape');
  await expect(fines.confirmation).toBeHidden();
  await expect(fines.dialog).toBeVisible();
  await expect(fines.submit).toBeFocused();

  // Clicks as soon as the confirmation has the focus.
  await page.evaluate(() => {
    const ended = new AbortController();
    document.addEventListener(
      'focusin',
      ({ target }) => {
        const button = (target as HTMLElement).closest('button');
        if (button?.textContent !== 'Add Fine' || button.type === 'submit') return;
        button.click();
        document.body.dataset['pressed'] = 'twice';
      },
      { signal: ended.signal },
    );
    document.addEventListener('keyup', () => ended.abort(), { signal: ended.signal });
  });
  await fines.dialog.getByLabel('Amount (PKR)').focus();
  await page.keyboard.down('Enter');
  await app.expectInitialFocus(confirm);
  await expect(page.locator('body')).toHaveAttribute('data-pressed', 'twice');
  // Nor does a key that is held down until then.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(confirm).toBeEnabled();
  await expect.poll(async () => (await api.books()).fines).toEqual([]);
  await page.keyboard.press('Enter');
  await fines.expectAdded();
  await expect(fines.row('Late arrival')).toHaveCount(1);

  await fines.openDialog();
  await fines.fill('No badge', '100', 'Ayesha Khan', 'Bilal Ahmed');
  await api.remove('Bilal Ahmed');
  await fines.submit.click();
  await expect(fines.dialog).toContainText('Nothing was saved.');
  await fines.dialog.getByRole('button', { name: 'Cancel' }).click();
  await fines.openDialog();
  await expect(fines.dialog.getByLabel('Fine Type')).toHaveValue('');
  await expect(fines.dialog).not.toContainText('Nothing was saved.');

  await fines.fill('No badge', '100', 'Ayesha Khan');
  await fines.submit.click();
  await app.expectInitialFocus(confirm);
  await page.evaluate(async () => {
    for (let press = 1; press <= 2; press += 1) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      // Everything caused by the first press has run, but no timer.
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    }
  });
  await expect(fines.confirmation).toBeHidden();
  await expect(fines.dialog).toBeHidden();
});

test('a double click that makes a link does not close it; a second click on a question finds it closed, even before the page has rendered [SCREEN-8]', async ({
  app,
  page,
  api,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await app.openUsers();
  await (await app.rowEntry(page.getByRole('row').filter({ hasText: 'Ayesha Khan' }), 'Sign-in link')).click();
  const dialog = app.dialog('Sign-in link');
  const make = dialog.getByRole('button', { name: 'Make and copy the link' });
  // The second click comes as soon as the first button has been replaced by another.
  await make.evaluate((button) => {
    const footer = button.parentElement;
    if (footer === null) return;
    new MutationObserver((_, observer) => {
      if (footer.children.length !== 1) return;
      observer.disconnect();
      footer.children[0]?.dispatchEvent(new PointerEvent('click', { detail: 2, bubbles: true, cancelable: true }));
      document.body.dataset['pressed'] = 'twice';
    }).observe(footer, { childList: true });
  });
  await make.click();
  await expect(page.locator('body')).toHaveAttribute('data-pressed', 'twice');
  await expect(page.locator('[data-fresh]')).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();

  const deletions = recordRequests(page, 'DELETE ');
  await page.getByRole('button', { name: 'Delete Ayesha Khan' }).click();
  const confirm = app.dialog('Confirm Delete').getByRole('button', { name: 'Delete', exact: true });
  // Waits until its buttons accept clicks.
  await expect(confirm).toBeVisible();
  await expect(page.locator('[data-fresh]')).toHaveCount(0);
  await confirm.evaluate(async (button) => {
    const press = (detail: number) =>
      button.dispatchEvent(new PointerEvent('click', { detail, bubbles: true, cancelable: true }));
    press(1);
    // Only microtasks run between two events of one click.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    press(2);
  });
  await expect(app.toast('User deleted successfully!')).toBeVisible();
  expect(deletions).toHaveLength(1);
});

test('a session that ends elsewhere does not take the focus from somebody who is typing', async ({
  app,
  page,
  process,
  api,
  faultyProxy,
}) => {
  const { email } = await addMember(process, api);
  await process.enter(email);
  await addSessionCookies(page.context(), app.server, await process.enter(email));
  await app.open('/fineUserOverView');
  await page.getByRole('button', { name: 'Account' }).click();
  const dialog = app.dialog('Account');
  faultyProxy.holdResponses('DELETE /api/account/sessions/');
  await dialog.getByRole('button', { name: /^End the session/ }).click();
  await dialog.getByLabel('Current password').focus();
  await page.keyboard.type('half');
  faultyProxy.restore();
  await expect(app.toast('ended')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.type(' of it');
  await expect(dialog.getByLabel('Current password')).toHaveValue('half of it');

  // Escape closes only the confirmation and keeps the passwords typed in the dialog.
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = app.dialog('Sign out everywhere?');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(dialog.getByLabel('Current password')).toHaveValue('half of it');
});
