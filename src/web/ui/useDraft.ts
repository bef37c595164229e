// What a person has typed but not saved yet, kept for this tab: it survives an error, a reload, and a session that
// ran out while the form was open.
import { useCallback, useState } from 'react';

const PREFIX = 'draft.';

function read<T>(key: string, initial: T): T {
  try {
    const kept = sessionStorage.getItem(PREFIX + key);
    return kept === null ? initial : (JSON.parse(kept) as T);
  } catch {
    // Storage may be forbidden, or what it holds may be broken; a form without a memory still works.
    return initial;
  }
}

function keep(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // As above.
  }
}

/** Whether something was kept under this key, e.g. to open a form again after signing in anew. */
export function hasDraft(key: string): boolean {
  try {
    return sessionStorage.getItem(PREFIX + key) !== null;
  } catch {
    return false;
  }
}

/** Forgets all drafts: the next person at this screen must not find them. */
export function forgetDrafts(): void {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
    for (const key of keys) if (key?.startsWith(PREFIX) === true) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept where storage is forbidden.
  }
}

/**
 * State like useState's, kept under a key while it differs from nothing saved. T must be plain JSON.
 * `clear` forgets it and goes back to `initial`; call it once the form is saved or given up.
 */
export function useDraft<T>(key: string, initial: T): [T, (next: T | ((current: T) => T)) => void, () => void] {
  const [value, setValue] = useState<T>(() => read(key, initial));
  const set = useCallback(
    (next: T | ((current: T) => T)) => {
      setValue((current) => {
        const following = typeof next === 'function' ? (next as (current: T) => T)(current) : next;
        keep(key, following);
        return following;
      });
    },
    [key],
  );
  const clear = useCallback(() => {
    try {
      sessionStorage.removeItem(PREFIX + key);
    } catch {
      // Nothing was kept.
    }
    setValue(initial);
  }, [key, initial]);
  return [value, set, clear];
}
