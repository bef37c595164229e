// Every payment, or on a person's screen theirs, with filters and sums, and the question before one is taken back.
import { type JSX, useCallback, useState } from 'react';
import { exportPayments } from '../../../contract/exports.ts';
import { listPayments, type Payment, reversePayment, type CreditUses } from '../../../contract/money/payments.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts, type Translate } from '../../messages/index.ts';
import { useExport } from '../../ui/lists/list-tools.tsx';
import { PATHS } from '../../routing/paths.ts';
import { useShownPage } from '../../ui/lists/paging/paging.tsx';
import { useRecordDialog, formDraft } from '../../ui/dialogs/dialog-state.ts';
import { PaymentsTable } from './PaymentsTable.tsx';
import { isNothing } from '../../ui/lists/ListPanel.tsx';
import { RecordPanel } from './records/records.tsx';
import { PAYMENTS_FORMAT } from './payments-address.ts';
import { useListView } from '../../ui/lists/paging/useAddressState.ts';
import { useMay, useSession } from '../../api/session.ts';
import { collectFromMany } from '../../../contract/money/debtors.ts';
import { dayText, recordedText } from '../../messages/formats.ts';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { moneyText, Money } from '../../ui/money/money.tsx';
import type { Output } from '../../../contract/operation.ts';
import classes from './payments.module.css';
import { Alert } from '@mantine/core';
import { MAX_LENGTH, MIN_REASON } from '../../../core/limits.ts';
import { type CallError, ApiError } from '../../api/call.ts';
import { useSubmission } from '../../api/sending/submissions.ts';
import { FormSheet } from '../../ui/forms/FormSheet.tsx';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { ReasonInput } from '../../ui/forms/ReasonInput.tsx';
import { useTooLong } from '../../ui/forms/fields/checks.ts';
import { useRecordForm } from '../../ui/forms/record-form.ts';
import { leftOf } from '../../ui/money/payment-figures.ts';
import { typeText } from '../../messages/fine-types.ts';
import { isolated } from '../../messages/translate.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';

export default function Payments(): JSX.Element {
  const { t } = useTexts();
  const view = useListView(PAYMENTS_FORMAT);
  const ofPerson = view.personId !== undefined;
  const found = PAYMENTS_FORMAT.asked(view);
  const shown = useShownPage(view, useRead(listPayments, { query: { ...found, page: view.page } }));
  const { list } = shown;
  const may = useMay();
  const file = useExport(exportPayments, { query: found });
  const dialog = useRecordDialog<Payment, 'edit'>('payment');
  const { open } = dialog;
  const takeBack = useCallback((payment: Payment) => open('edit', payment), [open]);

  const asked = dialog.subject?.kind === 'edit' ? dialog.subject.record : null;
  // Another window may have taken back a part of it meanwhile.
  const current = list?.items.find(({ id }) => id === asked?.id) ?? asked;

  return (
    <>
      {!ofPerson && !isNothing(view, shown.total) && <PaymentsCards list={list} failed={shown.failure.nothing} />}
      <RecordPanel
        byGroup
        label={t('payments.table.label')}
        words={{
          filters: t('payments.filter.label'),
          search: t('payments.filter.search'),
          searchHint: t('payments.filter.searchHint'),
          by: t('payments.filter.receivedBy'),
          pages: t('payments.table.pages'),
          none: t('payments.empty.none'),
          ...(!ofPerson && { hint: t('payments.empty.hint') }),
        }}
        view={view}
        methods={PAYMENTS_FORMAT.filters.method.choices}
        shown={shown}
        byOf={({ receivedBy }) => receivedBy}
        renderRows={(rows) => <PaymentsTable {...rows} onTakeBack={takeBack} ofPerson={ofPerson} />}
        sums={list && <PaymentsFooter list={list} />}
        menu={[
          !ofPerson &&
            may(collectFromMany) && {
              label: t('payments.collectFromMany'),
              to: PATHS.collectFromMany,
              needsServer: t('collect.offline'),
            },
          file,
        ]}
      />
      {current !== null && (
        <TakeBackDialog key={dialog.opening} opened={dialog.opened} payment={current} onClose={dialog.close} />
      )}
    </>
  );
}

// The three figures above the payments, regardless of the filter: today, this month, and what is held as credit.

function PaymentsCards({ list, failed }: { list: PaymentsList | undefined; failed: boolean }): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const figure = (paisa: number | undefined) => ({
    figure: paisa === undefined ? undefined : moneyText(paisa, 'rs'),
    negative: (paisa ?? 0) < 0,
  });
  return (
    <FigureCards
      label={t('payments.cards.label')}
      failed={failed}
      small
      cards={[
        {
          key: 'today',
          title: t('payments.cards.today'),
          ...figure(list?.receivedToday),
          note: dayText(today),
        },
        {
          key: 'month',
          title: t('payments.cards.month'),
          ...figure(list?.receivedThisMonth),
          note: t('payments.cards.since', { day: dayText(`${today.slice(0, 8)}01`) }),
        },
        {
          key: 'credit',
          title: t('payments.cards.credit'),
          ...figure(list?.creditHeld),
          note: t('payments.cards.creditNote'),
        },
      ]}
    />
  );
}

