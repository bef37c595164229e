// The tooltip that Hint.tsx shows.
import { getDefaultZIndex, Tooltip } from '@mantine/core';
import type { JSX, ReactNode, RefObject } from 'react';

interface HintBubbleProps {
  label: ReactNode;
  position: 'top' | 'left' | 'right';
  target: RefObject<HTMLElement | null>;
}

export default function HintBubble(props: HintBubbleProps): JSX.Element {
  return (
    <Tooltip
      {...props}
      opened
      // Beside the element it names, so that it is in the same landmark; fixed, so that no scroll area cuts it off.
      withinPortal={false}
      floatingStrategy="fixed"
      // Behind a dialog that opens over that element.
      zIndex={getDefaultZIndex('modal') - 1}
    />
  );
}
