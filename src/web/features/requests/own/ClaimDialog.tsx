// "I have paid" (REQ-1): for which of the member's own fines, how much, how, when, and a picture of the transfer.
import { Alert, Checkbox, Input, NativeSelect, TextInput } from '@mantine/core';
import { type JSX, useId } from 'react';
import { type OwnRequests, sendClaim } from '../../../../contract/money/requests.ts';
import { MAX_FINES_CLAIMED, MAX_LENGTH } from '../../../../core/limits.ts';
import type { PaymentMethod } from '../../../../core/money/payment.ts';
import { useSession } from '../../../api/session.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { DialogLoading } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { DayInput } from '../../../ui/forms/fields/DayInput.tsx';
import { smallPicture } from '../../../ui/forms/picture/FinePictures.tsx';
import { pictureAddress, PictureInput } from '../../../ui/forms/picture/PictureInput.tsx';
import { useTooLong } from '../../../ui/forms/fields/checks.ts';
import { typedAmount } from '../../../ui/forms/fields/typed-amount.ts';
import { FormSheet } from '../../../ui/forms/FormSheet.tsx';
import { useRecordForm } from '../../../ui/forms/record-form.ts';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import classes from '../requests.module.css';
import {
  type Claimable,
  type ClaimProblem,
  type ClaimValues,
  dueOf,
  EMPTY_CLAIM,
  freeOf,
  methodOf,
  readClaim,
  tooMuchIn,
} from './claim.ts';
import { useOwnFines } from './useOwnFines.ts';

const NAME = 'request.claim';

interface ClaimDialogProps {
  opened: boolean;
  own: OwnRequests;
  onClose: () => void;
}

