// A toast's text with a button for what can be done about it as long as the toast is shown. Ctrl+Z does the one that undoes what was
// done last; to the button of any that does not undo F8 leads the keyboard.
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { endUndo, followUndo, isNextUndo, offerUndo, takeUndo } from './undoable.ts';
import { focusIfLost } from '../dialogs/focus.ts';
import classes from './ToastAction.module.css';

interface ToastActionProps {
  text: string;
  label: string;
  /** It takes back what was done: Ctrl+Z does the same while nothing else is done. */
  undoes: boolean;
  /** at most once */
  onRun: () => void;
  /** The keyboard has come to the button: the toast must not go away under it. */
  onFocus: () => void;
}

/** Where Ctrl+Z takes back what was typed, or what is behind a dialog is out of reach. */
const ELSEWHERE = 'input, textarea, [contenteditable], [role="dialog"]';

export function ToastAction({ text, label, undoes, onRun, onFocus }: ToastActionProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const focusBefore = useRef<HTMLElement | null>(null);
  const done = useRef(false);
  const [self] = useState(() => ({}));
  const hasKey = useSyncExternalStore(followUndo, () => isNextUndo(self));

  const run = (): void => {
    // A second press may come while the toast is on its way out.
    if (done.current) return;
    done.current = true;
    takeUndo(self);
    if (document.activeElement === button.current) {
      button.current?.blur();
      focusIfLost(focusBefore.current);
    }
    onRun();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // By the key's place: under Urdu it writes another letter.
    if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (!isNextUndo(self)) return;
    if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(ELSEWHERE) !== null)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!undoes) return undefined;
    const listener = (event: KeyboardEvent): void => onKey(event);
    offerUndo(self);
    document.addEventListener('keydown', listener);
    return () => {
      endUndo(self);
      document.removeEventListener('keydown', listener);
    };
  }, [undoes, self]);
  useEffect(() => {
    if (undoes) return undefined;
    const lead = (event: KeyboardEvent): void => {
      if (event.key !== 'F8' || event.defaultPrevented) return;
      event.preventDefault();
      button.current?.focus();
    };
    document.addEventListener('keydown', lead);
    return () => document.removeEventListener('keydown', lead);
  }, [undoes]);

  return (
    <div className={classes['row']}>
      <span>{text}</span>
      <Button
        ref={button}
        variant="default"
        className={classes['button'] ?? ''}
        {...(undoes && hasKey && { title: 'Ctrl+Z', 'aria-keyshortcuts': 'Control+Z Meta+Z' })}
        {...(!undoes && { title: 'F8', 'aria-keyshortcuts': 'F8' })}
        // The mouse leaves the focus where it is.
        onMouseDown={(event) => event.preventDefault()}
        onFocus={({ relatedTarget }) => {
          focusBefore.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
          onFocus();
        }}
        onClick={run}
      >
        {label}
      </Button>
    </div>
  );
}
