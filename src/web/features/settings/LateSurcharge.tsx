// The terms of the rule "Late surcharge", who is left out, what it would add now, and undoing what it added today
// (SURCHARGE-7).
import { Button, CloseButton, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { type JSX, type SubmitEvent, useId, useState } from 'react';
import { readSurcharges, type Surcharges, undoSurcharges, updateSurcharges } from '../../../contract/settings/rules.ts';
import { MAX_LEFT_OUT, MAX_SURCHARGE_DAYS, MAX_SURCHARGES } from '../../../core/fines/late-surcharge.ts';
import { parseAmount } from '../../../core/money/money.ts';
import { foldDigits } from '../../../core/text/letters.ts';
import { queryClient, readKey, useRead, useWrite } from '../../api/hooks.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { busyButton } from '../../ui/controls/buttons.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AmountInput } from '../../ui/forms/fields/AmountInput.tsx';
import { FIGURES, leadToWrong } from '../../ui/forms/fields/checks.ts';
import { typedAmount } from '../../ui/forms/fields/typed-amount.ts';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { SkeletonTable } from '../../ui/lists/list-tools.tsx';
import { moneyText } from '../../ui/money/money.tsx';
import UserSelect from '../../ui/people/UserSelect.tsx';
import { ReadAgain } from './settings-parts.tsx';
import classes from './settings.module.css';

const KEY = readKey(readSurcharges, {});

export default function LateSurcharge(): JSX.Element {
  const { t } = useTexts();
  const heading = useId();
  const { data, error, isFetching, refetch } = useRead(readSurcharges, {});
  return (
    <Card component="section" aria-labelledby={heading} className={classes['card'] ?? ''}>
      <Title order={2} id={heading} fz="lg" px="var(--app-edge)" py={16}>
        {t('settings.surcharge.title')}
      </Title>
      {data !== undefined ? (
        <Terms key={JSON.stringify(data.terms)} stored={data} />
      ) : error === null ? (
        <SkeletonTable rows={4} columns={2} rowHeight={80} />
      ) : (
        <ReadAgain busy={isFetching} read={refetch} />
      )}
    </Card>
  );
}

/** The fields of whole numbers, each with its least and greatest. */
const NUMBERS = {
  percent: [1, 100],
  graceDays: [0, MAX_SURCHARGE_DAYS],
  times: [1, MAX_SURCHARGES],
  everyDays: [1, MAX_SURCHARGE_DAYS],
  mostPercent: [1, 100],
} as const;
type NumberField = keyof typeof NUMBERS;

/** Null if it is no whole number that the field takes. */
function numberIn(field: NumberField, typed: string): number | null {
  const text = foldDigits(typed).trim();
  const [min, max] = NUMBERS[field];
  const value = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  return value < min || value > max ? null : value;
}

function Terms({ stored }: { stored: Surcharges }): JSX.Element {
  const { t } = useTexts();
  const readOnly = !useMay()(updateSurcharges);
  const { terms } = stored;
  const first = {
    kind: terms.amount === null ? ('percent' as const) : ('amount' as const),
    amount: terms.amount === null ? '' : typedAmount(terms.amount),
    percent: String(terms.percent ?? ''),
    graceDays: String(terms.graceDays),
    times: String(terms.times),
    everyDays: String(terms.everyDays),
    mostPercent: String(terms.mostPercent),
  };
  const [values, setValues] = useState(first);
  const [tried, setTried] = useState(false);
  const write = useWrite(updateSurcharges, {
    onSuccess: async (saved) => {
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData<Surcharges>(KEY, saved);
      toast.success(t('settings.saved'), { title: t('settings.savedTitle'), id: 'surcharge' });
    },
  });
  const change = (changes: Partial<typeof first>): void => {
    if (write.error !== null) write.reset();
    setValues((now) => ({ ...now, ...changes }));
  };
  const amount = parseAmount(values.amount);
  const isPercent = values.kind === 'percent';
  const shownFields = (Object.keys(NUMBERS) as NumberField[]).filter(
    (field) => (field !== 'percent' || isPercent) && (field !== 'everyDays' || values.times.trim() !== '1'),
  );
  const isWrong =
    (!isPercent && (amount === null || amount === 0)) ||
    shownFields.some((field) => numberIn(field, values[field]) === null);
  const isChanged = JSON.stringify(values) !== JSON.stringify(first);
  const number = (field: NumberField): JSX.Element => (
    <TextInput
      key={field}
      label={t(`settings.surcharge.${field}`)}
      attributes={FIGURES}
      inputMode="numeric"
      autoComplete="off"
      value={values[field]}
      error={
        (tried || values[field] !== '') && numberIn(field, values[field]) === null
          ? t('settings.surcharge.wrong', { min: NUMBERS[field][0], max: NUMBERS[field][1] })
          : undefined
      }
      onChange={({ currentTarget: { value } }) => change({ [field]: value })}
    />
  );
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (isWrong) return leadToWrong(event.currentTarget, {});
    if (!isChanged || write.isPending) return;
    const sent = {
      amount: isPercent ? null : amount,
      percent: isPercent ? numberIn('percent', values.percent) : null,
      graceDays: numberIn('graceDays', values.graceDays) ?? terms.graceDays,
      times: numberIn('times', values.times) ?? terms.times,
      everyDays: numberIn('everyDays', values.everyDays) ?? terms.everyDays,
      mostPercent: numberIn('mostPercent', values.mostPercent) ?? terms.mostPercent,
    };
    write.mutate({ input: { body: { ...sent, shown: terms } } });
  };
  const leaveOut = (userIds: string[]): void => {
    const shown = { leftOut: stored.leftOut.map(({ userId }) => userId) };
    if (!write.isPending) write.mutate({ input: { body: { leftOut: userIds, shown } } });
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack gap={16} px="var(--app-edge)" pb="var(--app-edge)">
        <Text c="dimmed" fz="sm">
          {t('settings.surcharge.does')}
        </Text>
        {!stored.hasDueDays && (
          <Text c="var(--app-bad-text)" fz="sm">
            {t('settings.surcharge.noDueDays')}
          </Text>
        )}
        <Now stored={stored} />
        <fieldset disabled={readOnly} className={classes['fields']}>
          <Stack gap={16}>
            <div className={classes['pair']}>
              <NativeSelect
                label={t('settings.surcharge.what')}
                value={values.kind}
                data={(['amount', 'percent'] as const).map((value) => ({
                  value,
                  label: t(`settings.surcharge.kinds.${value}`),
                }))}
                onChange={({ currentTarget: { value } }) => change({ kind: value === 'percent' ? value : 'amount' })}
              />
              {isPercent ? (
                number('percent')
              ) : (
                <AmountInput
                  label={t('settings.surcharge.amount')}
                  value={values.amount}
                  error={tried && (amount === null || amount === 0) ? t('settings.surcharge.wrongAmount') : undefined}
                  onChange={(value) => change({ amount: value })}
                />
              )}
            </div>
            <div className={classes['pair']}>{shownFields.filter((field) => field !== 'percent').map(number)}</div>
          </Stack>
        </fieldset>
        <FormProblem
          problem={write.error === null ? null : t('settings.failed', { reason: reasonOf(write.error, t) })}
        />
        {!readOnly && (
          <Button type="submit" {...busyButton(!isChanged)} loading={write.isPending} style={{ alignSelf: 'start' }}>
            {t('settings.save')}
          </Button>
        )}
        <LeftOut stored={stored} readOnly={readOnly} onChange={leaveOut} />
      </Stack>
    </form>
  );
}

