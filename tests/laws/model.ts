// A small in-memory model of the product that the real server is compared with. It imports nothing of the application,
// so that it does not share its bugs.

export interface ModelFine {
  id: string;
  userId: string;
  /** paisa */
  amount: number;
  date: string;
  paid: boolean;
  fineType: string;
  note: string;
}

export interface ModelUser {
  id: string;
  /** in lower case; null once deleted */
  email: string | null;
  active: boolean;
}

export interface Charge {
  userId: string;
  amount: number;
  doubled: boolean;
}

export interface Figures {
  total: number;
  pending: number;
  count: number;
  paidCount: number;
  newest: string | null;
  /** of those still to be paid; a fine of 0 is not */
  oldestUnpaid: string | null;
}

const LARGEST = 99_999_999_999;

/** A number that is the same for all days of an ISO week. */
function week(date: string): number {
  const days = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
  // Day 4, 1970-01-05, was a Monday.
  return Math.floor((days - 4) / 7);
}

export class Model {
  users: ModelUser[] = [];
  /** in the order of their creation */
  fines: ModelFine[] = [];
  events: { id: string; amount: number }[] = [];
  /** which rules are on, by name */
  readonly rules: Record<string, boolean>;

  constructor(rules: Record<string, boolean>) {
    this.rules = rules;
  }

  /** The expected error code, or the charges. */
  charges(userIds: readonly string[], amount: number, date: string): string | Charge[] {
    if (userIds.some((id) => !this.isPresent(id))) return 'user-not-found';
    const charges = userIds.map((userId) => {
      const repeated = this.fines.some((fine) => fine.userId === userId && week(fine.date) === week(date));
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

  /** Deletes a fine; returns the fine whose amount this reduces, if any, as it was before. */
  delete(fine: ModelFine): ModelFine | null {
    this.fines = this.fines.filter(({ id }) => id !== fine.id);
    if (this.rules['repeat-offence'] !== true || fine.amount === 0) return null;
    const doubled = this.doublesOf(fine);
    const reduced = doubled.find(({ paid }) => !paid) ?? doubled[0];
    if (reduced === undefined) return null;
    const before = { ...reduced };
    reduced.amount = fine.amount;
    return before;
  }

  /** The expected error code of correcting a fine, null if it is done. */
  correctionRefused(fine: ModelFine | undefined, to: Pick<ModelFine, 'amount' | 'date'>, today: string): string | null {
    if (fine === undefined) return 'fine-not-found';
    if (fine.paid && to.amount !== fine.amount) return 'paid-amount';
    return to.date !== fine.date && to.date > today ? 'day-in-future' : null;
  }

  /** Other fines of the same user and week with exactly double the amount. */
  doublesOf(fine: ModelFine): ModelFine[] {
    return this.fines.filter(
      (other) =>
        other.id !== fine.id &&
        other.userId === fine.userId &&
        week(other.date) === week(fine.date) &&
        other.amount === 2 * fine.amount,
    );
  }

  /** Of one user, or of all. */
  figures(userId?: string): Figures {
    const fines = userId === undefined ? this.fines : this.fines.filter((fine) => fine.userId === userId);
    const sum = (chosen: ModelFine[]) => chosen.reduce((total, { amount }) => total + amount, 0);
    return {
      total: sum(fines),
      pending: sum(fines.filter(({ paid }) => !paid)),
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
    };
  }

  used(): number {
    return this.events.reduce((total, { amount }) => total + amount, 0);
  }

  /** The expected response of the totals operation; recently fined are users with fines from `weekAgo` to `today`. */
  totals(weekAgo: string, today: string) {
    const { total, pending, count, paidCount } = this.figures();
    const present = this.users.filter(({ email }) => email !== null);
    const share = total === 0 ? 0 : Math.round((100 * pending) / total);
    return {
      totals: {
        totalFinesAmount: total / 100,
        pendingFinesAmount: pending / 100,
        collectedAmount: (total - pending) / 100,
        usedAmount: this.used() / 100,
        availableBalance: (total - pending - this.used()) / 100,
        collectionRate: 100 - share,
        fineCount: count,
        paidCount,
      },
      activeUsers: present.filter(({ active }) => active).length,
      recentlyFinedUsers: present.filter(({ id }) =>
        this.fines.some(({ userId, date }) => userId === id && date >= weekAgo && date <= today),
      ).length,
      averagePerUser: present.length === 0 ? 0 : Math.round(total / 100 / present.length),
    };
  }
}
