// Tabs of one browser share its session. Each tells the others when it has signed in or out: who asks only once the server
// ends the old session may ask before the browser has the new one.
import { newKey } from './call.ts';

const CHANGED = 'session.changed';

/** Who is signed in has changed by this tab's doing. */
export function tellOtherTabs(): void {
  try {
    // The others hear of it as it becomes something else.
    localStorage.setItem(CHANGED, newKey());
  } catch {
    // Without storage they find out with what they ask next.
  }
}

/** Calls back when it has changed by another tab's doing; returns how to stop. */
export function hearOtherTabs(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === CHANGED) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
