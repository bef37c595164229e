// Page object of the dashboard. Each test starts with an empty server behind a faulty proxy (see fines.ts).
import type { Locator } from '@playwright/test';
import { deleteFine, type Fine } from '../../../src/contract/fines/fines.ts';
import { addDays } from '../../../src/core/calendar.ts';
import { connect } from '../../../src/server/db/connect.ts';
import type { Api } from './api.ts';
import { test as base, today } from './fines.ts';
import { chooseMore, Screen } from './screen.ts';
import type { Server } from './server.ts';
import { expect } from './test.ts';
import { mark } from '../../helpers/ledger.ts';

export { expect };

/** A day before today, in the organisation's time zone. */
export const daysAgo = (days: number): string => addDays(today(), -days);

export type Sort = 'Name' | 'Total' | 'Count' | 'Recent' | 'Oldest Unpaid';

class DashboardPage extends Screen {
  get users(): Locator {
    return this.page.getByRole('list', { name: 'Users with fines' });
  }

  user(name: string): Locator {
    return this.users.getByRole('listitem', { name, exact: true });
  }

  /** Expects cards with these names, in this order. */
  async expectUsers(...names: string[]): Promise<void> {
    await expect(this.users.getByRole('heading', { level: 3 })).toHaveText(names);
  }

  /** The fines on a user's card. */
  fines(name: string): Locator {
    return this.user(name)
      .getByRole('list', { name: `Fines of ${name}` })
      .getByRole('listitem');
  }

  /** Expects fines of these types, in this order. */
  async expectFines(name: string, ...fineTypes: string[]): Promise<void> {
    await expect(this.fines(name).locator('bdi:first-child')).toHaveText(fineTypes);
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
    const buttons = by === 'Oldest Unpaid' ? this.page : this.page.getByRole('group', { name: 'Sort by' });
    return buttons.getByRole('button', { name: by });
  }

  async refresh(): Promise<void> {
    await chooseMore(this.page, 'Refresh');
  }

  async showAll(name: string, count: string): Promise<void> {
    await this.user(name)
      .getByRole('button', { name: `Show All ${count} Fines` })
      .click();
  }

  /** The menu with Refresh and Logout. */
  get more(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: 'More: Dashboard' });
  }

  /** Shows filters, orders and the form of the cards, or hides them. */
  get tools(): Locator {
    return this.page.getByRole('button', { name: /^(Sort and filters|Filters: \d)/ });
  }

  get logoutQuestion(): Locator {
    return this.app.dialog('Confirm Logout');
  }

  /** The banners of the shell and the dashboard. */
  get banners(): Locator {
    return this.page
      .getByText(
        /^(Failed to process fines data|Connection lost\. Attempting to reconnect\.\.\.|Failed to connect to database)$/,
      )
      .filter({ visible: true });
  }
}

/** Changes records from outside the browser. */
export class Records {
  readonly #api: Api;
  readonly #server: Server;

  constructor(api: Api, server: Server) {
    this.#api = api;
    this.#server = server;
  }

  async markPaid(fine: Fine): Promise<void> {
    await mark(this.#api, fine.id, 'Paid');
  }

  async delete(fine: Fine): Promise<void> {
    await this.#api.must(deleteFine, { params: { fineId: fine.id } });
  }

  /** Fines somebody on each of the last days: "Fine 1" today, "Fine 2" yesterday etc.; the rule is off. */
  async fineDaily(name: string, days: number): Promise<void> {
    for (let day = days; day >= 1; day -= 1) {
      await this.#api.addFine(name, 100, { fineType: `Fine ${day}`, date: daysAgo(day - 1) });
    }
  }

  /** Corrupts a record in the database so that the server cannot read it; returns how to restore it. */
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

interface Fixtures {
  dashboard: DashboardPage;
  records: Records;
}

export const test = base.extend<Fixtures>({
  dashboard: async ({ page, app }, use) => {
    await use(new DashboardPage(page, app));
  },
  records: async ({ api, process }, use) => {
    await use(new Records(api, process));
  },
});
