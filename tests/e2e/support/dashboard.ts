// For tests of the dashboard: what a person sees and does there. Records, the server and its line are those of the
// Fines screen's tests: each test has a server of its own, so that every figure is known.
import type { Locator, Page } from '@playwright/test';
import type { Fine } from '../../../src/contract/fines.ts';
import { deleteFine, setFineStatus } from '../../../src/contract/fines.ts';
import { addDays } from '../../../src/core/calendar.ts';
import { connect } from '../../../src/server/db/engine.ts';
import type { App } from './app.ts';
import type { Office } from './fines.ts';
import { test as base, today } from './fines.ts';
import type { Server } from './server.ts';
import { expect } from './test.ts';

export { expect };

/** The organisation's day so many days ago. */
export const daysAgo = (days: number): string => addDays(today(), -days);

export type Sort = 'Name' | 'Total' | 'Count' | 'Recent';

class DashboardPage {
  readonly page: Page;
  readonly app: App;

  constructor(page: Page, app: App) {
    this.page = page;
    this.app = app;
  }

  /** One of the four cards at the top. */
  figure(title: 'Total Fines' | 'Pending Fines' | 'Collected' | 'Active Users'): Locator {
    return this.page
      .getByRole('region', { name: 'Totals' })
      .locator('div')
      .filter({ has: this.page.getByRole('heading', { name: title, exact: true }) });
  }

  get users(): Locator {
    return this.page.getByRole('list', { name: 'Users with fines' });
  }

  /** The card of the user with this name. */
  user(name: string): Locator {
    return this.users.getByRole('listitem', { name, exact: true });
  }

  /** The names of the users' cards are these, in this order. */
  async expectUsers(...names: string[]): Promise<void> {
    await expect(this.users.getByRole('heading', { level: 3 })).toHaveText(names);
  }

  /** The fines on a user's card. */
  fines(name: string): Locator {
    return this.user(name)
      .getByRole('list', { name: `Fines of ${name}` })
      .getByRole('listitem');
  }

  /** They are of these types, in this order. */
  async expectFines(name: string, ...fineTypes: string[]): Promise<void> {
    await expect(this.fines(name).locator('span:first-child [dir]')).toHaveText(fineTypes);
  }

  async expectHead(name: string, tone: 'red' | 'yellow' | 'blue'): Promise<void> {
    await expect(this.user(name).locator('header')).toHaveAttribute('data-tone', tone);
  }

  get search(): Locator {
    return this.page.getByPlaceholder('Search users or ID...');
  }

  get status(): Locator {
    return this.page.getByRole('combobox', { name: 'Status' });
  }

  get period(): Locator {
    return this.page.getByRole('combobox', { name: 'Period' });
  }

  get clear(): Locator {
    return this.page.getByRole('button', { name: 'Clear', exact: true });
  }

  sortButton(by: Sort): Locator {
    return this.page.getByRole('group', { name: 'Sort by' }).getByRole('button', { name: by });
  }

  async refresh(): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
  }

  async showAll(name: string, count: string): Promise<void> {
    await this.user(name)
      .getByRole('button', { name: `Show All ${count} Fines` })
      .click();
  }

  get logout(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: 'Logout' });
  }

  get logoutQuestion(): Locator {
    return this.app.dialog('Confirm Logout');
  }

  /** What banners on the screen say, the shell's and the dashboard's own. */
  get banners(): Locator {
    return this.page
      .getByText(
        /^(Failed to process fines data|Connection lost\. Attempting to reconnect\.\.\.|Failed to connect to database)$/,
      )
      .filter({ visible: true });
  }
}

/** Ways to change records behind the back of a window. */
export class Desk {
  readonly #office: Office;
  readonly #server: Server;

  constructor(office: Office, server: Server) {
    this.#office = office;
    this.#server = server;
  }

  async markPaid(fine: Fine): Promise<void> {
    await this.#office.api.must(setFineStatus, { params: { fineId: fine.id }, body: { status: 'Paid' } });
  }

  async delete(fine: Fine): Promise<void> {
    await this.#office.api.must(deleteFine, { params: { fineId: fine.id } });
  }

  /** Fines somebody on each of the last so many days: "Fine 1" today, "Fine 2" yesterday and so on. */
  async fineDaily(name: string, days: number): Promise<void> {
    for (let day = days; day >= 1; day -= 1) {
      await this.#office.fine(name, 100, { fineType: `Fine ${day}`, date: daysAgo(day - 1) });
    }
  }

  /** Damages a record in the database as no program of ours would, so that the server cannot read it; and mends it. */
  async damage(fine: Fine): Promise<() => Promise<void>> {
    const set = async (createdAt: number): Promise<void> => {
      const db = connect(this.#server.databaseUrl);
      try {
        await db.write.updateTable('fines').set({ created_at: createdAt }).where('id', '=', fine.id).execute();
      } finally {
        await db.close();
      }
    };
    await set(Number.MAX_SAFE_INTEGER);
    return () => set(Date.parse(fine.createdAt));
  }
}

interface Own {
  dashboard: DashboardPage;
  desk: Desk;
}

export const test = base.extend<Own>({
  dashboard: async ({ page, app }, use) => {
    await use(new DashboardPage(page, app));
  },
  desk: async ({ office, process }, use) => {
    await use(new Desk(office, process));
  },
});
