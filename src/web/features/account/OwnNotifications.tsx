// Whether this device shows notifications, and what they say on a locked screen (PUSH-9).
import { Switch } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import classes from './account.module.css';
import type { Notifications } from './useNotifications.ts';

export function OwnNotifications({ notifications }: { notifications: Notifications }): JSX.Element {
  const { t } = useTexts();
  const { ability, isOn, amounts, switching, switchingAmounts } = notifications;
  if (ability !== 'able') return <p className={classes['small']}>{t(`account.notifications.${ability}`)}</p>;
  return (
    <div className={classes['switches']}>
      <Switch
        label={t('account.notifications.label')}
        description={t('account.notifications.hint')}
        checked={switching.isPending ? switching.variables : isOn}
        onChange={({ currentTarget: { checked } }) => {
          if (!switching.isPending) switching.mutate(checked);
        }}
      />
      {isOn && (
        <Switch
          label={t('account.notifications.amounts')}
          description={t('account.notifications.amountsHint')}
          checked={switchingAmounts.isPending ? switchingAmounts.variables : amounts}
          onChange={({ currentTarget: { checked } }) => switchingAmounts.mutate(checked)}
        />
      )}
    </div>
  );
}
