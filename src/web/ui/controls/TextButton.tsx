// A press that is a part of what is read, as a TextLink is: it opens what there is to say about the word.
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
