// Whether this device shows notices, and what they say on a locked screen (PUSH-9).
import { Switch } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import classes from './account.module.css';
import type { Notices } from './useNotices.ts';

export function OwnNotices({ notices }: { notices: Notices }): JSX.Element {
  const { t } = useTexts();
  const { ability, isOn, amounts, switching, switchingAmounts } = notices;
  if (ability !== 'able') return <p className={classes['small']}>{t(`account.notices.${ability}`)}</p>;
  return (
    <div className={classes['switches']}>
      <Switch
        label={t('account.notices.label')}
        description={t('account.notices.hint')}
        checked={switching.isPending ? switching.variables : isOn}
        onChange={({ currentTarget: { checked } }) => {
          if (!switching.isPending) switching.mutate(checked);
        }}
      />
      {isOn && (
        <Switch
          label={t('account.notices.amounts')}
          description={t('account.notices.amountsHint')}
          checked={switchingAmounts.isPending ? switchingAmounts.variables : amounts}
          onChange={({ currentTarget: { checked } }) => switchingAmounts.mutate(checked)}
        />
      )}
    </div>
  );
}
