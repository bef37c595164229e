// The form that collects a payment from one member.
import { Alert, Checkbox, Stack } from '@mantine/core';
import { type FormEvent, type JSX, useId } from 'react';
import type { Owed } from '../../../../contract/money/payments.ts';
import { MAX_FINES_COLLECTED } from '../../../../core/limits.ts';
import { useSession } from '../../../api/session.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { DayInput } from '../../../ui/forms/fields/DayInput.tsx';
import { FormNotices } from '../../../ui/forms/FormSheet.tsx';
import { MethodSelect } from '../../../ui/forms/fields/MethodSelect.tsx';
import { FineOverdue } from '../../../ui/feedback/status.tsx';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import { typedAmount } from '../../../ui/forms/fields/typed-amount.ts';
import classes from './collect.module.css';
import { type CollectValues, isByCreditAlone, type OwedFine, reckon, type Reckoning } from './collection.ts';
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
  const toggle = (fineId: string, ticked: boolean): void =>
    change('unticked', ticked ? values.unticked.filter((one) => one !== fineId) : [...values.unticked, fineId]);

  return (
    <form
      ref={form.ref}
      id={id}
      noValidate
      aria-busy={form.busy}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={12}>
        <FormNotices form={form} />
        {changed && (
          <Alert color="yellow" role="alert">
            {t('collect.changed')}
          </Alert>
        )}
        <p className={classes['member']}>
          <strong dir="auto">{recordedText(owed.userName)}</strong>
          <span>{t('collect.owes', { amount: moneyText(owed.pendingFine, 'rs') })}</span>
        </p>
        {owed.credit > 0 && owed.fines.length > 0 && (
          <Checkbox
            label={t('collect.useCredit', { amount: moneyText(owed.credit, 'rs') })}
            checked={values.useCredit}
            disabled={fixed}
            onChange={(event) => change('useCredit', event.currentTarget.checked)}
          />
        )}
        <div className={classes['pair']}>
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
        </div>
        <Outcome reckoning={reckoning} fines={owed.fines.length} />
        {owed.fines.length > 0 && (
          <FinesToPay owed={owed} values={values} reckoning={reckoning} fixed={fixed} onToggle={toggle} />
        )}
        <div className={classes['pair']}>
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
        </div>
        {!unasked && <SameReference method={values.method} reference={values.reference.trim()} />}
        <NoteInput
          disabled={unasked}
          value={values.note}
          error={problems.note}
          onChange={(note) => change('note', note)}
        />
      </Stack>
    </form>
  );
}

/** What the money does, in one sentence. */
function Outcome({ reckoning, fines }: { reckoning: Reckoning; fines: number }): JSX.Element {
  const { t } = useTexts();
  const { paid, stays, toCredit, payment } = reckoning;
  const parts = [
    ...(paid.size > 0 ? [t('collect.pays', { count: paid.size })] : []),
    ...(stays > 0 ? [t('collect.stays', { amount: moneyText(stays, 'rs') })] : []),
    ...(toCredit > 0 ? [t('collect.toCredit', { amount: moneyText(toCredit, 'rs') })] : []),
    ...(isByCreditAlone(reckoning) ? [t('collect.byCreditAlone')] : []),
  ];
  const sentence =
    payment === null ? '' : parts.length > 0 ? parts.join(' ') : fines === 0 ? t('collect.owesNothing') : '';
  return (
    <p className={classes['outcome']} aria-live="polite">
      {sentence}
    </p>
  );
}

interface FinesToPayProps {
  owed: Owed;
  values: CollectValues;
  reckoning: Reckoning;
  fixed: boolean;
  onToggle: (fineId: string, ticked: boolean) => void;
}

function FinesToPay({ owed, values, reckoning, fixed, onToggle }: FinesToPayProps): JSX.Element {
  const { t } = useTexts();
  return (
    <fieldset className={classes['fines']} disabled={fixed}>
      <legend>{t('collect.fines')}</legend>
      <ul>
        {owed.fines.map((fine) => (
          <li key={fine.id}>
            <FineToPay
              fine={fine}
              ticked={!values.unticked.includes(fine.id)}
              paid={reckoning.paid.get(fine.id) ?? 0}
              onToggle={(ticked) => onToggle(fine.id, ticked)}
            />
          </li>
        ))}
      </ul>
      {owed.fines.length === MAX_FINES_COLLECTED && (
        <p className={classes['aside']}>{t('collect.oldestOnly', { count: MAX_FINES_COLLECTED })}</p>
      )}
    </fieldset>
  );
}

function FineToPay(props: {
  fine: OwedFine;
  ticked: boolean;
  /** paisa */
  paid: number;
  onToggle: (ticked: boolean) => void;
}): JSX.Element {
  const { fine, ticked, paid, onToggle } = props;
  const { t } = useTexts();
  const box = useId();
  const state =
    paid === 0 ? t('collect.getsNothing') : t('collect.gets', { amount: short(paid), whole: short(fine.outstanding) });
  return (
    <label htmlFor={box} className={classes['fine']}>
      <Checkbox id={box} checked={ticked} onChange={(event) => onToggle(event.currentTarget.checked)} />
      <span className={classes['what']}>
        <span dir="auto">{typeText(fine.fineType)}</span>
        <time dateTime={fine.date} className={classes['aside']}>
          {dayText(fine.date)}
        </time>
        <FineOverdue fine={fine} />
      </span>
      <span className={classes['figure']}>
        <Money paisa={fine.outstanding} format="rs" />
        <small className={classes['aside']} data-paid={paid > 0 || undefined}>
          {state}
        </small>
      </span>
    </label>
  );
}

/** Without the paisa if there are none. */
const short = (paisa: number): string => moneyText(paisa, 'rs').replace(/\.00(?!\d)/, '');
