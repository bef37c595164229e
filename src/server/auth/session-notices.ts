// Notices between the processes on one database about sessions that ended, so that their live streams close at once.
// Every request reads the database anyway; a stream would otherwise notice only at its next heartbeat.

/** The sessions that ended; 'unknown' when any may have. */
export type EndedSessions = readonly string[] | 'unknown';

const PREFIX = 'sessions ended';
/** A notice has room for 8000 bytes; an id has 32 and a space. */
const MAX_NAMED = 200;

export const noticeOf = (sessionIds: readonly string[]): string =>
  sessionIds.length > MAX_NAMED ? PREFIX : `${PREFIX} ${sessionIds.join(' ')}`;

/** Parses a notice. An empty one stands for missed notices. Null: it does not concern sessions. */
export function parseNotice(notice: string): EndedSessions | null {
  if (notice === '' || notice === PREFIX) return 'unknown';
  return notice.startsWith(`${PREFIX} `) ? notice.slice(PREFIX.length + 1).split(' ') : null;
}
