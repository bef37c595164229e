// Until when fines are to be paid (DUE-1): off, or so many days after they were given.
import { NumberInput, Switch } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import { MAX_DUE_DAYS, SUGGESTED_DUE_DAYS } from '../../../../core/fines/due.ts';
import { useTexts } from '../../../messages/index.ts';
import { OrganisationFrame, type PartProps, useSaveOrganisation } from './OrganisationFrame.tsx';
import classes from './organisation.module.css';

export function DueDays({ stored, readOnly }: PartProps): JSX.Element {
  const { t } = useTexts();
  /** what is chosen, undefined while it is as stored; a number that is being typed may be empty */
  const [chosen, setChosen] = useState<number | '' | null | undefined>();
  const days = chosen === undefined ? stored.dueDays : chosen;
  const wrong = days === '' || (days !== null && (days < 1 || days > MAX_DUE_DAYS));
  const { save, forgetFailure } = useSaveOrganisation({
    id: 'due-days',
    saved: t('settings.due.saved'),
    forget: (sent) => setChosen((now) => (now === sent.dueDays ? undefined : now)),
  });
  const choose = (next: number | '' | null): void => {
    forgetFailure();
    setChosen(next === stored.dueDays ? undefined : next);
  };
  return (
    <OrganisationFrame
      save={save}
      // An empty number is wrong, and not sent.
      changes={chosen === undefined ? {} : { dueDays: days === '' ? null : days }}
      isWrong={wrong}
      readOnly={readOnly}
    >
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
    </OrganisationFrame>
  );
}
