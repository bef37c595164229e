// What a person should know before going on with a form.
import { Alert, Button } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import type { RecordForm } from '../../ui/useRecordForm.ts';
import classes from './users.module.css';

interface FormNoticesProps {
  form: Pick<RecordForm<object>, 'restored' | 'discard' | 'busy' | 'unanswered'>;
  /** The record was deleted while the form was open. */
  gone?: boolean;
}

export function FormNotices({ form, gone = false }: FormNoticesProps): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      {form.restored && (
        <Alert role="status">
          <p className={classes['noticeText']}>{t('users.form.restored')}</p>
          <Button variant="default" onClick={form.discard} disabled={form.busy}>
            {t('users.form.startOver')}
          </Button>
        </Alert>
      )}
      {gone && (
        <Alert color="red" role="alert">
          {t('users.form.gone')}
        </Alert>
      )}
      {form.unanswered && (
        <Alert color="yellow" role="status">
          {t('common.notSaved')}
        </Alert>
      )}
    </>
  );
}
