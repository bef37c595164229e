// Preloaded into a server: its clock becomes what a test sets, and goes on from there. Answers each message once the
// new time is in effect.
const now = Date.now.bind(Date);
/** `instant`: ms since 1970 UTC; null: the real time */
export type SetClock = { instant: number | null };

let ahead = 0;

Date.now = () => now() + ahead;

process.on('message', (message: SetClock) => {
  ahead = message.instant === null ? 0 : message.instant - now();
  process.send?.(message);
});
// The server may end before the test does.
process.channel?.unref();
