// Prepares records through the real API: any operation of the contract, and shortcuts for what many tests need.
import { addFines, assessFines, type Fine, listFines, payFines } from '../../../src/contract/fines/fines.ts';
import { checkFineImport, importFines } from '../../../src/contract/fines/imports.ts';
import { switchRule } from '../../../src/contract/settings/rules.ts';
import type { Totals } from '../../../src/contract/shapes.ts';
import { addUsers, deleteUser } from '../../../src/contract/users.ts';
import { dayOf } from '../../../src/core/calendar.ts';
import type { Client } from '../../helpers/client.ts';
import { mark, toPay, userForm } from '../../helpers/ledger.ts';

/** Today in the organisation's time zone. */
export const today = (): string => dayOf(Date.now(), 'Asia/Karachi');

export class Api {
  readonly call: Client['call'];
  readonly must: Client['must'];
  /** user ids by name */
  readonly ids = new Map<string, string>();
  #people = 0;

  constructor({ call, must }: Client) {
    this.call = call;
    this.must = must;
  }

  async add(...names: string[]): Promise<void> {
    const users = names.map((userName) => {
      this.#people += 1;
      return userForm({ userName, userEmail: `person${this.#people}@office.pk` });
    });
    const { userIds } = await this.must(addUsers, { body: { users } });
    for (const [index, userName] of names.entries()) this.ids.set(userName, userIds[index] ?? '');
  }

  id(name: string): string {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`Nobody is called ${name}.`);
    return id;
  }

  async remove(name: string): Promise<void> {
    await this.must(deleteUser, { params: { userId: this.id(name) } });
  }

  async rule(on: boolean): Promise<void> {
    await this.must(switchRule, { params: { ruleId: '1' }, body: { allowDisallow: on } });
  }

  /** Fines one person, confirming the assessed charge. */
  async fine(
    name: string,
    amount: number,
    options: { fineType?: string; description?: string; date?: string; paid?: boolean } = {},
  ): Promise<Fine> {
    const { fineType = 'Late arrival', description = '', date = today(), paid = false } = options;
    const userIds = [this.id(name)];
    const { charges } = await this.must(assessFines, { body: { amount, date, userIds } });
    const confirmed = charges.map((charge) => ({
      userId: charge.userId,
      amount: charge.amount,
      doubled: charge.doubled,
    }));
    const { fineIds } = await this.must(addFines, {
      body: { fineType, description, amount, date, userIds, confirmed },
    });
    const { items } = await this.must(listFines, { query: { userId: this.id(name), pageSize: 100 } });
    const fine = items.find(({ id }) => id === fineIds[0]);
    if (fine === undefined) throw new Error('No fine was added.');
    if (paid) await mark(this, fine.id, 'Paid');
    return fine;
  }

  /** Fines one person; the rule is off. Returns the fine's id. */
  async addFine(name: string, amount: number, { fineType, date }: { fineType: string; date: string }): Promise<string> {
    const body = { fineType, amount, date, userIds: [this.id(name)] };
    const { fineIds } = await this.must(addFines, { body });
    return fineIds[0] ?? '';
  }

  /** Fines one person on each of these days of January 2026: "Fine 11" on the 11th etc.; the rule is off. */
  async fineDaily(
    name: string,
    [first, last]: readonly [number, number],
    options: { fineType?: string; amount?: number; paid?: boolean } = {},
  ): Promise<void> {
    const { fineType = 'Fine', amount = 100, paid = false } = options;
    // Two requests, however many fines there are.
    const rows = Array.from({ length: last - first + 1 }, (_, index) => ({
      member: this.id(name),
      fineType: `${fineType} ${first + index}`,
      amount: String(amount),
      date: `2026-01-${first + index}`,
    }));
    const { checked } = await this.must(checkFineImport, { body: { rows } });
    await this.must(importFines, { body: { rows, checked } });
    if (!paid) return;
    const query = { userId: this.id(name), status: 'Pending', pageSize: 100 } as const;
    const { items } = await this.must(listFines, { query });
    await this.must(payFines, { body: toPay(items.filter((fine) => fine.fineType.startsWith(`${fineType} `))) });
  }

  /** All fines as "name type amount status", newest first, and the totals. */
  async books(): Promise<{ fines: string[]; totals: Totals }> {
    const { items, totals } = await this.must(listFines, { query: { pageSize: 100 } });
    return {
      fines: items.map((fine) => `${fine.userName} ${fine.fineType} ${fine.amount} ${fine.status}`),
      totals,
    };
  }
}
