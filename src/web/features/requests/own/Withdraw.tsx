// Withdraws an open request of one's own (REQ-5).
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import { type MemberRequest, withdrawRequest } from '../../../../contract/money/requests.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import classes from '../requests.module.css';

export function Withdraw({ request: { id, kind, sentOn } }: { request: MemberRequest }): JSX.Element {
  const { t } = useTexts();
  const [asked, setAsked] = useState(false);
  const close = (): void => setAsked(false);
  const submission = useSubmission(withdrawRequest, {
    name: `request.withdraw.${id}`,
    onSuccess: () => toast.success(t('requests.own.withdrawn')),
    onError: (error) => toast.error(t('requests.own.withdrawFailed', { reason: reasonOf(error, t) })),
  });
  return (
    <div className={classes['buttons']}>
      <Button
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('requests.own.withdrawOf', { kind: t(`requests.kinds.${kind}`), day: dayText(sentOn) })}
        onClick={() => setAsked(true)}
      >
        {t('requests.own.withdraw')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('requests.own.withdrawTitle')}
        message={t('requests.own.withdrawQuestion')}
        confirmLabel={t('requests.own.withdraw')}
        danger
        busy={submission.sending}
        // If it fails, a toast says why.
        onConfirm={() => void submission.send({ params: { requestId: id } }).then(close, close)}
        onClose={close}
      />
    </div>
  );
}
