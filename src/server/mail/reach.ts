// Whether a message reaches a member at all.
import type { AccountsTable, UsersTable } from '../db/schema.ts';
import type { Mailing } from '../ledger/command.ts';

interface Reached extends Pick<UsersTable, 'user_email'> {
  mails_off: AccountsTable['mails_off'];
  /** that shows notices */
  hasDevice: boolean;
}

/** By a notice on a device of theirs, or by e-mail, if there is a mail server and they have not switched that off. */
export function canBeReached(
  { user_email: address, mails_off: off, hasDevice }: Reached,
  mail: Mailing | null,
): boolean {
  if (mail === null || address === null || address === '') return false;
  return (hasDevice && mail.devices) || (mail.domain !== null && off !== 1);
}
