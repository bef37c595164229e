// A small in-memory model of the product with which the real server is compared. It imports only types of the
// application, so that it does not share its bugs.
import type { OrganisationFigures } from '../../src/contract/overview.ts';
import type { Totals } from '../../src/contract/shapes.ts';

export interface ModelFine {
  id: string;
  userId: string;
  /** paisa */
  amount: number;
  date: string;
  /** the organisation's day on which it was entered */
  enteredOn: string;
  dueOn: string | null;
  paid: boolean;
  fineType: string;
  note: string;
  /** in paisa */
  waived: number;
  /** what is left of each waiver; the newest last */
  waivers: ModelWaiver[];
  /** waived as a mistake */
  mistake: boolean;
  /** what was paid, by which payment or, with null, from credit; the newest last */
  holds: { payment: ModelPayment | null; amount: number }[];
}

export interface ModelWaiver {
  id: string;
  /** in paisa, more than 0 */
  left: number;
  mistake: boolean;
}

export interface ModelPayment {
  id: string;
  userId: string;
  receivedOn: string;
  /** what has not been taken back */
  left: number;
}

export const paidOf = (fine: ModelFine): number => fine.holds.reduce((sum, { amount }) => sum + amount, 0);
export const openOf = (fine: ModelFine): number => fine.amount - fine.waived - paidOf(fine);
/** The figures of a fine as shown, in rupees; 0 if there is no fine. */
export const shownOf = (fine: ModelFine | undefined) => ({
  amount: (fine?.amount ?? 0) / 100,
  paidAmount: (fine === undefined ? 0 : paidOf(fine)) / 100,
  waivedAmount: (fine?.waived ?? 0) / 100,
});
export const isWaived = (fine: ModelFine): boolean => fine.amount > 0 && fine.waived === fine.amount;

export interface ModelRefund {
  id: string;
  userId: string;
  /** what has not been taken back */
  left: number;
}

/** A member's request. */
export interface ModelRequest {
  id: string;
  userId: string;
  kind: 'claim' | 'appeal';
  /** empty for a claim of somebody who owed nothing then */
  fineIds: string[];
  /** in paisa; null for an appeal */
  amount: number | null;
  /** the day it says it was paid; null for an appeal */
  receivedOn: string | null;
  sentOn: string;
  state: 'open' | 'accepted' | 'refused' | 'withdrawn';
  /** the payment made by accepting it */
  payment: ModelPayment | null;
}

/** What a member promised to pay, and by when; or with null, that it was withdrawn. */
export interface ModelPromise {
  userId: string;
  until: string | null;
  /** fines up to this day, of as many as had been entered by then */
  covers: string;
  entered: number;
}

export interface ModelUser {
  id: string;
  /** in lower case; null once deleted */
  email: string | null;
  active: boolean;
  /** its name; null: in none */
  group: string | null;
}

export interface SurchargeTerms {
  /** in paisa; null if it is a percentage of what is outstanding */
  amount: number | null;
  percent: number | null;
  graceDays: number;
  everyDays: number;
  times: number;
  /** of the fine, all together */
  mostPercent: number;
}

export interface Charge {
  userId: string;
  amount: number;
  doubled: boolean;
}

export interface Figures {
  total: number;
  pending: number;
  credit: number;
  count: number;
  paidCount: number;
  newest: string | null;
  /** among fines still to be paid, which excludes fines of 0 */
  oldestUnpaid: string | null;
  earliestDue: string | null;
}

const LARGEST = 99_999_999_999;

/** A number that is the same for all days of an ISO week. */
function week(date: string): number {
  const days = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
  // Day 4, 1970-01-05, was a Monday.
  return Math.floor((days - 4) / 7);
}

const DAY = 86_400_000;
const plus = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
const wholeRupees = (paisa: number): number => Math.floor(paisa / 100) * 100;
const laterOf = (a: string, b: string): string => (a > b ? a : b);

const byDate = (a: ModelFine, b: ModelFine): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);

function hold(fine: ModelFine, payment: ModelPayment | null, amount: number): void {
  const before = fine.holds.find((part) => part.payment === payment)?.amount ?? 0;
  fine.holds = [...fine.holds.filter((part) => part.payment !== payment), { payment, amount: before + amount }];
}

