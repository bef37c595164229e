// The organisation's day advances even while the server cannot be reached, so that new entries get the right day.
import { dayOf } from '../../../core/calendar.ts';
import type { Session } from '../../../contract/sign-in/auth.ts';
import { serverNow } from '../clock.ts';
import { queryClient, refetchSession, SESSION_KEY } from '../client.ts';
import { isLost } from '../live/connection.ts';

/** How often to compare. */
const LOOK_MS = 60_000;

/** If it is a later day than the server said: asks the server or, offline, takes the later day. */
export function followDay(): void {
  const state = queryClient.getQueryState<Session>(SESSION_KEY);
  if (state?.data === undefined) return;
  const { organisation } = state.data;
  const today = dayOf(serverNow(), organisation.timeZone);
  if (today <= organisation.today) return;
  if (!isLost()) return void refetchSession();
  const session = { ...state.data, organisation: { ...organisation, today } };
  queryClient.setQueryData<Session>(SESSION_KEY, session, { updatedAt: state.dataUpdatedAt });
}

/** Keeps doing so as long as the page is open. */
export function keepFollowingDay(): void {
  setInterval(followDay, LOOK_MS);
  // Timers pause while the device sleeps.
  document.addEventListener('visibilitychange', followDay);
}
