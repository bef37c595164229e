// A member's fines overview on a phone, with only their own card and totals (ACCESS-7, ACCESS-8).
import { App, addSessionCookies } from './support/app.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { addMember } from './support/member.ts';
import { expect, test } from './support/overview.ts';

test('a member sees the own card and the own totals, and no links of the administrator', async ({ api, member }) => {
  await api.rule(false);
  api.ids.set(member.name, member.id);
  await api.add('Somebody Else');
  await api.fine('Somebody Else', 9999);
  await api.fine(member.name, 300, { fineType: 'Late arrival', date: '2026-03-02', paid: true });
  await api.fine(member.name, 100, { fineType: 'Uniform', date: '2026-03-03' });
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
  // With a single card there is nothing to search or sort.
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

test("a member's own changes appear within a second, other people's not at all", async ({ api, member }) => {
  await api.rule(false);
  api.ids.set(member.name, member.id);
  await api.add('Somebody Else');
  await member.app.open('/fineUserOverView');
  await expect(member.user(member.name)).toBeVisible();
  await api.fine('Somebody Else', 700);
  await api.fine(member.name, 100, { paid: true });
  await expect(member.fines(member.name)).toHaveText([/Rs\s100/]);
  await member.expectFigures('100', '0', '100', '100');
  await expect(member.badge(member.name)).toHaveText('Paid');
});

test('the rule "Members can see everyone\'s fines" opens all cards, and closes them again', async ({
  api,
  member,
  membersSeeEveryone,
}) => {
  await api.rule(false);
  api.ids.set(member.name, member.id);
  await api.add('Bilal Ahmed');
  await api.fine('Bilal Ahmed', 700);
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

test('a member pages through the own fines on a phone, with targets for a thumb', async ({ api, member }) => {
  await api.rule(false);
  api.ids.set(member.name, member.id);
  await api.fineDaily(member.name, [11, 17]);
  await member.app.open('/fineUserOverView');
  await expect(member.fines(member.name)).toHaveCount(5);
  await expect(member.page.getByRole('table')).toHaveCount(0);
  await expectTouchTargets(member.page.getByRole('button').filter({ hasNotText: 'Skip' }));
  const pager = member.pager(member.name);
  /** The distance of the pager from the header of the card. */
  const below = (): Promise<number> =>
    pager.evaluate((nav) => {
      const card = nav.closest('li');
      return nav.getBoundingClientRect().top - (card?.getBoundingClientRect().top ?? Number.NaN);
    });
  const before = await below();
  await pager.getByRole('button', { name: 'Next' }).click();
  await expect(member.fines(member.name)).toHaveText([/Fine 12/, /Fine 11/]);
  // The buttons do not move, although the last page has fewer rows.
  await expect.poll(async () => Math.abs((await below()) - before)).toBeLessThan(20);
});

test('Logout leads a member to the login screen', async ({ member }) => {
  await member.app.open('/fineUserOverView');
  await member.page.getByRole('button', { name: 'Logout' }).click();
  await member.app.expectPath('/login');
  await expect(member.app.toast(/./)).toHaveCount(0);
});

test('a tab in which somebody else is signed in by now shows nothing of the one before', async ({
  browser,
  api,
  faultyProxy,
  process,
  server,
}) => {
  await api.add('Somebody Else');
  await api.fine('Somebody Else', 700);
  const { email } = await addMember(process, api);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.clock.install();
  const app = new App(page, server);
  await app.openAsAdministrator('/fineUserOverView');
  await expect(page.getByText('Somebody Else').first()).toBeVisible();

  // Tabs of a browser share its cookies.
  await context.clearCookies();
  await addSessionCookies(context, server, await process.enter(email));
  faultyProxy.holdResponses('GET /api/overview');
  await page.clock.fastForward('05:01');
  await expect(page.getByText('Somebody Else')).toHaveCount(0);
  await context.close();
});
