// Says that the screen is not being kept up to date. Disappears when the connection is back.
import { CloseButton } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useEffect, useState } from 'react';
import { useConnection } from '../api/live/live.ts';
import { useTexts } from '../messages/index.ts';
import classes from './ConnectionBanner.module.css';

export function ConnectionBanner(): JSX.Element {
  const { t } = useTexts();
  const connection = useConnection();
  const [dismissed, setDismissed] = useState(false);
  // Each break is reported anew.
  useEffect(() => setDismissed(false), [connection]);
  const shown = connection !== 'connected' && !dismissed;
  return (
    <div role="status" data-screen-only className={classes['place']}>
      {shown ? (
        <div className={classes['banner']}>
          <IconCloudOff size={20} aria-hidden className={classes['icon'] ?? ''} />
          <span className={classes['text']}>
            {t(connection === 'database-away' ? 'shell.databaseAway' : 'shell.connectionLost')}
          </span>
          <CloseButton size={44} aria-label={t('shell.dismiss')} onClick={() => setDismissed(true)} />
        </div>
      ) : null}
    </div>
  );
}
