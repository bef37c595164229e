// Folds the journal: what the books must be if every change was recorded. Also checks each entry: the sequences have no
// gaps, the hashes match the entries, and the change of the totals follows from the record before and after.
import { type Balance, changeOfFine, EMPTY_BALANCE } from '../../../../core/fines/fine.ts';
import { isAmount, type Paisa } from '../../../../core/money/money.ts';
import { addedToTurnover } from '../../../../core/money/turnover.ts';
import type { Handle } from '../../../db/types.ts';
import { figuresOf } from '../../../balances/change-fine.ts';
import { NO_TEXTS } from '../../../shared/fine-row.ts';
import { emptyFingerprint, type Fingerprint, type FingerprintedFine, fingerprintFine } from '../fingerprint.ts';
import type { Problems } from '../problems.ts';
import { changeOfReversal, kindReversed } from '../../../balances/reversals.ts';
import type { AttachedRows } from '../../../ledger/attached.ts';
import { hashOf } from '../../../ledger/journal-hash.ts';
import { compareAttached } from '../compare-attached.ts';
import { type Days, foldDay } from './fold-days.ts';
import { attachedOf, type Entry, type JournalRecord, recordOf } from '../records.ts';
import { foldTypes, noTypes, type UsedTypes } from './fold-fine-types.ts';
import { foldTimes, type UserTimes } from './fold-user-times.ts';
import {
  type CashSubject,
  foldState,
  isCash,
  isMoney,
  isContact,
  type KeysMade,
  type MoneySubject,
  type ContactSubject,
  type States,
} from '../states.ts';

/** A user's figures and the fingerprint of their fines. */
export interface UserFigures extends Balance {
  fines: Fingerprint;
}

export const emptyFigures = (): UserFigures => ({ ...EMPTY_BALANCE, fines: emptyFingerprint() });

function userFigures(byUser: Map<string, UserFigures>, userId: string): UserFigures {
  let figures = byUser.get(userId);
  if (figures === undefined) byUser.set(userId, (figures = emptyFigures()));
  return figures;
}

export interface FoldedJournal {
  entries: number;
  organisation: Balance;
  byUser: Map<string, UserFigures>;
  used: Paisa;
  turnover: Paisa;
  events: number;
  /** the number of entries that record each kind */
  money: Record<MoneySubject | CashSubject | ContactSubject, number>;
  /** the final states of users, events and rules */
  states: States;
  keysMade: KeysMade;
  userTimes: UserTimes;
  types: UsedTypes;
  days: Days;
  /** hash of the newest entry */
  hash: string;
  updatedAt: number;
}

/** Rows read at a time; bounds memory use. */
const PAGE = 2000;

export async function foldJournal(db: Handle, problems: Problems): Promise<FoldedJournal> {
  const folded: FoldedJournal = {
    entries: 0,
    organisation: { ...EMPTY_BALANCE },
    byUser: new Map(),
    used: 0,
    turnover: 0,
    events: 0,
    money: {
      payment: 0,
      waiver: 0,
      refund: 0,
      reversal: 0,
      'pay-out': 0,
      'hand-over': 0,
      reminder: 0,
      promise: 0,
      skip: 0,
    },
    states: new Map(),
    keysMade: new Map(),
    userTimes: new Map(),
    types: noTypes(),
    days: new Map(),
    hash: '',
    updatedAt: 0,
  };
  let last = 0;
  for (;;) {
    const page = await db
      .selectFrom('journal')
      .selectAll()
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    const after = last;
    const attached = page.map((entry) => {
      if (entry.sequence !== last + 1) problems.add(missing(last + 1, entry.sequence - 1));
      last = entry.sequence;
      if (entry.hash !== hashOf(folded.hash, entry)) {
        problems.add(`${nameOf(entry)} was altered after it was written, or does not follow the entry before it.`);
      }
      folded.hash = entry.hash;
      folded.updatedAt = entry.at;
      return { entry, attached: foldEntry(folded, entry, problems) };
    });
    await compareAttached(db, attached, { after, until: page.length < PAGE ? null : last }, problems);
    if (page.length < PAGE) return folded;
  }
}

function missing(from: number, to: number): string {
  return from === to ? `Journal entry ${from} is missing.` : `Journal entries ${from} to ${to} are missing.`;
}

const nameOf = ({ sequence, action }: Entry): string => `Journal entry ${sequence} (${action})`;

/** Returns what is attached to the entry. */
function foldEntry(folded: FoldedJournal, entry: Entry, problems: Problems): AttachedRows {
  const name = nameOf(entry);
  folded.entries++;
  folded.used += entry.used_change;
  addTo(folded.organisation, entry, { fineCount: 0, paidCount: 0 });
  foldDay(folded.days, entry, { ...folded.organisation, used: folded.used });
  const before = recordOf(entry.before);
  const after = recordOf(entry.after);
  const attached = attachedOf(entry);
  if (before === undefined || after === undefined || attached === null) {
    problems.add(`${name}: its record cannot be read.`);
    return {};
  }
  folded.turnover += addedToTurnover({ subject: entry.subject, before, after });
  if (entry.subject === 'api-key' && before === null) {
    folded.keysMade.set(entry.subject_id, { created_at: entry.at, created_by: entry.actor });
  }
  foldTimes(folded.userTimes, entry, after ?? before, attached);
  foldTypes(folded.types, entry, [before, after], attached);
  for (const type of attached.listed_fine_types ?? []) folded.states.set(`fine-type ${type.id}`, { ...type });
  // A payment that came with its fine has no entry of its own.
  folded.money.payment += attached.payments?.length ?? 0;
  if (entry.subject === 'fine') foldFine(folded, entry, [before, after], problems);
  else if (isMoney(entry.subject)) foldMoney(folded, entry, entry.subject, [before, after], problems);
  else if (isCash(entry.subject) || isContact(entry.subject)) folded.money[entry.subject]++;
  else foldState(folded.states, entry, [before, after], problems);
  if (entry.subject === 'event') foldEvent(folded, entry, [before, after], problems);
  else expectChange(problems, name, 'the used money', entry.used_change, 0);
  if (entry.subject !== 'fine') {
    expectChange(problems, name, 'the total', entry.total_change, 0);
    expectChange(problems, name, 'the pending amount', entry.pending_change, 0);
    if (!isMoney(entry.subject)) expectChange(problems, name, 'the credit', entry.credit_change, 0);
  }
  return attached;
}

