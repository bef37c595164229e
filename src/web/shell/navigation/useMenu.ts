// Whether the menu of narrow screens is open. Wider ones have the sidebar instead.
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { BELOW_TABLET } from '../../ui/layout/breakpoint.ts';

export interface Menu {
  /** there is a menu instead of the sidebar */
  narrow: boolean;
  opened: boolean;
  open: () => void;
  close: () => void;
}

export function useMenu(): Menu {
  const narrow = useMediaQuery(BELOW_TABLET, undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  return { narrow, opened: opened && narrow, open: () => setOpened(true), close: () => setOpened(false) };
}
