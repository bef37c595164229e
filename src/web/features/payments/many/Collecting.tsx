// How the money of many members came in, which of them pay, and the bar with the button that saves.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type JSX, useEffect, useEffectEvent, useId, useState } from 'react';
import { type Debtor, listDebtors } from '../../../../contract/money/debtors.ts';
import { parseDay } from '../../../../core/calendar.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS } from '../../../routing/paths.ts';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { Card, PageHeader } from '../../../ui/layout/page.tsx';
import { BackLink } from '../../../ui/layout/BackLink.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { FormNotices } from '../../../ui/forms/FormSheet.tsx';
import { moneyText } from '../../../ui/money/money.tsx';
import { csvOf } from '../../../../core/files/csv.ts';
import { saveCsv } from '../../../ui/lists/list-tools.tsx';
import { ALL_DEBTORS, limitOf, type ManyValues, paymentOf, sumsOf } from './collection-from-many.ts';
import { DebtorsCard } from './DebtorsCard.tsx';
import classes from './many.module.css';
import { PasteDebtors } from './PasteDebtors.tsx';
import { changedText, type SavedCollection, useCollectFromMany } from './useCollectFromMany.ts';
import type { PaymentMethod } from '../../../../core/money/payment.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { DayInput } from '../../../ui/forms/fields/DayInput.tsx';
import { MethodSelect } from '../../../ui/forms/fields/MethodSelect.tsx';
import type { RecordForm } from '../../../ui/forms/record-form.ts';
import SameReference from '../../../ui/money/same-reference.tsx';
import { NoteInput, ReferenceInput } from '../PaymentsTable.tsx';

export function Collecting({ onDone }: { onDone: (done: SavedCollection) => void }): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const id = useId();
  const collection = useCollectFromMany(onDone);
  const { form, method, changed } = collection;
  const { values, busy, unanswered, problems } = form;
  const [view, setView] = useState(ALL_DEBTORS);
  const [asking, setAsking] = useState(false);
  const query = useRead(listDebtors, {
    query: { search: view.search.trim(), unpaidFor: view.unpaidFor, group: view.group },
  });
  const refresh = useEffectEvent(collection.refresh);
  useEffect(() => {
    // What is kept from earlier may be older than the ticks. A question about other figures is not answered by the next
    // press.
    if (query.data !== undefined && !query.isFetching && refresh(query.data.items)) setAsking(false);
  }, [query.data, query.isFetching]);
  const [pasting, setPasting] = useState(false);
  const fixed = busy || unanswered;

  const submit = (): void => {
    if (busy) return;
    // The question was answered before the first attempt.
    if (unanswered) void form.resend();
    else if (collection.check()) setAsking(true);
  };
  return (
    <>
      <PageHeader
        title={t('collect.many.title')}
        subtitle={t('collect.many.subtitle')}
        back={<BackLink to={PATHS.payments} label={t('payments.title')} />}
      />
      <form
        ref={form.ref}
        id={id}
        noValidate
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Card>
          <Stack gap={12} py={16} px="var(--app-edge)">
            <FormNotices form={form} />
            <PaymentFields form={form} method={method} fixed={fixed} />
          </Stack>
        </Card>
      </form>
      {changed.length > 0 && (
        <Alert color="yellow" role="alert">
          {(['other', 'nothing', 'deleted'] as const).map((now) => (
            <div key={now}>{changedText(changed, now, t)}</div>
          ))}
        </Alert>
      )}
      <DebtorsCard
        query={query}
        view={view}
        onView={(change) => setView({ ...view, ...change })}
        values={values}
        fixed={fixed}
        onTick={collection.tick}
        onPaste={() => setPasting(true)}
        onExport={() => saveCsv('collect-from-many.csv', csvOf(tickedRows(values, t)))}
      />
      <Group className={classes['bar'] ?? ''} justify="end" gap="8px 12px" py={8} px="var(--app-edge)">
        {problems.debtors !== undefined && (
          <Text role="alert" flex="1 1 100%" c="var(--mantine-color-error)">
            {problems.debtors}
          </Text>
        )}
        <Outcome values={values} />
        <Button type="submit" form={id} {...busyButton(busy)}>
          {values.debtors.length === 0
            ? t('collect.many.saveNone')
            : t('collect.many.save', { count: values.debtors.length })}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('collect.many.askTitle')}
        needsServer={t('collect.offline')}
        message={t('collect.many.ask', {
          count: values.debtors.length,
          amount: moneyText(sumsOf(values.debtors, limitOf(values.limit) ?? 0).pays, 'rs'),
          method: t(`common.method.${method}`),
          day: dayText((values.receivedOn === null ? null : parseDay(values.receivedOn, today)) ?? today),
        })}
        confirmLabel={t('collect.many.save', { count: values.debtors.length })}
        onConfirm={() => {
          setAsking(false);
          void collection.save();
        }}
        onClose={() => setAsking(false)}
      />
      <PasteDebtors opened={pasting} onTick={collection.tick} onClose={() => setPasting(false)} />
    </>
  );
}

