// "I have paid": what is sent of what was typed and ticked, and what accepting it does (REQ-1, REQ-6).
import { describe, expect, test } from 'vitest';
import { ofEachText } from '../../../src/core/fines/fine-texts.ts';
import { claimed } from '../../../src/web/features/requests/deciding/claimed.ts';
import { dueOf, EMPTY_CLAIM, methodOf, readClaim, tooMuchIn } from '../../../src/web/features/requests/own/claim.ts';

const fine = (id: string, outstanding: number) => ({
  id,
  userId: 'U',
  userName: 'Ali',
  fineType: 'Late',
  ...ofEachText(() => ''),
  amount: outstanding,
  date: '2026-11-02',
  status: 'Pending' as const,
  paidAmount: 0,
  waivedAmount: 0,
  outstanding,
  mistake: false,
  createdAt: '2026-11-02T00:00:00.000Z',
  paidOn: null,
  lastUpdated: '2026-11-02T00:00:00.000Z',
  dueOn: null,
  doubling: null,
});
const FINES = [fine('a', 10_010), fine('b', 5020), fine('c', 700)];

describe('what is sent', () => {
  const claimable = { fines: FINES, open: ['c'], methods: ['Cash', 'Raast'] as const, today: '2026-11-18' };

  test('is at first everything owed without an open request, by a method other than cash, today [REQ-1]', () => {
    expect(dueOf(claimable, EMPTY_CLAIM)).toBe(15_030);
    expect(readClaim(claimable, EMPTY_CLAIM)).toEqual({
      body: {
        fineIds: ['a', 'b'],
        amount: 15_030,
        method: 'Raast',
        reference: '',
        receivedOn: '2026-11-18',
        picture: null,
      },
    });
    expect(methodOf(EMPTY_CLAIM, ['Cash'])).toBe('Cash');
  });

  test('is compared with all that is owed, whatever is ticked [REQ-1]', () => {
    const tooMuch = (amount: string | null) => tooMuchIn(claimable, { ...EMPTY_CLAIM, unticked: ['a'], amount });
    expect(['157.30', '157.40', '1,573', '1573x', null].map(tooMuch)).toEqual([0, 10, 141_570, 0, 0]);
  });

  test('is what was ticked and typed, whatever is owed [REQ-1]', () => {
    const values = { ...EMPTY_CLAIM, unticked: ['a'], amount: '1,000', receivedOn: '17/11/2026', reference: ' x ' };
    expect(readClaim(claimable, values)).toMatchObject({
      body: { fineIds: ['b'], amount: 100_000, receivedOn: '2026-11-17', reference: 'x' },
    });
  });

  test.each([
    [{ amount: '' }, { field: 'amount', problem: 'invalid' }],
    [{ amount: '0' }, { field: 'amount', problem: 'zero' }],
    [{ receivedOn: 'x' }, { field: 'receivedOn', problem: 'invalid' }],
    [{ receivedOn: '19/11/2026' }, { field: 'receivedOn', problem: 'future' }],
  ])('nothing, until %j is corrected', (wrong, problem) => {
    expect(readClaim(claimable, { ...EMPTY_CLAIM, ...wrong })).toEqual(problem);
  });
});

test('names at least one fine: without any it would be about everything owed [REQ-16]', () => {
  const claimable = { fines: FINES, open: ['c'], methods: ['Cash'] as const, today: '2026-11-18' };
  const none = { field: 'unticked', problem: 'none' };
  expect(readClaim(claimable, { ...EMPTY_CLAIM, unticked: ['a', 'b'], amount: '100' })).toEqual(none);
  expect(readClaim({ ...claimable, open: ['a', 'b', 'c'] }, { ...EMPTY_CLAIM, amount: '100' })).toEqual(none);
});

describe('what accepting does', () => {
  const named = (...ids: string[]) => ids.map((fineId) => ({ fineId, fineType: 'Late', date: '2026-11-02' }));
  const does = (amount: number, ...ids: string[]) => {
    const { fines, gets, ...rest } = claimed({ fines: FINES }, { amount, fines: named(...ids) });
    return { fines: fines.map(({ id }) => id), gets: Object.fromEntries(gets), ...rest };
  };

  test('it pays the fines it names that are still owed, and leaves the rest as credit [REQ-6]', () => {
    expect(does(6000, 'b', 'gone')).toEqual({ fines: ['b'], gets: { b: 5020 }, stays: 0, toCredit: 980 });
    expect(does(6000, 'gone')).toEqual({ fines: [], gets: {}, stays: 0, toCredit: 6000 });
  });

  test('without named fines it pays the oldest first [REQ-6]', () => {
    const gets = { a: 10_010, b: 1990 };
    expect(does(12_000)).toEqual({ fines: ['a', 'b', 'c'], gets, stays: 3730, toCredit: 0 });
  });
});
