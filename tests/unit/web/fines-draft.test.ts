// The draft of the "Add New Fine" form: what is missing, what is sent, and when two bodies come from the same form; and
// the URL of the screen.
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  EMPTY_DRAFT,
  type FineDraft,
  isEmpty,
  isIncomplete,
  problemOf,
  sameForm,
} from '../../../src/web/features/fines/adding/draft.ts';

const TODAY = '2026-11-20';
const user = (id: string) => ({ id, userName: `User ${id}`, userEmail: null, status: 'Active' as const });
const filled: FineDraft = {
  ...EMPTY_DRAFT,
  fineType: ' Late arrival ',
  amount: '1,500.50',
  users: [user('A'), user('B')],
};

describe('problemOf', () => {
  it.each<[Partial<FineDraft>, string | null]>([
    [{}, null],
    [{ fineType: '  ' }, 'fines.add.typeMissing'],
    [{ amount: ' ' }, 'fines.add.amountMissing'],
    [{ amount: '-1' }, 'common.amount.invalid'],
    [{ amount: '1.005' }, 'common.amount.invalid'],
    [{ amount: '1000000000' }, 'common.amount.invalid'],
    [{ amount: '0' }, null],
    [{ date: '', dateChanged: true }, 'common.day.invalid'],
    [{ date: '20 No', dateChanged: true }, 'common.day.invalid'],
    [{ fineType: 'x'.repeat(120) }, null],
    [{ fineType: 'x'.repeat(121) }, 'common.tooLong'],
    [{ description: ` ${'x'.repeat(1000)} ` }, null],
    [{ description: 'x'.repeat(1001) }, 'common.tooLong'],
    [{ date: '21 Nov 2027', dateChanged: true }, 'fines.add.dateTooFar'],
    [{ users: [] }, 'fines.add.noUserSelected'],
    [{ users: Array.from({ length: 501 }, (_, index) => user(String(index))) }, 'fines.add.tooManyUsers'],
  ])('for %j is %s [LIST-13]', (change, expected) => {
    expect(problemOf({ ...filled, ...change }, TODAY)?.problem[0] ?? null).toBe(expected);
  });

  it('leaves the button enabled for wrong input, but not for missing input', () => {
    expect(isIncomplete({ ...filled, amount: 'abc' })).toBe(false);
    for (const missing of [{ fineType: ' ' }, { amount: '' }, { users: [] }]) {
      expect(isIncomplete({ ...filled, ...missing })).toBe(true);
    }
  });
});

describe('bodyOf', () => {
  it('has trimmed texts, the amount in paisa, and today as its date until the date is changed [FINE-14, LIST-12]', () => {
    expect(bodyOf(filled, TODAY)).toEqual({
      fineType: 'Late arrival',
      description: '',
      amount: 150_050,
      date: TODAY,
      userIds: ['A', 'B'],
    });
    expect(bodyOf({ ...filled, description: ' by an hour ' }, TODAY)?.description).toBe('by an hour');
    expect(bodyOf({ ...filled, date: '5/1/2026', dateChanged: true }, TODAY)?.date).toBe('2026-01-05');
  });

  it('is null while there is a problem', () => {
    expect(bodyOf({ ...filled, amount: '' }, TODAY)).toBeNull();
    expect(bodyOf(EMPTY_DRAFT, TODAY)).toBeNull();
  });

  it('counts as the same form, whatever was confirmed for it', () => {
    const body = bodyOf(filled, TODAY);
    const longer = bodyOf({ ...filled, users: [user('A')] }, TODAY);
    if (body === null || longer === null) throw new Error('The form is filled.');
    const { description: _, ...withoutNote } = body;
    expect(sameForm(body, withoutNote)).toBe(true);
    expect(sameForm(body, { ...body, description: 'by an hour' })).toBe(false);
    const confirmed = { ...body, confirmed: [{ userId: 'A', amount: 300_100, doubled: true }] };
    expect(sameForm(body, { ...body, fineType: 'Late arrival' })).toBe(true);
    expect(sameForm(body, confirmed)).toBe(true);
    expect(sameForm(body, longer)).toBe(false);
  });
});

describe('isEmpty', () => {
  it('is true only if nothing was typed', () => {
    expect(isEmpty(EMPTY_DRAFT)).toBe(true);
    expect(isEmpty({ ...EMPTY_DRAFT, dateChanged: true })).toBe(false);
    expect(isEmpty({ ...EMPTY_DRAFT, description: 'x' })).toBe(false);
    expect(isEmpty({ ...EMPTY_DRAFT, users: [user('A')] })).toBe(false);
    expect(isEmpty({ ...EMPTY_DRAFT, users: [user('A')], givenUserId: 'A' })).toBe(true);
    expect(isEmpty({ ...EMPTY_DRAFT, users: [user('A'), user('B')], givenUserId: 'A' })).toBe(false);
  });
});
