// Says that the screen is not being kept up to date, and since when. Disappears when the connection is back.
import { CloseButton } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { JSX, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { type Line, useConnection } from '../api/live/connection.ts';
import { useSession } from '../api/session.ts';
import { momentText } from '../messages/formats.ts';
import { useAsOf, useIsIncomplete } from '../api/kept/as-of.ts';
import { useTexts } from '../messages/index.ts';
import classes from './shell.module.css';

const TEXTS = {
  offline: 'shell.offline',
  reconnecting: 'shell.connectionLost',
  'database-away': 'shell.databaseAway',
} as const satisfies Record<Exclude<Line, 'connected'>, string>;

export function ConnectionBanner(): JSX.Element {
  const { t } = useTexts();
  const connection = useConnection();
  const [dismissed, setDismissed] = useState(false);
  // Each loss of connection is reported again.
  useEffect(() => setDismissed(false), [connection]);
  const place = useRef<HTMLDivElement>(null);
  useAboveToasts(place);
  return (
    <div ref={place} role="status" data-screen-only className={classes['place']}>
      {connection !== 'connected' && !dismissed ? (
        <div className={classes['banner']}>
          <IconCloudOff size={20} aria-hidden className={classes['icon'] ?? ''} />
          <span className={classes['text']}>
            <span>{t(TEXTS[connection])}</span> <AsOf />
          </span>
          <CloseButton size={44} aria-label={t('shell.dismiss')} onClick={() => setDismissed(true)} />
        </div>
      ) : null}
    </div>
  );
}

/** Between the banner and a toast, in pixels. */
const GAP = 12;

/** Toasts appear below the banner, whatever its height (Toasts.module.css). */
function useAboveToasts(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (place.current === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0;
      style.setProperty('--app-banner', height === 0 ? '0px' : `${height + GAP}px`);
    });
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--app-banner');
    };
  }, [place]);
}

function AsOf(): JSX.Element {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const at = useAsOf();
  const isIncomplete = useIsIncomplete();
  return (
    <>
      {at !== null && <span>{t('shell.asOf', { when: momentText(at, timeZone) })}</span>}
      {isIncomplete && <span className={classes['more']}>{t('shell.notKept')}</span>}
    </>
  );
}
