// Whether the menu of narrow screens is open. Wider ones have the sidebar instead.
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { BELOW_TABLET } from '../ui/breakpoint.ts';

export interface Menu {
  opened: boolean;
  open: () => void;
  close: () => void;
}

export function useMenu(): Menu {
  const narrow = useMediaQuery(BELOW_TABLET) ?? false;
  const [opened, setOpened] = useState(false);
  return { opened: opened && narrow, open: () => setOpened(true), close: () => setOpened(false) };
}
