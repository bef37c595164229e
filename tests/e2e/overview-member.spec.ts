// The fines overview of a member: on a phone, with the own card and the own totals (decisions section 5).
import type { Locator } from '@playwright/test';
import { App, carrySession } from './support/app.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTargetsForAThumb } from './support/axe.ts';
import { addMember } from './support/member.ts';
import { expect, test } from './support/overview.ts';

test('a member sees the own card and the own totals, and no links of the administrator', async ({ office, member }) => {
  await office.rule(false);
  office.ids.set(member.name, member.id);
  await office.add('Somebody Else');
  await office.fine('Somebody Else', 9999);
  await office.fine(member.name, 300, { fineType: 'Late arrival', date: '2026-03-02', paid: true });
  await office.fine(member.name, 100, { fineType: 'Uniform', date: '2026-03-03' });
  await member.app.open('/fineUserOverView');
  await member.app.expectScreen('User Fines Overview');
  await member.expectFigures('400', '100', '300', '75');
  await expect(member.names).toHaveText([member.name]);
  await expect(member.user(member.name)).toContainText(`ID: ${member.id}`);
  await expect(member.badge(member.name)).toHaveText('Pending');
  await expect(member.fines(member.name)).toHaveText([
    /Uniform.*Rs\s100.*3 Mar 2026.*Pending/,
    /Late arrival.*Rs\s300.*2 Mar 2026.*Paid/,
  ]);
  await expect(member.page.getByText('Somebody Else')).toHaveCount(0);
  await expect(member.page.getByRole('link')).toHaveCount(0);
  // With a single card there is nothing to search or to sort.
  await expect(member.page.getByRole('searchbox')).toHaveCount(0);
  await expect(member.page.getByRole('group', { name: 'Sort by' })).toHaveCount(0);
  await expectNoSidewaysScroll(member.page);
  await expectNoAxeViolations(member.page);
});

test('a member without fines is told so', async ({ member }) => {
  await member.app.open('/fineUserOverView');
  await expect(member.user(member.name)).toContainText('No fines recorded for this user');
  await member.expectFigures('0', '0', '0', '100');
});

test("a member's own changes appear within a second, other people's not at all", async ({ office, member }) => {
  await office.rule(false);
  office.ids.set(member.name, member.id);
  await office.add('Somebody Else');
  await member.app.open('/fineUserOverView');
  await expect(member.user(member.name)).toBeVisible();
  await office.fine('Somebody Else', 700);
  await office.fine(member.name, 100, { paid: true });
  await expect(member.fines(member.name)).toHaveText([/Rs\s100/]);
  await member.expectFigures('100', '0', '100', '100');
  await expect(member.badge(member.name)).toHaveText('Paid');
});

test('the rule "Members can see everyone\'s fines" opens all cards, and closes them again', async ({
  office,
  member,
  membersSeeEveryone,
}) => {
  await office.rule(false);
  office.ids.set(member.name, member.id);
  await office.add('Bilal Ahmed');
  await office.fine('Bilal Ahmed', 700);
  await member.app.open('/fineUserOverView');
  await expect(member.names).toHaveText([member.name]);
  await membersSeeEveryone(true);
  await expect(member.names).toHaveText(['Bilal Ahmed', member.name]);
  await member.expectFigures('700', '700', '0', '0');
  await member.search.fill('bilal');
  await expect(member.names).toHaveText(['Bilal Ahmed']);
  await expect(member.page.getByRole('main')).not.toContainText('@');
  await expect(member.page.getByRole('link')).toHaveCount(0);
  await expectNoAxeViolations(member.page);
  await membersSeeEveryone(false);
  await expect(member.page.getByText('Bilal Ahmed')).toHaveCount(0);
});

test('a member pages through the own fines on a phone, with targets for a thumb', async ({ office, member }) => {
  await office.rule(false);
  office.ids.set(member.name, member.id);
  for (let day = 11; day <= 17; day += 1) {
    await office.fine(member.name, 100, { fineType: `Fine ${day}`, date: `2026-01-${day}` });
  }
  await member.app.open('/fineUserOverView');
  await expect(member.fines(member.name)).toHaveCount(5);
  await expect(member.page.getByRole('table')).toHaveCount(0);
  await expectTargetsForAThumb(member.page.getByRole('button').filter({ hasNotText: 'Skip' }));
  const pager = member.pager(member.name);
  const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? Number.NaN;
  const below = async (): Promise<number> => (await top(pager)) - (await top(member.user(member.name)));
  const before = await below();
  await pager.getByRole('button', { name: 'Next' }).click();
  await expect(member.fines(member.name)).toHaveText([/Fine 12/, /Fine 11/]);
  // The buttons stay where they are, though the last page has fewer rows.
  expect(Math.abs((await below()) - before)).toBeLessThan(20);
});

test('Logout leads a member to the login screen', async ({ member }) => {
  await member.app.open('/fineUserOverView');
  await member.page.getByRole('button', { name: 'Logout' }).click();
  await member.app.expectPath('/login');
  await expect(member.app.toast(/./)).toHaveCount(0);
});

test('a tab in which somebody else is signed in by now shows nothing of the one before', async ({
  browser,
  office,
  line,
  process,
  server,
  api,
}) => {
  await office.add('Somebody Else');
  await office.fine('Somebody Else', 700);
  const { email } = await addMember(process, api);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.clock.install();
  const app = new App(page, server);
  await app.openAsAdministrator('/fineUserOverView');
  await expect(page.getByText('Somebody Else').first()).toBeVisible();

  // Another tab of the same browser has the same cookies.
  await context.clearCookies();
  await carrySession(context, server, await process.enter(email));
  line.holdAnswers('GET /api/overview');
  await page.clock.fastForward('05:01');
  await expect(page.getByText('Somebody Else')).toHaveCount(0);
  await context.close();
});
