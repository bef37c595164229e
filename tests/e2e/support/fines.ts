// Page object of the Fines screen. Each test starts with an empty server behind a faulty proxy.
import type { Locator } from '@playwright/test';
import { Api, today } from './api.ts';
import { behindProxy, type FaultyProxy } from './faulty-proxy.ts';
import { Screen } from './screen.ts';
import type { Server } from './server.ts';
import { expect, test as base } from './test.ts';

export { expect, today };

class FinesPage extends Screen {
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

  /** Fills in the form and selects people by searching their names. */
  async fill(fineType: string, amount: string, ...names: string[]): Promise<void> {
    await this.dialog.getByLabel('Fine Type').fill(fineType);
    await this.dialog.getByLabel('Amount (PKR)').fill(amount);
    for (const name of names) {
      await this.dialog.getByRole('searchbox').fill(name);
      // Until the results are there, rows may move away from under the pointer.
      await expect(this.dialog.locator('[data-highlighted]')).toContainText(name);
      await this.dialog.getByRole('checkbox', { name }).check();
    }
    await expect(this.dialog.getByText(`Selected: ${names.length} user(s)`)).toBeVisible();
  }

  /** Opens the screen and the form, and fills it in. */
  async begin(fineType: string, amount: string, ...names: string[]): Promise<void> {
    await this.app.openFines();
    await this.openDialog();
    await this.fill(fineType, amount, ...names);
  }

  /** Opens the details from the row's menu. */
  async showDetails(row: Locator): Promise<void> {
    await (await this.app.rowEntry(row, 'Details')).click();
  }

  /** Shows the fines of this status. */
  async showStatus(status: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Status' }).selectOption({ label: status });
  }

  /** The button that confirms the charges. */
  get confirm(): Locator {
    return this.confirmation.getByRole('button', { name: 'Add Fine' });
  }

  async expectAdded(): Promise<void> {
    await expect(this.app.toast('Fines added successfully')).toBeVisible();
  }

  get submit(): Locator {
    return this.dialog.getByRole('button', { name: 'Add Fine', exact: true });
  }

  /** Presses a row's button and confirms. */
  async act(row: Locator, button: 'Mark Paid' | 'Mark Unpaid' | 'Delete'): Promise<void> {
    const title = { 'Mark Paid': 'Mark as Paid', 'Mark Unpaid': 'Mark as Unpaid', Delete: 'Delete Fine' }[button];
    await row.getByRole('button', { name: button }).click();
    await this.app.dialog(title).getByRole('button', { name: button, exact: true }).click();
  }
}

interface Fixtures {
  /** the server without the proxy */
  process: Server;
  faultyProxy: FaultyProxy;
  fines: FinesPage;
}

export const test = base.extend<Fixtures>({
  process: async ({ servers }, use) => {
    await use(await servers.fresh());
  },

  faultyProxy: async ({ servers, process }, use) => {
    const faultyProxy = await servers.proxyTo(process);
    await use(faultyProxy);
    faultyProxy.reset();
  },

  // The same server, through the proxy.
  server: async ({ process, faultyProxy }, use) => {
    await use(behindProxy(faultyProxy, process));
  },

  api: async ({ process }, use) => {
    await use(new Api(process.administrator));
  },

  fines: async ({ page, app }, use) => {
    await use(new FinesPage(page, app));
  },
});
