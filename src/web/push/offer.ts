// Whether a member may be offered notices on this device (PUSH-9): not at their first visit, and never again once they put it away, which
// this browser remembers.
import { noticesAbility } from './device.ts';

const VISITED = 'notices.visited';
const PUT_AWAY = 'notices.put-away';

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
    // Then every visit is the first.
  }
};

/** Decided once for as long as the page is open. */
const isFirstVisit = (() => {
  let first: boolean | null = null;
  return (): boolean => {
    first ??= !has(VISITED);
    keep(VISITED);
    return first;
  };
})();

export const mayOfferNotices = (): boolean => !isFirstVisit() && !has(PUT_AWAY) && noticesAbility() === 'able';

export const putOfferAway = (): void => keep(PUT_AWAY);