// How many payments the filter finds, and how much was received, taken back, and remains.

type PaymentsList = Output<typeof listPayments>;

function PaymentsFooter({ list }: { list: PaymentsList }): JSX.Element {
  const { t } = useTexts();
  const { received, reversed } = list;
  if (list.more) {
    return <p>{t('payments.footer.more', { count: list.totalItems })}</p>;
  }
  const figures = { received, reversed, remains: received - reversed };
  return (
    <div className={classes['sums']}>
      <p>{t('payments.footer.count', { count: list.totalItems })}</p>
      <dl>
        {(['received', 'reversed', 'remains'] as const).map((key) => (
          <div key={key} data-key={key}>
            <dt>{t(`payments.footer.${key}`)}</dt>
            <dd>
              <Money paisa={figures[key]} format="rs" />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

// Takes a payment back, with a reason (PAY-9). Only what is shown is taken back.

const EMPTY = { reason: '' };

interface TakeBackDialogProps {
  opened: boolean;
  /** as it is now */
  payment: Payment;
  onClose: () => void;
}

function TakeBackDialog({ opened, payment, onClose }: TakeBackDialogProps): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  const left = leftOf(payment);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const draftName = formDraft('payment', payment.id);
  const submission = useSubmission(reversePayment, {
    name: draftName,
    onSuccess: ({ payment: { receipt } }) =>
      toast.success(
        receipt === null ? t('payments.takeBack.doneUnnumbered') : t('payments.takeBack.done', { receipt }),
      ),
    // In the dialog, for whoever is still there.
    complain: (error): void => {
      if (form.ref.current === null) toast.error(notTakenBack(error, t));
      else setRefusal(error);
    },
  });
  const form = useRecordForm({ base: EMPTY, draftName, submission, onClose });
  const { values, busy, problems } = form;
  const reason = values.reason.trim();

  // Nothing is left to take back, so the dialog says only that.
  const isGone = left === 0 && !busy && !form.unanswered;

  const problem = (): string | null => {
    if (reason.length < MIN_REASON) return t('payments.takeBack.reasonMissing', { min: MIN_REASON });
    return tooLong(values.reason, MAX_LENGTH.reason);
  };
  const submit = (): void => {
    setRefusal(null);
    const wrong = problem();
    if (wrong !== null) {
      form.showProblems({ reason: wrong });
      return;
    }
    void form.save(() => submission.send({ params: { paymentId: payment.id }, body: { amount: left, reason } }));
  };

  const about = {
    name: recordedText(payment.userName),
    amount: moneyText(left, 'rs'),
    day: dayText(payment.receivedOn),
    method: t(`common.method.${payment.method}`),
  };
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t('payments.takeBack.title')}
      saveLabel={t('payments.takeBack.confirm')}
      size="sm"
      danger
      idle={isGone}
      form={form}
      onSubmit={submit}
    >
      <FormProblem problem={refusal === null || form.unanswered ? null : notTakenBack(refusal, t)} />
      {isGone ? (
        refusal === null && (
          <Alert color="yellow" role="status">
            {t('payments.takeBack.gone')}
          </Alert>
        )
      ) : (
        <>
          <p className={classes['question']}>
            {payment.receipt === null
              ? t('payments.takeBack.questionUnnumbered', about)
              : t('payments.takeBack.question', { ...about, receipt: payment.receipt })}
          </p>
          <p className={classes['aside']}>{t('payments.takeBack.hint')}</p>
        </>
      )}
      <ReasonInput
        label={t('payments.takeBack.reason')}
        placeholder={t('payments.takeBack.reasonPlaceholder')}
        required
        readOnly={busy || isGone}
        value={values.reason}
        error={problems.reason}
        onChange={(text) => form.change('reason', text)}
      />
    </FormSheet>
  );
}

// Why a payment was not taken back, in words.

/** Names what has used the credit that the payment left, because that must be undone first. */
function notTakenBack(error: unknown, t: Translate): string {
  const { fines, vouchers } = usesIn(error);
  const named = [
    ...fines.map(({ fineType, date }) =>
      t('payments.takeBack.usedFine', { fineType: isolated(typeText(fineType)), day: dayText(date) }),
    ),
    ...vouchers.map((voucher) => t('payments.takeBack.usedVoucher', { voucher })),
  ];
  return named.length === 0 ? reasonOf(error, t) : t('payments.takeBack.used', { uses: named.join('; ') });
}

/** The contract says that `credit-used` has these details; without them nothing is named. */
function usesIn(error: unknown): CreditUses {
  const nothing = { fines: [], vouchers: [] };
  if (!(error instanceof ApiError) || error.code !== 'credit-used') return nothing;
  return { ...nothing, ...(error.details as Partial<CreditUses> | undefined) };
}
