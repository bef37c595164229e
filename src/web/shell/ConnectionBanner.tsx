// Says that the screen is not being kept up to date, and since when. Disappears when the connection is back.
import { CloseButton } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useEffect, useState } from 'react';
import { type Line, useConnection } from '../api/live/connection.ts';
import { useSession } from '../api/session.ts';
import { momentText } from '../messages/formats.ts';
import { useAsOf, useIsIncomplete } from '../offline/as-of.ts';
import { useTexts } from '../messages/index.ts';
import classes from './ConnectionBanner.module.css';

const TEXTS = {
  offline: 'shell.offline',
  reconnecting: 'shell.connectionLost',
  'database-away': 'shell.databaseAway',
} as const satisfies Record<Exclude<Line, 'connected'>, string>;

export function ConnectionBanner(): JSX.Element {
  const { t } = useTexts();
  const connection = useConnection();
  const [dismissed, setDismissed] = useState(false);
  // Each break is reported anew.
  useEffect(() => setDismissed(false), [connection]);
  return (
    <div role="status" data-screen-only className={classes['place']}>
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
