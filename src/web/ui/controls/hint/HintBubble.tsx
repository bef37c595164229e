// The tooltip that Hint.tsx shows.
import { Tooltip } from '@mantine/core';
import type { JSX, ReactNode, RefObject } from 'react';

interface HintBubbleProps {
  label: ReactNode;
  position: 'top' | 'left' | 'right';
  target: RefObject<HTMLElement | null>;
}

export default function HintBubble(props: HintBubbleProps): JSX.Element {
  // Beside the element it names, so that it is in the same landmark; fixed, so that no scroll area cuts it off.
  return <Tooltip {...props} opened withinPortal={false} floatingStrategy="fixed" />;
}
