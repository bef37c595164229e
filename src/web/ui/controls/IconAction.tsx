// A button, or a link, that is only an icon: with an accessible name, a tooltip that says the same, and room for a thumb.
import type { ActionIconProps } from '@mantine/core';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import type { JSX, KeyboardEventHandler, MouseEventHandler, ReactNode, Ref } from 'react';
import { useEffect, useRef, useState } from 'react';

interface IconActionProps extends Omit<ActionIconProps, 'size' | 'children' | 'aria-label'> {
  /** what it does, e.g. "Mark Paid"; read out and shown as the tooltip */
  label: string;
  /** what is read out, where the tooltip's word is not enough, e.g. "Delete the fine of Ayesha Khan" */
  accessibleLabel?: string;
  icon: ReactNode;
  /** a path of paths.ts: it is a link */
  to?: string;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  onKeyDown?: KeyboardEventHandler<HTMLButtonElement>;
  type?: 'button' | 'submit';
  ref?: Ref<HTMLButtonElement>;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  'aria-haspopup'?: 'menu' | 'dialog';
}

/** Longer than a pointer takes to pass over a row of buttons. */
const HINT_AFTER_MS = 200;

export function IconAction({
  label,
  accessibleLabel,
  icon,
  to,
  type = 'button',
  ref,
  ...rest
}: IconActionProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const merged = useMergedRef(button, ref);
  const [hint, setHint] = useState<'none' | 'wanted' | 'shown'>('none');
  const hide = (): void => setHint('none');

  useEffect(() => {
    if (hint !== 'wanted') return undefined;
    const timer = setTimeout(() => setHint('shown'), HINT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hint]);
  useEffect(() => {
    if (hint === 'none') return undefined;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setHint('none');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hint]);

  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        {...rest}
        {...(to === undefined ? { type } : { component: 'a' as 'button', href: `#${to}` })}
        ref={merged}
        size={44}
        aria-label={accessibleLabel ?? label}
        onPointerEnter={({ pointerType }) => {
          if (pointerType !== 'touch') setHint('wanted');
        }}
        onPointerLeave={hide}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setHint('shown');
        }}
        onBlur={hide}
      >
        {icon}
      </ActionIcon>
      {/* Mounted only while shown: a table has a hundred of these, and each would be positioned with every change. */}
      {hint === 'shown' && <Tooltip label={label} target={button} opened />}
    </>
  );
}
