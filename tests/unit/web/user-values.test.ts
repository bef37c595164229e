// The values of the user form, and how pending deletions affect the list.
import { describe, expect, it } from 'vitest';

import type { User } from '../../../src/contract/users.ts';
import { withoutUsers } from '../../../src/web/features/users/user-list.ts';
import { fieldOf, NEW_USER, trimmed, valuesOf } from '../../../src/web/features/users/user-values.ts';
import { realChanges, withChanges } from '../../../src/web/ui/forms/record-changes.ts';

const ayesha: User = {
  id: 'u1',
  userName: 'Ayesha Khan',
  userEmail: 'ayesha@example.com',
  userRole: 'Accountant',
  phone: '0300 1234567',
  status: 'Inactive',
  access: 'member',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: null,
  signIn: 'none',
  lastSignIn: null,
};

describe('a record in the form', () => {
  it('shows what it has', () => {
    expect(valuesOf(ayesha)).toEqual({
      userName: 'Ayesha Khan',
      userEmail: 'ayesha@example.com',
      userRole: 'Accountant',
      phone: '0300 1234567',
      status: 'Inactive',
    });
  });

  it('leaves empty what an import did not have, so that "Unknown User" is never saved as a name', () => {
    const imported = valuesOf({ ...ayesha, userName: 'Unknown User', userEmail: null, phone: '' });
    expect(imported).toMatchObject({ userName: '', userEmail: '', phone: '' });
  });

  it('begins Active for a new user', () => {
    expect(NEW_USER.status).toBe('Active');
  });
});

describe('changes', () => {
  it('lie over the record as another window has saved it meanwhile [USER-11]', () => {
    const elsewhere = valuesOf({ ...ayesha, phone: '0311 7654321', userRole: 'Auditor' });
    expect(withChanges(elsewhere, { userRole: 'Driver' })).toMatchObject({ userRole: 'Driver', phone: '0311 7654321' });
  });

  it('typed back to what was there are none', () => {
    const base = valuesOf(ayesha);
    expect(realChanges(base, { userName: 'Ayesha Khan', phone: '1' })).toEqual({ phone: '1' });
    expect(realChanges(base, {})).toEqual({});
  });

  it('emptying a field is one', () => {
    expect(realChanges(valuesOf(ayesha), { userName: '' })).toEqual({ userName: '' });
  });

  it('are sent without white space around', () => {
    const typed = { ...valuesOf(ayesha), userName: '  Ayesha  Khan ', phone: '\t0300 ' };
    expect(trimmed(typed)).toMatchObject({ userName: 'Ayesha  Khan', phone: '0300' });
  });
});

describe('problems', () => {
  it.each([
    ['name-required', 'userName'],
    ['email-required', 'userEmail'],
    ['email-invalid', 'userEmail'],
    ['role-required', 'userRole'],
    ['phone-required', 'phone'],
  ] as const)('%s belongs to %s', (problem, field) => {
    expect(fieldOf(problem)).toBe(field);
  });
});

describe('the list while users are being deleted', () => {
  const list = { items: [ayesha, { ...ayesha, id: 'u2' }], page: 1, pageSize: 25, totalItems: 40, totalUsers: 60 };

  it('leaves them out of the rows and of both counts', () => {
    const shown = withoutUsers(list, new Set(['u2']));
    expect(shown.items.map((user) => user.id)).toEqual(['u1']);
    expect([shown.totalItems, shown.totalUsers]).toEqual([39, 59]);
  });

  it('counts nothing twice once the server left them out itself', () => {
    expect(withoutUsers(list, new Set(['gone']))).toBe(list);
  });
});
