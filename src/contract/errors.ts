// Every error the API can answer with: a closed list of codes, each with its HTTP status and sentence.
// Server and browser work with the codes; the sentences are for people.
import { z } from 'zod';
import { MAX_FINE_PICTURES } from '../core/limits.ts';

/**
 * Status and default sentence of each code; where an error is raised, a more precise sentence may replace it. `field`:
 * the field of the request's body that the refusal is about, if it is always the same.
 */
export const ERRORS = {
  'invalid-input': { status: 400, message: 'Something in the request is not valid.' },
  'not-json': { status: 415, message: 'The request body must be JSON (content type application/json).' },
  'body-too-large': { status: 413, message: 'The request is larger than this server accepts.' },
  'idempotency-key-missing': {
    status: 400,
    message: 'A write needs an Idempotency-Key header of 8 to 100 letters, digits or dashes.',
  },
  'idempotency-key-reused': {
    status: 409,
    message: 'This Idempotency-Key was already used for a different request. Nothing was changed.',
  },
  'sign-in-failed': { status: 401, message: 'Invalid email or password' },
  'too-many-attempts': { status: 429, message: 'Too many sign-in attempts. Please wait and try again.' },
  'passkey-needed': {
    status: 403,
    message: 'Anyone who handles money must sign in with a passkey here. The administrator can make a sign-in link.',
  },
  'passkey-refused': { status: 401, message: 'This passkey does not work here.' },
  'passkey-not-found': { status: 404, message: 'Passkey not found' },
  'too-many-passkeys': { status: 422, message: 'An account has at most 20 passkeys. Please remove one first.' },
  'passkey-first': { status: 409, message: 'Please add a passkey to your own account first.' },
  'due-days-first': { status: 409, message: 'Please set first after how many days new fines are due.' },
  'password-wrong': { status: 422, message: 'The current password is wrong.' },
  'link-unknown': {
    status: 404,
    message: 'This sign-in link is not known here. Perhaps only part of it was copied.',
  },
  'link-used': { status: 410, message: 'This sign-in link has already been used. Each link works once.' },
  'link-expired': { status: 410, message: 'This sign-in link has expired.' },
  'link-voided': { status: 410, message: 'This sign-in link is no longer valid: it was replaced or withdrawn.' },
  'user-without-email': { status: 409, message: 'this user has no e-mail address to sign in with' },
  'user-inactive': { status: 409, message: 'this user is inactive' },
  'user-is-administrator': { status: 409, message: 'this is the e-mail address of the administrator' },
  'user-has-access': {
    status: 403,
    message: 'This user has access to the records. Only the administrator can change that, or the e-mail and status.',
  },
  'not-own-entry': {
    status: 403,
    message: 'You can change only what you entered yourself today. Please ask a manager. Nothing was saved.',
  },
  'session-not-found': { status: 404, message: 'Session not found' },
  'provider-unavailable': { status: 503, message: 'The identity provider cannot be reached at the moment.' },
  'api-key-refused': { status: 401, message: 'This API key is not known, was revoked, or has expired.' },
  'too-many-requests': { status: 429, message: 'Too many requests with this API key. Please wait and try again.' },
  'api-key-name-used': { status: 409, field: 'name', message: 'Another API key has or had this name.' },
  'too-many-api-keys': { status: 422, message: 'There can be at most 50 active API keys. Please revoke one first.' },
  'api-key-not-found': { status: 404, message: 'API key not found' },
  'not-signed-in': { status: 401, message: 'Please sign in.' },
  'not-allowed': { status: 403, message: 'You are not allowed to do this.' },
  'origin-refused': { status: 403, message: 'This request did not come from a page of this server.' },
  'owes-nothing': { status: 409, message: 'This member no longer owes anything. Nothing was recorded.' },
  'reminders-off': {
    status: 409,
    message: 'Automatic reminders are switched off or paused. Nothing was changed.',
  },
  'reminder-not-planned': {
    status: 409,
    message: 'The next reminders have changed in the meantime. Please check again. Nothing was changed.',
  },
  'promise-day': { status: 422, field: 'until', message: 'A promise must be for today or a day within the next year.' },
  'mail-not-found': { status: 404, message: 'Message not found' },
  'mail-not-over': {
    status: 409,
    message: 'Only an e-mail that was given up, or that may not have arrived, can be sent again.',
  },
  'push-refused': {
    status: 422,
    message:
      'The push service of this browser is not known here. Whoever runs the server can allow it with PUSH_HOSTS.',
  },
  'mail-unwanted': { status: 409, message: 'This member has no e-mail address, or has switched e-mail off.' },
  'mail-outdated': { status: 409, message: 'What this e-mail says no longer holds, so it was not sent again.' },
  'news-unwanted': {
    status: 409,
    message:
      'This member gets no news of this kind: they have switched it off, or are inactive. It was not sent again.',
  },
  'news-off': { status: 409, message: '“Members are told at once” is switched off. It was not sent again.' },
  'mailed-today': { status: 409, message: 'This member was already reminded by e-mail today.' },
  'mail-not-configured': { status: 409, message: 'No mail server is configured.' },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'user-not-found': { status: 404, message: 'User not found' },
  'fine-not-found': { status: 404, message: 'Fine not found' },
  'record-changed': {
    status: 409,
    message: 'Somebody else has changed the same field in the meantime. Nothing was saved.',
  },
  'event-not-found': { status: 404, message: 'Event not found' },
  'event-changed': { status: 409, message: 'This event has changed in the meantime. Nothing was deleted.' },
  'fine-type-not-found': { status: 404, message: 'Fine type not found' },
  'fine-type-exists': { status: 409, field: 'name', message: 'This fine type is already on the list.' },
  'urdu-name-exists': {
    status: 409,
    field: 'urduName',
    message: 'Another fine type on the list has this name. Please choose another one.',
  },
  'former-fine-type': {
    status: 409,
    field: 'name',
    message: 'Fines were entered under this name when another fine type had it. Please choose another name.',
  },
  'fine-type-used': {
    status: 409,
    message: 'This fine type has been used and cannot be deleted. Make it inactive instead.',
  },
  'too-many-fine-types': { status: 422, message: 'The list can have at most 200 fine types.' },
  'fine-type-not-listed': {
    status: 422,
    field: 'fineType',
    message: 'Only fine types from the list can be used. Choose one, or add it to the list in Settings.',
  },
  'group-not-found': { status: 404, field: 'groupId', message: 'Group not found' },
  'group-exists': { status: 409, field: 'name', message: 'Another group has this name. Please choose another one.' },
  'group-used': {
    status: 409,
    message: 'Somebody is or was in this group, so it cannot be deleted. Make it inactive instead.',
  },
  'too-many-groups': { status: 422, message: 'The list can have at most 200 groups.' },
  'rule-not-found': { status: 404, message: 'Setting not found' },
  'join-self': { status: 409, message: 'These are one and the same record. Choose another one to join with it.' },
  'join-both-sign-in': {
    status: 409,
    message: 'Both of these can sign in. Let the administrator end the sign-in of one first. Nothing was saved.',
  },
  'join-has-access': {
    status: 409,
    message: 'The record that goes has access to the records. Let it be the one that remains. Nothing was saved.',
  },
  'join-changed': {
    status: 409,
    message: 'What these two owe or have paid has changed in the meantime. Look again. Nothing was saved.',
  },
  'join-stands': {
    status: 409,
    message: 'This can be undone only on the same day, and while nothing has happened to either since.',
  },
  'email-in-use': { status: 409, field: 'userEmail', message: 'this email is already in use' },
  'import-problems': { status: 422, message: 'Some rows of this file cannot be imported. Nothing was saved.' },
  'import-changed': {
    status: 409,
    message: 'What this file would charge has changed in the meantime. Nothing was saved.',
  },
  'imported-before': { status: 409, message: 'This file was imported before. Nothing was saved.' },
  'emails-in-use': { status: 409, message: 'Some of these e-mails are already in use. Nothing was saved.' },
  'already-paid': { status: 409, message: 'this fine is already marked as paid' },
  'already-pending': { status: 409, message: 'this fine is already marked as unpaid' },
  'fine-waived': { status: 409, message: 'This fine was waived. Take the waiver back first.' },
  'nothing-to-waive': { status: 409, message: 'This fine has nothing left to waive.' },
  'waived-too-much': { status: 422, field: 'amount', message: 'This is more than is left to pay.' },
  'fines-not-pending': {
    status: 409,
    message: 'Some of these fines have been paid or deleted in the meantime. Nothing was saved.',
  },
  'fines-changed': {
    status: 409,
    message: 'Some of these fines have been changed or deleted in the meantime. Nothing was saved.',
  },
  'nothing-to-undo': {
    status: 409,
    message:
      'There is nothing here to undo: it was not done today, not by you, has already been undone, or cannot be undone in one go.',
  },
  'reduction-changed': {
    status: 409,
    message: 'The effect of this deletion on other fines has changed. Nothing was deleted.',
  },
  'payment-not-found': { status: 404, message: 'Payment not found' },
  'receipt-not-found': { status: 404, message: 'Receipt not found' },
  'payment-too-large': {
    status: 422,
    message: 'One payment can be at most Rs. 999,999,999.99. Nothing was saved.',
  },
  'payment-changed': { status: 409, message: 'What is owed has changed in the meantime. Nothing was saved.' },
  'debts-changed': {
    status: 409,
    message: 'What some of these members owe has changed in the meantime. Nothing was saved.',
  },
  'too-many-fines': {
    status: 422,
    field: 'debtors',
    message: 'These members have more than 10,000 open fines together. Choose fewer members.',
  },
  'payment-reversed': {
    status: 409,
    message: 'This payment has been changed or taken back in the meantime. Nothing was saved.',
  },
  'credit-used': {
    status: 409,
    message: 'Part of this payment became credit, which has since been used. Undo that first.',
  },
  'waiver-not-found': { status: 404, message: 'Waiver not found' },
  'waiver-reversed': {
    status: 409,
    message: 'This waiver has been taken back or reduced in the meantime. Nothing was saved.',
  },
  'mistake-first': {
    status: 409,
    message: 'This fine was waived as a mistake. Take that waiver back first.',
  },
  'refund-not-found': { status: 404, message: 'Refund not found' },
  'voucher-not-found': { status: 404, message: 'Voucher not found' },
  'refund-reversed': { status: 409, message: 'This refund has been taken back in the meantime. Nothing was saved.' },
  'credit-changed': { status: 409, message: 'The credit has changed in the meantime. Nothing was saved.' },
  'more-than-credit': { status: 422, field: 'amount', message: 'This is more than the credit.' },
  'given-in-future': { status: 422, field: 'givenOn', message: 'This day is in the future.' },
  'cash-holder-not-found': { status: 404, message: 'This person holds no cash.' },
  'cash-changed': { status: 409, message: 'The cash has changed in the meantime. Nothing was saved.' },
  'more-than-cash': { status: 422, field: 'amount', message: 'This is more than this person holds.' },
  'hand-over-to-oneself': { status: 422, field: 'takenBy', message: 'Cash can only be handed over to somebody else.' },
  'taker-without-access': {
    status: 409,
    field: 'takenBy',
    message: 'This person has no access, so nobody would hold the cash. Choose somebody else, or enter a name.',
  },
  'pay-out-not-found': { status: 404, message: 'Pay-out not found' },
  'not-own-pay-out': {
    status: 403,
    message:
      'A pay-out can be taken back by whoever recorded it, on the same day, or by the administrator. Nothing was saved.',
  },
  'pay-out-reversed': { status: 409, message: 'This pay-out has already been taken back. Nothing was saved.' },
  'hand-over-not-found': { status: 404, message: 'Hand-over not found' },
  'not-own-hand-over': {
    status: 403,
    message:
      'A hand-over can be taken back by whoever recorded it, on the same day, or by the administrator. Nothing was saved.',
  },
  'hand-over-reversed': { status: 409, message: 'This hand-over has already been taken back. Nothing was saved.' },
  'handed-over-since': {
    status: 409,
    message: 'This person has handed over cash since. Take that back first. Nothing was saved.',
  },
  'cash-passed-on': {
    status: 409,
    message: 'Whoever took this cash now holds less than that: the rest was handed on or paid out. Nothing was saved.',
  },
  'received-in-future': { status: 422, field: 'receivedOn', message: 'This day is in the future.' },
  'fine-changed': { status: 409, message: 'This fine has changed in the meantime. Nothing was saved.' },
  'below-waived': { status: 422, field: 'amount', message: 'This is less than has been waived.' },
  'paid-amount': {
    status: 409,
    field: 'amount',
    message: 'The amount of a fine cannot be changed while anything of it is paid.',
  },
  'period-backwards': { status: 422, message: 'The first day is after the last one.' },
  'day-too-far': { status: 422, field: 'date', message: 'This day is more than a year ahead.' },
  'charges-changed': { status: 409, message: 'The amounts have changed since they were confirmed. Nothing was saved.' },
  'amount-too-large': {
    status: 422,
    field: 'amount',
    message: 'The doubled amount would be more than Rs. 999,999,999.99.',
  },
  'totals-too-large': {
    status: 422,
    field: 'amount',
    message: 'The totals would become larger than can be recorded exactly.',
  },
  // Of the logo, and of the picture of how to pay.
  'logo-kind': { status: 422, field: 'logo', message: 'The picture must be a complete PNG or JPEG picture.' },
  'logo-too-large': { status: 422, field: 'logo', message: 'The picture must be at most 200 kB.' },
  'logo-too-wide': { status: 422, field: 'logo', message: 'The picture must be at most 4,096 pixels wide and high.' },
  'request-not-found': { status: 404, message: 'Request not found' },
  'request-decided': {
    status: 409,
    message: 'This request has been answered or withdrawn in the meantime. Nothing was saved.',
  },
  'request-not-offered': { status: 409, message: 'The organisation does not take this kind of request here.' },
  'request-open': {
    status: 409,
    message: 'There is already an open request for this fine. Please wait for its answer.',
  },
  'too-many-open-requests': {
    status: 422,
    message: 'You have 20 open requests. Please wait for an answer, or withdraw one.',
  },
  'too-many-requests-today': {
    status: 422,
    message: 'You have sent 40 requests today. Please send the next one tomorrow.',
  },
  'own-request': { status: 403, message: 'Somebody else must decide your own request. Nothing was saved.' },
  'nothing-owed': { status: 409, message: 'There is nothing left to pay on what you chose.' },
  'appealed-fine-gone': {
    status: 409,
    message: 'This fine has been deleted or waived in the meantime. There is nothing left to waive.',
  },
  'picture-kind': {
    status: 422,
    field: 'picture',
    message: 'The picture must be a complete JPEG, PNG or WebP picture.',
  },
  'picture-too-large': { status: 422, field: 'picture', message: 'The picture must be at most 300 kB.' },
  'picture-too-wide': {
    status: 422,
    field: 'picture',
    message: 'The picture must be at most 4,096 pixels wide and high.',
  },
  'too-many-pictures': {
    status: 422,
    message: `A fine has at most ${MAX_FINE_PICTURES} pictures. Please remove one first.`,
  },
  'pictures-not-kept': {
    status: 422,
    message: 'This fine was settled so long ago that its pictures are no longer kept. Nothing was saved.',
  },
  busy: { status: 503, message: 'The server is busy. Please try again.' },
  unavailable: { status: 503, message: 'The database cannot be reached at the moment. Please try again.' },
  internal: { status: 500, message: 'Something went wrong on the server. Nothing was saved.' },
} as const satisfies Record<string, { status: number; message: string; field?: string }>;

export type ErrorCode = keyof typeof ERRORS;

const codes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/**
 * The body of every error response. `details` depends on the code (error-details.ts). `reference` identifies the log
 * line of an `internal` error.
 */
export const errorAnswer = z.object({
  error: z.object({
    code: z.enum(codes),
    message: z.string(),
    details: z.unknown().optional(),
    reference: z.string().optional(),
  }),
});

export type ErrorAnswer = z.infer<typeof errorAnswer>;
