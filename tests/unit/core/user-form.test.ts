// The checks of the user form and their order (USER-5).
import { expect, test } from 'vitest';
import { firstProblem } from '../../../src/core/people/user-form.ts';
import type { UserForm } from '../../../src/core/people/user-form.ts';

const good: UserForm = {
  userName: 'Ali Khan',
  userEmail: 'ali@example.pk',
  userRole: 'Designer',
  phone: '0311-8122250',
  status: 'Active',
};
const empty: UserForm = { userName: '', userEmail: '', userRole: '', phone: '', status: 'Inactive' };

test('a complete form has no problem', () => {
  expect(firstProblem(good)).toBeNull();
  expect(firstProblem({ ...good, userName: ' علی ', userEmail: ' ali@example.pk ', status: 'Inactive' })).toBeNull();
});

test('the problems come in the order name, e-mail, form of the e-mail, role, phone [USER-5]', () => {
  const { userName, userRole, phone } = good;
  expect(firstProblem(empty)).toBe('name-required');
  expect(firstProblem({ ...empty, userName })).toBe('email-required');
  expect(firstProblem({ ...empty, userName, userEmail: 'ali@example' })).toBe('email-invalid');
  expect(firstProblem({ ...empty, userName, userEmail: good.userEmail })).toBe('role-required');
  expect(firstProblem({ ...empty, userName, userEmail: good.userEmail, userRole })).toBe('phone-required');
  expect(firstProblem({ ...empty, userName, userEmail: good.userEmail, userRole, phone })).toBeNull();
});

test.each([
  ['userName', 'name-required'],
  ['userEmail', 'email-required'],
  ['userRole', 'role-required'],
  ['phone', 'phone-required'],
] as const)('%s of spaces alone is empty', (field, problem) => {
  expect(firstProblem({ ...good, [field]: ' \t\u00a0 ' })).toBe(problem);
});

test('an e-mail has no spaces [NAME-5]', () => {
  expect(firstProblem({ ...good, userEmail: 'ali khan@example.pk' })).toBe('email-invalid');
});
