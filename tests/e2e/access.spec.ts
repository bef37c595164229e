// What each access level shows (ACCESS-14 to ACCESS-18).
import { expect, type Page } from '@playwright/test';
import { addEvent } from '../../src/contract/events.ts';
import { addFines } from '../../src/contract/fines/fines.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund } from '../../src/contract/money/refunds.ts';
import { sendAppeal } from '../../src/contract/money/requests.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { listOwnSessions } from '../../src/contract/sign-in/account.ts';
import { addUser } from '../../src/contract/users.ts';
import { GRANTED_LEVELS } from '../../src/core/people/permission.ts';
import { SCREEN_NAMES, screenNamed } from '../../src/web/routing/screens.ts';
import { mark, userForm } from '../helpers/ledger.ts';
import { type Api, today } from './support/api.ts';
import { SCREENS } from './support/app.ts';
import { expectAccessibleLayout, expectNoAxeViolations } from './support/axe.ts';
import { addPerson, test } from './support/people.ts';

/** The "Actions" columns that have no button in any row: the labels of their tables. */
const emptyActions = (page: Page): Promise<(string | null)[]> =>
  page.locator('table').evaluateAll((tables) =>
    tables.flatMap((table) =>
      [...table.querySelectorAll('thead th')]
        .filter(({ textContent }) => textContent === 'Actions')
        .filter((head) => {
          const place = [...(head.parentElement?.children ?? [])].indexOf(head) + 1;
          return table.querySelector(`tbody tr > :nth-child(${place}) :is(a, button)`) === null;
        })
        .map(() => table.getAttribute('aria-label')),
    ),
  );

/** One record of everything that has buttons. */
async function addRecords(api: Api): Promise<void> {
  await api.rule(false);
  api.ids.set('Ayesha Khan', (await api.must(addUser, { body: userForm({ userName: 'Ayesha Khan' }) })).id);
  const { id: fineId } = await api.fine('Ayesha Khan', 500, { fineType: 'Pending one' });
  await api.fine('Ayesha Khan', 300, { fineType: 'Paid one', paid: true });
  const body = { userId: api.id('Ayesha Khan'), fines: [], amount: 50, receivedOn: today() };
  await api.must(takePayment, { body });
  const back = { userId: api.id('Ayesha Khan'), credit: 50, amount: 20, givenOn: today() };
  await api.must(giveRefund, { body: back });
  const waived = { outstanding: 500, amount: 100, reason: 'was in hospital' };
  await api.must(waiveFine, { params: { fineId }, body: waived });
  const event = { title: 'Tea', description: 'For all', date: today(), location: 'Office', amount: 5 };
  await api.must(addEvent, { body: event });
}

/** The names of all usable buttons, links and switches of a screen. */
const usable = (page: Page): Promise<string[]> =>
  page
    .locator('button:enabled, a[href], [role=switch]:enabled')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));

const CHANGING =
  /\badd|collect payment|collect from|delete|edit|mark as|waive\b|take back|give back|hand over|pay out|save|sign-in link|correct|move|(?<!to )\bremind\b/i;
const PATHS = [
  ...SCREENS.map(([path]) => path).filter((path) => path !== '/profile'),
  '/payments/given-back',
  '/payments/waived',
  '/payments/cash-up',
];