function foldFine(folded: FoldedJournal, entry: Entry, states: (JournalRecord | null)[], problems: Problems): void {
  const name = nameOf(entry);
  const fines = states.map((state) => (state === null ? null : fineOf(state, entry)));
  const [before, after] = fines;
  if (entry.user_id === null || before === undefined || after === undefined) {
    problems.add(`${name}: its fine cannot be read, or is not the one that the entry names.`);
    return;
  }
  const figures = userFigures(folded.byUser, entry.user_id);
  for (const [fine, sign] of [[before, -1] as const, [after, 1] as const]) {
    if (fine !== null) fingerprintFine(figures.fines, fine, sign);
  }
  const change = changeOfFine(before && figuresOf(before), after && figuresOf(after));
  addTo(figures, entry, change);
  folded.organisation.fineCount += change.fineCount;
  folded.organisation.paidCount += change.paidCount;
  expectChange(problems, name, 'the total', entry.total_change, change.total);
  expectChange(problems, name, 'the pending amount', entry.pending_change, change.pending);
  // A fine that came with its payment did not change the credit.
  const isWithPayment = entry.action === 'import';
  expectChange(problems, name, 'the credit', entry.credit_change, isWithPayment ? 0 : change.credit);
}

/** A payment, a refund or a reversal changes its user's credit; moves of cash concern no user. */
function foldMoney(
  folded: FoldedJournal,
  entry: Entry,
  subject: MoneySubject,
  [before, after]: (JournalRecord | null)[],
  problems: Problems,
): void {
  const name = nameOf(entry);
  const change = after && creditChange(subject, after);
  const isNobodys = subject === 'reversal' && ['hand-over', 'pay-out'].includes(kindReversed(after ?? {}) ?? '');
  const isWhole = after?.['id'] === entry.subject_id && (entry.user_id === null) === isNobodys;
  if (before !== null || typeof change !== 'number' || !isWhole) {
    problems.add(`${name}: its ${subject} cannot be read, or is not the one that the entry names.`);
    return;
  }
  if (entry.user_id !== null) {
    addTo(userFigures(folded.byUser, entry.user_id), entry, { fineCount: 0, paidCount: 0 });
  }
  folded.money[subject]++;
  expectChange(problems, name, 'the credit', entry.credit_change, change);
}

/** The change in paisa; null if the record cannot be read. */
function creditChange(subject: MoneySubject, after: JournalRecord): Paisa | null {
  const { amount } = after;
  if (typeof amount !== 'number') return null;
  // The effect of a waiver is recorded by its fine.
  if (subject === 'waiver') return 0;
  if (subject !== 'reversal') return subject === 'payment' ? amount : 0 - amount;
  const kind = kindReversed(after);
  return kind === undefined ? null : changeOfReversal(kind, amount).credit;
}

function foldEvent(folded: FoldedJournal, entry: Entry, states: (JournalRecord | null)[], problems: Problems): void {
  const name = nameOf(entry);
  const [before, after] = states.map((state) => (state === null ? 0 : state.amount));
  if (typeof before !== 'number' || typeof after !== 'number') {
    problems.add(`${name}: its event cannot be read.`);
    return;
  }
  folded.events += (states[1] === null ? 0 : 1) - (states[0] === null ? 0 : 1);
  expectChange(problems, name, 'the used money', entry.used_change, after - before);
}

function addTo(balance: Balance, entry: Entry, counts: Pick<Balance, 'fineCount' | 'paidCount'>): void {
  balance.total += entry.total_change;
  balance.pending += entry.pending_change;
  balance.credit += entry.credit_change;
  balance.fineCount += counts.fineCount;
  balance.paidCount += counts.paidCount;
}

/** `said` is the entry's change, `real` the one that follows from its record before and after. */
function expectChange(problems: Problems, name: string, what: string, said: Paisa, real: Paisa): void {
  if (said !== real)
    problems.add(`${name} says that it changed ${what} by ${said} paisa, but its record says ${real}.`);
}

/** The record as the entry's fine; undefined if it is not a fine, or a different one. */
export function fineOf(record: JournalRecord, entry: Entry): FingerprintedFine | undefined {
  const { id, user_id, amount, date, status } = record;
  if (id !== entry.subject_id || user_id !== entry.user_id || typeof user_id !== 'string') return undefined;
  if (typeof amount !== 'number' || !isAmount(amount) || typeof date !== 'string') return undefined;
  if (status !== 'Paid' && status !== 'Pending') return undefined;
  // The entry that adds a fine records it without its sequence, which is the entry's own. Before payments existed, a
  // fine was paid wholly or not at all, and nothing was waived.
  const ofBefore = { ...NO_TEXTS, paid_amount: status === 'Paid' ? amount : 0, waived_amount: 0, mistake: 0 };
  return { sequence: entry.sequence, ...ofBefore, ...record } as FingerprintedFine;
}
