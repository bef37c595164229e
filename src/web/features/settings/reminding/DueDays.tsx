// Until when fines are to be paid (DUE-1): off, or so many days after they were given.
import { Button, NumberInput, Switch } from '@mantine/core';
import type { FormEvent, JSX } from 'react';
import { useState } from 'react';
import type { Output } from '../../../../contract/operation.ts';
import { readOrganisation, updateOrganisation } from '../../../../contract/settings/organisation.ts';
import { MAX_DUE_DAYS, SUGGESTED_DUE_DAYS } from '../../../../core/fines/due.ts';
import { queryClient, readKey, useWrite } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import classes from './reminding.module.css';

type Organisation = Output<typeof readOrganisation>;

const KEY = readKey(readOrganisation, {});

export function DueDays({ stored, readOnly }: { stored: Organisation; readOnly: boolean }): JSX.Element {
  const { t } = useTexts();
  /** what is chosen, undefined while it is as stored; a number that is being typed may be empty */
  const [chosen, setChosen] = useState<number | '' | null | undefined>();
  const days = chosen === undefined ? stored.dueDays : chosen;
  const wrong = days === '' || (days !== null && (days < 1 || days > MAX_DUE_DAYS));
  const save = useWrite(updateOrganisation, {
    onSuccess: async (saved) => {
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData<Organisation>(KEY, (now) => now && { ...now, ...saved });
      setChosen((now) => (now === saved.dueDays ? undefined : now));
      toast.success(t('settings.due.saved'), { id: 'due-days' });
    },
  });
  const choose = (next: number | '' | null): void => {
    if (save.error !== null) save.reset();
    setChosen(next === stored.dueDays ? undefined : next);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (chosen === undefined || save.isPending) return;
    if (wrong) event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    else save.mutate({ input: { body: { dueDays: days } } });
  };
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <fieldset disabled={readOnly} className={classes['fields']}>
        <Switch
          size="md"
          className={classes['switch'] ?? ''}
          label={t('settings.due.on')}
          checked={days !== null}
          onChange={(event) => choose(event.currentTarget.checked ? (stored.dueDays ?? SUGGESTED_DUE_DAYS) : null)}
        />
        {days !== null && (
          <NumberInput
            className={classes['days'] ?? ''}
            label={t('settings.due.days')}
            allowDecimal={false}
            allowNegative={false}
            min={1}
            max={MAX_DUE_DAYS}
            clampBehavior="none"
            value={days}
            onChange={(value) => choose(typeof value === 'number' ? value : '')}
            error={wrong ? t('settings.due.wrong', { max: MAX_DUE_DAYS }) : null}
          />
        )}
        <p className={classes['note']}>{t('settings.due.note')}</p>
      </fieldset>
      <FormProblem
        problem={save.error === null ? null : t('settings.organisation.failed', { reason: reasonOf(save.error, t) })}
      />
      {!readOnly && (
        <Button
          type="submit"
          className={classes['save'] ?? ''}
          disabled={chosen === undefined}
          loading={save.isPending}
        >
          {t('settings.organisation.save')}
        </Button>
      )}
    </form>
  );
}
