// All operations of the API, for code that iterates over them, such as the server and the tests.
import * as account from './sign-in/account.ts';
import * as apiKeys from './sign-in/api-keys.ts';
import * as auth from './sign-in/auth.ts';
import * as cash from './money/cash.ts';
import * as debtors from './money/debtors.ts';
import * as entries from './entries.ts';
import { DETAILS } from './error-details.ts';
import * as events from './events.ts';
import * as exports from './exports.ts';
import * as fineTypes from './fines/fine-types.ts';
import * as fineDetails from './fines/fine-details.ts';
import * as fines from './fines/fines.ts';
import * as groups from './settings/groups.ts';
import * as history from './history.ts';
import * as imports from './fines/imports.ts';
import * as joining from './money/joining.ts';
import * as live from './live.ts';
import * as mails from './mail/mails.ts';
import * as push from './mail/push.ts';
import * as openapi from './openapi.ts';
import * as oidc from './sign-in/oidc.ts';
import { z } from 'zod';
import type { Operation } from './operation.ts';
import * as organisation from './settings/organisation.ts';
import { AMOUNTS } from './shapes.ts';
import { amountCodec } from '../core/money/money.ts';
import * as overview from './overview.ts';
import * as passkeys from './sign-in/passkeys.ts';
import * as own from './money/own.ts';
import * as payments from './money/payments.ts';
import * as requests from './money/requests.ts';
import * as refunds from './money/refunds.ts';
import * as reminderPlan from './money/reminder-plan.ts';
import * as reminders from './money/reminders.ts';
import * as reports from './reports.ts';
import * as rules from './settings/rules.ts';
import * as statements from './money/statements.ts';
import * as severalFines from './fines/several-fines.ts';
import * as undo from './money/undo.ts';
import * as signInLinks from './sign-in/sign-in-links.ts';
import * as users from './users.ts';
import * as waivers from './money/waivers.ts';