type Translate = ReturnType<typeof useTexts>['t'];

/** For payroll: how much is to be deducted from whom. */
function tickedRows({ debtors, limit }: ManyValues, t: Translate): (string | number)[][] {
  const most = limitOf(limit) ?? 0;
  const heads = ['csvMember', 'csvId', 'csvRole', 'csvOwed', 'csvPays'] as const;
  return [
    heads.map((head) => t(`collect.many.${head}`)),
    ...debtors.map((debtor: Debtor) => [
      recordedText(debtor.userName),
      debtor.userId,
      debtor.userRole,
      debtor.pendingFine,
      paymentOf(debtor, most),
    ]),
  ];
}

/** What the money does, in one sentence. */
function Outcome({ values: { debtors, limit } }: { values: ManyValues }): JSX.Element {
  const { t } = useTexts();
  const most = limitOf(limit);
  const { pays, stays } = sumsOf(debtors, most ?? 0);
  const parts =
    debtors.length === 0 || most === null
      ? []
      : [
          t('collect.many.sum', { count: debtors.length, amount: moneyText(pays, 'rs') }),
          ...(stays > 0 ? [t('collect.many.stays', { amount: moneyText(stays, 'rs') })] : []),
        ];
  return (
    <Text role="status" flex="1 1 auto" fw={600}>
      {parts.join(' ')}
    </Text>
  );
}

// What all the payments have in common: the limit, method, reference, day and note.

interface PaymentFieldsProps {
  form: RecordForm<ManyValues>;
  method: PaymentMethod;
  fixed: boolean;
}

function PaymentFields({ form, method, fixed }: PaymentFieldsProps): JSX.Element {
  const { values, problems, change } = form;
  const { t } = useTexts();
  const { today } = useSession().organisation;
  return (
    <fieldset disabled={fixed} className={classes['fields']} aria-label={t('collect.many.payment')}>
      <MethodSelect label={t('collect.method')} value={method} onChange={(chosen) => change('method', chosen)} />
      <AmountInput
        label={t('collect.many.limit')}
        placeholder={t('collect.many.limitHint')}
        value={values.limit}
        error={problems.limit}
        onChange={(limit) => change('limit', limit)}
      />
      <DayInput
        label={t('collect.receivedOn')}
        required
        disabled={fixed}
        today={today}
        value={values.receivedOn ?? dayText(today)}
        error={problems.receivedOn}
        onChange={(date) => change('receivedOn', date)}
      />
      <ReferenceInput
        value={values.reference}
        error={problems.reference}
        onChange={(reference) => change('reference', reference)}
      />
      <NoteInput
        className={classes['whole']}
        value={values.note}
        error={problems.note}
        onChange={(note) => change('note', note)}
      />
      {!fixed && (
        <div className={classes['whole']}>
          <SameReference method={method} reference={values.reference.trim()} />
        </div>
      )}
    </fieldset>
  );
}
