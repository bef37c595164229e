// Page object of the fines overview. Each test starts with an empty server.
import type { Locator, Page } from '@playwright/test';
import { switchRule } from '../../../src/contract/settings/rules.ts';
import type { Api } from './api.ts';
import { App, addSessionCookies } from './app.ts';
import { test as base } from './fines.ts';
import { addMember } from './member.ts';
import { Screen } from './screen.ts';
import type { Server } from './server.ts';
import { expect } from './test.ts';

export { expect };

export class OverviewPage extends Screen {
  open(): Promise<void> {
    return this.app.openScreen('/fineUserOverView');
  }

  async expectFigures(total: string, pending: string, collected: string, rate: string): Promise<void> {
    await expect(this.card('Pending Fines')).toContainText(`Rs ${pending}`);
    // On a phone only two of them are shown, in a strip.
    const all = this.page.getByRole('button', { name: 'All figures', expanded: false });
    if (await all.isVisible()) await all.click();
    await expect(this.card('Total Fines')).toContainText(`Rs ${total}`);
    await expect(this.card('Collected Fines')).toContainText(`Rs ${collected}`);
    await expect(this.card('Collection Rate')).toContainText(`${rate}%`);
  }

  /** The users' cards; a member's own card comes first. */
  get users(): Locator {
    return this.page.getByRole('list', { name: /^(Your fines|Users and their fines)$/ }).locator('> li');
  }

  user(name: string): Locator {
    return this.users.filter({ has: this.page.getByRole('heading', { level: 2, name, exact: true }) });
  }

  get names(): Locator {
    return this.users.getByRole('heading', { level: 2 });
  }

  /** The badge in the header of a user's card. */
  badge(name: string): Locator {
    return this.user(name)
      .locator('header')
      .getByText(/^(Paid|Pending)$/);
  }

  /** A user's fines: table rows, or list items on a phone. */
  fines(name: string): Locator {
    return this.user(name).locator('tbody tr');
  }

  pager(name: string): Locator {
    return this.user(name).getByRole('navigation', { name: new RegExp(`^Pages of the fines of ${name}`) });
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search users by name or ID' });
  }

  /** Shows the orders, or hides them. */
  get tools(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: /^Filters/ });
  }

  sort(by: 'Name' | 'Total' | 'Pending' | 'Oldest Unpaid'): Locator {
    return this.page.getByRole('group', { name: 'Sort by' }).getByRole('button', { name: new RegExp(`^${by}`) });
  }

  get failure(): Locator {
    return this.app.dialog('Oops...');
  }
}

/** The overview in a member's own browser. */
export interface MemberWindow extends OverviewPage {
  readonly id: string;
  readonly name: string;
}

async function enterMember(page: Page, server: Server, api: Api): Promise<MemberWindow> {
  const { id, name, email } = await addMember(server, api);
  await addSessionCookies(page.context(), server, await server.enter(email));
  return Object.assign(new OverviewPage(page, new App(page, server)), { id, name });
}

interface Fixtures {
  overview: OverviewPage;
  /** a member, signed in on a phone (360px); the screen is not open yet */
  member: MemberWindow;
  /** the same in the test's own browser, which has the app's code */
  memberHere: MemberWindow;
  /** switches "Members can see everyone's fines" */
  membersSeeEveryone: (on: boolean) => Promise<void>;
}

export const test = base.extend<Fixtures>({
  overview: async ({ page, app }, use) => {
    await use(new OverviewPage(page, app));
  },

  member: async ({ anotherContext, server, api }, use) => {
    const context = await anotherContext({ viewport: { width: 360, height: 740 }, locale: 'en-PK' });
    await use(await enterMember(await context.newPage(), server, api));
  },

  memberHere: async ({ page, app, server, api }, use) => {
    await app.onPhone();
    await use(await enterMember(page, server, api));
  },

  membersSeeEveryone: async ({ api }, use) => {
    await use(async (on) => {
      await api.must(switchRule, { params: { ruleId: 'members-see-everyone' }, body: { allowDisallow: on } });
    });
  },
});
