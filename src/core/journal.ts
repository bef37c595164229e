/** What a journal entry records: the operation, and the kind of record it changed (HISTORY-2). */

/**
 * The ids of the operations that leave an entry. A new one needs a sentence for the history (`SENTENCES` in
 * src/web/features/history), otherwise the web does not compile.
 */
export const ACTIONS = [
  /** records brought over from the earlier application */
  'import',
  'fines.add',
  'fines.import',
  'fines.correct',
  'fines.addPicture',
  'fines.removePicture',
  'fines.setStatus',
  'fines.pay',
  'fines.delete',
  'fines.deleteSeveral',
  'fines.waive',
  'fines.waiveSeveral',
  'fines.unwaive',
  'payments.take',
  'payments.reverse',
  'debtors.collect',
  /** everything that one of the commands above had done is undone */
  'entries.undo',
  'refunds.give',
  'refunds.reverse',
  'cash.payOut',
  'cash.handOver',
  'cash.takeBackPayOut',
  'cash.takeBackHandOver',
  'reminders.add',
  'reminders.promise',
  'reminders.skip',
  'reminders.pause',
  'reminders.send',
  /** reminders that went out automatically, or early at somebody's request */
  'reminders.byThemselves',
  'users.add',
  'users.addSeveral',
  'users.import',
  'users.update',
  'users.setGroup',
  'users.delete',
  'users.join',
  'users.undoJoin',
  'users.createSignInLink',
  'users.createSignInLinks',
  'users.setAccess',
  'users.endSignIns',
  'auth.acceptInvitation',
  'events.add',
  'events.update',
  'events.delete',
  'fineTypes.add',
  'fineTypes.update',
  'fineTypes.move',
  'fineTypes.delete',
  'groups.add',
  'groups.update',
  'groups.move',
  'groups.delete',
  'rules.switch',
  'surcharges.update',
  'surcharges.undo',
  /** the name of `rules.switch` in the first version */
  'settings.update',
  'organisation.update',
  'apiKeys.add',
  'apiKeys.revoke',
  'requests.claim',
  'requests.appeal',
  'requests.withdraw',
  'requests.acceptClaim',
  'requests.acceptAppeal',
  'requests.refuseClaim',
  'requests.refuseAppeal',
] as const;
export type Action = (typeof ACTIONS)[number];

/** The kinds of records. */
export const SUBJECTS = [
  'fine',
  'payment',
  'waiver',
  'refund',
  'reversal',
  'pay-out',
  'hand-over',
  'reminder',
  'promise',
  'skip',
  'user',
  'event',
  'setting',
  'fine-type',
  'group',
  'organisation',
  'api-key',
  'request',
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** The kinds by which the history can be filtered. */
export const HISTORY_KINDS = [
  'fines',
  'payments',
  'waivers',
  'refunds',
  'taken-back',
  'cash',
  'reminders',
  'requests',
  'users',
  'events',
  'fine-types',
  'settings',
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

const KIND_OF = {
  fine: 'fines',
  payment: 'payments',
  waiver: 'waivers',
  refund: 'refunds',
  reversal: 'taken-back',
  'pay-out': 'cash',
  'hand-over': 'cash',
  reminder: 'reminders',
  promise: 'reminders',
  skip: 'reminders',
  user: 'users',
  event: 'events',
  'fine-type': 'fine-types',
  group: 'users',
  setting: 'settings',
  organisation: 'settings',
  'api-key': 'settings',
  request: 'requests',
} as const satisfies Record<Subject, HistoryKind>;

export const kindOf = (subject: Subject): HistoryKind => KIND_OF[subject];

/** The records of a kind, or of all kinds if none is given. */
export const subjectsOf = (kind: HistoryKind | undefined): readonly Subject[] =>
  kind === undefined ? SUBJECTS : SUBJECTS.filter((subject) => KIND_OF[subject] === kind);
