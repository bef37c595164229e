// Shown in place of a screen that failed or could not be fetched, so it must not need further code.
import { Button, Title } from '@mantine/core';
import type { JSX } from 'react';
import { useEffect } from 'react';
import { useTexts } from '../messages/index.ts';
import classes from './shell.module.css';

export function ScreenError({ error }: { error: unknown }): JSX.Element {
  const { t } = useTexts();
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <div role="alert" className={classes['problem']}>
      <Title order={1} size="h3">
        {t('common.screenError.title')}
      </Title>
      <p className={classes.screenErrorText}>{t('common.screenError.text')}</p>
      <Button onClick={() => location.reload()}>{t('common.screenError.reload')}</Button>
    </div>
  );
}
