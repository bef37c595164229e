// Says that the screen is not being kept up to date, and since when. Disappears when the connection is back.
import { CloseButton, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type JSX, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Line, useConnection } from '../api/live/connection.ts';
import { useSession } from '../api/session.ts';
import { momentText } from '../messages/formats.ts';
import { useTexts } from '../messages/index.ts';
import classes from './shell.module.css';
import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { readSession } from '../../contract/sign-in/auth.ts';
import { isMissing } from '../api/offline-cache/offline-cache.ts';

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
          <Text span flex={1} py={8} fw={500}>
            <span>{t(TEXTS[connection])}</span> <AsOf />
          </Text>
          <CloseButton size={44} aria-label={t('shell.dismiss')} onClick={() => setDismissed(true)} />
        </div>
      ) : null}
    </div>
  );
}

/** Between the banner and a toast, in pixels. */
const GAP = 12;

/** Toasts appear below the banner, whatever its height (shell.module.css). */
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
      {isIncomplete && (
        <Text span fw={400} display="block">
          {t('shell.notKept')}
        </Text>
      )}
    </>
  );
}

// What the device has of a screen that is shown offline, and since when it may have changed.

const shown = (cache: QueryCache): Query[] =>
  cache.findAll({ type: 'active' }).filter(({ queryKey }) => queryKey[0] !== readSession.id);

function useShown<T extends number | boolean | null>(select: (queries: readonly Query[]) => T): T {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => select(shown(cache)),
  );
}

/** The time of the oldest answer on screen, in milliseconds; null if there is none. */
const useAsOf = (): number | null =>
  useShown((queries) => {
    const times = queries.flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]));
    return times.length === 0 ? null : Math.min(...times);
  });

/** Whether something of the screen is not on this device and has not been read yet. */
const useIsIncomplete = (): boolean =>
  useShown((queries) =>
    queries.some((query) => query.state.data === undefined && (query.state.status === 'error' || isMissing(query))),
  );
