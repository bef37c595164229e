// A button or link that is only an icon, with an accessible name, a tooltip that says the same, and room for a thumb.
import { type ActionIconProps, ActionIcon, type ButtonProps, Button, UnstyledButton } from '@mantine/core';
import {
  type JSX,
  type KeyboardEventHandler,
  type MouseEventHandler,
  type ReactNode,
  type Ref,
  useState,
  type MouseEvent,
} from 'react';
import { Hint } from './hint/Hint.tsx';
import type { Operation } from '../../../contract/operation.ts';
import { useMay } from '../../api/session.ts';
import { refusedOffline } from '../dialogs/refused-offline.ts';
import classes from './controls.module.css';

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
  ref?: Ref<HTMLButtonElement>;
  'aria-expanded'?: boolean;
  'aria-haspopup'?: 'menu' | 'dialog';
  /** It stands in a row of a list (controls.module.css). */
  'data-in-row'?: boolean;
}

export function IconAction({ label, accessibleLabel, icon, to, ref, ...rest }: IconActionProps): JSX.Element {
  return (
    <Hint label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        {...rest}
        {...(to === undefined ? { type: 'button' } : { component: 'a' as 'button', href: `#${to}` })}
        ref={ref}
        size={44}
        aria-label={accessibleLabel ?? label}
      >
        {icon}
      </ActionIcon>
    </Hint>
  );
}

// A button that cannot be pressed at the moment. `disabled` would take the focus from it.

interface BusyButton {
  'aria-disabled'?: true;
  'data-disabled'?: true;
}

/** For any button, which then refuses presses (style/FocusableButton.tsx). */
export const busyButton = (busy: boolean): BusyButton => (busy ? { 'aria-disabled': true, 'data-disabled': true } : {});

/** Whether some work is under way, and what does it. However the work ends, the button can then be pressed again. */
export function useBusy(): [busy: boolean, during: <T>(work: () => Promise<T>) => Promise<T>] {
  const [busy, setBusy] = useState(false);
  const during = async <T,>(work: () => Promise<T>): Promise<T> => {
    setBusy(true);
    try {
      return await work();
    } finally {
      setBusy(false);
    }
  };
  return [busy, during];
}

// Shows something only to those who may do it.

/** Renders its children for those who may call the operation. */
export function Allowed({ to, children }: { to: Pick<Operation, 'needs'>; children: ReactNode }): ReactNode {
  return useMay()(to) ? children : null;
}

// A link to another screen that looks like a button.

interface LinkButtonProps extends ButtonProps {
  /** a path of paths.ts */
  to: string;
  newTab?: boolean;
  /** The screen is of no use without a connection. */
  needsServer?: boolean | string;
  ref?: Ref<HTMLAnchorElement>;
}

export function LinkButton({ to, newTab = false, needsServer = false, ...rest }: LinkButtonProps): JSX.Element {
  return (
    <Button
      component="a"
      href={`#${to}`}
      {...(newTab ? { target: '_blank' } : {})}
      {...(needsServer !== false && {
        onClick: (event: MouseEvent) => {
          if (refusedOffline(needsServer === true ? undefined : needsServer)) event.preventDefault();
        },
      })}
      {...rest}
    />
  );
}

// A button within text, as TextLink is a link within text: it opens a dialog about the word.

interface TextButtonProps {
  onClick: () => void;
  children: ReactNode;
}

export function TextButton({ onClick, children }: TextButtonProps): JSX.Element {
  return (
    <UnstyledButton className={classes['link'] ?? ''} data-in-text aria-haspopup="dialog" onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}

// A link within text, such as a name or a day; large enough for a thumb where there is no pointer.

interface TextLinkProps {
  /** a path of paths.ts */
  to: string;
  /** within a sentence, where nothing else distinguishes it from the words around it */
  inText?: boolean;
  children: ReactNode;
}

export function TextLink({ to, inText = false, children }: TextLinkProps): JSX.Element {
  return (
    <a href={`#${to}`} className={classes['link']} data-in-text={inText || undefined}>
      {children}
    </a>
  );
}
