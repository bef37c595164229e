// A button within text, as TextLink is a link within text: it opens details about the word.
import { UnstyledButton } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import classes from './TextLink.module.css';

interface TextButtonProps {
  onClick: () => void;
  /** It opens a dialog. */
  opensDialog?: boolean;
  children: ReactNode;
}

export function TextButton({ onClick, opensDialog = false, children }: TextButtonProps): JSX.Element {
  return (
    <UnstyledButton
      className={classes['link'] ?? ''}
      data-in-text
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      onClick={onClick}
    >
      {children}
    </UnstyledButton>
  );
}
