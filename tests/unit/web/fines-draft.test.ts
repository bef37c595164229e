// The half-filled "Add New Fine" form: what is missing, what is sent, and when a submission is the same one; and what
// the address of the screen may say.
import { describe, expect, it } from 'vitest';
import type { FineDraft } from '../../../src/web/features/fines/draft.ts';
import {
  bodyOf,
  EMPTY_DRAFT,
  isEmpty,
  isIncomplete,
  problemOf,
  sameBody,
  sameForm,
} from '../../../src/web/features/fines/draft.ts';
import { finesSearch } from '../../../src/web/features/fines/view-search.ts';

const TODAY = '2026-11-20';
const user = (id: string) => ({ id, userName: `User ${id}`, userEmail: null });
const filled: FineDraft = {
  ...EMPTY_DRAFT,
  fineType: ' Late arrival ',
  amount: '1,500.50',
  users: [user('A'), user('B')],
};

describe('problemOf', () => {
  it.each<[Partial<FineDraft>, string | null]>([
    [{}, null],
    [{ fineType: '  ' }, 'type-missing'],
    [{ amount: ' ' }, 'amount-missing'],
    [{ amount: '-1' }, 'amount-invalid'],
    [{ amount: '1.005' }, 'amount-invalid'],
    [{ amount: '1000000000' }, 'amount-invalid'],
    [{ amount: '0' }, null],
    [{ date: null, dateChanged: true }, 'date-invalid'],
    [{ users: [] }, 'no-users'],
    [{ users: Array.from({ length: 501 }, (_, index) => user(String(index))) }, 'too-many-users'],
  ])('of %j is %s', (change, expected) => {
    expect(problemOf({ ...filled, ...change })).toBe(expected);
  });

  it('lets the button be pressed for what is wrong, not for what is missing', () => {
    expect(isIncomplete({ ...filled, amount: 'abc' })).toBe(false);
    for (const missing of [{ fineType: ' ' }, { amount: '' }, { users: [] }]) {
      expect(isIncomplete({ ...filled, ...missing })).toBe(true);
    }
  });
});

describe('bodyOf', () => {
  it('is tidied, in rupees, and dated today until the date is changed', () => {
    expect(bodyOf(filled, TODAY)).toEqual({
      fineType: 'Late arrival',
      amount: 1500.5,
      date: TODAY,
      userIds: ['A', 'B'],
    });
    expect(bodyOf({ ...filled, date: '2026-01-05', dateChanged: true }, TODAY)?.date).toBe('2026-01-05');
  });

  it('is nothing while there is a problem', () => {
    expect(bodyOf({ ...filled, amount: '' }, TODAY)).toBeNull();
    expect(bodyOf(EMPTY_DRAFT, TODAY)).toBeNull();
  });

  it('is the same submission only if form and confirmation are the same', () => {
    const body = bodyOf(filled, TODAY);
    const longer = bodyOf({ ...filled, users: [user('A')] }, TODAY);
    if (body === null || longer === null) throw new Error('The form is filled.');
    const confirmed = { ...body, confirmed: [{ userId: 'A', amount: 3001, doubled: true }] };
    expect(sameForm(body, { ...body, fineType: 'Late arrival' })).toBe(true);
    expect(sameForm(body, confirmed)).toBe(true);
    expect(sameBody(body, confirmed)).toBe(false);
    expect(sameBody(confirmed, structuredClone(confirmed))).toBe(true);
    expect(sameForm(body, longer)).toBe(false);
  });
});

describe('isEmpty', () => {
  it('is so for nothing typed only', () => {
    expect(isEmpty(EMPTY_DRAFT)).toBe(true);
    expect(isEmpty({ ...EMPTY_DRAFT, dateChanged: true })).toBe(false);
    expect(isEmpty({ ...EMPTY_DRAFT, users: [user('A')] })).toBe(false);
  });
});

describe('finesSearch', () => {
  it.each<[Record<string, unknown>, object]>([
    [{}, {}],
    [{ page: 2 }, { page: 2 }],
    [{ page: '7' }, { page: 7 }],
    [{ page: 1 }, {}],
    [{ page: 0 }, {}],
    [{ page: -3 }, {}],
    [{ page: 2.5 }, {}],
    [{ page: 1e12 }, {}],
    [{ page: 'x' }, {}],
    [{ page: ['2'] }, {}],
    [{ add: true }, { add: true }],
    [{ add: 'true' }, { add: true }],
    [{ add: 'no', other: 1 }, {}],
  ])('reads %j as %j', (raw, expected) => {
    expect(finesSearch(raw)).toEqual(expected);
  });
});
