// How the money of many members came in, which of them pay, and the bar with the button that saves.
import { Alert, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
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
import { BELOW_TABLET } from '../../../ui/layout/media.ts';
import { BackLink } from '../../../ui/layout/BackLink.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { FormNotices } from '../../../ui/forms/FormSheet.tsx';
import { moneyText } from '../../../ui/money/money.tsx';
import { csvOf } from '../../../../core/files/csv.ts';
import { saveCsv } from '../../../ui/lists/list-tools.tsx';
import { Choices } from '../../../ui/lists/filters/filters.tsx';
import { useListView } from '../../../ui/lists/paging/useAddressState.ts';
import { DEBTORS_FORMAT, limitOf, type ManyValues, paymentOf, sumsOf } from './collection-from-many.ts';
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
  const view = useListView(DEBTORS_FORMAT);
  const collection = useCollectFromMany((done) => {
    view.clear();
    onDone(done);
  });
  const { form, method, changed } = collection;
  const { values, busy, unanswered, problems } = form;
  const [asking, setAsking] = useState(false);
  const query = useRead(listDebtors, { query: DEBTORS_FORMAT.asked(view) });
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
          <Payment form={form} method={method} fixed={fixed} />
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
        {(view.ticked || values.debtors.length > 0) && (
          <Choices
            label={t('collect.many.show')}
            options={[{ value: 'ticked', label: t('collect.many.ticked', { count: values.debtors.length }) }]}
            chosen={view.ticked ? 'ticked' : null}
            onChoose={() => view.change((now) => ({ ...now, ticked: !now.ticked }))}
          />
        )}
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

// What all the payments have in common: the limit, method, reference, day and note. A phone has them in one line, which a
// press opens.

interface PaymentProps {
  form: RecordForm<ManyValues>;
  method: PaymentMethod;
  fixed: boolean;
}

function Payment(props: PaymentProps): JSX.Element {
  const { form, method, fixed } = props;
  const { limit, receivedOn, reference, note } = form.values;
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const isPhone = useMediaQuery(BELOW_TABLET, undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const isWrong = Object.keys(form.problems).some((field) => field !== 'debtors');
  // It stays open when that is corrected.
  if (isWrong && !opened) setOpened(true);
  const most = limitOf(limit) ?? Infinity;
  const parts = [
    t(`common.method.${method}`),
    receivedOn ?? dayText(today),
    most === Infinity ? '' : t('collect.many.atMost', { amount: moneyText(most, 'rs') }),
    reference,
    note,
  ];
  return (
    <Stack gap={8} pt={isPhone ? 0 : 8} pb={isPhone && !opened ? 0 : 12} px="var(--app-edge)">
      <FormNotices form={form} />
      {isPhone && (
        <UnstyledButton className={classes['fold'] ?? ''} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <bdi>{parts.filter((part) => part.trim() !== '').join(' · ')}</bdi>
          <IconChevronDown size={18} aria-hidden />
        </UnstyledButton>
      )}
      {(opened || !isPhone) && <PaymentFields {...props} />}
      {!fixed && <SameReference method={method} reference={reference.trim()} />}
    </Stack>
  );
}

function PaymentFields({ form, method, fixed }: PaymentProps): JSX.Element {
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
      <NoteInput value={values.note} error={problems.note} onChange={(note) => change('note', note)} />
    </fieldset>
  );
}
