// Tabs of one browser share its session. Each notifies the others when it has signed in or out: a tab that waits for
// the end of the old session may ask who is signed in before the browser has the new one.
import { newKey } from '../call.ts';

const CHANGED = 'session.changed';

/** This tab has changed who is signed in. */
export function notifyOtherTabs(): void {
  try {
    // A storage event fires in the other tabs when the value changes.
    localStorage.setItem(CHANGED, newKey());
  } catch {
    // Without storage they find out with their next request.
  }
}

/** Calls back when another tab has changed who is signed in; returns a function that stops this. */
export function onChangeInOtherTabs(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === CHANGED) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
