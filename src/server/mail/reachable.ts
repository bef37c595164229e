// Whether messages can reach a member at all.
import type { AccountsTable, UsersTable } from '../db/schema.ts';
import type { Mailing } from '../ledger/command.ts';

interface Reached extends Pick<UsersTable, 'user_email'> {
  mails_off: AccountsTable['mails_off'];
  /** whether they have a device that shows notifications */
  hasDevice: boolean;
}

/**
 * They can be reached by a notification on one of their devices, or by e-mail if there is a mail server and they have
 * not switched it off.
 */
export function canBeReached(
  { user_email: address, mails_off: off, hasDevice }: Reached,
  mail: Mailing | null,
): boolean {
  if (mail === null || address === null || address === '') return false;
  return (hasDevice && mail.devices) || (mail.domain !== null && off !== 1);
}
