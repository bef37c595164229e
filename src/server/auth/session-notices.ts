// Notices about ended sessions between the processes on one database, so that their live streams close at once. Every
// request reads the database anyway, but a stream would notice only at its next heartbeat.

/** The sessions that ended; 'unknown' if any session may have ended. */
export type EndedSessions = readonly string[] | 'unknown';

const PREFIX = 'sessions ended';
/** A notice has room for 8000 bytes; an id takes 32 and a space. */
const MAX_NAMED = 200;

export const noticeOf = (sessionIds: readonly string[]): string =>
  sessionIds.length > MAX_NAMED ? PREFIX : `${PREFIX} ${sessionIds.join(' ')}`;

/** Parses a notice. An empty one stands for missed notices. Null if it does not concern sessions. */
export function parseNotice(notice: string): EndedSessions | null {
  if (notice === '' || notice === PREFIX) return 'unknown';
  return notice.startsWith(`${PREFIX} `) ? notice.slice(PREFIX.length + 1).split(' ') : null;
}
