// The page's side of a call: its address, and what an answer that is no success means.
import { describe, expect, test } from 'vitest';
import { listFines, setFineStatus } from '../../../src/contract/fines.ts';
import { addressOf, errorFrom, newKey } from '../../../src/web/api/call.ts';
import { ApiError, ConnectionError, mayPass } from '../../../src/web/api/errors.ts';
import { topicsOf, touches } from '../../../src/web/api/refresh.ts';

describe('addressOf', () => {
  test('fills in parameters and leaves absent query values out', () => {
    expect(addressOf(setFineStatus, { params: { fineId: 'a/b c' } })).toBe('/api/fines/a%2Fb%20c/status');
    expect(addressOf(listFines, { query: { userId: undefined, page: 2 } })).toBe('/api/fines?page=2');
    expect(addressOf(listFines, { query: { userId: 'ü&=' } })).toBe('/api/fines?userId=%C3%BC%26%3D');
    expect(addressOf(listFines, {})).toBe('/api/fines');
  });
});

describe('errorFrom', () => {
  test('takes the code, sentence and details of an error answer', () => {
    const error = errorFrom(409, { error: { code: 'already-paid', message: 'paid already', details: { a: 1 } } });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'already-paid', status: 409, message: 'paid already', details: { a: 1 } });
    expect(mayPass(error)).toBe(false);
  });

  test('takes whatever else for an answer of something in between', () => {
    for (const content of [null, 'Bad Gateway', {}, { error: 'x' }, { error: { code: 'toString', message: '' } }]) {
      const error = errorFrom(502, content);
      expect(error).toBeInstanceOf(ConnectionError);
      expect(mayPass(error)).toBe(true);
    }
  });

  test('a database out of reach may come back', () => {
    expect(mayPass(errorFrom(503, { error: { code: 'unavailable', message: 'later' } }))).toBe(true);
  });
});

test('keys are what the server takes, each a new one', () => {
  const keys = Array.from({ length: 100 }, () => newKey());
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9-]{8,100}$/);
});

describe('what is read again', () => {
  test('an operation changes the topic of its area', () => {
    expect(topicsOf('fines.add')).toEqual(['fine']);
    expect(topicsOf('users.delete')).toEqual(['user']);
    expect(topicsOf('events.update')).toEqual(['event']);
    expect(topicsOf('settings.update')).toEqual(['setting']);
    expect(topicsOf('auth.signIn')).toEqual([]);
  });

  test('a topic touches the queries that show it', () => {
    expect(touches(['fine'], ['fines.list', {}])).toBe(true);
    expect(touches(['fine'], ['users.get', {}])).toBe(true);
    expect(touches(['fine'], ['users.list', {}])).toBe(false);
    expect(touches(['user'], ['fines.list', {}])).toBe(true);
    expect(touches(['setting'], ['fines.list', {}])).toBe(false);
    expect(touches(['event'], ['totals.get', {}])).toBe(true);
    expect(touches(['fine', 'user', 'event', 'setting'], ['auth.session', {}])).toBe(false);
    expect(touches(['fine'], [])).toBe(false);
  });
});
