// Gives a member's credit back (REFUND-6, REFUND-7). It carries the credit that was shown: where that changed meanwhile, nothing
// is saved.
import { Alert, Button, NativeSelect, Skeleton, Textarea, TextInput } from '@mantine/core';
import type { FormEvent, JSX } from 'react';
import { useId, useRef, useState } from 'react';
import { type Owed, readOwed } from '../../../contract/payments.ts';
import { giveRefund } from '../../../contract/refunds.ts';
import { parseTypedDay } from '../../../core/calendar.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { parseAmount, rupeesFromPaisa } from '../../../core/money.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../core/payment.ts';
import { useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useSubmission } from '../../api/submissions.ts';
import { dayText, nameText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { voucherPath } from '../../paths.ts';
import { useMoneyDialog } from '../../shell/money-dialog.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { busyButton } from '../../ui/busy-button.ts';
import { DayInput } from '../../ui/DayInput.tsx';
import { reasonOf } from '../../ui/failure.ts';
import { FormNotices } from '../../ui/FormNotices.tsx';
import { moneyText } from '../../ui/Money.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast } from '../../ui/toast.tsx';
import { useTooLong } from '../../ui/too-long.ts';
import { typedAmount } from '../../ui/typed-amount.ts';
import { useRecordForm } from '../../ui/useRecordForm.ts';
import classes from './collect.module.css';

/** Mounted while it is open, and while it fades out. */
export default function GiveBack(): JSX.Element | null {
  const { open, close } = useMoneyDialog();
  const userId = open?.kind === 'give-back' ? open.userId : null;
  const last = useRef(userId);
  if (userId !== null) last.current = userId;
  // Every opening starts anew.
  const opened = userId !== null;
  const [openings, setOpenings] = useState({ opened, count: 0 });
  if (openings.opened !== opened) setOpenings({ opened, count: openings.count + (opened ? 1 : 0) });
  return last.current === null ? null : (
    <ToUser key={`${openings.count} ${last.current}`} userId={last.current} opened={opened} onClose={close} />
  );
}

function ToUser(props: { userId: string; opened: boolean; onClose: () => void }): JSX.Element {
  const { userId, opened, onClose } = props;
  const { t } = useTexts();
  const id = useId();
  const query = useRead(readOwed, { params: { userId } }, { enabled: opened, keepPrevious: false });
  const [busy, setBusy] = useState(false);
  const [isFresh, setIsFresh] = useState(false);
  if (!isFresh && query.data !== undefined && !query.isFetching) setIsFresh(true);
  const owed = isFresh ? query.data : undefined;
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('collect.giveBack.title')}
      busy={busy}
      footer={
        <>
          <Button variant="default" disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={id} disabled={owed === undefined || owed.credit === 0} {...busyButton(busy)}>
            {busy ? t('common.wait') : t('common.giveBack')}
          </Button>
        </>
      }
    >
      {owed !== undefined ? (
        <GiveBackForm id={id} owed={owed} onBusy={setBusy} onDone={onClose} />
      ) : query.isError ? (
        <Alert color="red" role="alert">
          <p className={classes['alertText']}>{t('collect.failedToLoad')}</p>
          <Button variant="default" onClick={() => void query.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </Alert>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height={36} width="60%" />
          <Skeleton height={160} mt="lg" />
        </div>
      )}
    </Sheet>
  );
}

interface GiveBackValues {
  /** null: all of the credit */
  amount: string | null;
  method: PaymentMethod;
  reference: string;
  /** null: today */
  givenOn: string | null;
  note: string;
}

const EMPTY: GiveBackValues = { amount: null, method: 'Cash', reference: '', givenOn: null, note: '' };

