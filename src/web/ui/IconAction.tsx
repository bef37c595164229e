// A button that is only an icon: with an accessible name, a tooltip that says the same, and room for a thumb.
import type { ActionIconProps } from '@mantine/core';
import { ActionIcon, Tooltip } from '@mantine/core';
import type { JSX, KeyboardEventHandler, MouseEventHandler, ReactNode, Ref } from 'react';

interface IconActionProps extends Omit<ActionIconProps, 'size' | 'children' | 'aria-label'> {
  /** what it does, e.g. "Mark Paid"; read out and shown as the tooltip */
  label: string;
  /** what is read out, where the tooltip's word is not enough, e.g. "Delete the fine of Ayesha Khan" */
  accessibleLabel?: string;
  icon: ReactNode;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  onKeyDown?: KeyboardEventHandler<HTMLButtonElement>;
  type?: 'button' | 'submit';
  ref?: Ref<HTMLButtonElement>;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  'aria-haspopup'?: 'menu' | 'dialog';
}

export function IconAction({ label, accessibleLabel, icon, type = 'button', ...rest }: IconActionProps): JSX.Element {
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: false }} openDelay={200}>
      <ActionIcon variant="subtle" color="gray" {...rest} type={type} size={44} aria-label={accessibleLabel ?? label}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