export const OPERATIONS: readonly Operation[] = [
  auth.readSession,
  auth.signIn,
  auth.signOut,
  oidc.startOidc,
  oidc.finishOidc,
  auth.readInvitation,
  auth.acceptInvitation,
  account.changePassword,
  account.setLanguage,
  account.setOwnName,
  account.listOwnSessions,
  account.endOwnSession,
  account.signOutEverywhere,
  passkeys.startPasskeySignIn,
  passkeys.signInWithPasskey,
  passkeys.listOwnPasskeys,
  passkeys.startPasskey,
  passkeys.addPasskey,
  passkeys.removePasskey,
  users.listUsers,
  users.listUserOptions,
  overview.find,
  mails.listMails,
  mails.sendMailAgain,
  mails.sendTestMail,
  mails.readOwnMails,
  mails.setOwnMails,
  mails.readOwnNews,
  mails.setOwnNews,
  push.readOwnPush,
  push.subscribe,
  push.unsubscribe,
  push.setPushAmounts,
  users.readUser,
  users.addUser,
  users.addUsers,
  users.updateUser,
  users.setGroup,
  users.deleteUser,
  joining.joinUsers,
  joining.undoJoin,
  users.createSignInLink,
  signInLinks.listWithoutSignIn,
  signInLinks.createSignInLinks,
  users.setUserAccess,
  users.readSignIns,
  users.endSignIns,
  fines.listFines,
  fines.listFineTypes,
  fines.assessFines,
  fines.addFines,
  fineDetails.readFine,
  fineDetails.correctFine,
  fineDetails.addPicture,
  fineDetails.removePicture,
  fineDetails.readFinePicture,
  fines.setFineStatus,
  fines.payFines,
  fines.readDeletion,
  fines.deleteFine,
  severalFines.readDeletions,
  severalFines.deleteFines,
  severalFines.waiveFines,
  undo.undo,
  payments.listPayments,
  payments.readOwed,
  payments.findReference,
  payments.takePayment,
  payments.reversePayment,
  payments.readReceipt,
  debtors.listDebtors,
  debtors.findDebtors,
  debtors.collectFromMany,
  waivers.listWaivers,
  waivers.waiveFine,
  waivers.reverseWaiver,
  refunds.listRefunds,
  refunds.giveRefund,
  refunds.reverseRefund,
  refunds.readVoucher,
  cash.readCash,
  cash.recordPayOut,
  cash.listPayOuts,
  cash.reversePayOut,
  cash.handOverCash,
  cash.listHandOvers,
  cash.readHandOver,
  cash.reverseHandOver,
  reminders.listReminders,
  reminders.readOwing,
  reminders.remind,
  reminders.promise,
  reminderPlan.readNextReminders,
  reminderPlan.readNextReminder,
  reminderPlan.skipReminder,
  reminderPlan.pauseReminders,
  reminderPlan.sendReminders,
  requests.listRequests,
  requests.countRequests,
  requests.listOwnRequests,
  requests.readPicture,
  requests.sendClaim,
  requests.sendAppeal,
  requests.withdrawRequest,
  requests.acceptClaim,
  requests.acceptAppeal,
  requests.refuseClaim,
  requests.refuseAppeal,
  statements.readStatement,
  own.listOwnPayments,
  own.readOwnReceipt,
  own.readOwnVoucher,
  own.readOwnStatement,
  own.readOwnFine,
  fineDetails.readOwnPicture,
  entries.listOwnEntries,
  reports.readReport,
  reports.readMonth,
  reports.readByGroup,
  reports.readAfterReminders,
  reports.listOwing,
  events.listEvents,
  events.addEvent,
  events.updateEvent,
  events.deleteEvent,
  fineTypes.listTypes,
  fineTypes.addType,
  fineTypes.updateType,
  fineTypes.moveType,
  fineTypes.deleteType,
  groups.listGroups,
  groups.addGroup,
  groups.updateGroup,
  groups.moveGroup,
  groups.deleteGroup,
  rules.listRules,
  rules.switchRule,
  rules.readSurcharges,
  rules.updateSurcharges,
  rules.undoSurcharges,
  organisation.readOrganisation,
  organisation.updateOrganisation,
  organisation.readLetterhead,
  organisation.readLogo,
  organisation.readPayPicture,
  apiKeys.listApiKeys,
  apiKeys.addApiKey,
  apiKeys.revokeApiKey,
  history.listHistory,
  overview.readTotals,
  overview.readToday,
  overview.listSummaries,
  overview.listUserFines,
  imports.checkUserImport,
  imports.importUsers,
  imports.checkFineImport,
  imports.importFines,
  exports.exportFines,
  exports.exportUsers,
  exports.exportSummaries,
  exports.exportEvents,
  exports.exportPayments,
  exports.exportRefunds,
  exports.exportWaivers,
  exports.exportHandOvers,
  exports.exportPayOuts,
  exports.exportReminders,
  exports.exportStatement,
  exports.exportOwnStatement,
  exports.exportHistory,
  exports.exportTypes,
  exports.exportOwing,
  exports.exportRequests,
  live.liveFeed,
  openapi.readOpenApi,
];

// Amounts, which are rupees in what is sent and stored, and paisa in the program.

/** The names of the fields of a schema that hold amounts, at any depth. */
export function amountFieldsIn(schema: z.core.$ZodType | undefined, name = ''): string[] {
  if (schema === undefined) return [];
  if (AMOUNTS.get(schema) !== undefined) return [name];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([field, shape]) => amountFieldsIn(shape, field));
  if (schema instanceof z.ZodArray) return amountFieldsIn(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => amountFieldsIn(option, name));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return amountFieldsIn(schema.unwrap(), name);
  return [];
}

/** A field with one of these names holds an amount, in every operation, unless it stands among `counts`. */
export const AMOUNT_FIELDS: readonly string[] = [
  ...new Set(
    [
      ...OPERATIONS.flatMap(({ query, body, output, row }) => [query, body, output, row]),
      ...Object.values(DETAILS),
    ].flatMap((schema) => amountFieldsIn(schema)),
  ),
].toSorted();

/** Of the server. The page, which has no functions of the contract, has its own (src/web/api/wire.ts). */
export const { toWire, fromWire } = amountCodec(AMOUNT_FIELDS);

// Of all that the server answers, so that the page recognises answers of another version that it has kept.

/** Differs if an answer of any operation has another shape. */
export function fingerprintOf(operations: readonly Pick<Operation, 'id' | 'output'>[]): string {
  const shapes = operations.map(({ id, output }) => [id, z.toJSONSchema(output, { unrepresentable: 'any' })]);
  let hash = 0;
  for (const letter of JSON.stringify(shapes)) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return (hash >>> 0).toString(36);
}

/** All that the page has of this file: it is computed when that is built. The server, which has no use for it, leaves it out. */
export const CONTRACT_FINGERPRINT = /* @__PURE__ */ fingerprintOf(OPERATIONS);
