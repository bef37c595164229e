// Permissions, and the comparison of e-mails.
import { describe, expect, test } from 'vitest';
import { emailKey, isEmail } from '../../../src/core/email.ts';
import { isAllowed, roleOf } from '../../../src/core/permission.ts';
import type { Audience, Role } from '../../../src/core/permission.ts';

describe('audiences', () => {
  const callers: (Role | null)[] = [null, 'member', 'administrator'];

  test.each([
    ['anyone', [true, true, true]],
    ['signed-in', [false, true, true]],
    ['administrator', [false, false, true]],
  ] as const)('%s', (audience, expected) => {
    expect(callers.map((role) => isAllowed(audience, role))).toEqual(expected);
  });

  test('the default is nobody', () => {
    for (const audience of ['', 'nobody', 'Administrator', 'constructor', undefined, null]) {
      for (const role of callers) expect(isAllowed(audience as Audience, role)).toBe(false);
    }
    expect(isAllowed('signed-in', 'guest' as Role)).toBe(false);
    expect(isAllowed('signed-in', undefined as unknown as null)).toBe(false);
  });
});

describe('roles', () => {
  test('whoever signs in with exactly the administrator’s e-mail, case-insensitive, is the administrator', () => {
    expect(roleOf('admin@jurmana.local', 'admin@jurmana.local')).toBe('administrator');
    expect(roleOf(' Admin@Jurmana.LOCAL ', 'admin@jurmana.local')).toBe('administrator');
  });

  test('everyone else is a member', () => {
    for (const email of [
      'admin@jurmana.loca',
      'xadmin@jurmana.local',
      'admin@jurmana.local.pk',
      'аdmin@jurmana.local',
      '',
    ]) {
      expect(roleOf(email, 'admin@jurmana.local')).toBe('member');
    }
  });

  test('without an administrator’s e-mail nobody is the administrator', () => {
    expect(roleOf('', '')).toBe('member');
    expect(roleOf(' ', '')).toBe('member');
  });
});

describe('e-mails', () => {
  test('they are compared without case and spaces around, in composed form', () => {
    expect(emailKey(' User3.Aliya@EXAMPLE.pk ')).toBe('user3.aliya@example.pk');
    expect(emailKey('jose\u0301@x.pk')).toBe(emailKey('JOSÉ@x.pk'));
  });

  test.each(['a@b.c', 'user0.member@example.pk', "o'brien+x@mail.example.pk", 'صارف@مثال.پاکستان'])(
    '%s has the form',
    (text) => {
      expect(isEmail(text)).toBe(true);
    },
  );

  test.each([
    '',
    'a',
    'a@b',
    '@b.c',
    'a@.',
    'a@b.',
    'a@b@c.d',
    'a b@c.d',
    'a@b c.d',
    'a@b.c ',
    ' a@b.c',
    'a\n@b.c',
    'a\u00a0@b.c',
    'a\u200b@b.c',
  ])('%j has not', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  test('at most 254 characters', () => {
    expect(isEmail(`${'a'.repeat(250)}@b.c`)).toBe(true);
    expect(isEmail(`${'a'.repeat(251)}@b.c`)).toBe(false);
    expect(isEmail(`a@${'.'.repeat(1_000_000)}`)).toBe(false);
  });
});
