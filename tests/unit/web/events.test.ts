// The logic of the events screen: truncating descriptions, reading the form, and how pending deletions affect the
// figures.
import { describe, expect, test } from 'vitest';
import { type EventList, withoutEvents, EVENT_FIELDS, cutText } from '../../../src/web/features/events/event-list.ts';
import { changedParts, overtakenFields, realChanges } from '../../../src/web/ui/forms/record-changes.ts';
import { bodyOf, problemsOf, sentOf, shownIn } from '../../../src/web/ui/forms/record-fields.ts';

describe('cutting a description', () => {
  test('50 characters are shown in full, the 51st is cut off [EVENT-3]', () => {
    expect(cutText('x'.repeat(50))).toEqual({ shown: 'x'.repeat(50), cut: false });
    expect(cutText('x'.repeat(51))).toEqual({ shown: `${'x'.repeat(50)}…`, cut: true });
    expect(cutText('')).toEqual({ shown: '', cut: false });
  });

  test('a character is what a reader perceives as one [EVENT-3]', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(cutText(family.repeat(50)).cut).toBe(false);
    expect(cutText(family.repeat(51)).shown).toBe(`${family.repeat(50)}…`);
    // "جُرمانہ" has a mark on its first letter.
    expect(cutText('جُ'.repeat(51)).shown).toBe(`${'جُ'.repeat(50)}…`);
  });
});

describe('the form', () => {
  const TODAY = '2026-11-20';
  const filled = {
    title: ' Dinner ',
    description: 'All',
    date: '5 Dec 2026',
    amount: 'Rs. 1,500.50',
    location: 'Hall',
  };

  test('is sent without surrounding white space, with the amount in paisa', () => {
    expect(bodyOf(EVENT_FIELDS, filled, TODAY)).toEqual({
      ...filled,
      title: 'Dinner',
      date: '2026-12-05',
      amount: 150_050,
    });
    expect(bodyOf(EVENT_FIELDS, { ...filled, amount: '0' }, TODAY)).toMatchObject({ amount: 0 });
  });

  test('everything is required [EVENT-5]', () => {
    const empty = { title: ' ', description: '', date: '', amount: '', location: '' };
    expect(problemsOf(EVENT_FIELDS, empty, TODAY)).toEqual({
      title: ['events.problem.title'],
      description: ['events.problem.description'],
      date: ['events.problem.date'],
      amount: ['events.problem.amount'],
      location: ['events.problem.location'],
    });
    expect(bodyOf(EVENT_FIELDS, { ...filled, date: '' }, TODAY)).toBeNull();
  });

  test('half a date is not a date, and a title must fit', () => {
    expect(problemsOf(EVENT_FIELDS, { ...filled, date: '5 De' }, TODAY)).toEqual({ date: ['common.day.invalid'] });
    expect(problemsOf(EVENT_FIELDS, { ...filled, title: ` ${'x'.repeat(120)} ` }, TODAY)).toEqual({});
    expect(problemsOf(EVENT_FIELDS, { ...filled, title: 'x'.repeat(121) }, TODAY)).toEqual({
      title: ['common.tooLong', { max: 120, count: 121 }],
    });
  });

  test.each(['-5', '1.234', 'much', '1000000000', 'NaN'])('%s is not an amount [MONEY-3]', (amount) => {
    expect(problemsOf(EVENT_FIELDS, { ...filled, amount }, TODAY)).toEqual({ amount: ['common.amount.invalid'] });
    expect(bodyOf(EVENT_FIELDS, { ...filled, amount }, TODAY)).toBeNull();
  });

  test('shows a record as a person would type it, and typing that back is no change', () => {
    const event = {
      id: 'e',
      status: 'Soon',
      ...filled,
      title: 'Dinner',
      date: '2026-12-05',
      amount: 1_250_000,
    } as const;
    const base = shownIn(EVENT_FIELDS, event);
    expect(base).toMatchObject({ amount: '12,500', date: '5 Dec 2026' });
    expect(realChanges(base, { amount: '12,500', title: 'Lunch' })).toEqual({ title: 'Lunch' });
  });

  test('sends only what differs from the record, and nothing if nothing does', () => {
    const record = sentOf(EVENT_FIELDS, filled, TODAY);
    const read = { ...filled, amount: 12_500 };
    expect(changedParts({ ...record, amount: 20 }, record, read)).toEqual({ amount: 20, shown: { amount: 12_500 } });
    expect(changedParts({ ...record }, record, read)).toBeNull();
    // A record that would not be valid unchanged, such as an imported one without a title.
    const untitled = sentOf(EVENT_FIELDS, { ...filled, title: '' }, TODAY);
    const imported = { ...read, title: ' ' };
    expect(changedParts({ ...record }, untitled, imported)).toEqual({ title: 'Dinner', shown: { title: ' ' } });
  });

  test('knows what another window has changed after it was changed here [EVENT-14]', () => {
    const from: Partial<typeof filled> = { title: filled.title, amount: filled.amount };
    const overtaken = (saved: Partial<typeof filled>) =>
      overtakenFields<Partial<typeof filled>>({ ...filled, ...saved }, { title: 'Lunch', amount: '500' }, from);
    expect(overtaken({ date: '5 Dec 2026', location: 'Lake' })).toEqual([]);
    expect(overtaken({ amount: '400' })).toEqual(['amount']);
    expect(overtaken({ amount: '500' })).toEqual([]);
  });
});

describe('deletions under way', () => {
  const event = (id: string, amount: number): EventList['items'][number] => ({
    id,
    title: id,
    description: 'd',
    date: '2026-12-05',
    location: 'l',
    amount,
    status: 'Upcoming',
  });
  const list: EventList = {
    items: [event('a', 10), event('b', 20), event('c', 10_000)],
    page: 1,
    pageSize: 20,
    totalItems: 23,
    planned: 10_030,
    totals: {
      totalFinesAmount: 9000,
      pendingFinesAmount: 4000,
      collectedAmount: 5000,
      usedAmount: 10_030,
      creditHeld: 0,
      availableBalance: -5030,
      collectionRate: 56,
      fineCount: 2,
      paidCount: 1,
    },
  };

  test('are subtracted from rows, count and amount', () => {
    const after = withoutEvents(list, new Set(['a', 'b']));
    expect(after.items.map(({ id }) => id)).toEqual(['c']);
    expect(after.totalItems).toBe(21);
    expect(after.totals).toEqual({ ...list.totals, usedAmount: 10_000, availableBalance: -5000 });
  });

  test('are not counted twice once the server has left them out', () => {
    expect(withoutEvents(list, new Set(['gone']))).toBe(list);
  });
});
