// Page object of the users screen, and its records. Each test starts with an empty server.
import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import type { Api } from './api.ts';
import { mark, userForm } from '../../helpers/ledger.ts';
import { bumpBooksVersion } from '../../helpers/seed.ts';
import { addFines, assessFines } from '../../../src/contract/fines/fines.ts';
import { addUser, addUsers, deleteUser, listUsers, type User, type UserForm } from '../../../src/contract/users.ts';
import { connect } from '../../../src/server/db/connect.ts';
import { emptyUserRow } from '../../../src/server/shared/user-row.ts';
import { insertUsers } from '../../../src/server/areas/users/users.repository.ts';
import { Screen } from './screen.ts';
import type { Server } from './server.ts';
import { expect, test as base } from './proxied.ts';

export { expect };

type Details = Parameters<typeof emptyUserRow>[0];

/** Prepares records. */
class People {
  readonly #api: Api;
  readonly #server: Server;
  #count = 0;

  constructor(api: Api, server: Server) {
    this.#api = api;
    this.#server = server;
  }

  /** Adds a user with default values. */
  add(userName: string, more: Partial<UserForm> = {}): Promise<User> {
    this.#count += 1;
    const body = userForm({ userName, userEmail: `person${this.#count}@example.com`, ...more });
    return this.#api.must(addUser, { body });
  }

  /** Adds "Person 001" etc. */
  async addMany(count: number): Promise<void> {
    const users = Array.from({ length: count }, (_, index) =>
      userForm({
        userName: `Person ${String(index + 1).padStart(3, '0')}`,
        userEmail: `person${this.#count + index + 1}@example.com`,
      }),
    );
    this.#count += count;
    await this.#api.must(addUsers, { body: { users } });
  }

  /** Adds a record without name, e-mail, phone and role, as an import may. */
  async addIncomplete(): Promise<void> {
    await this.#insert([{ id: randomUUID(), user_name: '', user_email: null, user_role: '', phone: '' }]);
  }

  /** Adds "Person 00001" etc. directly to the database. */
  async addThousands(count: number): Promise<void> {
    const numbers = Array.from({ length: count }, (_, index) => String(index + 1).padStart(5, '0'));
    await this.#insert(
      numbers.map((number) => ({
        id: `id-${number}`,
        user_name: `Person ${number}`,
        user_email: `p${number}@example.com`,
        user_role: 'Clerk',
        phone: number,
      })),
    );
  }

  /** Writes to the database, for what the API would refuse or take too long for. */
  async #insert(records: readonly Details[]): Promise<void> {
    const db = connect(this.#server.databaseUrl);
    try {
      await db.write.transaction().execute(async (tx) => {
        await insertUsers(
          tx,
          records.map((details) => emptyUserRow({ ...details, created_at: Date.now() })),
        );
        await bumpBooksVersion(tx);
      });
    } finally {
      await db.close();
    }
  }

  /** Fines one person, confirming the assessed charge. */
  async fine(user: User, amount: number, date: string, paid = false): Promise<void> {
    const userIds = [user.id];
    const { charges } = await this.#api.must(assessFines, { body: { amount, date, userIds } });
    const confirmed = charges.map((charge) => ({
      userId: charge.userId,
      amount: charge.amount,
      doubled: charge.doubled,
    }));
    const body = { fineType: 'Late arrival', amount, date, userIds, confirmed };
    const { fineIds } = await this.#api.must(addFines, { body });
    for (const fineId of paid ? fineIds : []) {
      await mark(this.#api, fineId, 'Paid');
    }
  }

  async remove(user: User): Promise<void> {
    await this.#api.must(deleteUser, { params: { userId: user.id } });
  }

  /** The names of the server's list. */
  async names(search = ''): Promise<string[]> {
    const { items } = await this.#api.must(listUsers, { query: { search, pageSize: 100 } });
    return items.map((user) => user.userName);
  }
}

export type TextField = 'Name' | 'Email' | 'Role/Designation' | 'Phone';

class UsersPage extends Screen {
  get search(): Locator {
    return this.page.getByRole('searchbox');
  }

  get addButton(): Locator {
    return this.page.getByRole('button', { name: 'Add New User' });
  }

  action(action: 'View' | 'Edit' | 'Delete', name: string): Locator {
    return this.page.getByRole(action === 'View' ? 'link' : 'button', { name: `${action} ${name}`, exact: true });
  }

  async openLink(name: string): Promise<void> {
    await (await this.app.rowEntry(this.row(name), 'Sign-in link')).click();
  }

  async expectCount(shown: number, total: number): Promise<void> {
    await expect(this.page.getByText(`Showing ${shown} of ${total} users`, { exact: true })).toBeVisible();
  }

  get form(): Locator {
    return this.app.dialog(/^(Add New User|Edit User)$/);
  }

  field(label: TextField): Locator {
    return this.form.getByRole(label === 'Email' ? 'combobox' : 'textbox', { name: label });
  }

  async fill(values: Partial<Record<TextField, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label as TextField).fill(value);
  }

  get save(): Locator {
    return this.form.getByRole('button', { name: /^(Add User|Save Changes)$/ });
  }

  get confirmation(): Locator {
    return this.app.dialog('Confirm Delete');
  }

  /** The card with a person's details, on their page. */
  get about(): Locator {
    return this.page.getByRole('region', { name: 'The person' });
  }

  /** The button for an action on the person, on their page. */
  person(action: string): Locator {
    const group = this.page.getByRole('group', { name: /^Actions for/ });
    return group
      .getByRole('button', { name: action, exact: true })
      .or(group.getByRole('link', { name: action, exact: true }));
  }

  async delete(name: string): Promise<void> {
    await this.action('Delete', name).click();
    await this.confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
  }
}

/** Values for all text fields of the form. */
export const AYESHA = {
  Name: 'Ayesha Khan',
  Email: 'ayesha@example.com',
  'Role/Designation': 'Accountant',
  Phone: '0300 1234567',
} as const;

interface Fixtures {
  people: People;
  users: UsersPage;
}

export const test = base.extend<Fixtures>({
  server: async ({ servers }, use) => {
    await use(await servers.fresh());
  },
  people: [
    async ({ api, server }, use) => {
      await use(new People(api, server));
    },
    { auto: true },
  ],
  users: async ({ page, app }, use) => {
    await use(new UsersPage(page, app));
  },
});
