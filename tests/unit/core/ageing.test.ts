// The age bands omit no day and repeat none.
import { expect, test } from 'vitest';
import { AGE_BANDS, daysOfBand } from '../../../src/core/money/ageing.ts';
import { addDays } from '../../../src/core/calendar.ts';

test('every day is in exactly one band, by its distance from today [REPORT-5]', () => {
  const today = '2026-11-18';
  for (let age = -40; age < 400; age++) {
    const day = addDays(today, -age);
    const bands = AGE_BANDS.filter((band) => {
      const { from, to } = daysOfBand(band, today);
      return (from === null || day >= from) && (to === null || day <= to);
    });
    expect(bands).toEqual([age <= 30 ? '0-30' : age <= 60 ? '31-60' : age <= 90 ? '61-90' : 'over-90']);
  }
});
