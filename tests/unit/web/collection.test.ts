// What the form that collects a payment calculates and sends.
import { describe, expect, it } from 'vitest';
import { ofEachText } from '../../../src/core/fines/fine-texts.ts';
import type { Owed } from '../../../src/contract/money/payments.ts';
import {
  EMPTY_COLLECTION,
  isByCreditAlone,
  notReached,
  readCollection,
  reckon,
} from '../../../src/web/features/payments/collecting/collection.ts';

const TODAY = '2026-11-18';
const fine = (id: string, outstanding: number, date: string): Owed['fines'][number] => ({
  id,
  userId: 'U1',
  userName: 'Ayesha Khan',
  fineType: 'Late arrival',
  ...ofEachText(() => ''),
  amount: outstanding,
  date,
  status: 'Pending',
  paidAmount: 0,
  waivedAmount: 0,
  outstanding,
  mistake: false,
  createdAt: '2026-11-01T08:00:00.000Z',
  paidOn: null,
  lastUpdated: '2026-11-01T08:00:00.000Z',
  dueOn: null,
});
const owed = (credit: number): Owed => ({
  userId: 'U1',
  userName: 'Ayesha Khan',
  credit,
  pendingFine: 80_000,
  fines: [fine('A', 30_000, '2026-11-01'), fine('B', 50_000, '2026-11-02')],
});

describe('reckon', () => {
  it('needs the total that is ticked, minus the credit [PAY-21]', () => {
    expect(reckon(owed(0), EMPTY_COLLECTION)).toMatchObject({ credit: 0, due: 80_000, payment: 80_000, stays: 0 });
    expect(reckon(owed(20_000), EMPTY_COLLECTION)).toMatchObject({ credit: 20_000, due: 60_000, payment: 60_000 });
    expect(reckon(owed(200_000), { ...EMPTY_COLLECTION, unticked: ['B'] })).toMatchObject({ credit: 30_000, due: 0 });
    expect(reckon(owed(20_000), { ...EMPTY_COLLECTION, useCredit: false })).toMatchObject({ credit: 0, due: 80_000 });
  });

  it('pays the oldest fines first, and leaves the rest as credit [PAY-20]', () => {
    const part = reckon(owed(0), { ...EMPTY_COLLECTION, amount: '450.50' });
    expect([...part.paid]).toEqual([
      ['A', 30_000],
      ['B', 15_050],
    ]);
    expect(part).toMatchObject({ stays: 34_950, toCredit: 0 });
    expect(reckon(owed(0), { ...EMPTY_COLLECTION, amount: '1,000' })).toMatchObject({ stays: 0, toCredit: 20_000 });
    expect(reckon(owed(0), { ...EMPTY_COLLECTION, amount: 'x' })).toMatchObject({ payment: null, stays: 80_000 });
  });

  it('unticks what an amount does not reach, counted from the oldest, whatever is ticked [PAY-20]', () => {
    const unreached = (amount: string | null, credit = 0): string[] =>
      notReached(owed(credit), { ...EMPTY_COLLECTION, unticked: ['A'], amount });
    expect(unreached('300')).toEqual(['B']);
    expect(unreached('300', 100)).toEqual([]);
    expect(unreached('300.01')).toEqual([]);
    expect(unreached('0')).toEqual(['A', 'B']);
    expect(unreached(null)).toEqual([]);
  });
});

describe('readCollection', () => {
  const read = (change: Partial<typeof EMPTY_COLLECTION>, credit = 0) =>
    readCollection(owed(credit), { ...EMPTY_COLLECTION, ...change }, TODAY);

  it('sends the shown figures of each ticked fine', () => {
    expect(read({ unticked: ['A'], reference: ' TX 1 ', note: ' by hand ' }, 10_000)).toEqual({
      body: {
        userId: 'U1',
        fines: [{ fineId: 'B', outstanding: 50_000 }],
        credit: 10_000,
        amount: 40_000,
        method: 'Cash',
        reference: 'TX 1',
        receivedOn: TODAY,
        note: 'by hand',
      },
    });
  });

  it('names the first problem [PAY-22]', () => {
    expect(read({ amount: '1.234' })).toEqual({ field: 'amount', problem: 'invalid' });
    expect(read({ amount: '0' })).toEqual({ field: 'amount', problem: 'zero' });
    expect(read({ amount: '0' }, 5)).toHaveProperty('body.credit', 5);
    expect(read({ receivedOn: 'soon' })).toEqual({ field: 'receivedOn', problem: 'invalid' });
    expect(read({ receivedOn: '19 Nov 2026' })).toEqual({ field: 'receivedOn', problem: 'future' });
    expect(read({ reference: 'x'.repeat(10_000) })).toEqual({ field: 'reference', problem: 'too-long' });
    expect(read({ note: 'x'.repeat(10_000) })).toEqual({ field: 'note', problem: 'too-long' });
  });

  it('says nothing about how credit alone was received, since nothing was [PAY-71]', () => {
    const typed = { amount: '0', method: 'Raast', reference: 'TX 1', receivedOn: 'soon', note: 'by hand' } as const;
    expect(read(typed, 5)).toHaveProperty(
      'body',
      expect.objectContaining({ reference: '', note: '', receivedOn: TODAY }),
    );
    expect(isByCreditAlone(reckon(owed(5), { ...EMPTY_COLLECTION, ...typed }))).toBe(true);
    for (const values of [
      { ...typed, amount: '1' },
      { ...typed, useCredit: false },
      { ...typed, amount: '' },
    ]) {
      expect(isByCreditAlone(reckon(owed(5), { ...EMPTY_COLLECTION, ...values }))).toBe(false);
    }
  });
});
