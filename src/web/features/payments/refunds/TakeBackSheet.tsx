// Asks before something is taken back, and for the reason.
import type { JSX } from 'react';
import { MIN_REASON } from '../../../../core/limits.ts';
import { useTexts } from '../../../messages/index.ts';
import { FormSheet } from '../../../ui/forms/FormSheet.tsx';
import { ReasonInput } from '../../../ui/forms/ReasonInput.tsx';
import { type FormSubmission, useRecordForm } from '../../../ui/forms/record-form.ts';
import classes from '../payments.module.css';

const EMPTY = { reason: '' };

interface TakeBackSheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  question: string;
  /** what becomes of it */
  hint?: string;
  /** of the draft */
  name: string;
  submission: FormSubmission;
  /** @throws CallError */
  send: (reason: string) => Promise<unknown>;
}

export function TakeBackSheet(props: TakeBackSheetProps): JSX.Element {
  const { opened, onClose, title, question, hint, name, submission, send } = props;
  const { t } = useTexts();
  const form = useRecordForm({ base: EMPTY, draftName: name, submission, onClose });
  const { values, busy, problems } = form;
  const submit = (): void => {
    const reason = values.reason.trim();
    if (reason.length < MIN_REASON) {
      form.showProblems({ reason: t('payments.takeBack.reasonMissing', { min: MIN_REASON }) });
      return;
    }
    void form.save(() => send(reason));
  };
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={title}
      saveLabel={t('payments.takeBack.confirm')}
      size="sm"
      danger
      form={form}
      onSubmit={submit}
    >
      <p className={classes['question']}>{question}</p>
      {hint !== undefined && <p className={classes['aside']}>{hint}</p>}
      <ReasonInput
        label={t('payments.takeBack.reason')}
        required
        readOnly={busy}
        value={values.reason}
        error={problems.reason}
        onChange={(text) => form.change('reason', text)}
      />
    </FormSheet>
  );
}
