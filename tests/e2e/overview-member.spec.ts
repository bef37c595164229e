// A member's fines overview on a phone, with only their own card and totals (ACCESS-7, ACCESS-8).
import type { Page } from '@playwright/test';
import { listFines } from '../../src/contract/fines/fines.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund } from '../../src/contract/money/refunds.ts';
import { App, addSessionCookies } from './support/app.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from './support/axe.ts';
import { addMember } from './support/member.ts';
import { expect, test } from './support/overview.ts';
import { mark } from '../helpers/ledger.ts';

/** The links lead only to the member's own papers. */
async function expectOwnLinksAlone(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Statement' })).toBeVisible();
  const paths = await page.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  for (const path of paths) expect(path).toMatch(/^#\/fineUserOverView\?paper=/);
}

test('a member sees first what they owe, then their own card and totals, live, with unpaid fines before paid ones, and nothing about others [ACCESS-7, REPEAT-13, OVERVIEW-1, OVERVIEW-2, OVERVIEW-10, OVERVIEW-13, OVERVIEW-15, OVERVIEW-17, PAY-40, PERSON-8, V7.4.4]', async ({
  api,
  memberHere: member,
}) => {
  const { app, page } = member;
  await api.rule(true);
  api.ids.set(member.name, member.id);
  await api.add('Somebody Else');
  await app.open('/fineUserOverView');
  await app.expectScreen('User Fines Overview');
  await expect(page.getByRole('region', { name: 'You owe nothing' })).toContainText('You have no fines.');
  await expect(member.user(member.name)).toContainText('No fines recorded for this user');
  await member.expectFigures('0', '0', '0', '100');

  await api.fine('Somebody Else', 9999);
  await api.fine(member.name, 500, { fineType: 'Uniform', date: '2026-03-02' });
  await api.fine(member.name, 250, { fineType: 'Late arrival', date: '2026-03-10', paid: true });
  await api.fine(member.name, 375, { fineType: 'Phone', date: '2026-03-05' });
  const owed = page.getByRole('region', { name: 'You owe Rs 1,250' });
  await expect(owed).toContainText('2 unpaid fines since 2 Mar 2026');
  await expect(member.fines(member.name)).toHaveText([
    /Phone.*Doubled when entered: repeated in the same week as “Uniform” of 2 Mar 2026.*Rs\s750.*5 Mar 2026.*Pending/,
    /Uniform.*Rs\s500.*2 Mar 2026.*Pending/,
    /Late arrival.*Rs\s250.*10 Mar 2026.*Paid/,
  ]);
  await expect(member.fines(member.name).nth(1)).not.toContainText('Doubled');
  await member.expectFigures('1,500', '1,250', '250', '17');
  await expect(member.names).toHaveText([member.name]);
  await expect(member.user(member.name)).toContainText(`ID: ${member.id}`);
  await expect(member.badge(member.name)).toHaveText('Pending');
  await expect(page.getByText('Somebody Else')).toHaveCount(0);
  await expectOwnLinksAlone(page);
  // A single card needs no search or sorting.
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Sort by' })).toHaveCount(0);
  // On a phone the debt and the first fine are visible without scrolling.
  await page.getByRole('button', { name: 'All figures' }).click();
  await expect(member.fines(member.name).first()).toBeInViewport({ ratio: 1 });
  const top = (locator: typeof owed): Promise<number> => locator.evaluate((node) => node.getBoundingClientRect().top);
  expect(await top(owed)).toBeLessThan(await top(member.card('Pending Fines')));
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);

  const { items } = await api.must(listFines, { query: { userId: member.id } });
  const uniform = items.filter(({ fineType }) => fineType === 'Uniform');
  const fines = uniform.map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
  await api.must(takePayment, { body: { userId: member.id, fines, amount: 120, receivedOn: '2026-03-06' } });
  const row = member.fines(member.name).nth(1);
  for (const part of ['Rs 500', 'Rs 380 left to pay', 'Pending', 'Partly paid']) await expect(row).toContainText(part);
  // The edges of the text itself; the badge ends with its frame.
  const edges = await row.evaluate((item) =>
    [...item.querySelectorAll('[data-align=end] > :first-child, [data-tone], small')].map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return Math.round((part.matches('[data-tone]') ? part : range).getBoundingClientRect().right);
    }),
  );
  expect(edges.length).toBeGreaterThanOrEqual(4);
  expect(new Set(edges).size, edges.join(', ')).toBe(1);

  for (const { id } of (await api.must(listFines, { query: { userId: member.id, status: 'Pending' } })).items)
    await mark(api, id, 'Paid');
  const nothing = page.getByRole('region', { name: 'You owe nothing' });
  await expect(nothing).toContainText('All your fines are paid.');
  await expect(member.badge(member.name)).toHaveText('Paid');
  const credit = { userId: member.id, fines: [], amount: 77, receivedOn: '2026-03-06' };
  await api.must(takePayment, { body: credit });
  await expect(nothing).toContainText(/Rs\s77/);
  await api.must(giveRefund, { body: { userId: member.id, credit: 77, amount: 77, givenOn: '2026-03-06' } });
  await expect(nothing).not.toContainText(/Rs\s77/);
  await page.getByRole('button', { name: 'Logout' }).click();
  await app.expectPath('/login');
  await expect(app.toast(/./)).toHaveCount(0);
});

