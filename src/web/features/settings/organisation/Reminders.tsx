// The card of reminders: whether they go out automatically, and what they say.
import { Title } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { ByThemselves } from './ByThemselves.tsx';
import type { PartProps } from './OrganisationFrame.tsx';
import { ReminderTexts } from './ReminderTexts.tsx';
import classes from './organisation.module.css';

export default function Reminders(props: PartProps): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <ByThemselves {...props} />
      <Title order={3} className={`${classes['part']} ${classes['between']}`}>
        {t('settings.reminders.says')}
      </Title>
      <ReminderTexts {...props} />
    </>
  );
}
