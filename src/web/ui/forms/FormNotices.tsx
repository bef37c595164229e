// What a person should know before going on with a form: it contains what was typed before, or it may have been saved.
import { Alert, Button } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import classes from './FormNotices.module.css';
import type { RecordForm } from './useRecordForm.ts';

type FormNoticesProps = { form: Pick<RecordForm<object>, 'restored' | 'discard' | 'busy' | 'unanswered'> };

export function FormNotices({ form }: FormNoticesProps): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      {form.restored && !form.unanswered && (
        <Alert role="status">
          <p className={classes['text']}>{t('common.form.restored')}</p>
          <Button variant="default" onClick={form.discard} disabled={form.busy}>
            {t('common.form.startOver')}
          </Button>
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
