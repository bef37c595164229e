/**
 * A message as a notice on a device (PUSH-8). Whoever holds a locked phone reads who it is from and that there is news; what it is
 * about only where the member allows it.
 */
import { directionOf, type Language } from '../text/languages.ts';
import { oneLine } from './letter.ts';
import { type MailFacts, type MailKind, newsIn } from './letters.ts';

/** What goes to a device, as JSON; the service worker shows it. */
export interface Notice {
  title: string;
  body: string;
  lang: Language;
  dir: 'ltr' | 'rtl';
  /** of two with the same one a device shows the later in place of the earlier */
  tag: string;
  /** where a press leads: what follows the "#" of the address */
  path: string;
}

/** Where nobody has given the organisation a name. */
const PRODUCT = 'Jurmana';
/** A notice shows little more; a push service takes 4096 bytes. */
const MAX_BODY = 300;

export interface Noticed {
  /** the organisation's name, '' where it has none */
  sender: string;
  subject: string;
  language: Language;
  tag: string;
  path: string;
}

/** `open`: it may say on a locked screen what it is about. */
export const noticeOf = ({ sender, subject, language, tag, path }: Noticed, open: boolean): Notice => ({
  title: oneLine(sender) || PRODUCT,
  body: open ? oneLine(subject).slice(0, MAX_BODY).toWellFormed() : newsIn(language),
  lang: language,
  dir: directionOf(language),
  tag,
  path,
});

/** Where its reader finds more. A member has one screen of their own; whoever has more access has a person's page. */
export function placeOf<K extends MailKind>(
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