function GiveBackForm(props: {
  id: string;
  owed: Owed;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}): JSX.Element {
  const { id, owed, onBusy, onDone } = props;
  const { t } = useTexts();
  const tooLong = useTooLong();
  const { today } = useSession().organisation;
  const name = `give-back.${owed.userId}`;
  const submission = useSubmission(giveRefund, {
    name,
    onSuccess: ({ refund }) => {
      const run = (): void => void (window.location.hash = voucherPath(refund.voucher));
      toast.success(t('collect.giveBack.done', { amount: moneyText(refund.amount, 'rs'), voucher: refund.voucher }), {
        action: { label: t('collect.giveBack.voucher'), run },
      });
    },
    onError: (error) => toast.error(t('collect.giveBack.failed', { reason: reasonOf(error, t) })),
  });
  const form = useRecordForm<GiveBackValues>({ base: EMPTY, draftName: name, submission, onClose: onDone });
  const { values, problems, change } = form;
  const fixed = form.busy || form.unanswered;
  const [creditAtFirst] = useState(owed.credit);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (form.busy) return;
    const amount = parseAmount(values.amount ?? typedAmount(owed.credit));
    const givenOn = values.givenOn === null ? today : parseTypedDay(values.givenOn, today);
    const found = {
      ...((amount === null || amount === 0) && { amount: t('common.amount.invalid') }),
      ...(amount !== null && rupeesFromPaisa(amount) > owed.credit && { amount: t('collect.giveBack.tooMuch') }),
      ...(givenOn === null && { givenOn: t('common.day.invalid') }),
      ...(givenOn !== null && givenOn > today && { givenOn: t('collect.future') }),
    };
    const sent = submission.unanswered[0]?.input;
    if (sent === undefined) {
      form.showProblems(found);
      if (Object.keys(found).length > 0) return;
    }
    const body = {
      userId: owed.userId,
      credit: owed.credit,
      amount: rupeesFromPaisa(amount ?? 0),
      method: values.method,
      reference: values.reference.trim(),
      givenOn: givenOn ?? today,
      note: values.note.trim(),
    };
    onBusy(true);
    await form.save(() => submission.send(sent ?? { body }));
    onBusy(false);
  };

  return (
    <form
      ref={form.ref}
      id={id}
      noValidate
      className={classes['form']}
      aria-busy={form.busy}
      onSubmit={(event) => void submit(event)}
    >
      <FormNotices form={form} />
      {creditAtFirst !== owed.credit && !form.busy && (
        <Alert color="yellow" role="alert">
          {t('collect.giveBack.changed')}
        </Alert>
      )}
      <p className={classes['member']}>
        <strong dir="auto">{nameText(owed.userName)}</strong>
        <span>{t('collect.creditNow', { amount: moneyText(owed.credit, 'rs') })}</span>
      </p>
      <div className={classes['pair']}>
        <AmountInput
          label={t('collect.giveBack.amount')}
          required
          chosen
          disabled={fixed}
          value={values.amount ?? typedAmount(owed.credit)}
          error={problems.amount}
          onChange={(amount) => change('amount', amount)}
        />
        <NativeSelect
          size="md"
          label={t('collect.method')}
          disabled={fixed}
          value={values.method}
          data={PAYMENT_METHODS.map((method) => ({ value: method, label: t(`common.method.${method}`) }))}
          onChange={(event) => change('method', event.currentTarget.value as PaymentMethod)}
        />
        <TextInput
          label={t('collect.reference')}
          dir="auto"
          autoComplete="off"
          disabled={fixed}
          value={values.reference}
          error={problems.reference ?? tooLong(values.reference, MAX_LENGTH.reference)}
          onChange={(event) => change('reference', event.currentTarget.value)}
        />
        <DayInput
          label={t('collect.giveBack.givenOn')}
          required
          disabled={fixed}
          today={today}
          value={values.givenOn ?? dayText(today)}
          error={problems.givenOn}
          onChange={(day) => change('givenOn', day)}
        />
      </div>
      <Textarea
        label={t('collect.note')}
        dir="auto"
        rows={1}
        autosize
        autoComplete="off"
        disabled={fixed}
        value={values.note}
        error={problems.note ?? tooLong(values.note, MAX_LENGTH.note)}
        onChange={(event) => change('note', event.currentTarget.value)}
      />
    </form>
  );
}
