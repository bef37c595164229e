// The form that collects a payment from one member.
import { Alert, Box, Button, Checkbox, Group, Text } from '@mantine/core';
import { type FormEvent, type JSX, useId } from 'react';
import type { Owed } from '../../../../contract/money/payments.ts';
import { MAX_FINES_COLLECTED } from '../../../../core/limits.ts';
import { useSession } from '../../../api/session.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { DayInput } from '../../../ui/forms/fields/DayInput.tsx';
import { About, FormNotices, Outcome, Pair } from '../../../ui/forms/FormSheet.tsx';
import { MethodSelect } from '../../../ui/forms/fields/MethodSelect.tsx';
import { FineOverdue } from '../../../ui/feedback/status.tsx';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import { rs } from '../../../ui/money/money-text.ts';
import { typedAmount } from '../../../ui/forms/fields/typed-amount.ts';
import classes from './collect.module.css';
import { isByCreditAlone, notReached, type OwedFine, reckon, type Reckoning } from './collection.ts';
import SameReference from '../../../ui/money/same-reference.tsx';
import { NoteInput, ReferenceInput } from '../PaymentsTable.tsx';
import type { Collection } from './useCollectForm.ts';

export function CollectForm(props: { id: string; owed: Owed; collection: Collection }): JSX.Element {
  const { id, owed, collection } = props;
  const { form, changed, submit } = collection;
  const { values, problems, change } = form;
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const reckoning = reckon(owed, values);
  // A submission that may have been saved is sent again unchanged.
  const fixed = form.busy || form.unanswered;
  // Of what is not received, nothing is asked.
  const unasked = fixed || isByCreditAlone(reckoning);
  const choice = { variant: 'subtle', px: 8, miw: 44, disabled: fixed } as const;
  const { fines, credit } = owed;
  const tick = (unticked: string[]): void => change('unticked', unticked);

  return (
    <form
      ref={form.ref}
      id={id}
      noValidate
      aria-busy={form.busy}
      className={classes['form']}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <FormNotices form={form} />
      {changed && (
        <Alert color="yellow" role="alert">
          {t('collect.changed')}
        </Alert>
      )}
      <About name={owed.userName}>{t('collect.owes', { amount: moneyText(owed.pendingFine, 'rs') })}</About>
      {credit > 0 && fines.length > 0 && (
        <Checkbox
          label={t('collect.useCredit', { amount: moneyText(credit, 'rs') })}
          checked={values.useCredit}
          disabled={fixed}
          onChange={(event) => change('useCredit', event.currentTarget.checked)}
        />
      )}
      <Pair least={130}>
        <AmountInput
          label={t('collect.amount')}
          required
          chosen
          disabled={fixed}
          value={values.amount ?? typedAmount(reckoning.due)}
          error={problems.amount}
          onChange={(amount) => change('amount', amount)}
        />
        <MethodSelect
          label={t('collect.method')}
          disabled={unasked}
          value={values.method}
          onChange={(method) => change('method', method)}
        />
        <ReferenceInput
          disabled={unasked}
          value={values.reference}
          error={problems.reference}
          onChange={(reference) => change('reference', reference)}
        />
        <DayInput
          label={t('collect.receivedOn')}
          required
          disabled={unasked}
          today={today}
          value={values.receivedOn ?? dayText(today)}
          error={problems.receivedOn}
          onChange={(date) => change('receivedOn', date)}
        />
      </Pair>
      {!unasked && <SameReference method={values.method} reference={values.reference.trim()} />}
      <NoteInput
        disabled={unasked}
        value={values.note}
        error={problems.note}
        onChange={(note) => change('note', note)}
      />
      <Group justify="space-between" gap={0}>
        <WhatItPays reckoning={reckoning} fines={fines.length} />
        {fines.length > 1 && (
          <Group ms="auto" gap={0}>
            <Button {...choice} onClick={() => tick([])}>
              {t('collect.all')}
            </Button>
            <Button {...choice} onClick={() => tick(fines.map((fine) => fine.id))}>
              {t('collect.none')}
            </Button>
            <Button {...choice} onClick={() => tick(notReached(owed, values))}>
              {t('collect.oldestFirst')}
            </Button>
          </Group>
        )}
      </Group>
      {fines.length > 0 && (
        <>
          <Box
            component="ul"
            className={classes['fines']}
            aria-label={t('collect.fines')}
            mih={ROW * Math.min(fines.length, 3)}
          >
            {fines.map((fine) => (
              <li key={fine.id}>
                <FineToPay
                  fine={fine}
                  ticked={!values.unticked.includes(fine.id)}
                  paid={reckoning.paid.get(fine.id) ?? 0}
                  fixed={fixed}
                  onToggle={(ticked) =>
                    tick(ticked ? values.unticked.filter((one) => one !== fine.id) : [...values.unticked, fine.id])
                  }
                />
              </li>
            ))}
          </Box>
          {fines.length === MAX_FINES_COLLECTED && (
            <Text c="dimmed" fz="sm">
              {t('collect.oldestOnly', { count: MAX_FINES_COLLECTED })}
            </Text>
          )}
        </>
      )}
    </form>
  );
}

/** What the money does, in one sentence. */
function WhatItPays({ reckoning, fines }: { reckoning: Reckoning; fines: number }): JSX.Element {
  const { t } = useTexts();
  const { paid, stays, toCredit, payment } = reckoning;
  const parts = [
    ...(paid.size > 0 ? [t('collect.pays', { count: paid.size })] : []),
    ...(stays > 0 ? [t('collect.stays', { amount: rs(stays) })] : []),
    ...(toCredit > 0 ? [t('collect.toCredit', { amount: rs(toCredit) })] : []),
    ...(isByCreditAlone(reckoning) ? [t('collect.byCreditAlone')] : []),
  ];
  const sentence =
    payment === null ? '' : parts.length > 0 ? parts.join(' ') : fines === 0 ? t('collect.owesNothing') : '';
  return <Outcome>{sentence}</Outcome>;
}

/** of a fine, in pixels */
const ROW = 48;

interface FineToPayProps {
  fine: OwedFine;
  ticked: boolean;
  paid: number;
  fixed: boolean;
  onToggle: (ticked: boolean) => void;
}

/** Says what it gets only if that is not all. */
function FineToPay({ fine, ticked, paid, fixed, onToggle }: FineToPayProps): JSX.Element {
  const { t } = useTexts();
  const box = useId();
  return (
    <label htmlFor={box} className={classes['fine']}>
      <Checkbox
        id={box}
        checked={ticked}
        disabled={fixed}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      <span className={classes['what']}>
        <span dir="auto">{typeText(fine.fineType)}</span>
        <Text component="time" dateTime={fine.date} c="dimmed" fz="sm">
          {dayText(fine.date)}
        </Text>
        <FineOverdue fine={fine} />
      </span>
      <span className={classes['figure']}>
        <Money paisa={fine.outstanding} format="rs" />
        {ticked && paid < fine.outstanding && (
          <Text component="small" fz="sm">
            {paid === 0
              ? t('collect.getsNothing')
              : t('collect.gets', { amount: short(paid), whole: short(fine.outstanding) })}
          </Text>
        )}
      </span>
    </label>
  );
}

/** Without the paisa if there are none. */
const short = (paisa: number): string => moneyText(paisa, 'rs').replace(/\.00(?!\d)/, '');
