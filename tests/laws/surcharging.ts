// The rule "Late surcharge" in the random sequences: its terms, the daily round, undoing that, and promises, which stop it.
import { expect } from 'vitest';
import pino from 'pino';
import type { Surcharges } from '../../src/contract/settings/rules.ts';
import { addDays } from '../../src/core/calendar.ts';
import { createReminding } from '../../src/server/areas/reminders/reminding.ts';
import type { TestApp } from '../helpers/app.ts';
import { testClock } from '../helpers/clock.ts';
import type { Model } from './model.ts';
import { pickId, type Sent } from './requests.ts';
import type { Step } from './steps.ts';

/** What the organisation under test provides. */
interface Office {
  model: Model;
  app: TestApp;
  write: <T>(sent: Sent, refused: string | null) => Promise<T | null>;
  read: <T>(path: string) => Promise<T>;
}

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>;

export class Surcharging {
  readonly #office: Office;

  constructor(office: Office) {
    this.#office = office;
  }

  async setTerms({ leftOut: index, terms }: Of<'surcharge terms'>): Promise<void> {
    const { model, write } = this.#office;
    const chosen = index === null ? undefined : pickId(model.users, [], index);
    const leftOut = chosen === undefined ? [] : [chosen];
    const amount = terms.amount === null ? null : terms.amount / 100;
    const refused = leftOut.every((id) => model.isPresent(id)) ? null : 'user-not-found';
    if (refused === null) model.setTerms(terms, leftOut);
    await write({ method: 'PATCH', path: '/surcharges', body: { ...terms, amount, leftOut } }, refused);
  }

  /** A day's round, as a process makes it: it adds what App Settings said it would. */
  async round({ days }: Of<'surcharges'>): Promise<void> {
    const { model, app, read } = this.#office;
    app.clock.advance(days * 86_400_000);
    // Opens the page, as people do, so that the session lasts another 30 days.
    await read('/auth/session');
    const due = model.surchargesDue();
    const { isOn, now } = await read<Surcharges>('/surcharges');
    expect(now).toEqual({
      members: new Set(due.map(({ fine }) => fine.userId)).size,
      fines: due.length,
      amount: due.reduce((sum, { amount }) => sum + amount, 0) / 100,
    });
    const clock = testClock(`${model.today()}T12:00:00+05:00`);
    const environment = { db: app.db, clock, timeZone: 'Asia/Karachi', onCommit: () => {} };
    const look = () => createReminding(environment, pino({ level: 'silent' }))();
    await look();
    // Another process finds nothing left to add.
    await look();
    const rows = await app.db.read
      .selectFrom('surcharges')
      .select(['id', 'fine_id', 'number'])
      .orderBy('sequence')
      .execute();
    const added = rows.slice(model.surcharges.length);
    const wanted = isOn ? due : [];
    expect(added).toEqual(wanted.map(({ fine, number }) => ({ id: expect.any(String), fine_id: fine.id, number })));
    for (const [place, { fine, number, amount }] of wanted.entries())
      model.surcharge(fine, { id: added[place]?.id ?? '', number, amount });
  }

  /** Mostly of somebody who owes something. */
  async promise({ user, days }: Of<'promise'>): Promise<void> {
    const { model, write } = this.#office;
    const owing = model.users.filter(({ id }) => model.figures(id).oldestUnpaid !== null);
    const all = model.users.map(({ id }) => id);
    const userId = pickId(owing, all, user) ?? 'NOBODY22';
    const until = days === null ? null : addDays(model.today(), days);
    const refused = model.promise(userId, until);
    await write({ method: 'POST', path: '/reminders/promises', body: { userId, until } }, refused);
  }

  async undo(): Promise<void> {
    const { model, write } = this.#office;
    const undone = model.undoSurcharges();
    const sent: Sent = { method: 'POST', path: '/surcharges/undo', body: { day: model.today() } };
    const answer = await write(sent, undone === 0 ? 'nothing-to-undo' : null);
    if (answer !== null) expect(answer).toEqual({ undone, remaining: 0 });
  }
}
