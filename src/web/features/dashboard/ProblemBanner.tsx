// The dismissible banner of the dashboard (DASH-10) for queries that fail while the live feed is connected. A broken
// feed is reported by the shell on every screen, so that there is one banner at a time.
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useEffect, useState } from 'react';
import type { CallError } from '../../api/errors.ts';
import { ConnectionError } from '../../api/errors.ts';
import { useConnection } from '../../api/live/connection.ts';
import { useTexts } from '../../messages/index.ts';
import classes from './dashboard.module.css';
import { isDatabaseAway } from './queries.ts';

interface ProblemBannerProps {
  /** what is wrong with the queries of the screen */
  problem: CallError | null;
  /** A dismissed banner comes back if the problem remains after another attempt. */
  attempt: number;
}

export function ProblemBanner({ problem, attempt }: ProblemBannerProps): JSX.Element {
  const { t } = useTexts();
  const connection = useConnection();
  const kind =
    problem === null || connection !== 'connected'
      ? null
      : isDatabaseAway(problem)
        ? 'database'
        : problem instanceof ConnectionError
          ? 'connection'
          : 'processing';
  const [dismissed, setDismissed] = useState<typeof kind>(null);
  useEffect(() => setDismissed(null), [kind, attempt]);
  return (
    <div role="alert" className={classes['banner']}>
      {kind === null || kind === dismissed ? null : (
        <Alert
          color={kind === 'connection' ? 'yellow' : 'red'}
          role="none"
          icon={<IconAlertTriangle size={20} aria-hidden />}
          title={t(`dashboard.problem.${kind}`)}
          classNames={{ closeButton: classes['bannerClose'] ?? '' }}
          withCloseButton
          closeButtonLabel={t('dashboard.problem.dismiss')}
          onClose={() => setDismissed(kind)}
        />
      )}
    </div>
  );
}
