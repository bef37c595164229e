// The values of the user form, and how pending deletions affect the list.
import { describe, expect, it } from 'vitest';
import type { User } from '../../../src/contract/users.ts';
import { MAX_LENGTH } from '../../../src/core/limits.ts';
import { withoutUsers, USER_FIELDS, valuesOf } from '../../../src/web/features/users/user-list.ts';
import { realChanges, withChanges } from '../../../src/web/ui/forms/record-changes.ts';
import { emptyForm, problemsOf, sentOf } from '../../../src/web/ui/forms/record-fields.ts';

const TODAY = '2026-11-20';

const ayesha: User = {
  ...emptyForm(USER_FIELDS),
  id: 'u1',
  userName: 'Ayesha Khan',
  userEmail: 'ayesha@example.com',
  userRole: 'Accountant',
  phone: '0300 1234567',
  number: '923001234567',
  status: 'Inactive',
  access: 'member',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: null,
  signIn: 'none',
  lastSignIn: null,
};

describe('a record in the form', () => {
  it('shows its values', () => {
    expect(valuesOf(ayesha)).toMatchObject({
      userName: 'Ayesha Khan',
      userEmail: 'ayesha@example.com',
      userRole: 'Accountant',
      phone: '0300 1234567',
      status: 'Inactive',
    });
  });

  it('leaves fields empty that an import did not have, so that "Unknown User" is never saved as a name', () => {
    const imported = valuesOf({ ...ayesha, userName: 'Unknown User', userEmail: null, phone: '' });
    expect(imported).toMatchObject({ userName: '', userEmail: '', phone: '' });
  });

  it('starts as Active for a new user', () => {
    expect(emptyForm(USER_FIELDS)).toMatchObject({ userName: '', userEmail: '', status: 'Active' });
  });
});

describe('changes', () => {
  it('are applied to the record as another window has saved it in the meantime [USER-11]', () => {
    const elsewhere = valuesOf({ ...ayesha, phone: '0311 7654321', userRole: 'Auditor' });
    expect(withChanges(elsewhere, { userRole: 'Driver' })).toMatchObject({ userRole: 'Driver', phone: '0311 7654321' });
  });

  it('are none if the old values are typed back', () => {
    const base = valuesOf(ayesha);
    expect(realChanges(base, { userName: 'Ayesha Khan', phone: '1' })).toEqual({ phone: '1' });
    expect(realChanges(base, {})).toEqual({});
  });

  it('include emptying a field', () => {
    expect(realChanges(valuesOf(ayesha), { userName: '' })).toEqual({ userName: '' });
  });

  it('are sent without surrounding white space', () => {
    const typed = { ...valuesOf(ayesha), userName: '  Ayesha  Khan ', phone: '\t0300 ' };
    expect(sentOf(USER_FIELDS, typed, TODAY)).toMatchObject({ userName: 'Ayesha  Khan', phone: '0300' });
  });
});

describe('problems', () => {
  const problemsWith = (values: Partial<ReturnType<typeof valuesOf>>) =>
    problemsOf(USER_FIELDS, { ...valuesOf(ayesha), ...values }, TODAY);

  it('are found in the order name, e-mail, role, phone [USER-5]', () => {
    const empty = { ...emptyForm(USER_FIELDS), userName: ' \t\u00a0 ' };
    expect(Object.entries(problemsWith(empty))).toEqual([
      ['userName', ['users.problem.name-required']],
      ['userEmail', ['users.problem.email-required']],
      ['userRole', ['users.problem.role-required']],
      ['phone', ['users.problem.phone-required']],
    ]);
  });

  it('are invalid addresses, numbers spoiled by a spreadsheet, and texts that do not fit', () => {
    expect(problemsWith({})).toEqual({});
    expect(problemsWith({ userEmail: '\u200eayesha@example.com ' })).toEqual({});
    expect(problemsWith({ userEmail: 'ali khan@example.pk' })).toEqual({ userEmail: ['users.problem.email-invalid'] });
    expect(problemsWith({ phone: '9.23E+11' })).toEqual({ phone: ['users.problem.phone-spoiled'] });
    expect(problemsWith({ userRole: 'x'.repeat(300) })).toEqual({
      userRole: ['common.tooLong', { max: MAX_LENGTH.role, count: 300 }],
    });
  });
});

describe('the list while users are being deleted', () => {
  const list = { items: [ayesha, { ...ayesha, id: 'u2' }], page: 1, pageSize: 25, totalItems: 40, totalUsers: 60 };

  it('omits them from the rows and from both counts', () => {
    const shown = withoutUsers(list, new Set(['u2']));
    expect(shown.items.map((user) => user.id)).toEqual(['u1']);
    expect([shown.totalItems, shown.totalUsers]).toEqual([39, 59]);
  });

  it('does not count them twice once the server has left them out', () => {
    expect(withoutUsers(list, new Set(['gone']))).toBe(list);
  });
});
