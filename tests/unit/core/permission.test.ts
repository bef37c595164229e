// Permissions, and the comparison of e-mails.
import { describe, expect, test } from 'vitest';
import { emailKey, isEmail } from '../../../src/core/people/email.ts';
import {
  ACCESS_LEVELS,
  type AccessLevel,
  handlesMoney,
  isAdministrator,
  isAdministratorEmail,
  isAllowed,
  isHeldToOwnEntries,
  isStaff,
  mayImportSettled,
  mayReadAllRecords,
  mayTakeBackAnyCash,
  type Needs,
} from '../../../src/core/people/permission.ts';

describe('what an operation needs', () => {
  test.each([
    ['anyone', [true, true, true, true, true, true]],
    ['member', [false, true, true, true, true, true]],
    ['viewer', [false, false, true, true, true, true]],
    ['collector', [false, false, false, true, true, true]],
    ['manager', [false, false, false, false, true, true]],
    ['administrator', [false, false, false, false, false, true]],
  ] as const)('%s', (needs, expected) => {
    expect([null, ...ACCESS_LEVELS].map((access) => isAllowed(needs, access))).toEqual(expected);
  });

  test('by default nobody is allowed [ACCESS-6]', () => {
    for (const needs of ['', 'nobody', 'Administrator', 'constructor', undefined, null]) {
      for (const access of [null, ...ACCESS_LEVELS]) expect(isAllowed(needs as Needs, access)).toBe(false);
    }
    for (const access of ['guest', undefined]) expect(isAllowed('member', access as AccessLevel)).toBe(false);
  });
});

test('what follows from a level alone', () => {
  expect([null, ...ACCESS_LEVELS].filter(isStaff)).toEqual(['viewer', 'collector', 'manager', 'administrator']);
  expect(ACCESS_LEVELS.filter(mayReadAllRecords)).toEqual(['viewer', 'collector', 'manager', 'administrator']);
  expect(ACCESS_LEVELS.filter(handlesMoney)).toEqual(['collector', 'manager', 'administrator']);
  expect(ACCESS_LEVELS.filter(mayImportSettled)).toEqual(['manager', 'administrator']);
  expect(ACCESS_LEVELS.filter(mayTakeBackAnyCash)).toEqual(['administrator']);
  expect(ACCESS_LEVELS.filter(isAdministrator)).toEqual(['administrator']);
  expect(ACCESS_LEVELS.filter((access) => !isHeldToOwnEntries(access))).toEqual(['manager', 'administrator']);
});

describe('the administrator', () => {
  test('is whoever signs in with exactly the administrator’s e-mail, case-insensitive [ACCESS-1]', () => {
    expect(isAdministratorEmail('admin@jurmana.local', 'admin@jurmana.local')).toBe(true);
    expect(isAdministratorEmail(' Admin@Jurmana.LOCAL ', 'admin@jurmana.local')).toBe(true);
  });

  test('is nobody else', () => {
    for (const email of [
      'admin@jurmana.loca',
      'xadmin@jurmana.local',
      'admin@jurmana.local.pk',
      'аdmin@jurmana.local',
      '',
    ]) {
      expect(isAdministratorEmail(email, 'admin@jurmana.local')).toBe(false);
    }
  });

  test('without an administrator’s e-mail is nobody', () => {
    expect(isAdministratorEmail('', '')).toBe(false);
    expect(isAdministratorEmail(' ', '')).toBe(false);
  });
});

describe('e-mails', () => {
  test('they are compared without case and surrounding spaces, in composed form [NAME-5]', () => {
    expect(emailKey(' User3.Aliya@EXAMPLE.pk ')).toBe('user3.aliya@example.pk');
    expect(emailKey('jose\u0301@x.pk')).toBe(emailKey('JOSÉ@x.pk'));
  });

  test.each([
    'a@b.c',
    'user0.member@example.pk',
    "o'brien+x@mail.example.pk",
    'a_b-c/d=e@x-y.example.pk',
    'صارف@مثال.پاکستان',
    'ए@उदाहरण.भारत',
  ])('%s has the form of an e-mail', (text) => {
    expect(isEmail(text)).toBe(true);
  });

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
    // One address is one address.
    'a@x.org,b@y.org',
    'a@x.org;b@y.org',
    'a@x.org,y.org',
    'a,b@y.org',
    'a;b@y.org',
    'a،b@y.org',
    'a؛b@y.org',
    'a@x.org،b＠y.org',
    'a@x.org/b',
    '<a@x.org>',
    'Aliya<a@x.org>',
    'mailto:a@x.org',
    '"a"@x.org',
    'a(b)@x.org',
    'a@[10.0.0.1]',
    'a@x.org.',
    'a@x..org',
  ])('%j does not have the form of an e-mail', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  test('at most 254 characters [NAME-5]', () => {
    expect(isEmail(`${'a'.repeat(250)}@b.c`)).toBe(true);
    expect(isEmail(`${'a'.repeat(251)}@b.c`)).toBe(false);
    expect(isEmail(`a@${'.'.repeat(1_000_000)}`)).toBe(false);
  });
});
