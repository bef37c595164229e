// The full-screen spinner, while the session or a screen is loading.
import { Loader } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../messages/index.ts';
import classes from './shell.module.css';

/** `unreachable`: the request failed and is being retried. */
export function FullScreenSpinner({ unreachable = false }: { unreachable?: boolean }): JSX.Element {
  const { t } = useTexts();
  return (
    <main className={classes['screen']} aria-busy>
      <div role="status" className={classes['content']}>
        <Loader size="lg" aria-label={t('shell.unknownSession')} />
        {unreachable ? <p className={classes.fullScreenSpinnerText}>{t('shell.connectionLost')}</p> : null}
      </div>
    </main>
  );
}
