// A link to another screen that looks like a button.
import type { ButtonProps } from '@mantine/core';
import { Button } from '@mantine/core';
import type { JSX, Ref } from 'react';

interface LinkButtonProps extends ButtonProps {
  /** a path of paths.ts */
  to: string;
  newTab?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

export function LinkButton({ to, newTab = false, ...rest }: LinkButtonProps): JSX.Element {
  return <Button component="a" href={`#${to}`} {...(newTab ? { target: '_blank' } : {})} {...rest} />;
}
