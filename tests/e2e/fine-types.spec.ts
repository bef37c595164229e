// The list of fine types: maintained in the settings, offered in Add New Fine (TYPE-1, TYPE-4, TYPE-5).
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { addType, listTypes, updateType } from '../../src/contract/fines/fine-types.ts';
import { switchRule } from '../../src/contract/settings/rules.ts';
import { fines as urdu } from '../../src/web/messages/ur/fines.ts';
import type { Api } from './support/api.ts';
import { expectAccessibleLayout, expectNoAxeViolations } from './support/axe.ts';
import { expect, test } from './support/fines.ts';

const onlyListed = (api: Api, allowDisallow: boolean) =>
  api.must(switchRule, { params: { ruleId: 'only-listed-fine-types' }, body: { allowDisallow } });

test('a listed type fills in the amount, in Urdu by its Urdu name; with the rule on, no other type can be entered [TYPE-1, TYPE-5]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan');
  await api.must(addType, { body: { name: 'Noise', urduName: '', amount: null, active: true } });
  await app.openAsAdministrator('/app-settings?tab=types');
  const card = page.getByRole('region', { name: 'Fine Types' });
  await card.getByRole('button', { name: 'Add Fine Type' }).click();
  const dialog = app.dialog('Add Fine Type');
  await dialog.getByLabel('Default amount').fill('x');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Enter an amount such as 1,500 or 1500.50.');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Late arrival');
  await dialog.getByLabel('Urdu').fill('دیر سے آمد');
  await dialog.getByLabel('Default amount').fill('250');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('listitem')).toHaveText([/Noise/, /Late arrival.*دیر سے آمد.*Rs\.\s250\.00/]);
  await card.getByRole('button', { name: 'More: Fine Types' }).click();
  await expect(page.getByRole('menuitem', { name: 'Export CSV' })).toHaveAttribute('href', /exports\/fine-types/);
  await page.keyboard.press('Escape');
  await app.onPhone();
  await expectAccessibleLayout(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await onlyListed(api, true);
  await app.goTo('/fines');
  await fines.openDialog();
  const type = fines.dialog.getByLabel('Fine Type');
  await type.fill('Something else');
  await fines.dialog.getByLabel('Amount (PKR)').fill('100');
  await fines.dialog.getByRole('checkbox', { name: 'Ayesha Khan' }).check();
  await expect(fines.dialog).toContainText('Choose one from the list in Settings.');
  await fines.dialog.getByRole('button', { name: 'Add Fine' }).click();
  await expect(fines.dialog).toContainText('Only fine types from the list can be used.');
  await fines.dialog.getByLabel('Amount (PKR)').fill('');
  await type.fill('late');
  await fines.dialog.getByRole('option', { name: /^Late arrival/ }).click();
  await expect(type).toHaveValue('Late arrival');
  await fines.dialog.getByRole('button', { name: 'Add Fine' }).click();
  await expect(fines.row('Late arrival')).toBeVisible();
  await expect.poll(async () => (await api.must(listTypes, {})).items.map(({ useCount }) => useCount)).toEqual([0, 1]);

  await onlyListed(api, false);
  await api.must(setLanguage, { body: { language: 'ur' } });
  await page.reload();
  await page.getByRole('button', { name: urdu.addNew }).first().click();
  await app.dialog(urdu.add.title).getByRole('combobox', { name: urdu.add.fineType }).click();
  await expect(page.getByRole('option', { name: /^دیر سے آمد/ })).toBeVisible();
});

test('a type that another window changes meanwhile keeps those changes; a refusal is said at its field and in a message; presses of Move Up before the first is answered move a type that often, and of two quick deletions neither is lost [SCREEN-9, SCREEN-53, TYPE-1, TYPE-3, TYPE-4, TYPE-9]', async ({
  app,
  page,
  api,
  faultyProxy,
}) => {
  const spitting = { name: 'Spitting', urduName: '', amount: 50, active: true };
  const { id: typeId } = await api.must(addType, { body: spitting });
  await app.openAsAdministrator('/app-settings?tab=types');
  const card = page.getByRole('region', { name: 'Fine Types' });
  await card.getByRole('button', { name: 'Change: Spitting' }).click();
  const dialog = app.dialog('Change Fine Type');
  await dialog.getByLabel('Default amount').fill('75');
  await api.must(updateType, { params: { id: typeId }, body: { urduName: 'تھوکنا', active: false } });
  await expect(dialog.getByLabel('Urdu')).toHaveValue('تھوکنا');
  await expect(dialog.getByRole('switch')).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('listitem').filter({ hasText: 'Spitting' })).toHaveText([
    /Spitting.*تھوکنا.*Rs\.\s75\.00.*Inactive/,
  ]);
  const { items } = await api.must(listTypes, {});
  expect(items.find(({ id }) => id === typeId)).toMatchObject({ urduName: 'تھوکنا', amount: 75, active: false });

  const add = card.getByRole('button', { name: 'Add Fine Type' });
  await add.click();
  const adding = app.dialog('Add Fine Type');
  await adding.getByRole('textbox', { name: /^Name/ }).fill('Spit');
  await adding.getByLabel('Urdu').fill('تھُوکنا');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByLabel('Urdu')).toHaveAccessibleDescription(/Another fine type on the list has this name/);
  await expect(app.toast('This was not saved.')).toContainText('Another fine type on the list has this name');

  for (const name of ['One', 'Two', 'Three', 'Four']) {
    await api.must(addType, { body: { name, urduName: '', amount: null, active: true } });
  }
  const order = async () =>
    (await api.must(listTypes, {})).items.map(({ name }) => name).filter((name) => /^(One|Two|Three|Four)$/.test(name));
  await adding.getByRole('button', { name: 'Cancel' }).click();
  const row = (name: string) => card.getByRole('listitem').filter({ hasText: name });
  faultyProxy.holdResponses('POST /api/fine-types/');
  for (const _ of [1, 2, 3]) await (await app.rowEntry(row('Four'), 'Move Up')).press('Enter');
  faultyProxy.restore();
  await expect.poll(order).toEqual(['Four', 'One', 'Two', 'Three']);
  await expect(row('Four').getByRole('button', { name: 'More: Four' })).toBeFocused();

  faultyProxy.holdResponses('DELETE /api/fine-types/');
  for (const name of ['One', 'Two']) {
    await (await app.rowEntry(row(name), 'Delete')).click();
    await app.dialog('Delete fine type?').getByRole('button', { name: 'Delete' }).click();
    await expect(app.dialog('Delete fine type?')).toBeHidden();
  }
  faultyProxy.restore();
  await expect.poll(order).toEqual(['Four', 'Three']);
});
