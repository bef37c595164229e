// What Hint.tsx shows.
import { Tooltip } from '@mantine/core';
import type { JSX, ReactNode, RefObject } from 'react';

interface HintBubbleProps {
  label: ReactNode;
  position: 'top' | 'left' | 'right';
  target: RefObject<HTMLElement | null>;
}

export default function HintBubble(props: HintBubbleProps): JSX.Element {
  return <Tooltip {...props} opened />;
}
