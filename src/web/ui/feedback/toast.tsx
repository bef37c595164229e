// Toasts: what was done, or what failed. Screen readers announce them.
import { notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, type FocusEvent, type JSX, type Ref, useState } from 'react';
import { textNow } from '../../messages/index.ts';
import { inTheWay } from './room.ts';
import { Button, Group } from '@mantine/core';
import { endUndo, type KeyOfButton, offerUndo, useUndoKey } from './undoable.ts';
import { focusIfLost } from '../dialogs/focus.ts';
import classes from './feedback.module.css';

// A toast's text with buttons for what can be done about it while the toast is shown. Ctrl+Z presses the Undo of the
// toast about the latest action; F8 moves the focus to a button that does something else.

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

function ToastActions({ text, action, undo, onRun, onFocus }: ToastActionsProps): JSX.Element {
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
      <Group ref={buttons} align="stretch" gap={6} flex="0 1 auto" maw="100%">
        {action !== undefined && <Other label={action.label} onClick={() => run(action)} onFocus={focused} />}
        {undo !== undefined && <Undo label={undo.label} onClick={() => run(undo)} onFocus={focused} />}
      </Group>
    </div>
  );
}

const NUMBERS = /([RV]-\d{4}-\d{6,9})/;

/** What a toast says. No number of a receipt or voucher is broken at its hyphens. */
const ToastText = ({ text }: { text: string }): JSX.Element => (
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

export interface ToastOptions {
  /** a line in bold above the text */
  title?: string;
  /** milliseconds until it disappears by itself; false: only by hand */
  autoClose?: number | false;
  /** A toast with the id of an earlier one takes its place. */
  id?: string;
  /** what can be done about it; the toast disappears with it */
  action?: ToastAction;
  /** the same for what takes back what was done */
  undo?: ToastAction;
}

/** SCREEN-11: how long a toast about a refresh stays, in milliseconds. */
export const REFRESHED_MS = 1500;

/** Long enough to read two sentences with figures in them, in milliseconds. */
export const FIGURES_SHOWN_MS = 20_000;

/** For toasts with a button, in milliseconds. */
const ACTION_SHOWN_MS = 10_000;

interface Kind {
  color: string;
  icon: ReactNode;
  /** Longer for errors, which must be read. */
  autoClose: number;
  /** Errors interrupt a screen reader; other toasts wait their turn. */
  role: 'status' | 'alert';
}

const KINDS = {
  success: { color: 'green.8', icon: <IconCheck size={18} aria-hidden />, autoClose: 4000, role: 'status' },
  error: { color: 'red.8', icon: <IconAlertTriangle size={18} aria-hidden />, autoClose: 10_000, role: 'alert' },
  info: { color: 'blue.8', icon: <IconInfoCircle size={18} aria-hidden />, autoClose: 6000, role: 'status' },
} as const satisfies Record<string, Kind>;

/** The toast on screen for each id its callers use. */
const shownFor = new Map<string, string>();

let handles = 0;
const nextHandle = (): string => `toast-${(handles += 1)}`;

function withActions(shown: string, text: string, { action, undo }: ToastOptions): ReactNode {
  const message = (
    <ToastActions
      text={text}
      action={action}
      undo={undo}
      onRun={(run) => {
        notifications.hide(shown);
        run();
      }}
      onFocus={() => notifications.update({ id: shown, message, autoClose: false })}
    />
  );
  return message;
}

function show(kind: Kind, text: string, options: ToastOptions = {}): string {
  const { title, autoClose, id } = options;
  const asks = options.action !== undefined || options.undo !== undefined;
  // Replaced rather than updated, so that this one is shown for its full time.
  const before = id === undefined ? undefined : shownFor.get(id);
  if (before !== undefined) notifications.hide(before);
  const old = inTheWay(notificationsStore.getState().notifications);
  if (old?.id !== undefined) notifications.hide(old.id);
  const shown = nextHandle();
  notifications.show({
    id: shown,
    ...(title === undefined ? {} : { title }),
    message: asks ? withActions(shown, text, options) : <ToastText text={text} />,
    color: kind.color,
    icon: kind.icon,
    autoClose: autoClose ?? (asks ? ACTION_SHOWN_MS : kind.autoClose),
    role: kind.role,
    withBorder: true,
    closeButtonProps: { 'aria-label': textNow('common.close') },
  });
  if (id !== undefined) shownFor.set(id, shown);
  return shown;
}

/** `toast.success(t('fines.added'))`; returns a handle for `toast.hide`. */
export const toast = {
  success: (text: string, options?: ToastOptions): string => show(KINDS.success, text, options),
  error: (text: string, options?: ToastOptions): string => show(KINDS.error, text, options),
  info: (text: string, options?: ToastOptions): string => show(KINDS.info, text, options),
  hide: (handle: string): void => {
    notifications.hide(handle);
  },
  /** Hides the toast shown under this id, because what it says no longer holds. */
  over: (id: string): void => {
    const shown = shownFor.get(id);
    if (shown !== undefined) notifications.hide(shown);
    shownFor.delete(id);
  },
};

/** For the `onError` of what a form sends: an error toast for somebody who has left the form that would have said it. */
export function useTellIfLeft<E>(textOf: (error: E) => string, options?: ToastOptions): (error: E) => void {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);
  return (error) => {
    if (left.current) toast.error(textOf(error), options);
  };
}