test('the rule "Members can see everyone\'s fines" opens and closes all cards: the member’s own come first, with notes, whatever the search, order and page [ACCESS-8, ACCESS-12, OVERVIEW-14, OVERVIEW-16]', async ({
  api,
  memberHere: member,
  membersSeeEveryone,
}) => {
  const { app, page } = member;
  await api.rule(false);
  api.ids.set(member.name, member.id);
  const others = Array.from({ length: 12 }, (_, n) => `Asma ${String(n).padStart(2, '0')}`);
  await api.add(...others);
  await api.fine('Asma 03', 700, { fineType: 'Uniform', description: 'no tie' });
  await api.fineDaily(member.name, [11, 17]);
  await app.open('/fineUserOverView');
  await expect(member.names).toHaveText([member.name]);
  await expect(member.fines(member.name)).toHaveCount(5);
  await expect(member.fines(member.name).first()).toHaveCSS('display', 'grid');
  await expectTouchTargets(page.getByRole('button').filter({ hasNotText: 'Skip' }));
  const pager = member.pager(member.name);
  /** The distance of the pager from the head of the card. */
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
  await pager.getByRole('button', { name: 'Prev' }).click();
  await api.fine(member.name, 250, { fineType: 'Late', description: 'came at 10:30\nwithout a call' });
  await expect(member.fines(member.name).first()).toHaveText(/Late.*came at 10:30\s+without a call/);
  await expectTouchTargets(member.fines(member.name).first().getByRole('button'));

  await membersSeeEveryone(true);
  const expectNames = async (...names: string[]): Promise<void> => {
    await expect(member.names).toHaveText([member.name, ...names]);
    await expect(page.getByRole('heading', { name: 'You owe Rs 950' })).toBeVisible();
    await expect(member.card('Pending Fines')).toContainText('Rs 950');
  };
  await expectNames(...others.slice(0, 10));
  await member.expectFigures('950', '950', '0', '0');
  await expect(member.fines('Asma 03')).toHaveText([/Uniform.*Rs\s700/]);
  await expect(page.getByText('no tie')).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('@');
  await expectOwnLinksAlone(page);
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.getByRole('navigation', { name: 'Pages of users' }).getByRole('button', { name: 'Next' }).click();
  await expectNames(...others.slice(10));
  await member.tools.click();
  await member.sort('Total').click();
  await expectNames('Asma 03', ...others.filter((name) => name !== 'Asma 03').slice(0, 8));
  await member.search.fill('asma 11');
  await expectNames('Asma 11');
  await member.search.fill(member.name);
  await expectNames();
  await expect(page.getByText('No Results Found')).toHaveCount(0);
  await member.search.fill('nobody');
  await expect(page.getByText('No Results Found')).toBeVisible();
  await expectNames();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('rowheader', { name: /Late\s*came at 10:30/ })).toBeVisible();
  await member.search.fill('asma');
  await expect(member.users).toHaveCount(11);
  await membersSeeEveryone(false);
  await expect(page.getByText('Asma')).toHaveCount(0);
});

test('a tab in which somebody else has signed in since shows nothing of the previous person [SIGNIN-19]', async ({
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

  // Tabs of one browser share its cookies.
  await context.clearCookies();
  await addSessionCookies(context, server, await process.enter(email));
  faultyProxy.holdResponses('GET /api/overview');
  await page.clock.fastForward('05:01');
  await expect(page.getByText('Somebody Else')).toHaveCount(0);
  await context.close();
});
