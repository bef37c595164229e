// A dialog: in the middle of a wide screen, and on a phone a sheet that fills it or rises from its lower edge.
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { JSX, ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useTexts } from '../messages/index.ts';
import { BELOW_TABLET } from './breakpoint.ts';
import classes from './Sheet.module.css';

/** Specification section 9: modal 300 ms, backdrop 150 ms. */
const MODAL_MS = 300;
const BACKDROP_MS = 150;
/** The second half of a double click on the button that opened it falls on the backdrop, and is no wish to close. */
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
}

export function Sheet(props: SheetProps): JSX.Element {
  const { opened, onClose, title, children, footer, size = 'md', phone = 'full', busy = false } = props;
  const { t } = useTexts();
  const narrow = useMediaQuery(BELOW_TABLET) ?? false;
  const full = narrow && phone === 'full';
  // One that is open from its first moment would be there at once instead of coming; its place in the page is there a
  // frame later.
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setReady(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const [closable, setClosable] = useState(false);
  useEffect(() => {
    if (!opened) return undefined;
    const timer = setTimeout(() => setClosable(true), DOUBLE_CLICK_MS);
    return () => {
      clearTimeout(timer);
      setClosable(false);
    };
  }, [opened]);
  return (
    <Modal
      opened={opened && ready}
      onClose={onClose}
      title={title}
      size={size}
      centered={!narrow}
      fullScreen={full}
      closeOnClickOutside={!busy && closable}
      closeOnEscape={!busy}
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
      attributes={{ inner: { 'data-phone': phone }, content: { 'data-phone': phone }, header: { role: 'none' } }}
    >
      <div className={classes['scroll']}>{children}</div>
      {footer === undefined ? null : <div className={classes['footer']}>{footer}</div>}
    </Modal>
  );
}
