// Checks error responses: the right code and status, a clear message, and no internals of the server.
import { expect } from 'vitest';
import { addEvent, deleteEvent, type EventForm, updateEvent } from '../../src/contract/events.ts';
import { ERRORS, type ErrorCode } from '../../src/contract/errors.ts';
import {
  addPicture,
  correctFine,
  readFine,
  readFinePicture,
  readOwnPicture,
  removePicture,
} from '../../src/contract/fines/fine-details.ts';
import { collectFromMany, findDebtors } from '../../src/contract/money/debtors.ts';
import { readOwed, readReceipt, reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import {
  addFines,
  assessFines,
  deleteFine,
  payFines,
  readDeletion,
  setFineStatus,
} from '../../src/contract/fines/fines.ts';
import {
  handOverCash,
  listPayOuts,
  readCash,
  readHandOver,
  recordPayOut,
  reverseHandOver,
  reversePayOut,
} from '../../src/contract/money/cash.ts';
import {
  changePassword,
  endOwnSession,
  setLanguage,
  setOwnName,
  signOutEverywhere,
} from '../../src/contract/sign-in/account.ts';
import { acceptInvitation, readInvitation, signIn, signOut } from '../../src/contract/sign-in/auth.ts';
import { OPERATIONS } from '../../src/contract/index.ts';
import { checkFineImport, checkUserImport, importFines, importUsers } from '../../src/contract/fines/imports.ts';
import { sendMailAgain, sendTestMail, setOwnMails, setOwnNews } from '../../src/contract/mail/mails.ts';
import { setPushAmounts, subscribe, unsubscribe } from '../../src/contract/mail/push.ts';
import { startOidc } from '../../src/contract/sign-in/oidc.ts';
import { addDays } from '../../src/core/calendar.ts';
import { ofEachText } from '../../src/core/fines/fine-texts.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { readLogo, readPayPicture, updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { listUserFines } from '../../src/contract/overview.ts';
import {
  addPasskey,
  removePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '../../src/contract/sign-in/passkeys.ts';
import { exportStatement } from '../../src/contract/exports.ts';
import {
  pauseReminders,
  readNextReminder,
  sendReminders,
  skipReminder,
} from '../../src/contract/money/reminder-plan.ts';
import { promise, readOwing, remind } from '../../src/contract/money/reminders.ts';
import { giveRefund, readVoucher, reverseRefund } from '../../src/contract/money/refunds.ts';
import {
  acceptAppeal,
  acceptClaim,
  readPicture,
  refuseAppeal,
  refuseClaim,
  sendAppeal,
  sendClaim,
  withdrawRequest,
} from '../../src/contract/money/requests.ts';
import { switchRule, undoSurcharges, updateSurcharges } from '../../src/contract/settings/rules.ts';
import { createSignInLinks } from '../../src/contract/sign-in/sign-in-links.ts';
import { readOwnFine, readOwnReceipt, readOwnVoucher } from '../../src/contract/money/own.ts';
import { readStatement } from '../../src/contract/money/statements.ts';
import {
  addUser,
  setGroup,
  addUsers,
  createSignInLink,
  deleteUser,
  endSignIns,
  readSignIns,
  readUser,
  setUserAccess,
  updateUser,
  type UserForm,
} from '../../src/contract/users.ts';
import { deleteFines, readDeletions, waiveFines } from '../../src/contract/fines/several-fines.ts';
import { undo } from '../../src/contract/money/undo.ts';
import { reverseWaiver, waiveFine } from '../../src/contract/money/waivers.ts';
import { type Client, clientOf } from './client.ts';
import { addGroup, deleteGroup, moveGroup, updateGroup } from '../../src/contract/settings/groups.ts';
import { addType, deleteType, moveType, updateType } from '../../src/contract/fines/fine-types.ts';
import { addApiKey, revokeApiKey } from '../../src/contract/sign-in/api-keys.ts';
import { joinUsers, undoJoin } from '../../src/contract/money/joining.ts';
import { jpegOf, ONE_PIXEL } from './pictures.ts';
import { deviceKeys } from './push-service.ts';
import { bodyLimitOf as limitOf } from '../../src/server/http/body-limit.ts';
import { addUser as add, addUsers as addUsersOf, eventForm, fine as recordFines, fineOne, only } from './ledger.ts';

/** Words of libraries, stack traces and SQL. */
const INTERNALS =
  /zod|sqlite|postgres|\bpg\b|kysely|fastify|FST_|node_modules|\.ts\b|Error:|\bat \w+ \(|expected|\breceived\b|undefined|\bNaN\b|null|insert |constraint|syntax/i;

/** In bytes; lower still for sign-in and one's own account. */
export const bodyLimitOf = (operationId: string): number => {
  const operation = OPERATIONS.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  const { bytes } = limitOf(operation);
  return /^(auth|account)\./.test(operationId) ? Math.min(bytes, 4 * 1024) : bytes;
};

/** Fails unless the response is an error with this code, its status and a matching message. Returns the message. */
export async function expectRefusal(answer: Response, code: ErrorCode, sentence: RegExp = /./): Promise<string> {
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const { error, ...beside } = JSON.parse(text) as { error: { code: string; message: string; details?: unknown } };
  expect({ code: error.code, status: answer.status }, text.slice(0, 300)).toEqual({
    code,
    status: ERRORS[code].status,
  });
  expect(beside).toEqual({});
  expect(Object.keys(error).filter((key) => !['code', 'message', 'details'].includes(key))).toEqual([]);
  expect(error.message).toMatch(sentence);
  expect(error.message).toMatch(/^[A-Za-z]\S* .{3,160}$/);
  expect(text).not.toMatch(INTERNALS);
  expect(text.length).toBeLessThan(100_000);
  return error.message;
}

/** The kind of a body field, which determines its invalid values. */
export type Kind =
  | 'text'
  /** may be left out, as every field of a change may */
  | 'optional text'
  /** must be sent, and may be empty */
  | 'text or empty'
  | 'shown fine'
  | 'shown fines'
  | 'id'
  | 'optional amount'
  | 'shown total'
  | 'figure'
  | 'optional id'
  | 'id or none'
  | 'reason'
  | 'e-mail'
  | 'amount'
  | 'day'
  | 'choice'
  | 'optional choice'
  | 'switch'
  | 'optional switch'
  | 'ids'
  | 'ids for links'
  | 'ids for a group'
  | 'shown figures'
  | 'fields as shown'
  | 'shown fines to pay'
  | 'shown fines to delete'
  | 'fine ids'
  | 'optional fine ids'
  | 'batch'
  | 'names'
  | 'shown debtors'
  | 'amount or none'
  | 'limit'
  | 'users'
  | 'rows'
  | 'confirmation'
  | 'credential'
  | 'new password'
  | 'picture'
  | 'optional picture'
  | 'pictures'
  | 'shown appeal'
  | 'methods'
  | 'structure'
  | 'device keys'
  | 'days'
  | 'due days'
  | 'whole number'
  | 'left out'
  | 'steps'
  | 'day or none'
  | 'own password';

export interface Form {
  operation: Operation;
  /** with existing ids */
  path: string;
  /** a valid body; undefined for operations without one */
  body?: Record<string, unknown>;
  fields: Record<string, Kind>;
  /** error code for an unknown id in the path; null if the path has no id */
  unknown: ErrorCode | null;
  /** the sender, if not the administrator: for members' own requests */
  by?: Client;
}

/** Adds a member who signed in by a link. */
async function memberWithFines(administrator: Client, amounts: readonly number[]) {
  const { id: userId } = await add(administrator);
  const { token } = await administrator.must(createSignInLink, { params: { userId } });
  const answer = await administrator.fetch('/api/auth/invitation/accept', {
    method: 'POST',
    // Without the administrator's session, which would end.
    headers: { 'content-type': 'application/json', cookie: '' },
    body: JSON.stringify({ token, password: 'chosen by a member' }),
  });
  const by = clientOf(new URL(answer.url).origin, answer.headers.getSetCookie());
  const fineIds: string[] = [];
  // Each in a different week, so that none is doubled.
  for (const [week, amount] of amounts.entries())
    fineIds.push((await fineOne(administrator, userId, { amount, date: addDays('2026-01-02', 7 * week) })).id);
  return { userId, by, fineIds };
}

/** A member's requests, each about a different fine, and two fines without a request. */
async function memberRequests(administrator: Client) {
  const { by, fineIds } = await memberWithFines(administrator, [11, 12, 13, 14, 15, 16, 17]);
  const [toClaim = '', toAppeal = '', ...others] = fineIds;
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = others;
  const claim = (fineId: string, amount: number) => ({
    fineIds: [fineId],
    amount,
    method: 'Raast' as const,
    receivedOn: '2026-11-18',
  });
  const claimed = async (fineId: string) => (await by.must(sendClaim, { body: claim(fineId, 13) })).request.id;
  const appealed = async (fineId: string) =>
    (await by.must(sendAppeal, { body: { fineId, reason: 'was not there' } })).request.id;
  return {
    by,
    toAppeal,
    claim: { ...claim(toClaim, 11), reference: 'TRX 1', picture: ONE_PIXEL },
    accepted: await claimed(first),
    acceptedFine: first,
    refused: await claimed(second),
    withdrawn: await claimed(third),
    acceptedAppeal: await appealed(fourth),
    refusedAppeal: await appealed(fifth),
  };
}

/** Payments, refunds, waivers and a hand-over, each of a different person, so that none uses up another. */
async function moneyRecords(administrator: Client) {
  const receivedOn = '2026-11-18';
  const pay = async () => {
    const { id: userId } = await add(administrator);
    const body = { userId, fines: [], amount: 3, receivedOn };
    return { userId, payment: (await administrator.must(takePayment, { body })).payment };
  };
  const giveBack = (userId: string) =>
    administrator.must(giveRefund, { body: { userId, credit: 3, amount: 1, givenOn: receivedOn } });
  await pay();
  const { holders } = await administrator.must(readCash, {});
  const { holderId = '', held = 0 } = holders.find((one) => one.held > 0) ?? {};
  const handing = { holderId, held, counted: held, takenBy: 'The bank' };
  const { handOver } = await administrator.must(handOverCash, { body: handing });
  const [first, second, third] = [await pay(), await pay(), await pay()];
  await giveBack(second.userId);
  const { refund } = await giveBack(third.userId);
  await administrator.must(recordPayOut, { body: { holderId: 'administrator', amount: 1, note: 'tea' } });
  // The newest is the first: an earlier call of this function left one too.
  const [payOut] = (await administrator.must(listPayOuts, {})).items;
  const { id: fineId } = await fineOne(administrator, first.userId, { date: '2026-01-02' });
  const { id: waivedId } = await fineOne(administrator, second.userId, { date: '2026-01-02' });
  const waiver = { outstanding: 100, amount: 5, reason: 'in hospital' };
  await administrator.must(waiveFine, { params: { fineId: waivedId }, body: waiver });
  const { waived } = await administrator.must(readFine, { params: { fineId: waivedId } });
  const { id: paymentId = '', receipt = null } = first.payment ?? {};
  const ofFines = { fineId, waiverId: only(waived).id };
  return {
    paymentId,
    receipt: receipt ?? '',
    userId: second.userId,
    refund,
    handOverId: handOver.id,
    payOutId: payOut?.id ?? '',
    ...ofFines,
  };
}

/** The next member to be reminded automatically, and the day; needs a mail server. */
async function plannedReminder(administrator: Client): Promise<{ userId: string; day: string }> {
  await administrator.must(updateOrganisation, { body: { dueDays: 1, remindSteps: [0, 30] } });
  await administrator.must(pauseReminders, { body: { paused: false } });
  const { id: userId } = await add(administrator);
  await fineOne(administrator, userId);
  await administrator.must(updateOrganisation, { body: { dueDays: null } });
  const { day } = await administrator.must(readNextReminder, { params: { userId } });
  return { userId, day: day ?? '2026-12-01' };
}

/** Every operation that takes an id or a body or has an effect, with a valid path and body. */
export async function validForms(administrator: Client): Promise<Form[]> {
  const user = await add(administrator);
  const { id: fineId, fineType, description, amount, date } = await fineOne(administrator, user.id);
  const seen = await administrator.must(addPicture, { params: { fineId }, body: { picture: ONE_PIXEL } });
  const [picture = ''] = seen.pictures;
  const { apiKey } = await administrator.must(addApiKey, {
    body: { name: `Old machine ${user.id}`, access: 'viewer', days: 1 },
  });
  const keyId = apiKey.id;
  const money = await moneyRecords(administrator);
  const asked = await memberRequests(administrator);
  const planned = await plannedReminder(administrator);
  const { batch } = await recordFines(administrator, { userIds: [(await add(administrator)).id] });
  const twins = (await addUsersOf(administrator, ['Ali', 'Aly', 'Beena', 'Bina'])).map(({ id }) => id);
  // Only one of the two that are joined can sign in.
  await administrator.must(updateUser, { params: { userId: twins[1] ?? '' }, body: { status: 'Inactive' } });
  const joining = { joinedId: twins[3] ?? '', pendingFine: 0, credit: 0 };
  await administrator.must(joinUsers, { params: { userId: twins[2] ?? '' }, body: joining });
  const corrected = { fineType, description, amount, date };
  // Unique to this call, so that it can be repeated.
  const listed = { name: `Noise ${user.id}`, urduName: '', amount: null, active: true };
  await administrator.must(addType, { body: { ...listed, name: `Above ${user.id}` } });
  const { id: typeId } = await administrator.must(addType, { body: listed });
  const group = { name: `Team ${user.id}`, urduName: '', active: true };
  const { id: teamId } = await administrator.must(addGroup, { body: group });
  const { id: groupId } = await administrator.must(addGroup, { body: { ...group, name: `Empty ${user.id}` } });
  const event = eventForm();
  const {
    event: { id: eventId },
  } = await administrator.must(addEvent, { body: event });
  const person = {
    userName: 'Some One',
    userEmail: `some.one.${user.id.toLowerCase()}@example.pk`,
    userRole: 'Cook',
    phone: '1',
    status: 'Active',
  };
  const personFields = {
    userName: 'text',
    userEmail: 'e-mail',
    userRole: 'text',
    phone: 'text',
  } as const satisfies Record<Exclude<keyof UserForm, 'status' | 'groupId'>, Kind>;
  const eventFields = {
    title: 'text',
    description: 'text',
    date: 'day',
    location: 'text',
    amount: 'amount',
  } as const satisfies Record<keyof EventForm, Kind>;
  const fine = { amount: 5, date: '2026-11-18', userIds: [user.id] };
  const fineFields = { amount: 'amount', date: 'day', userIds: 'ids' } as const;
  const confirmed = [{ userId: user.id, amount: 10, doubled: true }];
  const imported = { ...person, userEmail: 'from.a.file@example.pk' };
  const row = { fineType: 'Late', amount: '5', date: '18/11/2026', description: '' };
  const { id: member } = await add(administrator);
  const fineRows = [{ ...row, member }];
  const { checked } = await administrator.must(checkFineImport, { body: { rows: fineRows } });
  const form = (
    operation: Operation,
    ids: Record<string, string>,
    rest: Partial<Pick<Form, 'body' | 'fields' | 'unknown' | 'by'>>,
  ): Form => ({
    operation,
    path: `/api${operation.path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? '')}`,
    fields: {},
    unknown: null,
    ...rest,
  });
  return [
    form(
      signIn,
      {},
      {
        body: { email: 'nobody@example.pk', password: 'wrong password' },
        fields: { email: 'credential', password: 'credential' },
      },
    ),
    form(signOut, {}, {}),
    form(startOidc, {}, {}),
    form(readInvitation, {}, { body: { token: 'no token of ours' }, fields: { token: 'credential' } }),
    form(
      acceptInvitation,
      {},
      {
        body: { token: 'no token of ours', password: 'long enough' },
        fields: { token: 'credential', password: 'new password' },
      },
    ),
    form(
      changePassword,
      {},
      {
        body: { currentPassword: 'wrong password', newPassword: 'long enough' },
        fields: { currentPassword: 'credential', newPassword: 'new password', removePasskeys: 'optional switch' },
      },
    ),
    form(startPasskeySignIn, {}, {}),
    form(signInWithPasskey, {}, { body: { response: { id: 'none' } }, fields: { response: 'structure' } }),
    form(startPasskey, {}, { body: { password: 'wrong password' }, fields: { password: 'own password' } }),
    form(
      addPasskey,
      {},
      { body: { name: 'Phone', response: { id: 'none' } }, fields: { name: 'text', response: 'structure' } },
    ),
    form(removePasskey, { passkeyId: 'NOBODY22' }, { unknown: 'passkey-not-found' }),
    form(setLanguage, {}, { body: { language: 'ur' }, fields: { language: 'choice' } }),
    form(
      setOwnNews,
      {},
      {
        body: { fined: true, paid: true, waived: true, answered: false },
        fields: { fined: 'switch', paid: 'switch', waived: 'switch', answered: 'switch' },
      },
    ),
    form(setOwnMails, {}, { body: { told: false }, fields: { told: 'switch' } }),
    form(
      subscribe,
      {},
      {
        body: { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: deviceKeys().subscription },
        fields: { endpoint: 'credential', keys: 'device keys' },
      },
    ),
    form(unsubscribe, {}, {}),
    form(setPushAmounts, {}, { body: { amounts: true }, fields: { amounts: 'switch' } }),
    form(sendMailAgain, { mailId: 'NOBODY22' }, { unknown: 'mail-not-found' }),
    form(sendTestMail, {}, {}),
    form(setOwnName, {}, { body: { name: 'Bilal Ahmed' }, fields: { name: 'text' } }),
    form(endOwnSession, { sessionId: 'NOBODY22' }, { unknown: 'session-not-found' }),
    form(signOutEverywhere, {}, {}),
    form(createSignInLink, { userId: user.id }, { unknown: 'user-not-found' }),
    form(createSignInLinks, {}, { body: { userIds: [user.id] }, fields: { userIds: 'ids for links' } }),
    form(readSignIns, { userId: user.id }, { unknown: 'user-not-found' }),
    form(endSignIns, { userId: user.id }, { unknown: 'user-not-found' }),
    form(readUser, { userId: user.id }, { unknown: 'user-not-found' }),
    form(listUserFines, { userId: user.id }, { unknown: 'user-not-found' }),
    form(addUser, {}, { body: person, fields: { ...personFields, status: 'optional choice', groupId: 'optional id' } }),
    form(
      setGroup,
      {},
      { body: { userIds: [user.id], groupId: teamId }, fields: { userIds: 'ids for a group', groupId: 'id or none' } },
    ),
    form(
      addUsers,
      {},
      { body: { users: [person, { ...person, userEmail: 'one.more@example.pk' }] }, fields: { users: 'users' } },
    ),
    form(checkUserImport, {}, { body: { rows: [imported] }, fields: { rows: 'rows' } }),
    form(
      importUsers,
      {},
      { body: { rows: [imported], again: true }, fields: { rows: 'rows', again: 'optional switch' } },
    ),
    form(
      checkFineImport,
      {},
      { body: { rows: fineRows, again: false }, fields: { rows: 'rows', again: 'optional switch' } },
    ),
    form(
      importFines,
      {},
      {
        body: { rows: fineRows, checked, again: true },
        fields: { rows: 'rows', checked: 'text', again: 'optional switch' },
      },
    ),
    form(
      updateUser,
      { userId: user.id },
      {
        body: person,
        fields: { ...personFields, status: 'choice', groupId: 'id or none', shown: 'fields as shown' },
        unknown: 'user-not-found',
      },
    ),
    form(
      setUserAccess,
      { userId: user.id },
      {
        body: { access: 'viewer' },
        fields: { access: 'choice', shown: 'fields as shown' },
        unknown: 'user-not-found',
      },
    ),
    form(
      joinUsers,
      { userId: twins[0] ?? '' },
      {
        body: { joinedId: twins[1], pendingFine: 0, credit: 0 },
        fields: { joinedId: 'id', pendingFine: 'shown total', credit: 'shown total' },
        unknown: 'user-not-found',
      },
    ),
    form(undoJoin, { userId: twins[3] ?? '' }, { unknown: 'user-not-found' }),
    form(deleteUser, { userId: user.id }, { unknown: 'user-not-found' }),
    form(assessFines, {}, { body: fine, fields: fineFields }),
    form(
      addFines,
      {},
      {
        body: { ...fine, fineType: 'Late', description: '', confirmed, pictures: [ONE_PIXEL] },
        fields: {
          ...fineFields,
          fineType: 'text',
          ...ofEachText(() => 'optional text'),
          confirmed: 'confirmation',
          pictures: 'pictures',
        },
      },
    ),
    form(
      setFineStatus,
      { fineId },
      {
        body: { status: 'Paid', shown: { amount, paidAmount: 0, waivedAmount: 0 }, method: 'Cash', reference: '' },
        fields: { status: 'choice', shown: 'shown figures', method: 'optional choice', reference: 'optional text' },
        unknown: 'fine-not-found',
      },
    ),
    form(
      correctFine,
      { fineId },
      {
        body: { ...corrected, description: 'by an hour', shown: { ...corrected } },
        fields: {
          fineType: 'text',
          ...ofEachText(() => 'optional text'),
          amount: 'amount',
          date: 'day',
          shown: 'shown fine',
        },
        unknown: 'fine-not-found',
      },
    ),
    form(
      addPicture,
      { fineId },
      { body: { picture: jpegOf().toString('base64') }, fields: { picture: 'picture' }, unknown: 'fine-not-found' },
    ),
    form(removePicture, { fineId, picture }, { unknown: 'fine-not-found' }),
    form(readFinePicture, { fineId, picture }, { unknown: 'fine-not-found' }),
    form(
      addType,
      {},
      {
        body: { name: 'Late', urduName: 'دیر', amount: 5, active: true },
        fields: { name: 'text', urduName: 'text or empty', amount: 'amount or none', active: 'switch' },
      },
    ),
    form(
      updateType,
      { id: typeId },
      {
        body: { name: 'Asleep', urduName: 'نیند', amount: 5, active: false },
        fields: {
          name: 'text',
          urduName: 'text or empty',
          amount: 'amount or none',
          active: 'switch',
          shown: 'fields as shown',
        },
        unknown: 'fine-type-not-found',
      },
    ),
    form(
      moveType,
      { id: typeId },
      { body: { direction: 'up' }, fields: { direction: 'choice' }, unknown: 'fine-type-not-found' },
    ),
    form(deleteType, { id: typeId }, { unknown: 'fine-type-not-found' }),
    form(
      addGroup,
      {},
      {
        body: { name: 'Accounts', urduName: 'حسابات', active: true },
        fields: { name: 'text', urduName: 'text or empty', active: 'switch' },
      },
    ),
    form(
      updateGroup,
      { id: groupId },
      {
        body: { name: 'Finance', urduName: 'مالیات', active: false },
        fields: { name: 'text', urduName: 'text or empty', active: 'switch', shown: 'fields as shown' },
        unknown: 'group-not-found',
      },
    ),
    form(
      moveGroup,
      { id: groupId },
      { body: { direction: 'up' }, fields: { direction: 'choice' }, unknown: 'group-not-found' },
    ),
    form(deleteGroup, { id: groupId }, { unknown: 'group-not-found' }),
    form(
      addApiKey,
      {},
      {
        body: { name: 'Gate machine', access: 'collector', days: 30 },
        fields: { name: 'text', access: 'choice', days: 'days' },
      },
    ),
    form(revokeApiKey, { keyId }, { unknown: 'api-key-not-found' }),
    form(readFine, { fineId }, { unknown: 'fine-not-found' }),
    form(
      payFines,
      {},
      {
        body: { fines: [{ fineId, outstanding: amount }], method: 'Cash', reference: '' },
        fields: { fines: 'shown fines to pay', method: 'optional choice', reference: 'optional text' },
      },
    ),
    form(readDeletions, {}, { body: { fineIds: [fineId] }, fields: { fineIds: 'fine ids' } }),
    form(
      deleteFines,
      {},
      {
        body: { fines: [{ fineId, amount, paidAmount: 0, waivedAmount: 0 }], reduces: [] },
        fields: { fines: 'shown fines to delete', reduces: 'optional fine ids' },
      },
    ),
    form(
      waiveFines,
      {},
      {
        body: { fines: [{ fineId, outstanding: amount }], reason: 'in hospital' },
        fields: { fines: 'shown fines to pay', reason: 'reason' },
      },
    ),
    form(undo, {}, { body: { batch }, fields: { batch: 'batch' } }),
    form(readOwed, { userId: user.id }, { unknown: 'user-not-found' }),
    form(readStatement, { userId: user.id }, { unknown: 'user-not-found' }),
    form(exportStatement, { userId: user.id }, { unknown: 'user-not-found' }),
    form(readReceipt, { number: money.receipt }, { unknown: 'receipt-not-found' }),
    form(readOwnReceipt, { number: money.receipt }, { unknown: 'receipt-not-found' }),
    form(readOwnVoucher, { number: money.refund.voucher }, { unknown: 'voucher-not-found' }),
    form(readOwnFine, { fineId }, { unknown: 'fine-not-found' }),
    form(readOwnPicture, { fineId, picture }, { unknown: 'fine-not-found' }),
    form(
      takePayment,
      {},
      {
        body: {
          userId: user.id,
          fines: [{ fineId, outstanding: amount }],
          credit: 0,
          amount: 5,
          method: 'Raast',
          reference: '123',
          receivedOn: '2026-11-18',
          note: '',
        },
        fields: {
          userId: 'id',
          fines: 'shown fines',
          credit: 'optional amount',
          amount: 'amount',
          method: 'optional choice',
          reference: 'optional text',
          receivedOn: 'day',
          note: 'optional text',
        },
      },
    ),
    form(findDebtors, {}, { body: { names: ['Ali'] }, fields: { names: 'names' } }),
    form(
      collectFromMany,
      {},
      {
        body: {
          debtors: [{ userId: user.id, pendingFine: amount }],
          limit: 5,
          method: 'Salary Deduction',
          reference: '',
          receivedOn: '2026-11-18',
          note: '',
        },
        fields: {
          debtors: 'shown debtors',
          limit: 'limit',
          method: 'optional choice',
          reference: 'optional text',
          receivedOn: 'day',
          note: 'optional text',
        },
      },
    ),
    form(
      reversePayment,
      { paymentId: money.paymentId },
      {
        body: { amount: 3, reason: 'by mistake' },
        fields: { amount: 'amount', reason: 'reason' },
        unknown: 'payment-not-found',
      },
    ),
    form(
      waiveFine,
      { fineId: money.fineId },
      {
        body: { outstanding: 100, mistake: false, amount: 5, reason: 'in hospital', paidAmount: 0, reduces: '' },
        fields: {
          outstanding: 'amount',
          mistake: 'optional switch',
          amount: 'amount',
          reason: 'reason',
          paidAmount: 'optional amount',
          reduces: 'optional text',
        },
        unknown: 'fine-not-found',
      },
    ),
    form(
      reverseWaiver,
      { waiverId: money.waiverId },
      {
        body: { amount: 5, reason: 'by mistake' },
        fields: { amount: 'amount', reason: 'reason' },
        unknown: 'waiver-not-found',
      },
    ),
    form(
      sendClaim,
      {},
      {
        body: asked.claim,
        fields: {
          fineIds: 'optional fine ids',
          amount: 'amount',
          method: 'choice',
          reference: 'optional text',
          receivedOn: 'day',
          picture: 'optional picture',
        },
        by: asked.by,
      },
    ),
    form(
      sendAppeal,
      {},
      {
        body: { fineId: asked.toAppeal, reason: 'was not there' },
        fields: { fineId: 'id', reason: 'reason' },
        by: asked.by,
      },
    ),
    form(withdrawRequest, { requestId: asked.withdrawn }, { unknown: 'request-not-found', by: asked.by }),
    form(readPicture, { requestId: asked.accepted }, { unknown: 'request-not-found' }),
    form(
      acceptClaim,
      { requestId: asked.accepted },
      {
        body: { fines: [{ fineId: asked.acceptedFine, outstanding: 13 }], answer: 'thank you' },
        fields: { fines: 'shown fines', answer: 'optional text' },
        unknown: 'request-not-found',
      },
    ),
    form(
      refuseClaim,
      { requestId: asked.refused },
      { body: { answer: 'nothing came' }, fields: { answer: 'reason' }, unknown: 'request-not-found' },
    ),
    form(
      acceptAppeal,
      { requestId: asked.acceptedAppeal },
      {
        body: { fine: { outstanding: 16, paidAmount: 0, reduces: '' }, answer: '' },
        fields: { fine: 'shown appeal', answer: 'optional text' },
        unknown: 'request-not-found',
      },
    ),
    form(
      refuseAppeal,
      { requestId: asked.refusedAppeal },
      { body: { answer: 'you were late' }, fields: { answer: 'reason' }, unknown: 'request-not-found' },
    ),
    form(
      giveRefund,
      {},
      {
        body: {
          userId: money.userId,
          credit: 2,
          amount: 1,
          method: 'Cash',
          reference: '',
          givenOn: '2026-11-18',
          note: '',
        },
        fields: {
          userId: 'id',
          credit: 'shown total',
          amount: 'amount',
          method: 'optional choice',
          reference: 'optional text',
          givenOn: 'day',
          note: 'optional text',
        },
      },
    ),
    form(
      reverseRefund,
      { refundId: money.refund.id },
      { body: { reason: 'by mistake' }, fields: { reason: 'reason' }, unknown: 'refund-not-found' },
    ),
    form(
      recordPayOut,
      {},
      {
        body: { holderId: 'administrator', amount: 1, eventId, note: 'tea' },
        fields: { holderId: 'id', amount: 'amount', eventId: 'optional id', note: 'optional text' },
      },
    ),
    form(
      handOverCash,
      {},
      {
        body: { holderId: 'administrator', held: 6, counted: 6, takenBy: 'The bank', note: '' },
        fields: { holderId: 'id', held: 'figure', counted: 'amount', takenBy: 'text', note: 'optional text' },
      },
    ),
    form(
      reversePayOut,
      { payOutId: money.payOutId },
      { body: { reason: 'by mistake' }, fields: { reason: 'reason' }, unknown: 'pay-out-not-found' },
    ),
    form(readHandOver, { handOverId: money.handOverId }, { unknown: 'hand-over-not-found' }),
    form(
      reverseHandOver,
      { handOverId: money.handOverId },
      { body: { reason: 'by mistake' }, fields: { reason: 'reason' }, unknown: 'hand-over-not-found' },
    ),
    form(readVoucher, { number: money.refund.voucher }, { unknown: 'voucher-not-found' }),
    form(readDeletion, { fineId }, { unknown: 'fine-not-found' }),
    form(deleteFine, { fineId }, { unknown: 'fine-not-found' }),
    form(addEvent, {}, { body: event, fields: eventFields }),
    form(
      updateEvent,
      { eventId },
      { body: event, fields: { ...eventFields, shown: 'fields as shown' }, unknown: 'event-not-found' },
    ),
    form(deleteEvent, { eventId }, { unknown: 'event-not-found' }),
    form(
      switchRule,
      { ruleId: '1' },
      { body: { allowDisallow: false }, fields: { allowDisallow: 'switch' }, unknown: 'rule-not-found' },
    ),
    form(
      updateSurcharges,
      {},
      {
        body: { amount: 70, percent: null, graceDays: 3, everyDays: 7, times: 2, mostPercent: 40, leftOut: [user.id] },
        fields: {
          amount: 'limit',
          percent: 'whole number',
          graceDays: 'whole number',
          everyDays: 'whole number',
          times: 'whole number',
          mostPercent: 'whole number',
          leftOut: 'left out',
          shown: 'fields as shown',
        },
      },
    ),
    form(undoSurcharges, {}, { body: { day: '2026-11-18' }, fields: { day: 'day' } }),
    form(
      updateOrganisation,
      {},
      {
        body: {
          name: 'Jinnah Welfare Trust',
          address: '',
          phone: '',
          receiptFoot: '',
          logo: ONE_PIXEL,
          methods: ['Cash'],
          dueDays: 14,
          language: 'ur',
          reminderEn: 'Dear {name}',
          reminderUr: '',
          howToPayEn: 'Cash',
          howToPayUr: 'نقد',
          payPicture: null,
          remindSteps: [0, 3],
          remindMinimum: 5,
        },
        fields: {
          name: 'optional text',
          address: 'optional text',
          phone: 'optional text',
          receiptFoot: 'optional text',
          logo: 'picture',
          methods: 'methods',
          dueDays: 'due days',
          language: 'choice',
          reminderEn: 'optional text',
          reminderUr: 'optional text',
          howToPayEn: 'optional text',
          howToPayUr: 'optional text',
          payPicture: 'picture',
          remindSteps: 'steps',
          remindMinimum: 'optional amount',
          shown: 'fields as shown',
        },
      },
    ),
    form(readLogo, { version: 'none-yet' }, { unknown: 'not-found' }),
    form(readPayPicture, { version: 'none-yet' }, { unknown: 'not-found' }),
    form(readOwing, { userId: money.userId }, { unknown: 'user-not-found' }),
    form(
      remind,
      {},
      {
        body: { userId: money.userId, channel: 'whatsapp' },
        fields: { userId: 'id', channel: 'choice', send: 'optional switch' },
      },
    ),
    form(
      promise,
      {},
      { body: { userId: money.userId, until: '2026-12-01' }, fields: { userId: 'id', until: 'day or none' } },
    ),
    form(readNextReminder, planned, { unknown: 'user-not-found' }),
    form(skipReminder, {}, { body: planned, fields: { userId: 'id', day: 'day or none' } }),
    form(pauseReminders, {}, { body: { paused: true }, fields: { paused: 'switch' } }),
    form(sendReminders, {}, { body: { day: planned.day }, fields: { day: 'day' } }),
  ];
}
