// The floating + of the Fines screen: shown while the button in the head is out of view and it covers no control.
import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { Hint } from '../../../ui/controls/hint/Hint.tsx';
import classes from '../fines.module.css';

const PRESSED = 'a, button, input, select, textarea, label';

const inSight = ({ top, bottom, height }: DOMRect): boolean => height > 0 && bottom > 0 && top < innerHeight;

/** Parts of the button's width: closer together than any control is wide. */
const POINTS = [0.02, 0.25, 0.5, 0.75, 0.98];

/** Whether the button would cover a control. */
function covers(button: HTMLElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  const under = POINTS.flatMap((x) =>
    POINTS.flatMap((y) => document.elementsFromPoint(left + x * width, top + y * height)),
  );
  return under.some((one) => {
    const pressed = one.closest(PRESSED);
    return pressed !== null && pressed !== button;
  });
}

interface FloatingAddProps {
  /** the button in the head */
  head: RefObject<HTMLButtonElement | null>;
  onClick: () => void;
}

export function FloatingAdd({ head, onClick }: FloatingAddProps): ReactNode {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  useAway(head, button);
  return (
    <Hint label={t('fines.addNew')} position="left">
      <ActionIcon
        ref={button}
        className={classes['floating'] ?? ''}
        // After the first render useAway sets it.
        data-away
        size={56}
        radius="xl"
        variant="filled"
        aria-label={t('fines.addNew')}
        onClick={onClick}
      >
        <IconPlus size={26} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}

/** Set in the DOM at once while scrolling: rendering would be a frame or two late. */
function useAway(head: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const screen = button.current?.closest('main');
    if (!screen) return undefined;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      if (button.current === null || head.current === null) return;
      const isAway = inSight(head.current.getBoundingClientRect()) || covers(button.current);
      button.current.toggleAttribute('data-away', isAway);
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    soon();
    // The list also scrolls in its own frame.
    document.addEventListener('scroll', soon, { passive: true, capture: true });
    addEventListener('resize', soon);
    const growing = new ResizeObserver(soon);
    growing.observe(screen);
    const changing = new MutationObserver(soon);
    changing.observe(screen, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', soon, { capture: true });
      removeEventListener('resize', soon);
      growing.disconnect();
      changing.disconnect();
    };
  }, [head, button]);
}
