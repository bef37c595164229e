// Page object of the collected-fines screen. Each test starts with an empty server.
import type { Locator } from '@playwright/test';
import { test as base } from './fines.ts';
import { Screen } from './screen.ts';
import { expect } from './test.ts';

export { expect };

type Column = 'User' | 'Total Fine' | 'Pending' | 'Collected' | 'Paid Fines';

export class CollectedPage extends Screen {
  open(): Promise<void> {
    return this.app.openScreen('/CollectedFinesPage');
  }

  get total(): Locator {
    return this.page.getByRole('region', { name: 'Total Collected Fines' });
  }

  async expectFigures(collected: string, total: string, rate: string): Promise<void> {
    await expect(this.total).toContainText(
      new RegExp(`Total Collected FinesRs\\s${collected}Total FinesRs\\s${total}Collection Rate${rate}%`),
    );
  }

  get list(): Locator {
    return this.page.getByRole('table', { name: 'Collected fines by user' });
  }

  /** The row or card of each user, without the expanded rows of paid fines. */
  get users(): Locator {
    return this.list.locator(':scope > tbody > tr:has(th[scope="row"])');
  }

  user(name: string): Locator {
    return this.users.filter({ hasText: name });
  }

  get names(): Locator {
    return this.list.locator(':scope > tbody > tr > th bdi');
  }

  head(column: Column): Locator {
    return this.page.getByRole('columnheader', { name: column }).getByRole('button');
  }

  async expectSorted(column: Column, order: 'ascending' | 'descending'): Promise<void> {
    await expect(this.page.getByRole('columnheader', { name: column })).toHaveAttribute('aria-sort', order);
    await expect(this.page.locator('th[aria-sort]')).toHaveCount(1);
  }

  /** The button that shows and hides a user's paid fines. */
  toggle(name: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Paid fines of ${name}, ID `) });
  }

  paidFines(name: string): Locator {
    return this.page.getByRole('table', { name: new RegExp(`^Paid fines of ${name}, ID `) });
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search users by name or ID' });
  }

  get menuButton(): Locator {
    return this.page.getByRole('region', { name: 'Top bar' }).getByRole('button', { name: 'Account' });
  }

  /** Opens the menu of the navbar and returns an item. */
  async menuItem(name: 'Profile' | 'Settings' | 'Logout'): Promise<Locator> {
    await this.menuButton.click();
    const menu = this.page.getByRole('navigation', { name: 'Account' });
    return menu.getByRole(name === 'Logout' ? 'button' : 'link', { name });
  }

  get failure(): Locator {
    return this.app.dialog('Oops...');
  }
}

export const test = base.extend<{ collected: CollectedPage }>({
  collected: async ({ page, app }, use) => {
    await use(new CollectedPage(page, app));
  },
});
