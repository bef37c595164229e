// A dialog: in the middle of a wide screen; on a phone a sheet that fills the screen or rises from its lower edge.
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  type JSX,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useState,
  type RefCallback,
  useCallback,
  useRef,
} from 'react';
import { isOffline } from '../../api/live/connection.ts';
import { useTexts } from '../../messages/index.ts';
import { refusedOffline } from './refused-offline.ts';
import { BELOW_TABLET } from '../layout/media.ts';
import { useReturnedFocus } from './focus.ts';
import { useLayer } from './layers.ts';
import classes from './Sheet.module.css';

/** SCREEN-12: modal 300 ms, backdrop 150 ms. */
const MODAL_MS = 300;
const BACKDROP_MS = 150;
/** For this long, the second half of a double click, tap or Enter that opened it presses nothing in or behind it. */
const DOUBLE_CLICK_MS = 500;

interface SheetProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Whether it is refused without a connection, with a sentence of its own if it has one (OFFLINE-4). */
  needsServer: boolean | string;
  children: ReactNode;
  /** buttons, always in view below the content */
  footer?: ReactNode;
  /** width on wide screens: a Mantine size or CSS length; default 'md' */
  size?: string | number;
  /** on phones: 'full' fills the screen (forms), 'bottom' rises from the lower edge (questions). Default 'full' */
  phone?: 'full' | 'bottom';
  /** while true it cannot be closed: something is being saved */
  busy?: boolean;
  /** Changes when other buttons replace the previous ones: they then count as just shown, as when a dialog opens. */
  step?: string;
  /** false if no text stands before the fields: a screen reader would read all of them out when it opens */
  described?: boolean;
  /** A part of its content scrolls by itself, so that all of it fits. */
  fitted?: boolean;
}

export function Sheet(props: SheetProps): JSX.Element {
  const { onClose, title, children, footer, size = 'md', phone = 'full', busy = false, step } = props;
  const { described = true, fitted } = props;
  const id = useId();
  const { t } = useTexts();
  const opened = useOpened(props);
  // The press that opens it gets a response before all of it is rendered.
  const drawn = useDeferredValue(opened);
  const narrow = useMediaQuery(BELOW_TABLET) ?? false;
  const full = narrow && phone === 'full';
  // A dialog that is open from its first render would appear at once, without its transition; its place in the page
  // exists a frame later.
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setReady(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const shown = opened && drawn && ready;
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setFresh(false), DOUBLE_CLICK_MS);
    return () => {
      clearTimeout(timer);
      setFresh(true);
    };
  }, [shown, step]);
  // Mantine's own Escape listener would close all open dialogs.
  useLayer(opened, { close: onClose, busy });
  useReturnedFocus(opened);
  const firstFocus = useFirstFocus(opened, step);

  /** The dialog is closing, or nobody can have read it yet. */
  const keepFromButtons = (event: MouseEvent): void => {
    if (opened && !(fresh && isRepeated(event))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Modal
      id={id}
      opened={shown}
      onClose={onClose}
      title={title}
      size={size}
      centered={!narrow}
      fullScreen={full}
      closeOnClickOutside={!busy && !fresh}
      closeOnEscape={false}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('common.close'), size: 44, iconSize: 20, disabled: busy }}
      transitionProps={{ transition: narrow ? 'slide-up' : 'pop', duration: MODAL_MS }}
      overlayProps={{ backgroundOpacity: 0.45, transitionProps: { duration: BACKDROP_MS } }}
      classNames={{
        inner: classes['inner'] ?? '',
        content: classes['content'] ?? '',
        header: classes['header'] ?? '',
        title: classes['title'] ?? '',
        body: classes['body'] ?? '',
      }}
      // The head of a dialog is not a landmark, because the page already has a header.
      attributes={{
        inner: { 'data-phone': phone },
        content: {
          'data-phone': phone,
          'data-fresh': fresh || undefined,
          // Mantine sets its first focus with a delay, possibly after the dialog was closed.
          inert: !opened,
        },
        header: { role: 'none' },
        // Mantine describes the dialog by it, which would read the buttons out as well.
        body: { id: undefined },
      }}
    >
      <div
        ref={firstFocus}
        id={described ? `${id}-body` : undefined}
        className={classes['scroll']}
        data-fitted={fitted}
      >
        {children}
      </div>
      {footer === undefined ? null : (
        <div className={classes['footer']} onClickCapture={keepFromButtons} onKeyDownCapture={keepFromRepeating}>
          {footer}
        </div>
      )}
    </Modal>
  );
}

