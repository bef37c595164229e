// What the processes on one database tell each other about sessions that ended, so that their live streams close at once.
// Every request looks into the database anyway; only a stream would otherwise learn of it at its next heartbeat.

/** The sessions that ended; 'unknown' when any may have. */
export type EndedSessions = readonly string[] | 'unknown';

const PREFIX = 'sessions ended';
/** A notice has room for 8000 bytes; an id has 32 and a space. */
const MAX_NAMED = 200;

export const noticeOf = (sessionIds: readonly string[]): string =>
  sessionIds.length > MAX_NAMED ? PREFIX : `${PREFIX} ${sessionIds.join(' ')}`;

/** What a notice says of sessions. An empty one stands for notices that were missed. Null: it is about something else. */
export function endedIn(notice: string): EndedSessions | null {
  if (notice === '' || notice === PREFIX) return 'unknown';
  return notice.startsWith(`${PREFIX} `) ? notice.slice(PREFIX.length + 1).split(' ') : null;
}
