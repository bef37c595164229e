// The kinds of news that somebody wants (MAIL-16), as stored in their account.
import { NEWS_KINDS, type NewsKind } from '../../core/mail/letters.ts';
import type { AccountsTable } from '../db/schema.ts';

type Kept = AccountsTable['untold'];

/** `null`: they have not chosen, or have no account. */
export const untoldIn = (kept: Kept): NewsKind[] => {
  const kinds = (kept ?? '').split(' ');
  return NEWS_KINDS.filter((kind) => kinds.includes(kind));
};

export const wantedIn = (kept: Kept): Record<NewsKind, boolean> => {
  const without = untoldIn(kept);
  const wants = (kind: NewsKind): boolean => !without.includes(kind);
  return { fined: wants('fined'), paid: wants('paid'), waived: wants('waived'), answered: wants('answered') };
};

export const keptOf = (wanted: Record<NewsKind, boolean>): string =>
  NEWS_KINDS.filter((kind) => !wanted[kind]).join(' ');
