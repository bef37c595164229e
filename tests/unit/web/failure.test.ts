// What a failed call reports: the form fields concerned, and the reason.
import { describe, expect, it } from 'vitest';
import { type ErrorCode, ERRORS } from '../../../src/contract/errors.ts';
import { ApiError, ConnectionError, TimeoutError } from '../../../src/web/api/call.ts';
import { textNow } from '../../../src/web/messages/index.ts';
import { reasonOf, refusedFields } from '../../../src/web/ui/feedback/failure.ts';

const refusal = (code: ErrorCode, details?: unknown): ApiError =>
  new ApiError(code, ERRORS[code].status, ERRORS[code].message, details);

describe('refusedFields', () => {
  const FIELDS = ['userEmail', 'amount', 'userIds'] as const;

  it('finds the fields named by an invalid input', () => {
    const details = [
      { path: 'body.other', message: 'a' },
      { path: 'body.userIds.3', message: 'must not be empty' },
      { path: 'body.userEmail', message: 'must be an e-mail address' },
      { path: 'querystring.amount', message: 'b' },
    ];
    expect(refusedFields(refusal('invalid-input', details), FIELDS)).toEqual({
      userIds: 'must not be empty',
      userEmail: 'must be an e-mail address',
    });
  });

  it('knows the field of an error code, with its own sentence if there is one', () => {
    expect(refusedFields(refusal('email-in-use'), FIELDS)).toEqual({ userEmail: ERRORS['email-in-use'].message });
    expect(refusedFields(refusal('email-in-use'), FIELDS, { 'email-in-use': 'Taken' })).toEqual({ userEmail: 'Taken' });
    expect(refusedFields(refusal('amount-too-large'), FIELDS)).toEqual({ amount: ERRORS['amount-too-large'].message });
  });

  it.each([[undefined], [null], ['body.amount'], [{}], [[]], [[null, 3, { path: 'body.amount' }]]])(
    'finds none in %j',
    (details) => {
      expect(refusedFields(refusal('invalid-input', details), FIELDS)).toEqual({});
    },
  );

  it('is empty if no field is concerned', () => {
    expect(refusedFields(refusal('not-allowed'), FIELDS)).toEqual({});
    expect(refusedFields(new ConnectionError('', { write: true }), FIELDS)).toEqual({});
  });
});

describe('reasonOf', () => {
  const t = textNow;

  it("is the server's sentence, or the feature's own", () => {
    expect(reasonOf(refusal('user-not-found'), t)).toBe('User not found');
    expect(reasonOf(refusal('user-not-found'), t, { 'user-not-found': 'gone' })).toBe('gone');
  });

  it('says that it is not known whether a write without an answer was saved', () => {
    for (const Kind of [ConnectionError, TimeoutError]) {
      expect(reasonOf(new Kind('', { write: true }), t)).toContain('not known whether this was saved');
      expect(reasonOf(new Kind('', { write: false }), t)).not.toContain('saved');
    }
  });
});