test('a viewer can read every screen and has no button that changes anything [ACCESS-15, LOOK-19]', async ({
  api,
  enterHere,
}) => {
  await addRecords(api);
  const { app, page } = await enterHere('viewer');
  for (const path of [...PATHS, `/user/${api.id('Ayesha Khan')}`]) {
    await app.open(path);
    await app.expectPath(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0);
    expect((await usable(page)).filter((name) => CHANGING.test(name), path)).toEqual([]);
    expect(await emptyActions(page), path).toEqual([]);
    // What somebody may not do is not shown at all, rather than as a button that cannot be pressed.
    if (path === '/app-settings') {
      await expect(page.getByText('Only the administrator can change this.')).toHaveCount(1);
      await expect(page.getByRole('navigation', { name: 'Settings', exact: true }).getByRole('link')).toHaveText([
        'Rules',
        'Organisation',
        'Fine Types',
        'Groups',
        'Reminders and Mail',
      ]);
      // All switches are pale, those that are off no less than those that are on.
      const shades = await page
        .getByRole('region', { name: 'App Rules' })
        .getByRole('switch')
        .evaluateAll((switches) =>
          switches.map(({ nextElementSibling: track }) => track && getComputedStyle(track).opacity),
        );
      expect(new Set(shades)).toEqual(new Set(['0.6']));
      await page.getByRole('link', { name: 'Organisation', exact: true }).click();
      await expect(page.getByLabel('Address')).toHaveCSS('opacity', '1');
      for (const name of [/^Choose/, 'Replace', 'Remove']) {
        await expect(page.getByRole('button', { name })).toHaveCount(0);
      }
    }
  }
  await app.open('/fines');
  await page.getByRole('button', { name: /^Details: .*Pending one/ }).click();
  await expect(app.dialog('Fine Details')).toContainText('Pending one');
  await expect(app.dialog('Fine Details').getByRole('button', { name: 'Correct' })).toHaveCount(0);
  // An address that opens a form leads to the list instead.
  await app.open('/fines?add=true');
  await app.expectScreen('Fine Management');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a collector can add fines, and take back and delete only their own entries [ACCESS-17]', async ({
  api,
  server,
  enterHere,
}) => {
  await api.rule(false);
  api.ids.set('Bilal Ahmed', (await api.must(addUser, { body: userForm({ userName: 'Bilal Ahmed' }) })).id);
  await api.fine('Bilal Ahmed', 200, { fineType: 'Of another' });
  const { app, page, client, name: collector } = await enterHere('collector');
  const userId = api.id('Bilal Ahmed');
  const body = { fineType: 'Own fine', amount: 70, date: today(), userIds: [userId] };
  const { fineIds } = await client.must(addFines, { body });
  const [fineId = ''] = fineIds;
  const credit = { userId, fines: [], amount: 5, receivedOn: today() };
  for (const receiver of [api, client]) await receiver.must(takePayment, { body: credit });
  await app.open('/fines');
  await expect(page.getByRole('button', { name: 'Add New Fine' }).first()).toBeVisible();
  const row = (type: string) => page.getByRole('row').filter({ hasText: type });
  await expect(row('Own fine').getByRole('button', { name: /^Delete/ })).toBeVisible();
  await expect(row('Of another').getByRole('button', { name: /^Mark/ })).toBeVisible();
  await expect(row('Of another').getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await (await app.rowEntry(row('Of another'), 'Collect')).waitFor();
  await expect(page.getByRole('menuitem', { name: /^(Delete|Waive)/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await (await app.rowEntry(row('Of another'), 'Details')).click();
  const details = app.dialog('Fine Details');
  await expect(details).toContainText('a manager can correct this fine');
  await page.keyboard.press('Escape');
  await (await app.rowEntry(row('Own fine'), 'Details')).click();
  await expect(details.getByRole('button', { name: 'Correct' })).toBeVisible();
  await expect(details).not.toContainText('a manager can');
  await page.keyboard.press('Escape');

  // With the rule on, a fine of somebody else would be reduced.
  await api.rule(true);
  await api.fine('Bilal Ahmed', 70, { fineType: 'Doubled by another' });
  await app.open('/fines');
  await row('Own fine')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const question = app.dialog('Delete Fine');
  await expect(question).toContainText('Rs. 140.00');
  await expect(question).toContainText('a manager can delete this one');
  await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await question.getByRole('button', { name: 'Cancel' }).click();

  // A fine with somebody else's payment can only be corrected.
  await mark(api, fineId, 'Paid');
  for (const name of [/^Delete/, /^Mark/]) await expect(row('Own fine').getByRole('button', { name })).toHaveCount(0);
  await row('Own fine')
    .getByRole('button', { name: /^Details/ })
    .click();
  await expect(app.dialog('Fine Details').getByRole('button', { name: 'Correct' })).toBeVisible();

  // Of members' requests, a collector decides only on payments.
  const member = await addPerson(server, api, 'member');
  api.ids.set(member.name, member.id);
  const { id: appealed } = await api.fine(member.name, 90, { fineType: 'Not so' });
  const asked = { fineId: appealed, reason: 'I was on leave' };
  await (await server.enter(member.email)).must(sendAppeal, { body: asked });
  await app.open('/requests');
  await expect(page.getByText('A manager decides on appeals.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Accept/ })).toHaveCount(0);

  // Of two payments they may take back the one that they received.
  await app.open('/payments');
  await expect(row('Rs. 5.00')).toHaveCount(2);
  for (const one of await row('Rs. 5.00').all()) {
    await app.openMore(one);
    const isOwn = (await one.textContent())?.includes(collector) === true;
    await expect(page.getByRole('menuitem')).toHaveText(isOwn ? ['View', 'Take Back'] : ['View']);
    await page.keyboard.press('Escape');
  }
});

test('a manager has every button except the administrator’s [ACCESS-15]', async ({ api, server, enterHere }) => {
  const colleague = await addPerson(server, api, 'viewer');
  const { app, page } = await enterHere('manager');
  await app.open('/app-settings');
  await expect(app.firstRule).toBeDisabled();
  await app.open('/app-settings?tab=types');
  await expect(page.getByRole('button', { name: 'Add Fine Type' })).toBeVisible();
  await app.open('/app-settings?tab=organisation');
  await expect(page.getByLabel('Name of the organisation')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);

  await app.open('/user');
  const row = page.getByRole('row').filter({ hasText: colleague.email });
  await expect(row).toContainText('Viewer');
  await expect(row.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await expect(row.getByRole('button', { name: /^Sign-in link/ })).toHaveCount(0);
  await row.getByRole('button', { name: /^Edit/ }).click();
  const form = app.dialog('Edit User');
  await expect(form.getByLabel('Email')).toBeDisabled();
  await expect(form).toContainText('only the administrator can change their e-mail and status');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('link', { name: /^View/ }).click();
  const about = page.getByRole('region', { name: 'The person' });
  await expect(about).toContainText(colleague.email);
  const actions = page.getByRole('group', { name: /^Actions for/ });
  await expect(actions.getByRole('button', { name: 'Edit' })).toBeVisible();
  for (const name of ['Sign-in link', 'Delete']) await expect(actions.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Access', exact: true })).toHaveCount(0);
});

// api/access shows what this ends, side-by-side.spec.ts what an open window does then.
test('the administrator makes a member a collector, sees how they can sign in, and ends all their sign-ins [SIGNIN-22, ACCESS-14, ACCESS-18]', async ({
  app,
  page,
  api,
  server,
}) => {
  const member = await addPerson(server, api, 'member');
  const client = await server.enter(member.email);
  await app.openAsAdministrator(`/user/${member.id}`);
  await page.getByRole('link', { name: 'Access', exact: true }).click();
  const details = page.locator('main');
  const sessions = details.getByRole('listitem').filter({ hasText: /Signed in \d+ \w+ 20\d\d, \d\d:\d\d/ });
  await expect(sessions).toHaveCount(1);
  await details.getByLabel('Access').selectOption('Collector');
  await expect(details).toContainText('Reads, adds fines and takes payments.');
  await expect(details).toContainText('Saving ends all sessions, passkeys and sign-in links of this user.');
  await details.getByRole('button', { name: 'Save Access' }).click();
  await expect(app.toast('Access saved')).toBeVisible();
  await expect(sessions).toHaveCount(0);
  expect((await client.call(listOwnSessions, {})).status).toBe(401);

  await expect(details).toContainText(/Password\s*chosen/);
  await app.onPhone();
  await expectAccessibleLayout(page);
  await details.getByRole('button', { name: 'End all sign-ins' }).click();
  const question = app.dialog('End all sign-ins?');
  await expect(question).toContainText(`${member.name} is signed out everywhere`);
  await question.getByRole('button', { name: 'End all sign-ins' }).click();
  await expect(app.toast('All sign-ins ended')).toBeVisible();
  await expect(details).toContainText('There is no way to sign in. Make a sign-in link.');
});

test('an API key is created, shown once, and revoked [KEY-6]', async ({ app, page }) => {
  await app.openSettings('access');
  const card = page.getByRole('region', { name: 'API Keys' });
  await card.getByRole('button', { name: 'Add API Key' }).click();
  const dialog = app.dialog('Add API Key');
  await dialog.getByRole('button', { name: 'Create Key' }).click();
  await expect(dialog).toContainText('Please enter a name.');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Gate machine');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Create Key' }).click();
  await expect(dialog.getByLabel('API key', { exact: true })).toHaveValue(/^jurmana_/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(card).toContainText(/Gate machine.*Collector · never used/);
  await app.onPhone();
  await expectAccessibleLayout(page);
  await card.getByRole('button', { name: 'Revoke: Gate machine' }).click();
  await app.dialog('Revoke API key?').getByRole('button', { name: 'Revoke' }).click();
  await expect(card).toContainText('Revoked');
  await expect(card.getByRole('button', { name: 'Revoke: Gate machine' })).toHaveCount(0);
});

test('whoever may open a screen may read everything that it reads [ACCESS-15]', async ({ api, enter }) => {
  await addRecords(api);
  const member = api.id('Ayesha Khan');
  for (const access of ['member', ...GRANTED_LEVELS] as const) {
    const names = SCREEN_NAMES.filter((name) => screenNamed(name).needs === access);
    const paths = names.flatMap((name) => {
      const { path, record } = screenNamed(name);
      return [
        ...(record === 'only' ? [] : [path]),
        ...(record !== undefined && ['fines', 'person', 'statement'].includes(name) ? [`${path}/${member}`] : []),
      ];
    });
    if (paths.length === 0) continue;
    const { page, app } = await enter(access);
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(`${app.path()}: ${answer.url()}`);
    });
    for (const path of paths) {
      await app.open(path);
      await app.expectPath(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0);
    }
    expect(refused, access).toEqual([]);
  }
});
