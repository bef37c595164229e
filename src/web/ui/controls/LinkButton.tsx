// A link to another screen that looks like a button.
import type { ButtonProps } from '@mantine/core';
import { Button } from '@mantine/core';
import type { JSX, MouseEvent, Ref } from 'react';
import { refusedOffline } from '../dialogs/refused-offline.ts';

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
