// For tests of the Fines screen: a server of their own each, so that every figure is known, and what a person sees and
// does there.
import type { Locator, Page } from '@playwright/test';
import type { Client } from '../../helpers/client.ts';
import type { Fine } from '../../../src/contract/fines.ts';
import { addFines, assessFines, listFines, setFineStatus } from '../../../src/contract/fines.ts';
import type { Totals } from '../../../src/contract/shapes.ts';
import { updateSetting } from '../../../src/contract/settings.ts';
import { addUser, deleteUser } from '../../../src/contract/users.ts';
import { dayOf } from '../../../src/core/calendar.ts';
import { App } from './app.ts';
import type { Line } from './line.ts';
import { seenThrough, startLine } from './line.ts';
import type { Server } from './server.ts';
import { expect, test as base } from './test.ts';

export { expect };

/** The organisation's day. */
export const today = (): string => dayOf(Date.now(), 'Asia/Karachi');

/** Records, made through the real API. */
export class Office {
  readonly api: Client;
  /** ids by name */
  readonly ids = new Map<string, string>();
  #people = 0;

  constructor(api: Client) {
    this.api = api;
  }

  async add(...names: string[]): Promise<void> {
    for (const userName of names) {
      this.#people += 1;
      const userEmail = `person${this.#people}@office.pk`;
      const body = { userName, userEmail, userRole: 'Staff', phone: '0300 1234567' };
      const user = await this.api.must(addUser, { body });
      this.ids.set(userName, user.id);
    }
  }

  id(name: string): string {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`Nobody is called ${name}.`);
    return id;
  }

  async remove(name: string): Promise<void> {
    await this.api.must(deleteUser, { params: { userId: this.id(name) } });
  }

  async rule(on: boolean): Promise<void> {
    await this.api.must(updateSetting, { params: { settingId: '1' }, body: { allowDisallow: on } });
  }

  /** Fines one person, confirming whatever the rule makes of the amount. */
  async fine(
    name: string,
    amount: number,
    options: { fineType?: string; date?: string; paid?: boolean } = {},
  ): Promise<Fine> {
    const { fineType = 'Late arrival', date = today(), paid = false } = options;
    const userIds = [this.id(name)];
    const { charges } = await this.api.must(assessFines, { body: { amount, date, userIds } });
    const confirmed = charges.map((charge) => ({
      userId: charge.userId,
      amount: charge.amount,
      doubled: charge.doubled,
    }));
    const { fines } = await this.api.must(addFines, { body: { fineType, amount, date, userIds, confirmed } });
    const fine = fines[0];
    if (fine === undefined) throw new Error('No fine was added.');
    if (paid) await this.api.must(setFineStatus, { params: { fineId: fine.id }, body: { status: 'Paid' } });
    return fine;
  }

  /** What the server has: fines as "name type amount status", newest first, and the totals. */
  async books(): Promise<{ fines: string[]; totals: Totals }> {
    const { items, totals } = await this.api.must(listFines, { query: { pageSize: 100 } });
    return {
      fines: items.map((fine) => `${fine.userName} ${fine.fineType} ${fine.amount} ${fine.status}`),
      totals,
    };
  }
}

class FinesPage {
  readonly page: Page;
  readonly app: App;

  constructor(page: Page, app: App) {
    this.page = page;
    this.app = app;
  }

  /** Rows of the table, or cards of the list on a phone, that hold all of these texts. */
  row(...texts: string[]): Locator {
    const rows = this.page.locator('main').locator('tbody tr, ul[aria-labelledby] > li');
    return texts.reduce((found, hasText) => found.filter({ hasText }), rows);
  }

  /** The card with this title. */
  card(title: 'Total Fines' | 'Pending Fines'): Locator {
    return this.page
      .getByRole('region', { name: 'Totals' })
      .locator('div')
      .filter({
        has: this.page.getByRole('heading', { name: title }),
      });
  }

  async expectFigures(total: string, pending: string): Promise<void> {
    await expect(this.card('Total Fines')).toContainText(`PKR ${total}`);
    await expect(this.card('Pending Fines')).toContainText(`PKR ${pending}`);
  }

  get dialog(): Locator {
    return this.app.dialog('Add New Fine');
  }

  get confirmation(): Locator {
    return this.app.dialog('Confirm Fines');
  }

  get filter(): Locator {
    return this.page.getByRole('combobox', { name: 'Show fines of' });
  }

  async openDialog(): Promise<void> {
    await this.page.getByRole('button', { name: 'Add New Fine' }).first().click();
    await expect(this.dialog).toBeVisible();
  }

  /** Fills in the form and ticks the people, found by typing their names. */
  async fill(fineType: string, amount: string, ...names: string[]): Promise<void> {
    await this.dialog.getByLabel('Fine Type').fill(fineType);
    await this.dialog.getByLabel('Amount (PKR)').fill(amount);
    for (const name of names) {
      await this.dialog.getByRole('searchbox').fill(name);
      await this.dialog.getByRole('checkbox', { name }).check();
    }
    await expect(this.dialog.getByText(`Selected: ${names.length} user(s)`)).toBeVisible();
  }

  get submit(): Locator {
    return this.dialog.getByRole('button', { name: 'Add Fine', exact: true });
  }

  /** Presses a row's button and confirms the question that follows. */
  async act(row: Locator, button: 'Mark Paid' | 'Mark Unpaid' | 'Delete'): Promise<void> {
    const title = { 'Mark Paid': 'Mark as Paid', 'Mark Unpaid': 'Mark as Unpaid', Delete: 'Delete Fine' }[button];
    await row.getByRole('button', { name: button }).click();
    await this.app.dialog(title).getByRole('button', { name: button, exact: true }).click();
  }
}

interface Own {
  /** the server itself */
  process: Server;
  /** between the browser and the server */
  line: Line;
  office: Office;
  fines: FinesPage;
  /** the Fines screen in another window of the same administrator */
  anotherWindow: (path?: string) => Promise<FinesPage>;
}

export const test = base.extend<Own>({
  process: async ({ servers }, use) => {
    await use(await servers.fresh());
  },

  line: async ({ process }, use) => {
    const line = await startLine(process.url);
    await use(line);
    await line.close();
  },

  // The same server, as the browser sees it: at the other end of the line.
  server: async ({ process, line }, use) => {
    await use(seenThrough(line, process));
  },

  api: async ({ process }, use) => {
    await use(process.administrator);
  },

  office: async ({ api }, use) => {
    await use(new Office(api));
  },

  fines: async ({ page, app }, use) => {
    await use(new FinesPage(page, app));
  },

  anotherWindow: async ({ browser, server }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (path = '/fines') => {
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      contexts.push(context);
      const page = await context.newPage();
      const app = new App(page, server);
      await app.openAsAdministrator(path);
      await app.expectScreen('Fine Management');
      return new FinesPage(page, app);
    });
    for (const context of contexts) await context.close();
  },
});
