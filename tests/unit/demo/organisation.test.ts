// The demo's made-up organisation: reproducible and plausible.
import { describe, expect, it } from 'vitest';
import { madeUpOrganisation } from '../../../organisation/demo.ts';
import { dayOf, isoWeekOf } from '../../../src/core/calendar.ts';
import { eventStatus } from '../../../src/core/event-status.ts';
import { figuresOf } from '../../../src/server/tools/import/import-data.ts';

const timeZone = 'Asia/Karachi';
/** A Monday in Karachi, early in the morning and late in the evening. */
const instants = ['2026-11-15T20:10:00Z', '2026-11-16T18:50:00Z'].map((instant) => Date.parse(instant));

describe.each(instants)('the organisation made up at %d', (now) => {
  const data = madeUpOrganisation({ now, timeZone, seed: 1947 });
  const { organisation, used, byUser } = figuresOf(data);
  const today = dayOf(now, timeZone);

  it('is the same for the same seed, another for another', () => {
    expect(madeUpOrganisation({ now, timeZone, seed: 1947 })).toEqual(data);
    expect(madeUpOrganisation({ now, timeZone, seed: 7 })).not.toEqual(data);
  });

  it('has 60 people, some with Urdu names, each with an id, a name and an e-mail of their own', () => {
    for (const field of ['id', 'user_name', 'user_email'] as const) {
      expect(new Set(data.users.map((user) => user[field])).size).toBe(60);
    }
    expect(data.users.filter((user) => /\p{Script=Arabic}/u.test(user.user_name)).length).toBeGreaterThan(10);
    expect(data.users.every((user) => user.user_email?.endsWith('.example'))).toBe(true);
  });

  it('has two years of fines up to today, about 60% of them paid, none in the future', () => {
    expect(organisation.fineCount).toBeGreaterThan(1500);
    expect(organisation.paidCount / organisation.fineCount).toBeGreaterThan(0.55);
    expect(organisation.paidCount / organisation.fineCount).toBeLessThan(0.65);
    expect([...byUser.values()].some((balance) => balance.fineCount === 0)).toBe(true);
    expect(data.fines.every((fine) => fine.date <= today && fine.created_at <= now && (fine.paid_on ?? 0) <= now)).toBe(
      true,
    );
    expect(data.fines.every((fine) => Number.isSafeInteger(fine.created_at) && Number.isSafeInteger(fine.amount))).toBe(
      true,
    );
    expect(new Set(data.fines.map((fine) => fine.date.slice(0, 7))).size).toBeGreaterThanOrEqual(24);
    expect(new Set(data.fines.map((fine) => fine.id)).size).toBe(data.fines.length);
  });

  it('was run under the doubling rule: exactly the later fines of a week are double', () => {
    const single = new Map<string, number>();
    const weeks = new Set<string>();
    for (const fine of data.fines) {
      const { year, week } = isoWeekOf(fine.date);
      const key = `${fine.user_id} ${year} ${week}`;
      if (!weeks.has(key)) single.set(fine.fine_type, fine.amount);
      weeks.add(key);
    }
    weeks.clear();
    for (const fine of data.fines) {
      const { year, week } = isoWeekOf(fine.date);
      const key = `${fine.user_id} ${year} ${week}`;
      expect(fine.amount).toBe((single.get(fine.fine_type) ?? 0) * (weeks.has(key) ? 2 : 1));
      weeks.add(key);
    }
  });

  it('has events of every status, and has not spent more than was collected', () => {
    expect(new Set(data.events.map((event) => eventStatus(event.date, today)))).toEqual(
      new Set(['Completed', 'Today', 'Soon', 'Upcoming']),
    );
    expect(used).toBeLessThan(organisation.total - organisation.pending);
  });
});