export default function ClaimDialog({ opened, own, onClose }: ClaimDialogProps): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  const { today } = useSession().organisation;
  const { fines, more, failed, tryAgain } = useOwnFines('owed', opened);
  const submission = useSubmission(sendClaim, {
    name: NAME,
    onSuccess: () => toast.success(t('requests.claim.sent')),
    complain: (error) => toast.error(t('requests.claim.failed', { reason: reasonOf(error, t) }), { id: NAME }),
  });
  const form = useRecordForm<ClaimValues>({ base: EMPTY_CLAIM, draftName: NAME, submission, onClose });
  const { values, busy, problems, change } = form;
  const claimable = fines && { fines, open: own.open, methods: own.methods, today };
  const owesNothing = fines?.length === 0;
  const nothingToTick = claimable !== undefined && freeOf(claimable).length === 0;
  // More fines than are shown may be owed.
  const tooMuch = claimable === undefined || more ? 0 : tooMuchIn(claimable, values);
  const fixed = busy || form.unanswered;

  const textOf = ({ field, problem }: ClaimProblem): string =>
    field === 'unticked'
      ? t('requests.claim.noneTicked')
      : field === 'amount'
        ? t(problem === 'zero' ? 'requests.claim.zero' : 'common.amount.invalid')
        : t(problem === 'future' ? 'requests.claim.future' : 'common.day.invalid');
  const submit = (): void => {
    if (claimable === undefined || nothingToTick) return;
    const read = readClaim(claimable, values);
    if ('problem' in read) form.showProblems({ [read.field]: textOf(read) });
    else void form.save(() => submission.send({ body: read.body }));
  };
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t('requests.claim.title')}
      saveLabel={t('requests.claim.save')}
      idle={claimable === undefined || nothingToTick}
      form={form}
      onSubmit={submit}
    >
      <p className={classes['text']}>{t('requests.claim.intro')}</p>
      {claimable === undefined ? (
        <DialogLoading failed={failed} message={t('requests.claim.unknown')} onTryAgain={tryAgain} />
      ) : nothingToTick ? (
        <Alert color="blue" role="status">
          {t(owesNothing ? 'requests.claim.none' : 'requests.claim.allAsked')}
        </Alert>
      ) : (
        <>
          <PaidFines
            claimable={claimable}
            values={values}
            fixed={fixed}
            error={problems.unticked}
            onChange={(ids) => change('unticked', ids)}
          />
          {more && <p className={classes['aside']}>{t('requests.claim.oldestOnly', { count: MAX_FINES_CLAIMED })}</p>}
          <div className={classes['pair']}>
            <AmountInput
              label={t('requests.claim.amount')}
              required
              disabled={fixed}
              value={values.amount ?? typedAmount(dueOf(claimable, values))}
              error={problems.amount}
              onChange={(amount) => change('amount', amount)}
            />
            <NativeSelect
              label={t('requests.claim.method')}
              disabled={fixed}
              value={methodOf(values, own.methods)}
              data={own.methods.map((method) => ({ value: method, label: t(`common.method.${method}`) }))}
              onChange={(event) => change('method', event.currentTarget.value as PaymentMethod)}
            />
          </div>
          {tooMuch > 0 && (
            <Alert color="yellow" role="status">
              {t('requests.claim.tooMuch', { amount: moneyText(tooMuch, 'rs') })}
            </Alert>
          )}
          <div className={classes['pair']}>
            <TextInput
              label={t('requests.claim.reference')}
              autoComplete="off"
              disabled={fixed}
              value={values.reference}
              error={problems.reference ?? tooLong(values.reference, MAX_LENGTH.reference)}
              onChange={(event) => change('reference', event.currentTarget.value)}
            />
            <DayInput
              label={t('requests.claim.receivedOn')}
              required
              disabled={fixed}
              today={today}
              value={values.receivedOn ?? dayText(today)}
              error={problems.receivedOn}
              onChange={(day) => change('receivedOn', day)}
            />
          </div>
          <PictureInput
            words={{
              label: t('requests.picture.label'),
              hint: t('requests.picture.hint'),
              picture: t('requests.picture.chosen'),
              choose: t('requests.picture.choose'),
              replace: t('requests.picture.replace'),
              remove: t('requests.picture.remove'),
            }}
            shown={values.picture === null ? null : pictureAddress(values.picture)}
            accept="image/*"
            refused={problems.picture}
            disabled={fixed}
            read={async (file) => {
              const picture = await smallPicture(file);
              return picture === null ? { problem: t('requests.picture.broken') } : { picture };
            }}
            onChoose={(picture) => change('picture', picture)}
          />
        </>
      )}
    </FormSheet>
  );
}

interface PaidFinesProps {
  claimable: Claimable;
  values: ClaimValues;
  fixed: boolean;
  error: string | undefined;
  onChange: (unticked: string[]) => void;
}

function PaidFines({ claimable: { fines, open }, values, fixed, error, onChange }: PaidFinesProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  const { unticked } = values;
  return (
    <fieldset className={classes['choices']} disabled={fixed}>
      <legend>{t('requests.claim.fines')}</legend>
      <ul>
        {fines.map((fine) => {
          const isOpen = open.includes(fine.id);
          return (
            <li key={fine.id}>
              <label htmlFor={`${id}-${fine.id}`} className={classes['choice']}>
                <Checkbox
                  id={`${id}-${fine.id}`}
                  checked={!isOpen && !unticked.includes(fine.id)}
                  disabled={isOpen}
                  aria-invalid={(!isOpen && error !== undefined) || undefined}
                  onChange={(event) =>
                    onChange(
                      event.currentTarget.checked ? unticked.filter((one) => one !== fine.id) : [...unticked, fine.id],
                    )
                  }
                />
                <span>
                  <bdi>{typeText(fine.fineType)}</bdi>
                  <small className={classes['aside']}>
                    <time dateTime={fine.date}>{dayText(fine.date)}</time>
                    {isOpen && ` · ${t('requests.claim.openAlready')}`}
                  </small>
                </span>
                <Money paisa={fine.outstanding} format="rs" />
              </label>
            </li>
          );
        })}
      </ul>
      {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
    </fieldset>
  );
}
