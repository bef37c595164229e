// What follows from the description of a list, besides its address (address-formats.test.ts).
import { expect, test } from 'vitest';
import { addressIn } from '../../../src/web/routing/address.ts';
import { FINES_FORMAT } from '../../../src/web/features/fines/fines-address.ts';
import { PAYMENTS_FORMAT, WAIVED_FORMAT } from '../../../src/web/features/payments/payments-address.ts';

const fines = (address: string) => FINES_FORMAT.read(addressIn(address));
const payments = (address: string) => PAYMENTS_FORMAT.read(addressIn(address));

test('the server is asked only for what limits the list', () => {
  expect(FINES_FORMAT.asked(fines('/fines?search=%20%20&page=3&add=true'))).toEqual({});
  expect(FINES_FORMAT.asked(fines('/user/u1?status=Paid&search=%20late%20'))).toEqual({
    userId: 'u1',
    status: 'Paid',
    search: 'late',
  });
  expect(PAYMENTS_FORMAT.asked(payments('/payments?method=Cash&by=a%40b.pk&from=2026-11-01'))).toEqual({
    from: '2026-11-01',
    method: 'Cash',
    receivedBy: 'a@b.pk',
  });
  expect(WAIVED_FORMAT.asked(WAIVED_FORMAT.read(addressIn('/user/u1?tab=waived&by=a%40b.pk')))).toEqual({
    userId: 'u1',
  });
});

test('a search counts as a filter, but not among those behind a button', () => {
  expect(PAYMENTS_FORMAT.isFiltered(payments('/payments?page=2'))).toBe(false);
  const searched = payments('/payments?search=khan&method=Cash&to=2026-11-30');
  expect([PAYMENTS_FORMAT.isFiltered(searched), PAYMENTS_FORMAT.count(searched)]).toEqual([true, 2]);
});

test('a fine that was just added is listed: only a status that it has remains', () => {
  expect(FINES_FORMAT.forAdded(fines('/fines?status=Pending&search=late'))).toEqual({
    status: 'Pending',
    search: '',
    group: '',
  });
  expect(FINES_FORMAT.forAdded(fines('/fines?status=Paid'))).toEqual({ status: 'all', search: '', group: '' });
});
