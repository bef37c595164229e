// Shown in a dialog until its subject is known, or if that could not be read.
import { Alert, Button, Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import classes from '../forms/forms.module.css';

interface DialogLoadingProps {
  failed: boolean;
  /** what could not be read */
  message: string;
  onTryAgain: () => void;
}

export function DialogLoading({ failed, message, onTryAgain }: DialogLoadingProps): JSX.Element {
  const { t } = useTexts();
  return failed ? (
    <Alert color="red" role="alert">
      <p className={classes['text']}>{message}</p>
      <Button variant="default" onClick={onTryAgain}>
        {t('common.tryAgain')}
      </Button>
    </Alert>
  ) : (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton height={36} width="60%" />
      <Skeleton height={140} mt="md" />
      <Skeleton height={90} mt="lg" />
    </div>
  );
}
