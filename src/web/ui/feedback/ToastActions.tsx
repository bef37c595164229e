// A toast's text with buttons for what can be done about it as long as the toast is shown. Ctrl+Z does what undoes, of the toast
// that says what was done last; to the button that does something else F8 leads the keyboard.
import { Button } from '@mantine/core';
import type { FocusEvent, JSX, Ref } from 'react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { endUndo, followUndo, isNextUndo, offerUndo, takeUndo } from './undoable.ts';
import { focusIfLost } from '../dialogs/focus.ts';
import classes from './ToastActions.module.css';

export interface ToastAction {
  label: string;
  run: () => void;
}

interface ToastActionsProps {
  text: string;
  action: ToastAction | undefined;
  /** takes back what was done: Ctrl+Z does the same while nothing else is done */
  undo: ToastAction | undefined;
  /** one of them, at most once: the toast is gone with it */
  onRun: (run: () => void) => void;
  /** The keyboard has come to a button: the toast must not go away under it. */
  onFocus: () => void;
}

/** Where Ctrl+Z takes back what was typed, or what is behind a dialog is out of reach. */
const ELSEWHERE = 'input, textarea, [contenteditable], [role="dialog"]';

export function ToastActions({ text, action, undo, onRun, onFocus }: ToastActionsProps): JSX.Element {
  const buttons = useRef<HTMLDivElement>(null);
  const focusBefore = useRef<HTMLElement | null>(null);
  const done = useRef(false);
  const run = (one: ToastAction): void => {
    // A second press may come while the toast is on its way out.
    if (done.current) return;
    done.current = true;
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && buttons.current?.contains(activeElement) === true) {
      activeElement.blur();
      focusIfLost(focusBefore.current);
    }
    onRun(one.run);
  };
  const focused = ({ relatedTarget }: FocusEvent): void => {
    // From one of these buttons to the other: both go.
    if (relatedTarget !== null && buttons.current?.contains(relatedTarget) === true) return;
    focusBefore.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    onFocus();
  };
  return (
    <div className={classes['row']}>
      <span>{text}</span>
      <div ref={buttons} className={classes['buttons']}>
        {action !== undefined && <Other label={action.label} onClick={() => run(action)} onFocus={focused} />}
        {undo !== undefined && <Undo label={undo.label} onClick={() => run(undo)} onFocus={focused} />}
      </div>
    </div>
  );
}

interface ButtonProps {
  label: string;
  onClick: () => void;
  onFocus: (event: FocusEvent) => void;
}

function Undo({ label, onClick, onFocus }: ButtonProps): JSX.Element {
  const [self] = useState(() => ({}));
  const hasKey = useSyncExternalStore(followUndo, () => isNextUndo(self));
  const run = (): void => {
    takeUndo(self);
    onClick();
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
    const listener = (event: KeyboardEvent): void => onKey(event);
    offerUndo(self);
    document.addEventListener('keydown', listener);
    return () => {
      endUndo(self);
      document.removeEventListener('keydown', listener);
    };
  }, [self]);
  const keys = hasKey ? (['Ctrl+Z', 'Control+Z Meta+Z'] as const) : undefined;
  return <ActionButton label={label} keys={keys} onClick={run} onFocus={onFocus} />;
}

function Other({ label, onClick, onFocus }: ButtonProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const lead = (event: KeyboardEvent): void => {
      if (event.key !== 'F8' || event.defaultPrevented) return;
      event.preventDefault();
      button.current?.focus();
    };
    document.addEventListener('keydown', lead);
    return () => document.removeEventListener('keydown', lead);
  }, []);
  return <ActionButton ref={button} label={label} keys={['F8', 'F8']} onClick={onClick} onFocus={onFocus} />;
}

/** `keys`: as people read them, and as `aria-keyshortcuts` has them. */
function ActionButton(
  props: ButtonProps & { ref?: Ref<HTMLButtonElement>; keys: readonly [string, string] | undefined },
): JSX.Element {
  const { ref, label, keys, onClick, onFocus } = props;
  return (
    <Button
      {...(ref !== undefined && { ref })}
      variant="default"
      className={classes['button'] ?? ''}
      {...(keys && { title: keys[0], 'aria-keyshortcuts': keys[1] })}
      // The mouse leaves the focus where it is.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={onFocus}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
