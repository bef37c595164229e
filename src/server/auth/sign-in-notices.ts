// Notices between the processes on one database that an account's sign-ins have changed. A live stream whose session is
// over would otherwise notice only at its next heartbeat, and a list of sign-ins on screen not at all.

/** Whose sign-ins have changed; null: perhaps anybody's. */
export type Whose = { accountId: string } | null;

const PREFIX = 'sign-ins ';

export const noticeOf = ({ accountId }: { accountId: string }): string => `${PREFIX}${accountId}`;

/** Undefined if a notice does not concern sign-ins. An empty one stands for missed notices. */
export function parseNotice(notice: string): Whose | undefined {
  if (notice === '') return null;
  return notice.startsWith(PREFIX) ? { accountId: notice.slice(PREFIX.length) } : undefined;
}
