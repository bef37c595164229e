// A member's fines overview on a phone, with only their own card and totals (ACCESS-7, ACCESS-8).
import type { Page } from '@playwright/test';
import { listFines } from '../../src/contract/fines/fines.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { App, addSessionCookies } from './support/app.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { addMember } from './support/member.ts';
import { expect, test } from './support/overview.ts';
import { mark } from '../helpers/ledger.ts';

/** They lead to nothing but the member's own papers. */
async function expectOwnLinksAlone(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Statement' })).toBeVisible();
  const paths = await page.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  for (const path of paths) expect(path).toMatch(/^#\/fineUserOverView\?paper=/);
}

test('a member sees the own card and the own totals, and no links of the administrator [ACCESS-7, OVERVIEW-1, OVERVIEW-13, PERSON-8]', async ({
  api,
  member,
}) => {
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
  await expectOwnLinksAlone(member.page);
  // With a single card there is nothing to search or sort.
  await expect(member.page.getByRole('searchbox')).toHaveCount(0);
  await expect(member.page.getByRole('group', { name: 'Sort by' })).toHaveCount(0);
  await expectNoSidewaysScroll(member.page);
  await expectNoAxeViolations(member.page);
});

test('a member without fines is told so [OVERVIEW-10]', async ({ member }) => {
  await member.app.open('/fineUserOverView');
  await expect(member.user(member.name)).toContainText('No fines recorded for this user');
  await member.expectFigures('0', '0', '0', '100');
});

test("a member's own changes appear within a second, other people's not at all [OVERVIEW-13]", async ({
  api,
  member,
}) => {
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

test('the rule "Members can see everyone\'s fines" opens all cards, and closes them again [ACCESS-8]', async ({
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
  await expect(member.names).toHaveText([member.name, 'Bilal Ahmed']);
  await expect(member.fines('Bilal Ahmed')).toHaveText([/Rs\s700/]);
  await expect(member.page.getByRole('main')).not.toContainText('@');
  await expectOwnLinksAlone(member.page);
  await expectNoAxeViolations(member.page);
  await membersSeeEveryone(false);
  await expect(member.page.getByText('Bilal Ahmed')).toHaveCount(0);
});

test('with the rule on, the own card and the own figures stay first, whatever the search, order and page [OVERVIEW-14]', async ({
  api,
  member,
  membersSeeEveryone,
}) => {
  await api.rule(false);
  api.ids.set(member.name, member.id);
  const others = Array.from({ length: 12 }, (_, n) => `Asma ${String(n).padStart(2, '0')}`);
  await api.add(...others);
  await api.fine('Asma 03', 700);
  await api.fine(member.name, 250);
  await membersSeeEveryone(true);
  await member.app.open('/fineUserOverView');
  const expectNames = async (...names: string[]): Promise<void> => {
    await expect(member.names).toHaveText([member.name, ...names]);
    await member.expectFigures('250', '250', '0', '0');
    await expect(member.page.getByRole('heading', { name: 'You owe Rs 250' })).toBeVisible();
  };
  await expectNames(...others.slice(0, 10));
  await member.page.getByRole('navigation', { name: 'Pages of users' }).getByRole('button', { name: 'Next' }).click();
  await expectNames(...others.slice(10));
  await member.sort('Total').click();
  await expectNames('Asma 03', ...others.filter((name) => name !== 'Asma 03').slice(0, 8));
  await member.search.fill('asma 11');
  await expectNames('Asma 11');
  await member.search.fill(member.name);
  await expectNames();
  await expect(member.page.getByText('No Results Found')).toHaveCount(0);
  await member.search.fill('nobody');
  await expect(member.page.getByText('No Results Found')).toBeVisible();
  await expectNames();
});

test('what is owed comes first, unpaid fines before paid ones, and a doubled one says why [REPEAT-13, OVERVIEW-15]', async ({
  api,
  member,
}) => {
  await api.rule(true);
  api.ids.set(member.name, member.id);
  await member.app.open('/fineUserOverView');
  await expect(member.page.getByRole('region', { name: 'You owe nothing' })).toContainText('You have no fines.');
  await api.fine(member.name, 500, { fineType: 'Uniform', date: '2026-03-02' });
  await api.fine(member.name, 250, { fineType: 'Late arrival', date: '2026-03-10', paid: true });
  await api.fine(member.name, 375, { fineType: 'Phone', date: '2026-03-05' });
  const owed = member.page.getByRole('region', { name: 'You owe Rs 1,250' });
  await expect(owed).toContainText('2 unpaid fines since 2 Mar 2026');
  await expect(member.fines(member.name)).toHaveText([
    /Phone.*Doubled: repeated in the same week as “Uniform” of 2 Mar 2026.*Rs\s750.*Pending/,
    /Uniform.*Rs\s500.*Pending/,
    /Late arrival.*Rs\s250.*Paid/,
  ]);
  await expect(member.fines(member.name).nth(1)).not.toContainText('Doubled');
  // On a phone: what is owed, and the first fine, before anything is scrolled.
  await expect(member.fines(member.name).first()).toBeInViewport({ ratio: 1 });
  const top = (locator: typeof owed): Promise<number> => locator.evaluate((node) => node.getBoundingClientRect().top);
  expect(await top(owed)).toBeLessThan(await top(member.card('Pending Fines')));
  await expectNoSidewaysScroll(member.page);
  await expectNoAxeViolations(member.page);
  const { items } = await api.must(listFines, { query: { userId: member.id } });
  for (const { id, status } of items) {
    if (status === 'Pending') await mark(api, id, 'Paid');
  }
  await expect(member.page.getByRole('region', { name: 'You owe nothing' })).toContainText('All your fines are paid.');
});

test('on a phone the figures and the state of a partly paid fine end at one edge [OVERVIEW-17]', async ({
  api,
  member,
}) => {
  await api.rule(false);
  api.ids.set(member.name, member.id);
  await api.fine(member.name, 300, { date: '2026-03-02' });
  const { items } = await api.must(listFines, { query: { userId: member.id } });
  const fines = items.map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
  await api.must(takePayment, { body: { userId: member.id, fines, amount: 120, receivedOn: '2026-03-03' } });
  await member.app.open('/fineUserOverView');
  const row = member.fines(member.name).first();
  for (const part of ['Rs 300', 'Rs 180 left to pay', 'Pending', 'Partly paid']) await expect(row).toContainText(part);
  // Of the letters themselves; the badge ends with its frame.
  const edges = await row.evaluate((item) =>
    [...item.querySelectorAll('[data-align=end] > :first-child, [data-tone], small')].map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return Math.round((part.matches('[data-tone]') ? part : range).getBoundingClientRect().right);
    }),
  );
  expect(edges.length).toBeGreaterThanOrEqual(4);
  expect(new Set(edges).size, edges.join(', ')).toBe(1);
});

test('the note of a fine stands with the own fines, also on a desk, and never with those of others [ACCESS-12, OVERVIEW-16]', async ({
  api,
  member,
  membersSeeEveryone,
}) => {
  await api.rule(false);
  await membersSeeEveryone(true);
  api.ids.set(member.name, member.id);
  await api.add('Bilal Ahmed');
  await api.fine(member.name, 100, { fineType: 'Late arrival', description: 'came at 10:30\nwithout a call' });
  await api.fine('Bilal Ahmed', 100, { fineType: 'Uniform', description: 'no tie' });
  await member.app.open('/fineUserOverView');
  await expect(member.fines(member.name)).toHaveText([/Late arrival.*came at 10:30\s+without a call/]);
  await expect(member.fines('Bilal Ahmed')).toHaveText([/Uniform/]);
  await expect(member.page.getByText('no tie')).toHaveCount(0);
  await expectNoSidewaysScroll(member.page);
  await expectNoAxeViolations(member.page);
  await member.page.setViewportSize({ width: 1280, height: 800 });
  await expect(member.page.getByRole('cell', { name: /Late arrival\s*came at 10:30/ })).toBeVisible();
  await expectNoAxeViolations(member.page);
  await membersSeeEveryone(false);
});

test('a member pages through the own fines on a phone, with targets for a thumb', async ({ api, member }) => {
  await api.rule(false);
  api.ids.set(member.name, member.id);
  await api.fineDaily(member.name, [11, 17]);
  await member.app.open('/fineUserOverView');
  await expect(member.fines(member.name)).toHaveCount(5);
  await expect(member.fines(member.name).first()).toHaveCSS('display', 'grid');
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

test('Logout leads a member to the login screen [OVERVIEW-2, V7.4.4]', async ({ member }) => {
  await member.app.open('/fineUserOverView');
  await member.page.getByRole('button', { name: 'Logout' }).click();
  await member.app.expectPath('/login');
  await expect(member.app.toast(/./)).toHaveCount(0);
});

test('a tab in which somebody else is signed in by now shows nothing of the one before [SIGNIN-19]', async ({
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
