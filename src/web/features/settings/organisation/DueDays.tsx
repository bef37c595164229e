// When fines are to be paid (DUE-1): no due day, or a number of days after they were given.
import { Switch, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import { MAX_DUE_DAYS, parseDueDays, SUGGESTED_DUE_DAYS } from '../../../../core/fines/due.ts';
import { useTexts } from '../../../messages/index.ts';
import { savedElsewhere } from '../../../ui/forms/saved-elsewhere.tsx';
import { OrganisationFrame, type PartProps, useSaveOrganisation } from './OrganisationFrame.tsx';
import classes from './organisation.module.css';

const asTyped = (days: number | null): string | null => (days === null ? null : String(days));

const daysIn = (typed: string | null): number | null => (typed === null ? null : parseDueDays(typed));

export function DueDays({ stored, readOnly }: PartProps): JSX.Element {
  const { t } = useTexts();
  /** what is typed, null if it is off; undefined as long as it is as stored */
  const [chosen, setChosen] = useState<string | null | undefined>();
  const typed = chosen === undefined ? asTyped(stored.dueDays) : chosen;
  const days = daysIn(typed);
  const wrong = typed !== null && days === null;
  const saving = useSaveOrganisation({
    id: 'due-days',
    saved: t('settings.due.saved'),
    stored,
    // `isWrong` keeps an invalid number from being sent.
    changes: chosen === undefined ? {} : { dueDays: days },
    forget: (sent) => setChosen((now) => (now === undefined || daysIn(now) === sent.dueDays ? undefined : now)),
  });
  const choose = (next: string | null): void => {
    saving.begin('dueDays');
    setChosen(next === asTyped(stored.dueDays) ? undefined : next);
  };
  return (
    <OrganisationFrame saving={saving} saves={t('settings.due.title')} isWrong={wrong} readOnly={readOnly}>
      <Switch
        size="md"
        className={classes['switch'] ?? ''}
        label={t('settings.due.on')}
        description={savedElsewhere(saving.isElsewhere('dueDays') ? (asTyped(stored.dueDays) ?? '') : undefined, t)}
        checked={typed !== null}
        onChange={(event) => choose(event.currentTarget.checked ? asTyped(stored.dueDays ?? SUGGESTED_DUE_DAYS) : null)}
      />
      {typed !== null && (
        <TextInput
          className={classes['days'] ?? ''}
          label={t('settings.due.days')}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget: { value } }) => choose(value)}
          error={wrong ? t('settings.due.wrong', { max: MAX_DUE_DAYS }) : null}
        />
      )}
      <p className={classes['note']}>{t('settings.due.note')}</p>
    </OrganisationFrame>
  );
}
