// Whether a dialog that comes into being with what it is about is shown.
import { useEffect, useState } from 'react';

/**
 * It begins closed: a dialog remembers where the focus was when it turns from closed to open. It closes at once, and not
 * only when the page finds the time: the second half of a double click must not meet a button that is about to go.
 */
export function useOpened(wanted: boolean): boolean {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(wanted), [wanted]);
  return opened && wanted;
}
