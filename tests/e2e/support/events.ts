// Page object of the events screen, and its records. Each test starts without events.
import type { Locator } from '@playwright/test';
import type { Api } from './api.ts';
import {
  addEvent,
  deleteEvent,
  type Event,
  type EventForm,
  listEvents,
  updateEvent,
} from '../../../src/contract/events.ts';
import { addFines } from '../../../src/contract/fines/fines.ts';
import type { Totals } from '../../../src/contract/shapes.ts';
import { addUser } from '../../../src/contract/users.ts';
import { addDays, dayOf } from '../../../src/core/calendar.ts';
import { mark, userForm } from '../../helpers/ledger.ts';
import { expect, test as base } from './proxied.ts';
import { Screen } from './screen.ts';

export { expect };

/** A day from today, in the organisation's time zone. */
export const dayFromToday = (days: number): string => addDays(dayOf(Date.now(), 'Asia/Karachi'), days);

/** Prepares records through the real API. */
class Agenda {
  readonly #api: Api;
  constructor(api: Api) {
    this.#api = api;
  }

  /** Adds an event with default values. */
  async add(title: string, more: Partial<EventForm> = {}): Promise<Event> {
    const body = { title, description: 'Tea and samosas', date: '2026-12-05', amount: 1500, location: 'Hall', ...more };
    return (await this.#api.must(addEvent, { body })).event;
  }

  /** Adds "Event 01" etc., one per day. */
  async addMany(count: number): Promise<void> {
    for (let number = 1; number <= count; number += 1) {
      await this.add(`Event ${String(number).padStart(2, '0')}`, { date: addDays('2026-01-01', number) });
    }
  }

  /** Adds a paid fine. */
  async collect(amount: number): Promise<void> {
    await this.fine(amount, true);
  }

  /** Fines a new user. */
  async fine(amount: number, paid = false): Promise<void> {
    const user = await this.#api.must(addUser, { body: userForm() });
    const body = { fineType: 'Late arrival', amount, date: dayFromToday(0), userIds: [user.id] };
    const confirmed = [{ userId: user.id, amount, doubled: false }];
    const { fineIds } = await this.#api.must(addFines, { body: { ...body, confirmed } });
    for (const fineId of paid ? fineIds : []) {
      await mark(this.#api, fineId, 'Paid');
    }
  }

  async change(event: Event, more: Partial<EventForm>): Promise<void> {
    const { id: eventId, status: _, ...body } = { ...event, ...more };
    await this.#api.must(updateEvent, { params: { eventId }, body });
  }

  async remove(event: Event): Promise<void> {
    await this.#api.must(deleteEvent, { params: { eventId: event.id } });
  }

  /** All events as "title amount", by date, and the totals. */
  async books(): Promise<{ events: string[]; totals: Totals }> {
    const { items, totals } = await this.#api.must(listEvents, { query: { pageSize: 100 } });
    return { events: items.map(({ title, amount }) => `${title} ${amount}`), totals };
  }

  async titles(): Promise<string[]> {
    const { items } = await this.#api.must(listEvents, { query: { pageSize: 100 } });
    return items.map(({ title }) => title);
  }
}

/** The label of a form field. */
export type Field = Capitalize<keyof EventForm>;

/** Values for all fields of the form. */
export const DINNER = {
  Title: 'Annual dinner',
  Description: 'For everyone and their families',
  Date: '5/12/2026',
  Amount: '12,500.50',
  Location: 'Main hall',
} as const satisfies Record<Field, string>;

class EventsPage extends Screen {
  open(): Promise<void> {
    return this.app.openScreen('/events');
  }

  async expectFigures(collected: string, used: string, balance: string): Promise<void> {
    await expect(this.card('Total Collected').getByText(collected, { exact: true })).toBeVisible();
    await expect(this.card('Amount Used').getByText(used, { exact: true })).toBeVisible();
    await expect(this.card('Available Balance').getByText(balance, { exact: true })).toBeVisible();
  }

  get addButton(): Locator {
    return this.page.locator('main').getByRole('button', { name: 'Add Event', exact: true });
  }

  action(action: 'Edit' | 'Delete', title: string): Locator {
    // The name also contains the day.
    return this.page.getByRole('button', { name: `${action} ${title}, ` });
  }

  get form(): Locator {
    return this.app.dialog(/^(Add|Edit) Event$/);
  }

  field(label: Field): Locator {
    return this.form.getByRole('textbox', { name: label });
  }

  async fill(values: Partial<Record<Field, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label as Field).fill(value);
  }

  get save(): Locator {
    return this.form.getByRole('button', { name: /^(Add Event|Update Event|Please wait\.\.\.)$/ });
  }

  get question(): Locator {
    return this.app.dialog(/^(Add|Update|Delete) Event\?$/);
  }

  async confirm(word: 'Add' | 'Update' | 'Delete'): Promise<void> {
    await this.app.dialog(`${word} Event?`).getByRole('button', { name: word, exact: true }).click();
  }

  /** Fills in the form for a new event and saves it. */
  async addEvent(values: Partial<Record<Field, string>> = DINNER): Promise<void> {
    await this.addButton.click();
    await this.fill(values);
    await this.save.click();
    await this.confirm('Add');
  }

  async delete(title: string): Promise<void> {
    await this.action('Delete', title).click();
    await this.confirm('Delete');
  }
}

interface Fixtures {
  agenda: Agenda;
  events: EventsPage;
  /** through `faultyProxy` */
  proxiedEvents: EventsPage;
}

export const test = base.extend<Fixtures>({
  server: async ({ servers }, use) => {
    await use(await servers.fresh());
  },
  agenda: [
    async ({ api }, use) => {
      await use(new Agenda(api));
    },
    { auto: true },
  ],
  events: async ({ page, app }, use) => {
    await use(new EventsPage(page, app));
  },
  proxiedEvents: async ({ page, proxiedApp }, use) => {
    await use(new EventsPage(page, proxiedApp));
  },
});
