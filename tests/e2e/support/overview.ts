// For tests of the fines overview: what a person sees and does there, on a server of each test's own.
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { updateSetting } from '../../../src/contract/settings.ts';
import { readUser } from '../../../src/contract/users.ts';
import type { Client } from '../../helpers/client.ts';
import { App, carrySession } from './app.ts';
import { test as base } from './fines.ts';
import { addMember } from './member.ts';
import { Screen } from './screen.ts';
import type { Server } from './server.ts';
import { expect } from './test.ts';

export { expect };

type Card = 'Total Fines' | 'Pending Fines' | 'Collected Fines' | 'Collection Rate';

export class OverviewPage extends Screen {
  constructor(page: Page, app: App) {
    super(page, app, { path: '/fineUserOverView', title: 'User Fines Overview' });
  }

  /** The card with this title. */
  card(title: Card): Locator {
    const heading = this.page.getByRole('heading', { name: title, exact: true });
    return this.page.getByRole('region', { name: 'Totals' }).locator('> div').filter({ has: heading });
  }

  async expectFigures(total: string, pending: string, collected: string, rate: string): Promise<void> {
    await expect(this.card('Total Fines')).toContainText(`Rs ${total}`);
    await expect(this.card('Pending Fines')).toContainText(`Rs ${pending}`);
    await expect(this.card('Collected Fines')).toContainText(`Rs ${collected}`);
    await expect(this.card('Collection Rate')).toContainText(`${rate}%`);
  }

  /** The cards of all users on the page. */
  get users(): Locator {
    return this.page.getByRole('list', { name: 'Users and their fines' }).locator('> li');
  }

  user(name: string): Locator {
    return this.users.filter({ has: this.page.getByRole('heading', { level: 2, name, exact: true }) });
  }

  /** The names on the cards, in their order. */
  get names(): Locator {
    return this.users.getByRole('heading', { level: 2 });
  }

  /** The badge in the head of a user's card. */
  badge(name: string): Locator {
    return this.user(name)
      .locator('> div')
      .first()
      .getByText(/^(Paid|Pending)$/);
  }

  /** The rows of a user's fines: of the table, or of the list on a phone. */
  fines(name: string): Locator {
    return this.user(name).locator('tbody tr, ul[aria-label^="Fines of"] > li');
  }

  pager(name: string): Locator {
    return this.user(name).getByRole('navigation', { name: new RegExp(`^Pages of the fines of ${name}`) });
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search users by name or ID' });
  }

  sort(by: 'Name' | 'Total' | 'Pending'): Locator {
    return this.page.getByRole('group', { name: 'Sort by' }).getByRole('button', { name: new RegExp(`^${by}`) });
  }

  get failure(): Locator {
    return this.app.dialog('Oops...');
  }
}

/** A member's own phone or computer. */
export interface MemberWindow extends OverviewPage {
  readonly id: string;
  readonly name: string;
}

async function openMember(browser: Browser, server: Server, api: Client): Promise<[MemberWindow, BrowserContext]> {
  const member = await addMember(server, api);
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 740 },
    locale: 'en-PK',
  });
  await carrySession(context, server, await server.enter(member.email));
  const page = await context.newPage();
  const screen = new OverviewPage(page, new App(page, server));
  const { user } = await api.must(readUser, { params: { userId: member.id } });
  return [Object.assign(screen, { id: member.id, name: user.userName }), context];
}

interface Own {
  overview: OverviewPage;
  /** a member signed in on a phone of 360px; the screen is not opened yet */
  member: MemberWindow;
  /** switches "Members can see everyone's fines" */
  membersSeeEveryone: (on: boolean) => Promise<void>;
}

export const test = base.extend<Own>({
  overview: async ({ page, app }, use) => {
    await use(new OverviewPage(page, app));
  },

  member: async ({ browser, server, api }, use) => {
    const [window, context] = await openMember(browser, server, api);
    await use(window);
    await context.close();
  },

  membersSeeEveryone: async ({ api }, use) => {
    await use(async (on) => {
      await api.must(updateSetting, { params: { settingId: 'members-see-everyone' }, body: { allowDisallow: on } });
    });
  },
});
