// A toast's text with buttons for what can be done about it while the toast is shown. Ctrl+Z presses the Undo of the
// toast about the latest action; F8 moves the focus to a button that does something else.
import { Button } from '@mantine/core';
import type { FocusEvent, JSX, Ref } from 'react';
import { useEffect, useRef, useState } from 'react';
import { endUndo, type KeyOfButton, offerUndo, useUndoKey } from './undoable.ts';
import { focusIfLost } from '../dialogs/focus.ts';
import classes from './feedback.module.css';

export interface ToastAction {
  label: string;
  run: () => void;
}

interface ToastActionsProps {
  text: string;
  action: ToastAction | undefined;
  /** takes back what was done; Ctrl+Z does the same until something else is done */
  undo: ToastAction | undefined;
  /** runs one of them, at most once; the toast disappears with it */
  onRun: (run: () => void) => void;
  /** A button has got the focus, so the toast must not disappear under it. */
  onFocus: () => void;
}

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
    // The focus comes from the other of these buttons, which disappears as well.
    if (relatedTarget !== null && buttons.current?.contains(relatedTarget) === true) return;
    focusBefore.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    onFocus();
  };
  return (
    <div className={classes['row']}>
      <span>
        <ToastText text={text} />
      </span>
      <div ref={buttons} className={classes['buttons']}>
        {action !== undefined && <Other label={action.label} onClick={() => run(action)} onFocus={focused} />}
        {undo !== undefined && <Undo label={undo.label} onClick={() => run(undo)} onFocus={focused} />}
      </div>
    </div>
  );
}

const NUMBERS = /([RV]-\d{4}-\d{6,9})/;

/** What a toast says. No number of a receipt or voucher is broken at its hyphens. */
export const ToastText = ({ text }: { text: string }): JSX.Element => (
  <>
    {text.split(NUMBERS).map((part, place) =>
      place % 2 === 0 ? (
        part
      ) : (
        <span key={place} className={classes['number']}>
          {part}
        </span>
      ),
    )}
  </>
);

interface ButtonProps {
  label: string;
  onClick: () => void;
  onFocus: (event: FocusEvent) => void;
}

function Undo({ label, onClick, onFocus }: ButtonProps): JSX.Element {
  const [self] = useState(() => ({}));
  const { key, run } = useUndoKey(self, onClick);
  useEffect(() => {
    offerUndo(self);
    return () => endUndo(self);
  }, [self]);
  return <ActionButton label={label} keyOf={key} onClick={run} onFocus={onFocus} />;
}

const F8: KeyOfButton = { title: 'F8', 'aria-keyshortcuts': 'F8' };

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
  return <ActionButton ref={button} label={label} keyOf={F8} onClick={onClick} onFocus={onFocus} />;
}

function ActionButton(props: ButtonProps & { ref?: Ref<HTMLButtonElement>; keyOf: KeyOfButton }): JSX.Element {
  const { ref, label, keyOf, onClick, onFocus } = props;
  return (
    <Button
      {...(ref !== undefined && { ref })}
      variant="default"
      className={classes['button'] ?? ''}
      {...keyOf}
      // Pressing it with the mouse leaves the focus where it is.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={onFocus}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
