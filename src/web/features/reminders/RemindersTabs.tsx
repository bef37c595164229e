// The tabs of Reminders, each with its own address.
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { LinkTabs } from '../../ui/layout/LinkTabs.tsx';

const TABS = [
  ['owing', PATHS.reminders],
  ['sent', PATHS.sent],
] as const;

export function RemindersTabs({ path }: { path: (typeof TABS)[number][1] }): JSX.Element {
  const { t } = useTexts();
  return (
    <LinkTabs
      label={t('reminders.tabs.label')}
      tabs={TABS.map(([name, to]) => ({ to, text: t(`reminders.tabs.${name}`), current: path === to }))}
    />
  );
}