/** Decided when it is opened: what is open stays if the connection is lost. */
function useOpened({ opened, needsServer, onClose }: SheetProps): boolean {
  const [decided, setDecided] = useState({ opened: false, refused: false });
  const isOpening = opened && !decided.opened;
  const refused = isOpening ? needsServer !== false && isOffline() : decided.refused;
  if (decided.opened !== opened) setDecided({ opened, refused });
  const refuse = useEffectEvent(() => {
    refusedOffline(needsServer === true ? undefined : String(needsServer));
    onClose();
  });
  useEffect(() => {
    if (opened && refused) refuse();
  }, [opened, refused]);
  return opened && !refused;
}

/** The second of two quick clicks, any tap, or Enter on a button that has only just got the focus. */
function isRepeated({ detail, nativeEvent, currentTarget }: MouseEvent): boolean {
  const byTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';
  // Enter in a field of a form presses its button as well, but then the focus is in the field.
  const byKeyboard = detail === 0 && currentTarget.contains(document.activeElement);
  return detail > 1 || byTouch || byKeyboard;
}

/** Holding a key down presses a button only once. */
function keepFromRepeating(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}

// Where the focus of a dialog starts: on the part marked with `data-autofocus`. It is set before the next key even if
// that part must first be fetched or read, so that no key is lost; but not after the person has acted in the dialog.

const isUsable = (part: HTMLElement): boolean => !part.matches(':disabled') && part.getClientRects().length > 0;

function focusFirst(dialog: Element): boolean {
  const part = [...dialog.querySelectorAll<HTMLElement>('[data-autofocus]')].find(isUsable);
  part?.focus({ preventScroll: true });
  return part !== undefined;
}

/** Watches a dialog until its first focus has been set. */
function follow(dialog: Element): () => void {
  if (focusFirst(dialog)) return () => undefined;
  const stop = new AbortController();
  const end = (): void => stop.abort();
  // Called before the page is painted with the part that was added.
  const observer = new MutationObserver(() => {
    if (focusFirst(dialog)) end();
  });
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  stop.signal.addEventListener('abort', () => observer.disconnect());
  for (const event of ['pointerdown', 'keydown']) dialog.addEventListener(event, end, { signal: stop.signal });
  return end;
}

/** The focused element is gone, e.g. with the buttons of the previous step, or no longer takes keys. */
const isLost = (dialog: Element): boolean => {
  const focused = document.activeElement;
  return focused === null || !dialog.contains(focused) || focused === dialog || focused.matches(':disabled');
};

/** The ref of an element that stays as long as the dialog. `step` changes when other parts replace the former ones. */
function useFirstFocus(opened: boolean, step: string | undefined): RefCallback<HTMLElement> {
  const within = useRef<HTMLElement | null>(null);
  const end = useRef(() => {});
  const begin = useCallback(() => {
    end.current();
    const dialog = within.current?.closest('[role="dialog"]') ?? null;
    end.current = dialog === null ? () => undefined : follow(dialog);
  }, []);
  useEffect(() => {
    const dialog = within.current?.closest('[role="dialog"]') ?? null;
    if (opened && dialog !== null && isLost(dialog)) begin();
    // A closing dialog no longer looks for its focus.
    if (!opened) end.current();
  }, [opened, step, begin]);
  return useCallback(
    (element) => {
      within.current = element;
      begin();
    },
    [begin],
  );
}
