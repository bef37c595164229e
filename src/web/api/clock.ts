// The server's time, also offline: by the device's clock, which may be wrong, and how wrong it was when the server last
// answered.
const KEY = 'clock.ahead';
const MINUTE_MS = 60_000;

/** By how much the device's clock is ahead, in milliseconds: whole minutes, since an answer takes its time. */
let ahead = kept();

function kept(): number {
  try {
    return Number(localStorage.getItem(KEY) ?? 0) || 0;
  } catch {
    // A worker, or storage that is refused.
    return 0;
  }
}

/** Compares the clocks: every answer says when it was given. */
export function noteServerTime({ headers }: Response, now = Date.now()): void {
  const time = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(time)) return;
  const found = Math.round((now - time) / MINUTE_MS) * MINUTE_MS;
  if (found === ahead) return;
  ahead = found;
  try {
    if (found === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(found));
  } catch {
    // It is known until the page is closed.
  }
}

export const serverNow = (now = Date.now()): number => now - ahead;
