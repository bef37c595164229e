// Two records of one person: joined on the person's page, and parted again (JOIN-1, JOIN-5, JOIN-7, JOIN-8, JOIN-9).
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { users as urdu } from '../../src/web/messages/ur/users.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { expect, test } from './support/users.ts';

test('another record of the same person is found, the one that remains is chosen, and has the fines of both; the old address leads there; it is undone [JOIN-1, JOIN-5, JOIN-7, JOIN-8, JOIN-9]', async ({
  app,
  page,
  users,
  people,
}) => {
  const ali = await people.add('Ali Khan', { userRole: 'Cook' });
  const aly = await people.add('Aly Khan');
  await people.fine(ali, 100, '2026-01-05');
  await people.fine(aly, 250, '2026-02-09');
  await app.openAsAdministrator(`/user/${aly.id}`);
  const actions = page.getByRole('group', { name: /^Actions for/ });
  await (await app.rowEntry(actions, 'Join with …')).click();
  const dialog = app.dialog('Join two records of one person');
  const join = dialog.getByRole('button', { name: 'Join', exact: true });
  await expect(join).toBeDisabled();
  const choose = async (name: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: 'The other record' }).fill(name);
    await page.getByRole('option', { name }).click();
  };
  await choose('Aly Khan');
  await expect(dialog.getByText('This is the same record. Choose another one.')).toBeVisible();
  await choose('Ali Khan');
  const remains = (name: string) => dialog.getByRole('radio', { name });
  await expect(remains('Aly Khan')).toBeChecked();
  await remains('Ali Khan').click();
  await expect(remains('Ali Khan')).toBeChecked();
  await expect(dialog.getByRole('status')).toContainText(/this record of Ali Khan, which then owes Rs\.\s350\.00/);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessibleLayout(page);
  }
  await join.click();
  await expect(page.getByText('Joined with the record of Ali Khan')).toBeVisible();
  await app.expectPath(`/user/${ali.id}`);
  await expect(users.about).toContainText(/Owes\s*Rs\.\s350\.00/);
  await expect(page.getByRole('row').filter({ hasText: 'Late arrival' })).toHaveCount(2);

  await app.open(`/user/${aly.id}`);
  await app.expectPath(`/user/${ali.id}`);
  await expect(users.about.getByRole('heading', { level: 1 })).toHaveText('Ali Khan');
  await app.open(`/fines/${aly.id}`);
  await expect(page.getByRole('row').filter({ hasText: 'Late arrival' })).toHaveCount(2);
  await app.open(`/user/${aly.id}`);
  await page.reload();
  await (await app.rowEntry(actions, 'Undo Join')).click();
  await expect(page.getByText('Aly Khan has a record of their own again')).toBeVisible();
  await expect(users.about).toContainText(/Owes\s*Rs\.\s100\.00/);
  await app.open(`/user/${aly.id}`);
  await expect(users.about).toContainText(/Owes\s*Rs\.\s250\.00/);
  await app.expectPath(`/user/${aly.id}`);
});

test('in Urdu the records fit a phone and a desk [JOIN-7]', async ({ app, page, api, people }) => {
  const ali = await people.add('Ali Khan');
  await people.add('Aly Khan');
  await people.fine(ali, 100, '2026-01-05');
  await app.openAsAdministrator(`/user/${ali.id}`);
  await api.must(setLanguage, { body: { language: 'ur' } });
  await page.reload();
  const texts = urdu.join;
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const more = page.getByRole('main').getByRole('group').locator('[aria-haspopup]').locator('visible=true');
    await more.click();
    await page
      .getByRole('menuitem', { name: texts.action })
      .or(page.getByRole('button', { name: texts.action }))
      .click();
    const dialog = app.dialog(texts.title);
    await dialog.getByRole('combobox', { name: texts.other }).fill('Aly');
    await page.getByRole('option', { name: 'Aly Khan' }).click();
    await expect(dialog.getByRole('radio')).toHaveCount(2);
    await expectAccessibleLayout(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});
