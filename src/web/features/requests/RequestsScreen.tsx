// The Requests screen (REQ-14): what members ask for, and deciding about it.
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { PageHeader, Screen } from '../../ui/layout/page.tsx';
import Requests from './Requests.tsx';

export default function RequestsScreen(): JSX.Element {
  const { t } = useTexts();
  return (
    <Screen>
      <PageHeader title={t('requests.title')} />
      <Requests />
    </Screen>
  );
}
