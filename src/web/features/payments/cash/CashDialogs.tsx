// The forms of a person's cash: it is handed over as counted, or paid out of it for one of the events, or with a note.
import { Alert, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import {
  type CashHolder,
  handOverCash,
  listHandOvers,
  type Taker,
  recordPayOut,
  type PayOut,
} from '../../../../contract/money/cash.ts';
import { emailKey } from '../../../../core/people/email.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { parseAmount } from '../../../../core/money/money.ts';
import { isBlank } from '../../../../core/text/letters.ts';
import { searchKey } from '../../../../core/text/search.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { handOverPath } from '../../../routing/paths.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { About, FormSheet, Outcome } from '../../../ui/forms/FormSheet.tsx';
import { moneyText } from '../../../ui/money/money.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useTooLong } from '../../../ui/forms/fields/checks.ts';
import { useRecordForm, useShown } from '../../../ui/forms/record-form.ts';
import { listEvents } from '../../../../contract/events.ts';
import { dayText } from '../../../messages/formats.ts';

// A taker with access is chosen from the list, and then holds the cash; anybody else is just a name.

/** Cannot be mistaken for an id of a person. */
const BY_NAME = 'name';
const NOTHING_COUNTED = { counted: '', takenBy: '', takerName: '', note: '' };

interface HandOverDialogProps {
  opened: boolean;
  /** as it is now */
  holder: CashHolder;
  /** those who have access */
  takers: readonly Taker[];
  onClose: () => void;
}

export function HandOverDialog({ opened, holder, takers, onClose }: HandOverDialogProps): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  const name = `cash.hand-over.${holder.holderId}`;
  const submission = useSubmission(handOverCash, {
    name,
    onSuccess: ({ handOver }) => {
      const run = (): void => void (window.location.hash = handOverPath(handOver.id));
      toast.success(t('payments.cash.handedOver'), { action: { label: t('payments.cash.slip'), run } });
    },
    complain: (error) => toast.error(t('payments.cash.handOverFailed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const form = useRecordForm({ base: NOTHING_COUNTED, draftName: name, submission, onClose });
  const { values, problems } = form;
  // The person counts against the amount held when they began.
  const { changed, agree } = useShown(name, String(holder.held), form);
  const counted = parseAmount(values.counted);
  const difference = counted === null ? null : counted - holder.held;
  const differs = difference !== null && difference !== 0;

  const all = useRead(listHandOvers, { query: { page: 1 } }).data?.items ?? [];
  const handOvers = all.filter(({ reversals }) => reversals.length === 0);
  const lastTaker = (handOvers.find((one) => one.holderId === holder.holderId) ?? handOvers[0])?.takenById;

  const others = takers.filter(({ id }) => id !== holder.holderId);
  // The taker chosen before may have lost access since.
  const isOffered = (takenBy: string): boolean => takenBy === BY_NAME || others.some(({ id }) => id === takenBy);
  // Usually the same person takes it every time.
  const suggested = typeof lastTaker === 'string' && isOffered(lastTaker) ? lastTaker : '';
  const chosen = isOffered(values.takenBy) ? values.takenBy : suggested;
  const byName = chosen === BY_NAME;

  const submit = (): void => {
    const taker = others.find(({ id }) => id === chosen);
    const takenBy = taker?.email ?? values.takerName.trim();
    const listed = byName ? others.find((one) => isCalled(one, takenBy)) : undefined;
    const found = {
      ...(counted === null && { counted: t('common.amount.invalid') }),
      ...(chosen === '' && { takenBy: t('payments.cash.takenByMissing') }),
      ...(byName && takenBy === '' && { takerName: t('payments.cash.takerNameMissing') }),
      ...(differs && isBlank(values.note) && { note: t('payments.cash.whyMissing') }),
      ...(listed !== undefined && { takenBy: t('payments.cash.takerListed', { name: takenBy }) }),
    };
    form.showProblems(found);
    if (Object.keys(found).length > 0) return;
    agree();
    const { holderId, held } = holder;
    const body = { holderId, held, counted: counted ?? 0, takenBy };
    void form.save(() => submission.send({ body: { ...body, note: values.note.trim() } }));
  };

  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t('payments.cash.handOver')}
      saveLabel={t('payments.cash.handOver')}
      form={form}
      onSubmit={submit}
    >
      {changed && (
        <Alert color="yellow" role="alert">
          {t('payments.cash.changed')}
        </Alert>
      )}
      <About name={holder.holder}>{t('payments.cash.shouldBe', { amount: moneyText(holder.held, 'rs') })}</About>
      <AmountInput
        label={t('payments.cash.counted')}
        required
        chosen
        value={values.counted}
        error={problems.counted}
        onChange={(typed) => form.change('counted', typed)}
      />
      <Outcome isWrong={differs}>
        {difference === null
          ? ''
          : difference === 0
            ? t('payments.cash.exact')
            : t(difference < 0 ? 'payments.cash.missing' : 'payments.cash.tooMuch', {
                amount: moneyText(Math.abs(difference), 'rs'),
              })}
      </Outcome>
      <NativeSelect
        label={t('payments.cash.takenBy')}
        description={byName ? undefined : t('payments.cash.takenByHint')}
        required
        value={chosen}
        error={problems.takenBy}
        data={[
          { value: '', label: t('payments.cash.choose'), disabled: true },
          ...others.map((taker) => ({ value: taker.id, label: labelOf(taker, others) })),
          { value: BY_NAME, label: t('payments.cash.byName') },
        ]}
        onChange={(event) => form.change('takenBy', event.currentTarget.value)}
      />
      {byName && (
        <TextInput
          label={t('payments.cash.takerName')}
          description={t('payments.cash.takerNameHint')}
          required
          autoComplete="off"
          value={values.takerName}
          error={problems.takerName ?? tooLong(values.takerName, MAX_LENGTH.email)}
          onChange={(event) => form.change('takerName', event.currentTarget.value)}
        />
      )}
      <Textarea
        label={t(differs ? 'payments.cash.why' : 'payments.cash.note')}
        required={differs}
        rows={2}
        value={values.note}
        error={problems.note ?? tooLong(values.note, MAX_LENGTH.note)}
        onChange={(event) => form.change('note', event.currentTarget.value)}
      />
    </FormSheet>
  );
}

/** The e-mail only where the name alone does not say who it is: in Urdu it would push the name out of a narrow field. */
function labelOf({ name, email }: Taker, all: readonly Taker[]): string {
  if (name === '') return email;
  return all.some((other) => other.email !== email && other.name === name) ? `${name} · ${email}` : name;
}

const isCalled = ({ name, email }: Taker, typed: string): boolean =>
  emailKey(typed) === email || (name !== '' && searchKey(typed) === searchKey(name));

const NOTHING_PAID = { amount: '', eventId: '', note: '' };

export function PayOutDialog(props: { opened: boolean; holder: CashHolder; onClose: () => void }): JSX.Element {
  const { opened, holder, onClose } = props;
  const { t } = useTexts();
  const tooLong = useTooLong();
  const name = `cash.pay-out.${holder.holderId}`;
  // Cash is paid out for what takes place about now: of more than a page, the latest.
  const events = useRead(listEvents, { query: { order: 'latest', pageSize: 100 } }, { enabled: opened });
  const submission = useSubmission(recordPayOut, {
    name,
    onSuccess: () => toast.success(t('payments.cash.paidOutDone')),
    complain: (error) => toast.error(t('payments.cash.payOutFailed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const form = useRecordForm({ base: NOTHING_PAID, draftName: name, submission, onClose });
  const { values, problems } = form;

  const submit = (): void => {
    const amount = parseAmount(values.amount);
    const note = values.note.trim();
    const found = {
      ...((amount === null || amount === 0) && { amount: t('common.amount.invalid') }),
      ...(values.eventId === '' && note === '' && { note: t('payments.cash.noteMissing') }),
    };
    form.showProblems(found);
    if (Object.keys(found).length > 0) return;
    const eventId = values.eventId === '' ? null : values.eventId;
    const body = { holderId: holder.holderId, amount: amount ?? 0, eventId, note };
    void form.save(() => submission.send({ body }));
  };

  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t('payments.cash.payOut')}
      saveLabel={t('payments.cash.payOut')}
      form={form}
      onSubmit={submit}
    >
      <About name={holder.holder}>{t('payments.cash.shouldBe', { amount: moneyText(holder.held, 'rs') })}</About>
      <AmountInput
        label={t('payments.cash.amount')}
        required
        chosen
        value={values.amount}
        error={problems.amount}
        onChange={(amount) => form.change('amount', amount)}
      />
      <NativeSelect
        label={t('payments.cash.event')}
        value={values.eventId}
        data={[
          { value: '', label: t('payments.cash.noEvent') },
          ...(events.data?.items ?? []).map(({ id: value, title, date }) => ({
            value,
            label: `${title} · ${dayText(date)}`,
          })),
        ]}
        onChange={(event) => form.change('eventId', event.currentTarget.value)}
      />
      <Textarea
        label={t('payments.cash.note')}
        required={values.eventId === ''}
        rows={2}
        value={values.note}
        error={problems.note ?? tooLong(values.note, MAX_LENGTH.note)}
        onChange={(event) => form.change('note', event.currentTarget.value)}
      />
    </FormSheet>
  );
}

// What cash was paid out for, in words.

export const paidFor = ({ event, note }: PayOut): string =>
  [event ?? '', note].filter((text) => text !== '').join(' · ');
