// Takes back one waiver of a fine, with a reason (WAIVE-5): from the fine's row, its details, and the tab Waived. If a
// fine has several, the person chooses one.
import { Alert, Radio, Stack } from '@mantine/core';
import type { JSX } from 'react';
import { readFine, type WaivedPart } from '../../../contract/fines/fine-details.ts';
import { reverseWaiver } from '../../../contract/money/waivers.ts';
import { MIN_REASON } from '../../../core/limits.ts';
import { useRead } from '../../api/hooks.ts';
import { useSubmission } from '../../api/sending/submissions.ts';
import { dayText, recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { DialogLoading } from '../dialogs/ConfirmDialog.tsx';
import { reasonOf } from '../feedback/failure.ts';
import { FormSheet } from '../forms/FormSheet.tsx';
import { QuotedFine } from './FineState.tsx';
import { moneyText } from './money.tsx';
import { leftOf } from './payment-figures.ts';
import classes from './money.module.css';
import { toast } from '../feedback/toast.tsx';
import { ReasonInput } from '../forms/ReasonInput.tsx';
import { useLast, useOpening } from '../dialogs/dialog-state.ts';
import { useRecordForm, useShown } from '../forms/record-form.ts';

const EMPTY = { waiverId: '', reason: '' };

interface Subject {
  fineId: string;
  /** The waiver chosen at first; the newest if left out. */
  waiverId?: string;
}

/** `of`: null while nothing is asked. Uses the texts of the area `collect`. */
export default function TakeBackWaiver(props: { of: Subject | null; onClose: () => void }): JSX.Element | null {
  const shown = useLast(props.of);
  const opening = useOpening(props.of !== null);
  if (shown === null) return null;
  return <OfFine key={opening} {...shown} opened={props.of !== null} onClose={props.onClose} />;
}

function OfFine(props: Subject & { opened: boolean; onClose: () => void }): JSX.Element {
  const { fineId, waiverId, opened, onClose } = props;
  const { t } = useTexts();
  const query = useRead(readFine, { params: { fineId } }, { enabled: opened, keepPrevious: false });
  const name = `waiver.back.${fineId}`;
  const submission = useSubmission(reverseWaiver, {
    name,
    onSuccess: ({ waiver }) =>
      toast.success(t('collect.unwaive.done', { amount: moneyText(waiver.reversals.at(-1)?.amount ?? 0, 'rs') })),
    complain: (error) => toast.error(t('collect.unwaive.failed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const form = useRecordForm({ base: EMPTY, draftName: name, submission, onClose });
  const { values, busy, problems } = form;

  const { fine, waived = [] } = query.data ?? {};
  // A mistake waives the whole fine: a part of it cannot be owed again before that is taken back.
  const standing = waived.filter((one) => leftOf(one) > 0 && (one.mistake || fine?.mistake !== true)).toReversed();
  const wanted = [values.waiverId, waiverId].find((id) => standing.some((one) => one.id === id));
  const chosen = standing.find(({ id }) => id === wanted) ?? standing[0];
  const left = chosen === undefined ? 0 : leftOf(chosen);
  const { changed, agree } = useShown(name, query.data && `${chosen?.id ?? ''} ${left}`, form);
  // Choosing another waiver here is not a change.
  const isOther = values.waiverId !== '' && values.waiverId === chosen?.id;

  const submit = (): void => {
    if (chosen === undefined) return;
    const reason = values.reason.trim();
    if (reason.length < MIN_REASON) {
      form.showProblems({ reason: t('collect.unwaive.reasonMissing') });
      return;
    }
    agree();
    void form.save(() => submission.send({ params: { waiverId: chosen.id }, body: { amount: left, reason } }));
  };
  const sentenceOf = (one: WaivedPart): string =>
    t(one.mistake ? 'collect.unwaive.asMistake' : 'collect.unwaive.waiver', {
      amount: moneyText(leftOf(one), 'rs'),
      day: dayText(one.day),
      who: recordedText(one.madeBy),
      reason: one.reason,
    });
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t('collect.unwaive.title')}
      saveLabel={t('collect.unwaive.save')}
      danger
      idle={chosen === undefined}
      form={form}
      onSubmit={submit}
    >
      {fine === undefined ? (
        <DialogLoading
          failed={query.isError}
          message={t('collect.unwaive.unknown')}
          onTryAgain={() => void query.refetch()}
        />
      ) : (
        <>
          <QuotedFine fine={fine}>
            <span>{t('collect.unwaive.fine', { amount: moneyText(fine.amount, 'rs'), date: dayText(fine.date) })}</span>
          </QuotedFine>
          {changed && !isOther && (
            <Alert color="yellow" role="alert">
              {t('collect.unwaive.changed')}
            </Alert>
          )}
          {chosen === undefined ? (
            <Alert color="yellow" role="status">
              {t('collect.unwaive.none')}
            </Alert>
          ) : (
            <>
              {standing.length === 1 ? (
                <p className={classes['text']}>{sentenceOf(chosen)}</p>
              ) : (
                <Radio.Group
                  label={t('collect.unwaive.which')}
                  value={chosen.id}
                  onChange={(id) => !busy && form.change('waiverId', id)}
                >
                  <Stack gap="xs" mt="xs">
                    {standing.map((one) => (
                      <Radio key={one.id} value={one.id} label={sentenceOf(one)} />
                    ))}
                  </Stack>
                </Radio.Group>
              )}
              <p className={classes['text']}>
                {t('collect.unwaive.question', { amount: moneyText(left, 'rs') })}
                {chosen.mistake && ` ${t('collect.unwaive.mistake')}`}
              </p>
            </>
          )}
          <ReasonInput
            label={t('collect.unwaive.reason')}
            required
            readOnly={busy || chosen === undefined}
            value={values.reason}
            error={problems.reason}
            onChange={(text) => form.change('reason', text)}
          />
        </>
      )}
    </FormSheet>
  );
}
