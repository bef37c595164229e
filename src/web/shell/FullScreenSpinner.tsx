// The full-screen spinner: while it is unknown whether anybody is signed in, and while a screen is on its way.
import { Loader } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../messages/index.ts';
import classes from './FullScreenSpinner.module.css';

/** `unreachable`: the question got no answer and is being repeated. */
export function FullScreenSpinner({ unreachable = false }: { unreachable?: boolean }): JSX.Element {
  const { t } = useTexts();
  return (
    <main className={classes['screen']} aria-busy>
      <div role="status" className={classes['content']}>
        <Loader size="lg" aria-label={t('shell.unknownSession')} />
        {unreachable ? <p className={classes['text']}>{t('shell.connectionLost')}</p> : null}
      </div>
    </main>
  );
}
