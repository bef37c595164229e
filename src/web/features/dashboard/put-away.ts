// Whether somebody has put the first steps away in this browser.

const KEY = 'first-steps-put-away';

export function isPutAway(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Storage may be forbidden.
    return false;
  }
}

export function putAway(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // As above: until the next visit.
  }
}
