// A dialog: in the middle of a wide screen, and on a phone a sheet that fills it or rises from its lower edge.
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { JSX, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { BELOW_TABLET } from '../layout/breakpoint.ts';
import { useReturnedFocus } from './focus.ts';
import { useLayer } from './layers.ts';
import { useFirstFocus } from './useFirstFocus.ts';
import classes from './Sheet.module.css';

/** SCREEN-12: modal 300 ms, backdrop 150 ms. */
const MODAL_MS = 300;
const BACKDROP_MS = 150;
/** The second half of a double click, tap or Enter on what opened it is meant neither for the backdrop nor for its buttons. */
const DOUBLE_CLICK_MS = 500;

interface SheetProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** buttons, always in sight below the content */
  footer?: ReactNode;
  /** width on wide screens: a Mantine size or CSS length; default 'md' */
  size?: string | number;
  /** on phones: 'full' fills the screen (forms), 'bottom' rises from the lower edge (questions). Default 'full' */
  phone?: 'full' | 'bottom';
  /** while true it cannot be closed: something is being saved */
  busy?: boolean;
  /** Changes when other buttons take the place of those before: they are as new as those of one that has just opened. */
  step?: string;
}

export function Sheet(props: SheetProps): JSX.Element {
  const { opened, onClose, title, children, footer, size = 'md', phone = 'full', busy = false, step } = props;
  const { t } = useTexts();
  // The press that opens it is answered before all of it is drawn.
  const drawn = useDeferredValue(opened);
  const narrow = useMediaQuery(BELOW_TABLET) ?? false;
  const full = narrow && phone === 'full';
  // One that is open from its first moment would be there at once instead of coming; its place in the page is there a
  // frame later.
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setReady(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    if (!opened) return undefined;
    const timer = setTimeout(() => setFresh(false), DOUBLE_CLICK_MS);
    return () => {
      clearTimeout(timer);
      setFresh(true);
    };
  }, [opened, step]);
  // Mantine's own listener of Escape would close all that are open.
  useLayer(opened, { close: onClose, busy });
  useReturnedFocus(opened);
  const firstFocus = useFirstFocus(opened, step);

  /** It is on its way out, or nobody can have read it yet. */
  const keepFromButtons = (event: MouseEvent): void => {
    if (opened && !(fresh && isRepeated(event))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Modal
      opened={opened && drawn && ready}
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
      // The head of a dialog is no landmark; the page has one header already.
      attributes={{
        inner: { 'data-phone': phone },
        content: {
          'data-phone': phone,
          'data-fresh': fresh || undefined,
          // Mantine gives its first focus a moment late, which may be after it was closed.
          inert: !opened,
        },
        header: { role: 'none' },
      }}
    >
      <div ref={firstFocus} className={classes['scroll']}>
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

/** The second of two quick clicks, any tap, or Enter on a button that has only just got the focus. */
function isRepeated({ detail, nativeEvent, currentTarget }: MouseEvent): boolean {
  const byTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';
  // Enter in a field of a form presses its button as well; the focus is in the field then.
  const byKeyboard = detail === 0 && currentTarget.contains(document.activeElement);
  return detail > 1 || byTouch || byKeyboard;
}

/** A key that is held down presses a button once. */
function keepFromRepeating(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
