// Whether a member may be offered notifications on this device (PUSH-9): not at their first visit, and never again
// after they put the offer away. This browser remembers both.
import { notificationsAbility } from './device.ts';

const VISITED = 'notifications.visited';
const PUT_AWAY = 'notifications.put-away';

const has = (key: string): boolean => {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Storage may be forbidden.
    return false;
  }
};
const keep = (key: string): void => {
  try {
    localStorage.setItem(key, 'true');
  } catch {
    // Without storage every visit counts as the first.
  }
};

/** Decided once for the lifetime of the page. */
const isFirstVisit = (() => {
  let first: boolean | null = null;
  return (): boolean => {
    first ??= !has(VISITED);
    keep(VISITED);
    return first;
  };
})();

export const mayOfferNotifications = (): boolean =>
  !isFirstVisit() && !has(PUT_AWAY) && notificationsAbility() === 'able';

export const putOfferAway = (): void => keep(PUT_AWAY);