/** Members who are left out by name; saved at once. */
function LeftOut(props: {
  stored: Surcharges;
  readOnly: boolean;
  onChange: (userIds: string[]) => void;
}): JSX.Element | null {
  const { stored, readOnly, onChange } = props;
  const { t } = useTexts();
  const ids = stored.leftOut.map(({ userId }) => userId);
  if (readOnly && ids.length === 0) return null;
  return (
    <Stack gap={4}>
      {ids.length > 0 && (
        <>
          <Text fw={500} fz="sm">
            {t('settings.surcharge.leftOut')}
          </Text>
          <Group component="ul" gap="4px 16px" p={0} m={0} style={{ listStyle: 'none' }}>
            {stored.leftOut.map(({ userId, userName }) => (
              <Group key={userId} component="li" gap={4}>
                <bdi>{userName}</bdi>
                {!readOnly && (
                  <CloseButton
                    aria-label={t('settings.surcharge.takeIn', { name: userName })}
                    onClick={() => onChange(ids.filter((id) => id !== userId))}
                  />
                )}
              </Group>
            ))}
          </Group>
        </>
      )}
      {!readOnly && ids.length < MAX_LEFT_OUT && (
        <UserSelect
          // Empty again once somebody is chosen.
          key={ids.length}
          label={t('settings.surcharge.leaveOut')}
          userId={undefined}
          userName={undefined}
          onChange={(userId) => {
            if (userId !== undefined && !ids.includes(userId)) onChange([...ids, userId]);
          }}
        />
      )}
    </Stack>
  );
}

/** What it would add now, and what it added today. */
function Now({ stored }: { stored: Surcharges }): JSX.Element {
  const { t } = useTexts();
  const may = useMay();
  const { today: day } = useSession().organisation;
  const [asked, setAsked] = useState(false);
  const { isOn, now, today } = stored;
  const facts = ({ members, fines, amount }: typeof now) => ({
    count: fines,
    members: t('settings.surcharge.members', { count: members }),
    amount: moneyText(amount, 'rs'),
  });
  const undo = useWrite(undoSurcharges, {
    onSuccess: ({ remaining }): void => {
      // Some at a time, so that nobody else has to wait.
      if (remaining > 0) {
        undo.mutate({ input: { body: { day } } });
        return;
      }
      setAsked(false);
      toast.success(t('settings.surcharge.undone'), { id: 'surcharge' });
    },
    onError: (error) => {
      setAsked(false);
      toast.error(t('settings.surcharge.failed', { reason: reasonOf(error, t) }), { id: 'surcharge' });
    },
  });
  return (
    <div>
      {!isOn && <Text>{t('settings.surcharge.off')}</Text>}
      <Text>
        {now.fines === 0
          ? t('settings.surcharge.now.nothing')
          : t(isOn ? 'settings.surcharge.now.on' : 'settings.surcharge.now.off', facts(now))}
      </Text>
      {today.fines > 0 && (
        <Group gap="4px 12px">
          <Text>{t('settings.surcharge.today', facts(today))}</Text>
          {may(undoSurcharges) && (
            <Button variant="default" onClick={() => setAsked(true)}>
              {t('settings.surcharge.undo')}
            </Button>
          )}
        </Group>
      )}
      <ConfirmDialog
        opened={asked}
        danger
        busy={undo.isPending}
        title={t('settings.surcharge.undoTitle')}
        message={
          <>
            <p>{t('settings.surcharge.today', facts(today))}</p>
            <p>{t('settings.surcharge.undoQuestion')}</p>
          </>
        }
        confirmLabel={t('settings.surcharge.undo')}
        onConfirm={() => undo.mutate({ input: { body: { day } } })}
        onClose={() => setAsked(false)}
      />
    </div>
  );
}
