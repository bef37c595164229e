// The organisation's day goes on while nobody hears from the server: what is entered then has the day on which it was entered.
import { dayOf } from '../../core/calendar.ts';
import type { Session } from '../../contract/sign-in/auth.ts';
import { queryClient, refetchSession, SESSION_KEY } from '../api/client.ts';
import { isLost } from '../api/live/connection.ts';

/** A device whose clock is a day ahead asks each time. */
const LOOK_MS = 60_000;

/** Where the device's clock says a later day than the server did: asks the server, or takes the device's without a line. */
export function followDay(): void {
  const state = queryClient.getQueryState<Session>(SESSION_KEY);
  if (state?.data === undefined) return;
  const { organisation } = state.data;
  const today = dayOf(Date.now(), organisation.timeZone);
  if (today <= organisation.today) return;
  if (!isLost()) return void refetchSession();
  const session = { ...state.data, organisation: { ...organisation, today } };
  queryClient.setQueryData<Session>(SESSION_KEY, session, { updatedAt: state.dataUpdatedAt });
}

/** For as long as the page is open. */
export function keepFollowingDay(): void {
  setInterval(followDay, LOOK_MS);
  // Timers rest while the device sleeps.
  document.addEventListener('visibilitychange', followDay);
}
