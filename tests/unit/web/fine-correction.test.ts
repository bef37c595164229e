// The form that corrects a fine: what it shows, and what is sent of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofEachText } from '../../../src/core/fines/fine-texts.ts';
import {
  amountFixedBy,
  isSame,
  movesAhead,
  readCorrection,
} from '../../../src/web/features/fines/changing/correction.ts';
import { typedFine } from '../../../src/web/features/fines/fine-fields.ts';
import { nameFineTypes, typeText } from '../../../src/web/messages/fine-types.ts';
import { applyLanguage } from '../../../src/web/messages/language.ts';

const TODAY = '2026-11-20';
const fine = {
  id: 'fine-1',
  userId: 'user-1',
  userName: 'Ayesha Khan',
  fineType: 'Late arrival',
  ...ofEachText(() => ''),
  description: 'by an hour',
  amount: 150_050,
  date: '2026-11-18',
  status: 'Pending' as const,
  paidAmount: 0,
  outstanding: 150_050,
  waivedAmount: 0,
  mistake: false,
  createdAt: '2026-11-18T07:00:00.000Z',
  paidOn: null,
  lastUpdated: '2026-11-18T07:00:00.000Z',
  dueOn: null,
};
const shown = typedFine(fine);

describe('readCorrection', () => {
  it('without changes returns the fine as it is [LIST-30]', () => {
    const read = readCorrection(shown, fine, TODAY);
    expect(read).toMatchObject({
      fineType: 'Late arrival',
      description: 'by an hour',
      amount: 150_050,
      date: '2026-11-18',
    });
    expect('problem' in read || isSame(read, fine)).toBe(true);
  });

  it('trims and normalises', () => {
    const typed = { ...shown, fineType: ' Uniform ', description: ' no tie ', amount: '1,200', date: '3/11/2026' };
    const read = { fineType: 'Uniform', description: 'no tie', amount: 120_000, date: '2026-11-03' };
    expect(readCorrection(typed, fine, TODAY)).toMatchObject(read);
  });

  it.each([
    [{ fineType: ' ' }, 'fineType', 'fines.add.typeMissing'],
    [{ fineType: 'x'.repeat(121) }, 'fineType', 'common.tooLong'],
    [{ amount: '' }, 'amount', 'fines.add.amountMissing'],
    [{ amount: '1.005' }, 'amount', 'common.amount.invalid'],
    [{ date: '31/2/2026' }, 'date', 'common.day.invalid'],
    [{ date: '21/11/2027' }, 'date', 'fines.add.dateTooFar'],
    [{ description: 'x'.repeat(1001) }, 'description', 'common.tooLong'],
  ])('for %j says what is wrong with which field', (change, field, problem) => {
    const read = readCorrection({ ...shown, ...change }, fine, TODAY);
    expect('problem' in read && [read.field, read.problem[0]]).toEqual([field, problem]);
  });

  it('takes a future day, which is asked about unless the fine already has it [FINE-15, DATE-7]', () => {
    const to = readCorrection({ ...shown, date: '21/11/2026' }, fine, TODAY);
    if ('problem' in to) throw new Error('The day is not refused.');
    expect(movesAhead(to, fine, TODAY)).toBe(true);
    expect(movesAhead(to, { date: '2026-11-21' }, TODAY)).toBe(false);
    expect(movesAhead({ ...to, date: TODAY }, fine, TODAY)).toBe(false);
  });

  it('accepts a day too far ahead that the fine already has', () => {
    const ahead = { ...fine, date: '2028-12-01' };
    expect(readCorrection(typedFine(ahead), ahead, TODAY)).toMatchObject({ date: '2028-12-01' });
  });
});

describe('in Urdu', () => {
  beforeAll(() => {
    applyLanguage('ur');
    nameFineTypes([{ key: 'late arrival', urduName: 'دیر سے آنا' }]);
  });
  afterAll(() => {
    applyLanguage('en');
    nameFineTypes([]);
  });

  it('the type has its Urdu name; left as it is, the fine keeps the type that it has [TYPE-10]', () => {
    const inUrdu = typedFine(fine);
    expect(inUrdu.fineType).toBe('دیر سے آنا');
    expect(readCorrection({ ...inUrdu, amount: '20' }, fine, TODAY)).toMatchObject({ fineType: 'Late arrival' });
    expect(readCorrection({ ...inUrdu, fineType: 'شور' }, fine, TODAY)).toMatchObject({ fineType: 'شور' });
  });

  it('texts of no list stay as they were typed, on an English page all [TYPE-10]', () => {
    expect(['LATE  arrival', 'Shouting', 'دیر'].map(typeText)).toEqual(['دیر سے آنا', 'Shouting', 'دیر']);
    applyLanguage('en');
    expect(typeText('Late arrival')).toBe('Late arrival');
  });
});

describe('the amount', () => {
  it.each([
    [{}, null],
    [{ waivedAmount: 50_000, outstanding: 100_050 }, null],
    [{ paidAmount: 50_000, outstanding: 100_050 }, 'partlyPaidAmount'],
    [{ status: 'Paid' as const, paidAmount: 150_050, outstanding: 0 }, 'paidAmount'],
    [{ status: 'Paid' as const, amount: 0, outstanding: 0 }, 'paidAmount'],
    [{ status: 'Paid' as const, waivedAmount: 150_050, outstanding: 0 }, 'waivedAmount'],
  ])('of a fine with %j is fixed by %s [FINE-15, LIST-30]', (change, by) => {
    expect(amountFixedBy({ ...fine, ...change })).toBe(by);
  });
});
