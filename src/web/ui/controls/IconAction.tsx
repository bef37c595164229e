// A button or link that is only an icon, with an accessible name, a tooltip that says the same, and room for a thumb.
import type { ActionIconProps } from '@mantine/core';
import { ActionIcon } from '@mantine/core';
import type { JSX, KeyboardEventHandler, MouseEventHandler, ReactNode, Ref } from 'react';
import { Hint } from './hint/Hint.tsx';

interface IconActionProps extends Omit<ActionIconProps, 'size' | 'children' | 'aria-label'> {
  /** what it does, e.g. "Mark Paid"; read out and shown as the tooltip */
  label: string;
  /** what is read out if the tooltip's text is not enough, e.g. "Delete the fine of Ayesha Khan" */
  accessibleLabel?: string;
  icon: ReactNode;
  /** a path of paths.ts, which makes it a link */
  to?: string;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  onKeyDown?: KeyboardEventHandler<HTMLButtonElement>;
  type?: 'button' | 'submit';
  ref?: Ref<HTMLButtonElement>;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  'aria-haspopup'?: 'menu' | 'dialog';
}

export function IconAction({
  label,
  accessibleLabel,
  icon,
  to,
  type = 'button',
  ref,
  ...rest
}: IconActionProps): JSX.Element {
  return (
    <Hint label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        {...rest}
        {...(to === undefined ? { type } : { component: 'a' as 'button', href: `#${to}` })}
        ref={ref}
        size={44}
        aria-label={accessibleLabel ?? label}
      >
        {icon}
      </ActionIcon>
    </Hint>
  );
}