export class Model {
  users: ModelUser[] = [];
  /** in order of creation */
  fines: ModelFine[] = [];
  /** of all fines, including deleted ones */
  readonly fineIds: string[] = [];
  payments: ModelPayment[] = [];
  refunds: ModelRefund[] = [];
  /** the newest last */
  promises: ModelPromise[] = [];
  /** in the order they were sent */
  requests: ModelRequest[] = [];
  /** what the administrator, who receives and pays everything, holds in cash; null before there was any */
  cash: number | null = null;
  /** what was held at each, and whether it stands; oldest first */
  handOvers: { id: string; held: number; stands: boolean }[] = [];
  /** with the number of hand-overs before each; oldest first */
  payOuts: { id: string; amount: number; stands: boolean; after: number }[] = [];
  events: { id: string; amount: number }[] = [];
  /** oldest first, also deleted ones, whose numbers are not added again */
  readonly surcharges: { id: string; fineId: string; number: number }[] = [];
  #terms: SurchargeTerms = { amount: 5000, percent: null, graceDays: 7, everyDays: 30, times: 1, mostPercent: 50 };
  /** nothing is surcharged for days before */
  #since = '';
  /** members without surcharges */
  #leftOut: string[] = [];
  /** the record that remained, by the one that was joined with it */
  readonly #joined = new Map<string, string>();
  /** after how many days new fines are due */
  dueDays: number | null = null;
  /** which rules are on, by name */
  readonly rules: Record<string, boolean>;
  /** the organisation's day, on which everything is done */
  readonly today: () => string;

  /** Only "Type 1" is on the list. */
  mayUse(fineType: string): boolean {
    return this.rules['only-listed-fine-types'] !== true || fineType === 'Type 1';
  }

  constructor(rules: Record<string, boolean>, today: () => string) {
    this.rules = rules;
    this.today = today;
  }

  /** The expected error code, or the charges. */
  charges(userIds: readonly string[], amount: number, date: string): string | Charge[] {
    if (userIds.some((id) => !this.isPresent(id))) return 'user-not-found';
    const charges = userIds.map((userId) => {
      const repeated = this.fines.some(
        (fine) => this.#isOffence(fine) && fine.userId === userId && week(fine.date) === week(date),
      );
      const doubled = this.rules['repeat-offence'] === true && repeated;
      return { userId, amount: doubled ? amount + amount : amount, doubled };
    });
    return charges.some((charge) => charge.amount > LARGEST) ? 'amount-too-large' : charges;
  }

  isPresent(userId: string): boolean {
    return this.users.some(({ id, email }) => id === userId && email !== null);
  }

  emailIsTaken(email: string, by: string | null): boolean {
    return this.users.some((user) => user.id !== by && user.email === email.toLowerCase());
  }

  /** All that was the one's is the other's; returns what makes it as it was. */
  join(remains: ModelUser, joined: ModelUser, { takesEmail }: { takesEmail: boolean }): () => void {
    const moved = [...this.fines, ...this.payments, ...this.refunds, ...this.requests, ...this.promises].filter(
      ({ userId }) => userId === joined.id,
    );
    const before = [{ ...remains }, { ...joined }] as const;
    for (const record of moved) record.userId = remains.id;
    remains.active ||= joined.active;
    if (takesEmail) remains.email = joined.email;
    remains.group ??= joined.group;
    Object.assign(joined, { email: null, group: null });
    this.#joined.set(joined.id, remains.id);
    return () => {
      for (const record of moved) record.userId = joined.id;
      Object.assign(remains, before[0]);
      Object.assign(joined, before[1]);
      this.#joined.delete(joined.id);
    };
  }

  /** For whom the records of this user count. */
  ownerOf(id: string): string {
    const into = this.#joined.get(id);
    return into === undefined ? id : this.ownerOf(into);
  }

