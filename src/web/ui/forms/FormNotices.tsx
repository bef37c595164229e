// What a person should know before going on with a form: it contains what was typed before, or it may have been saved.
import { Alert, Button } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import classes from './forms.module.css';
import type { RecordForm } from './useRecordForm.ts';

type FormNoticesProps = { form: Pick<RecordForm<object>, 'restored' | 'discard' | 'busy' | 'unanswered'> };

export function FormNotices({ form }: FormNoticesProps): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      {form.restored && !form.unanswered && (
        <RestoredNotice text={t('common.form.restored')} busy={form.busy} onDiscard={form.discard} />
      )}
      {form.unanswered && (
        <Alert color="yellow" role="status">
          {t('common.notSaved')}
        </Alert>
      )}
    </>
  );
}

/** The form contains what was typed before, which can be thrown away. */
export function RestoredNotice(props: { text: string; busy: boolean; onDiscard: () => void }): JSX.Element {
  const { t } = useTexts();
  return (
    <Alert role="status">
      <div className={classes['restored']}>
        <p>{props.text}</p>
        <Button variant="default" onClick={props.onDiscard} disabled={props.busy}>
          {t('common.form.startOver')}
        </Button>
      </div>
    </Alert>
  );
}
