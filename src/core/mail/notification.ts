/**
 * A message as a notification on a device (PUSH-8). On a locked phone it shows who it is from and that there is news,
 * and what the news is about only if the member allows it.
 */
import { directionOf, type Language } from '../text/languages.ts';
import { oneLine } from './letter.ts';
import { type MailFacts, type MailKind, newsIn } from './letters.ts';

/** Sent to a device as JSON; the service worker shows it. */
export interface PushNotification {
  title: string;
  body: string;
  lang: Language;
  dir: 'ltr' | 'rtl';
  /** a device replaces a notification by a later one with the same tag */
  tag: string;
  /** where a press leads: the part of the address after "#" */
  path: string;
}

/** The title if the organisation has no name. */
const PRODUCT = 'Jurmana';
/** A notification shows hardly more, and a push service accepts only 4096 bytes. */
const MAX_BODY = 300;

export interface Noticed {
  /** the organisation's name, '' if it has none */
  sender: string;
  subject: string;
  language: Language;
  tag: string;
  path: string;
}

/** `open`: it may say what it is about, even on a locked screen. */
export const notificationOf = ({ sender, subject, language, tag, path }: Noticed, open: boolean): PushNotification => ({
  title: oneLine(sender) || PRODUCT,
  body: open ? oneLine(subject).slice(0, MAX_BODY).toWellFormed() : newsIn(language),
  lang: language,
  dir: directionOf(language),
  tag,
  path,
});

/** Where the reader finds more. A member has one screen of their own; staff have the member's page. */
export function pathFor<K extends MailKind>(
  kind: K,
  facts: MailFacts[K],
  { userId, isStaff }: { userId: string; isStaff: boolean },
): string {
  const receipt = receiptIn(kind, facts);
  if (isStaff) return receipt === null ? `/user/${encodeURIComponent(userId)}` : `/receipts/${receipt}`;
  return receipt === null ? '/fineUserOverView' : `/fineUserOverView?paper=${encodeURIComponent(receipt)}`;
}

function receiptIn<K extends MailKind>(kind: K, facts: MailFacts[K]): string | null {
  if (kind === 'paid') return (facts as MailFacts['paid']).receipt;
  return kind === 'answered' ? ((facts as MailFacts['answered']).payment?.receipt ?? null) : null;
}
