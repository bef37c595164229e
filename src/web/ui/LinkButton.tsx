// A link to another screen that looks like a button.
import type { ButtonProps } from '@mantine/core';
import { Button } from '@mantine/core';
import type { JSX } from 'react';

interface LinkButtonProps extends ButtonProps {
  /** a path of paths.ts */
  to: string;
}

export function LinkButton({ to, ...rest }: LinkButtonProps): JSX.Element {
  return <Button component="a" href={`#${to}`} {...rest} />;
}
