// Groups: kept in the settings, given to members, and used to find, to fine and to report (GROUP-1, GROUP-8).
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { addGroup } from '../../src/contract/settings/groups.ts';
import { setGroup } from '../../src/contract/users.ts';
import { expectAccessibleLayout, expectNoAxeViolations } from './support/axe.ts';
import { expect, test } from './support/fines.ts';

test('a group is added, given to ticked members, and limits lists, fining and the report [GROUP-1, GROUP-3, GROUP-5, GROUP-7, GROUP-8, REPORT-16]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Chand Bibi');
  await app.openAsAdministrator('/user');
  await expect(page.getByRole('cell', { name: 'Ayesha Khan' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filters' })).toHaveCount(0);
  await expect(await app.menuEntry('Put into a group')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await app.open('/app-settings?tab=groups');
  const card = page.getByRole('region', { name: 'Groups' });
  await card.getByRole('button', { name: 'Add Group' }).click();
  const dialog = app.dialog('Add Group');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Accounts');
  await dialog.getByLabel('Urdu').fill('حسابات');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('listitem')).toHaveText([/Accounts.*حسابات.*0 members/]);
  await app.onPhone();
  await expectAccessibleLayout(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await app.open('/user');
  await (await app.menuEntry('Put into a group')).click();
  await page.getByRole('checkbox', { name: 'Select Ayesha Khan' }).check();
  await page.getByRole('checkbox', { name: 'Select Bilal Ahmed' }).check();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Put into group' }).click();
  await expect(page.getByText('2 members changed')).toBeVisible();
  await app.openFilters();
  await page.getByLabel('Group', { exact: true }).selectOption('Accounts');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('cell', { name: 'Chand Bibi' })).toHaveCount(0);
  await app.onPhone();
  await expectAccessibleLayout(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await app.goTo('/fines');
  await fines.openDialog();
  await fines.dialog.getByLabel('Fine Type').fill('Late arrival');
  await fines.dialog.getByLabel('Amount (PKR)').fill('100');
  await fines.dialog.getByRole('button', { name: 'Everybody in Accounts (2)' }).click();
  await expect(fines.dialog.getByRole('checkbox', { name: 'Bilal Ahmed' })).toBeChecked();
  await fines.dialog.getByRole('button', { name: 'Add Fine' }).click();
  await expect(fines.row('Late arrival')).toHaveCount(2);
  await page.getByLabel('Group', { exact: true }).selectOption('No group');
  await expect(fines.row('Late arrival')).toHaveCount(0);

  await app.open('/reports');
  const report = page.getByRole('region', { name: 'By Group' });
  await expect(report).toContainText('the group that each member is in now');
  await expect(report.getByRole('row', { name: /^Accounts/ })).toContainText('200');
});

test('lists, settings and reports with groups fit a phone and a desk, in Urdu by their Urdu names [GROUP-1, GROUP-5, REPORT-16]', async ({
  app,
  page,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  const body = { name: 'Accounts', urduName: 'حسابات', active: true };
  const { id: groupId } = await api.must(addGroup, { body });
  await api.must(setGroup, { body: { userIds: [api.id('Ayesha Khan')], groupId } });
  await api.fine('Ayesha Khan', 100, { paid: true });
  await api.fine('Ayesha Khan', 200);
  await app.openAsAdministrator('/user');
  await api.must(setLanguage, { body: { language: 'ur' } });
  for (const path of [
    '/user',
    '/fines',
    '/dashboard',
    '/overview',
    '/reminders',
    '/payments',
    '/app-settings?tab=groups',
    '/reports',
  ]) {
    await app.open(path);
    await page.reload();
    await expect(
      page
        .getByText('حسابات')
        .or(page.getByRole('option', { name: 'حسابات' }))
        .first(),
    ).toBeAttached();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessibleLayout(page);
    }
  }
});

test('a ticked member who was deleted meanwhile is no longer selected, and a refusal names them, so that the others are saved [GROUP-3]', async ({
  app,
  page,
  api,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Chand Bibi');
  await api.must(addGroup, { body: { name: 'Accounts', urduName: '', active: true } });
  await app.openAsAdministrator('/user');
  await (await app.menuEntry('Put into a group')).click();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('form', { name: 'Put into a group' });
  await expect(bar).toContainText('3 members selected');
  await api.remove('Ayesha Khan');
  await expect(page.getByRole('cell', { name: 'Ayesha Khan' })).toHaveCount(0);
  await expect(bar).toContainText('2 members selected');

  // Those ticked on another page, or before a search, are not in sight.
  await page.getByRole('searchbox').fill('Bilal');
  await expect(page.getByRole('cell', { name: 'Chand Bibi' })).toHaveCount(0);
  await api.remove('Chand Bibi');
  await bar.getByRole('button', { name: 'Put into group' }).click();
  await expect(
    app.toast(/This was not saved\. .*Chand Bibi.* has been deleted in the meantime and is no longer selected\./),
  ).toBeVisible();
  await expect(bar).toContainText('1 member selected');
  await bar.getByRole('button', { name: 'Put into group' }).click();
  await expect(page.getByText('1 member changed')).toBeVisible();
});

test('a group that is gone is named by the field of every list that an address limits to it [GROUP-5]', async ({
  app,
  page,
  api,
}) => {
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 100);
  await app.openAsAdministrator('/user');
  const field = page.getByLabel('Group', { exact: true });
  const shown = field.locator('option:checked');
  // Also where no group is left on the list.
  for (const path of [
    '/user',
    '/fines',
    '/fineUserOverView',
    '/payments',
    '/reminders',
    '/collect-from-many',
    '/dashboard',
  ]) {
    await app.open(`${path}?group=gone`);
    await expect(shown, path).toHaveText('A group that no longer exists');
  }
  await app.open('/user?group=gone');
  await expect(page.getByRole('cell', { name: 'Ayesha Khan' })).toHaveCount(0);
  await app.openFilters();
  await field.selectOption('All groups');
  await expect(page.getByRole('cell', { name: 'Ayesha Khan' })).toBeVisible();
  await expect(field).toHaveCount(0);
});

test('"Everybody in" a group with a long name shows all of it on a phone [GROUP-7]', async ({ app, api, fines }) => {
  await api.add('Ayesha Khan');
  const name =
    'Department of the Upkeep of Parks, Playgrounds, Fountains and Public Gardens of Dera Ghazi Khan District';
  const { id: groupId } = await api.must(addGroup, { body: { name, urduName: '', active: true } });
  await api.must(setGroup, { body: { userIds: [api.id('Ayesha Khan')], groupId } });
  await app.openAsAdministrator('/fines');
  await fines.openDialog();
  await app.onPhone();
  const label = fines.dialog.getByRole('button', { name: `Everybody in ${name}` }).locator('.mantine-Button-label');
  await expect(label).toBeVisible();
  /** the heights of a line, of the text and of the button, in letters */
  const [line, lines, room] = await label.evaluate((element) => {
    const letter = Number.parseFloat(getComputedStyle(element).fontSize);
    const text = document.createRange();
    text.selectNodeContents(element);
    const heights = [
      Number.parseFloat(getComputedStyle(element).lineHeight),
      text.getBoundingClientRect().height,
      element.closest('button')?.clientHeight ?? 0,
    ];
    return heights.map((height) => height / letter) as [number, number, number];
  });
  expect(line).toBeGreaterThan(1.2);
  expect(lines).toBeGreaterThan(2 * line);
  expect(room).toBeGreaterThanOrEqual(lines);
});