  /** Whether it can double another, or be doubled. */
  #isOffence(fine: ModelFine): boolean {
    return !fine.mistake && !this.surcharges.some(({ id }) => id === fine.id);
  }

  /** The surcharges of a fine that still exist. */
  surchargesOf({ id }: ModelFine): ModelFine[] {
    const ids = this.surcharges.filter(({ fineId }) => fineId === id).map((surcharge) => surcharge.id);
    return this.fines.filter((fine) => ids.includes(fine.id));
  }

  /** Deletes a fine with its surcharges; returns the fine whose amount this reduces, if any, as it was before. */
  delete(fine: ModelFine): ModelFine | null {
    const gone = [fine, ...this.surchargesOf(fine)];
    this.fines = this.fines.filter((other) => !gone.includes(other));
    return this.#undoDoubling(fine);
  }

  /** The fine whose amount is reduced when this one is gone. */
  reducedBy(fine: ModelFine): ModelFine | undefined {
    if (this.rules['repeat-offence'] !== true || fine.amount === 0 || !this.#isOffence(fine)) return undefined;
    const doubled = this.doublesOf(fine);
    return doubled.find(({ paid }) => !paid) ?? doubled[0];
  }

  #undoDoubling(fine: ModelFine): ModelFine | null {
    const reduced = this.reducedBy(fine);
    if (reduced === undefined) return null;
    const before = { ...reduced, holds: reduced.holds.map((part) => ({ ...part })) };
    reduced.amount = fine.amount;
    let cut = Math.max(0, reduced.waived - reduced.amount);
    reduced.waived -= cut;
    for (const waiver of reduced.waivers.toReversed()) {
      const part = Math.min(cut, waiver.left);
      waiver.left -= part;
      cut -= part;
    }
    reduced.waivers = reduced.waivers.filter(({ left }) => left > 0);
    this.free(reduced, Math.max(0, paidOf(reduced) + reduced.waived - reduced.amount));
    reduced.paid = openOf(reduced) === 0;
    return before;
  }

  dueDayFor(date: string): string | null {
    return this.dueDays === null ? null : plus(laterOf(date, this.today()), this.dueDays);
  }

  /** Moves a fine to another day, with the same number of days to pay. */
  moveTo(fine: ModelFine, date: string): void {
    if (fine.dueOn !== null && date !== fine.date) {
      const term = (Date.parse(fine.dueOn) - Date.parse(laterOf(fine.date, fine.enteredOn))) / DAY;
      fine.dueOn = laterOf(date, plus(laterOf(date, fine.enteredOn), term));
    }
    fine.date = date;
  }

  /** Waives an amount of a fine. The caller sets the waiver's id. */
  waive(fine: ModelFine, amount: number): void {
    fine.waivers.push({ id: '', left: amount, mistake: false });
    fine.waived += amount;
    fine.paid = openOf(fine) === 0;
  }

  /** Waives all of a fine and of its surcharges; returns the fine whose amount this reduces, if any, as it was before. */
  waiveAsMistake(fine: ModelFine): ModelFine | null {
    const before = this.#undoDoubling(fine);
    for (const one of [fine, ...this.surchargesOf(fine).filter((surcharge) => !isWaived(surcharge))]) {
      one.holds = [];
      one.waivers.push({ id: '', left: one.amount - one.waived, mistake: true });
      one.waived = one.amount;
      one.mistake = true;
      one.paid = true;
    }
    return before;
  }

  reverseWaiver(fine: ModelFine, waiver: ModelWaiver): void {
    fine.waivers = fine.waivers.filter((other) => other !== waiver);
    fine.waived -= waiver.left;
    fine.mistake = false;
    fine.paid = openOf(fine) === 0;
  }

  /** The expected error code of a correction, null if it succeeds. */
  correctionRefused(fine: ModelFine | undefined, to: Pick<ModelFine, 'fineType' | 'amount' | 'date'>): string | null {
    if (fine === undefined) return 'fine-not-found';
    if (to.fineType !== fine.fineType && !this.mayUse(to.fineType)) return 'fine-type-not-listed';
    if (to.amount !== fine.amount) {
      if (isWaived(fine)) return 'fine-waived';
      if (fine.paid || fine.holds.length > 0) return 'paid-amount';
      if (to.amount < fine.waived) return 'below-waived';
    }
    return to.date !== fine.date && to.date > plus(this.today(), 365) ? 'day-too-far' : null;
  }

  /** Why a signed-in member may not ask about these fines (undefined: a deleted one), whatever is left of them. */
  askingRefused(
    kind: ModelRequest['kind'],
    userId: string | undefined,
    fines: readonly (ModelFine | undefined)[],
  ): string | null {
    if (this.rules[`members-${kind}`] !== true) return 'request-not-offered';
    if (fines.some((fine) => fine === undefined || fine.userId !== userId)) return 'fine-not-found';
    const own = this.requests.filter((request) => request.userId === userId);
    const open = own.filter(({ state }) => state === 'open');
    if (fines.some((fine) => open.some(({ fineIds }) => fineIds.includes(fine?.id ?? '')))) return 'request-open';
    if (open.length >= 20) return 'too-many-open-requests';
    return own.filter(({ sentOn }) => sentOn === this.today()).length >= 40 ? 'too-many-requests-today' : null;
  }

  /** Other fines of the same user and week with exactly double the amount. */
  doublesOf(fine: ModelFine): ModelFine[] {
    return this.fines.filter(
      (other) =>
        other.id !== fine.id &&
        this.#isOffence(other) &&
        other.userId === fine.userId &&
        week(other.date) === week(fine.date) &&
        other.amount === 2 * fine.amount,
    );
  }

  switch(rule: string, on: boolean): void {
    if (rule === 'late-surcharge' && on && this.rules[rule] !== true) this.#begin();
    this.rules[rule] = on;
  }

  setTerms(terms: SurchargeTerms, leftOut: string[]): void {
    if (JSON.stringify(terms) !== JSON.stringify(this.#terms)) this.#begin();
    this.#terms = { ...terms };
    // Of whom a joined one is now, that one's, which counts for whoever it is again once the joining is undone.
    this.#leftOut = leftOut.flatMap((id) => {
      const joined = this.#leftOut.filter((one) => this.ownerOf(one) === id);
      return joined.length === 0 ? [id] : joined;
    });
  }

  /** From today on, or from tomorrow if today's were undone. */
  #begin(): void {
    this.#since = laterOf(this.#since, this.today());
  }

  /** What today's round adds while the rule is on, or would add if it were switched on, in order. */
  surchargesDue(): { fine: ModelFine; number: number; amount: number }[] {
    const { amount: fixed, percent, graceDays, everyDays, times, mostPercent } = this.#terms;
    const since = this.rules['late-surcharge'] === true ? this.#since : this.today();
    const inOrder = this.fines.toSorted((a, b) => (a.userId < b.userId ? -1 : a.userId > b.userId ? 1 : 0));
    return inOrder.flatMap((fine) => {
      if (fine.dueOn === null || openOf(fine) === 0 || this.#isSpared(fine)) return [];
      // Of several that were missed, only the last is added.
      let number = 0;
      let day = '';
      for (let next = plus(fine.dueOn, graceDays + 1); number < times && next <= this.today();) {
        number += 1;
        day = next;
        next = plus(next, everyDays);
      }
      const isAdded = this.surcharges.some((one) => one.fineId === fine.id && one.number >= number);
      if (number === 0 || isAdded || day < since) return [];
      const borne = this.surchargesOf(fine).reduce((sum, { amount }) => sum + amount, 0);
      const left = Math.floor(((fine.amount - fine.waived) * mostPercent) / 100) - borne;
      const wanted = fixed ?? wholeRupees((openOf(fine) * (percent ?? 0)) / 100);
      const amount = wanted <= left ? wanted : wholeRupees(left);
      return amount > 0 ? [{ fine, number, amount }] : [];
    });
  }

  /** The expected error code of a promise, null if it succeeds. */
  promise(userId: string, until: string | null): string | null {
    const today = this.today();
    if (until !== null && (until < today || until > plus(today, 365))) return 'promise-day';
    if (!this.isPresent(userId)) return 'user-not-found';
    const { oldestUnpaid } = this.figures(userId);
    if (oldestUnpaid === null) return 'owes-nothing';
    const covers = laterOf(oldestUnpaid, today);
    if (until !== null || this.promisedUntil(userId) !== null)
      this.promises.push({ userId, until, covers, entered: this.fineIds.length });
    return null;
  }

  /** The day of the newest promise, whether or not it still holds. */
  promisedUntil(userId: string): string | null {
    return this.promises.findLast((promise) => promise.userId === userId)?.until ?? null;
  }

  /** Until that day is over, while something that it covers is owed. */
  #hasPromised(userId: string): boolean {
    const { until, covers, entered } = this.promises.findLast((promise) => promise.userId === userId) ?? {};
    if (until === undefined || until === null || until < this.today()) return false;
    const covered = this.fineIds.slice(0, entered);
    return this.fines.some(
      (fine) => fine.userId === userId && openOf(fine) > 0 && fine.date <= (covers ?? '') && covered.includes(fine.id),
    );
  }

  /** Its member's fines bear no surcharge now, or this one does not. */
  #isSpared(fine: ModelFine): boolean {
    const { pending, credit } = this.figures(fine.userId);
    return (
      this.surcharges.some(({ id }) => id === fine.id) ||
      !this.isPresent(fine.userId) ||
      credit >= pending ||
      this.#hasPromised(fine.userId) ||
      this.#leftOut.some((id) => this.ownerOf(id) === fine.userId) ||
      this.requests.some(({ state, fineIds }) => state === 'open' && fineIds.includes(fine.id))
    );
  }

  /** Adds a surcharge to a fine. */
  surcharge(fine: ModelFine, { id, number, amount }: { id: string; number: number; amount: number }): void {
    const today = this.today();
    const figures = { amount, waived: 0, waivers: [], paid: false, mistake: false, holds: [] };
    const { userId } = fine;
    this.fines.push({
      id,
      userId,
      ...figures,
      date: today,
      enteredOn: today,
      dueOn: today,
      fineType: 'Late payment',
      note: '',
    });
    this.fineIds.push(id);
    this.surcharges.push({ id, fineId: fine.id, number });
  }

  /** Undoes today's round; returns how many are gone. */
  undoSurcharges(): number {
    const ids = this.surcharges.map(({ id }) => id);
    const gone = this.fines.filter(({ id, enteredOn }) => enteredOn === this.today() && ids.includes(id));
    this.fines = this.fines.filter((fine) => !gone.includes(fine));
    if (gone.length > 0) this.#since = plus(this.today(), 1);
    return gone.length;
  }

  /** For one user, or for all. */
  figures(userId?: string): Figures {
    const fines = userId === undefined ? this.fines : this.fines.filter((fine) => fine.userId === userId);
    const sum = (chosen: ModelFine[]) => chosen.reduce((total, { amount, waived }) => total + amount - waived, 0);
    return {
      total: sum(fines),
      pending: fines.reduce((total, fine) => total + openOf(fine), 0),
      credit: this.credit(userId),
      count: fines.length,
      paidCount: fines.filter(({ paid }) => paid).length,
      newest:
        fines
          .map(({ date }) => date)
          .toSorted()
          .at(-1) ?? null,
      oldestUnpaid:
        fines
          .filter(({ paid, amount }) => !paid && amount > 0)
          .map(({ date }) => date)
          .toSorted()[0] ?? null,
      earliestDue:
        fines
          .filter(({ paid, amount }) => !paid && amount > 0)
          .flatMap(({ dueOn }) => dueOn ?? [])
          .toSorted()[0] ?? null,
    };
  }

  /** Money received that no fine holds and that was not refunded, for one user or for all. */
  credit(userId?: string): number {
    const isOf = (record: { userId: string }) => userId === undefined || record.userId === userId;
    const received = this.payments.filter(isOf).reduce((sum, { left }) => sum + left, 0);
    const givenBack = this.refunds.filter(isOf).reduce((sum, { left }) => sum + left, 0);
    return received - givenBack - this.fines.filter(isOf).reduce((sum, fine) => sum + paidOf(fine), 0);
  }

  /** The sum of a user's fines after this day, whether paid or not. */
  chargedAfter(id: string, day: string): number {
    const later = this.fines.filter(({ userId, date }) => userId === id && date > day);
    return later.reduce((sum, { amount, waived }) => sum + amount - waived, 0);
  }

  /** Takes money from a user and pays these fines, oldest first. */
  pay(
    userId: string,
    fines: readonly ModelFine[],
    money: { credit: number; payment: number },
    receivedOn = this.today(),
  ): ModelPayment | null {
    const payment = money.payment === 0 ? null : { id: '', userId, receivedOn, left: money.payment };
    if (payment !== null) {
      this.payments.push(payment);
      this.cash = (this.cash ?? 0) + payment.left;
    }
    let { credit, payment: rest } = money;
    for (const fine of this.fines.filter((candidate) => fines.includes(candidate)).toSorted(byDate)) {
      const fromCredit = Math.min(credit, openOf(fine));
      if (fromCredit > 0) hold(fine, null, fromCredit);
      const fromPayment = Math.min(rest, openOf(fine));
      if (fromPayment > 0) hold(fine, payment, fromPayment);
      credit -= fromCredit;
      rest -= fromPayment;
      if (openOf(fine) === 0) fine.paid = true;
    }
    return payment;
  }

  /** Marks a fine unpaid: money from payments counts as never received. */
  unpay(fine: ModelFine): void {
    for (const { payment, amount } of fine.holds) {
      if (payment === null) continue;
      payment.left -= amount;
      this.cash = (this.cash ?? 0) - amount;
    }
    fine.holds = [];
    fine.paid = false;
  }

  /** Frees part of what was paid of a fine, the newest payments first. */
  free(fine: ModelFine, amount: number): void {
    let left = amount;
    for (const part of fine.holds.toReversed()) {
      const freed = Math.min(left, part.amount);
      part.amount -= freed;
      left -= freed;
    }
    fine.holds = fine.holds.filter((part) => part.amount > 0);
  }

  /** Takes back what is left of a payment; the expected error code, null if it succeeds. */
  takeBack(payment: ModelPayment): string | null {
    const holding = this.fines.filter(({ holds }) => holds.some((part) => part.payment === payment));
    const held = holding.flatMap(({ holds }) => holds.filter((part) => part.payment === payment));
    const unheld = payment.left - held.reduce((sum, { amount }) => sum + amount, 0);
    if (payment.left === 0) return 'payment-reversed';
    if (unheld > this.credit(payment.userId)) return 'credit-used';
    for (const fine of holding) {
      fine.holds = fine.holds.filter((part) => part.payment !== payment);
      fine.paid = false;
    }
    this.cash = (this.cash ?? 0) - payment.left;
    payment.left = 0;
    return null;
  }

  used(): number {
    return this.events.reduce((total, { amount }) => total + amount, 0);
  }

  totals(): Totals {
    const { total, pending, credit, count, paidCount } = this.figures();
    const share = total === 0 ? 0 : Math.round((100 * pending) / total);
    return {
      totalFinesAmount: total / 100,
      pendingFinesAmount: pending / 100,
      collectedAmount: (total - pending) / 100,
      usedAmount: this.used() / 100,
      availableBalance: (total - pending - this.used()) / 100,
      creditHeld: credit / 100,
      collectionRate: 100 - share,
      fineCount: count,
      paidCount,
    };
  }

  /** What the totals operation answers today. */
  organisationFigures(): OrganisationFigures {
    const present = this.users.filter(({ email }) => email !== null);
    const { total } = this.figures();
    const today = this.today();
    const weekAgo = new Date(Date.parse(today) - 7 * 86_400_000).toISOString().slice(0, 10);
    return {
      totals: this.totals(),
      openFines: this.fines.filter((fine) => openOf(fine) > 0).length,
      activeUsers: present.filter(({ active }) => active).length,
      recentlyFinedUsers: present.filter(({ id }) =>
        this.fines.some(({ userId, date }) => userId === id && date >= weekAgo && date <= today),
      ).length,
      averagePerUser: present.length === 0 ? 0 : Math.round(total / 100 / present.length),
    };
  }
}
