// A button within text, as TextLink is a link within text: it opens a dialog about the word.
import { UnstyledButton } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import classes from './controls.module.css';

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
