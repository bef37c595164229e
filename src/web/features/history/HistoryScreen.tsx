// The screen of the history (HISTORY-1).
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { PageHeader, Screen } from '../../ui/layout/page.tsx';
import { useListView } from '../../ui/lists/paging/useAddressState.ts';
import { History } from './History.tsx';
import { HISTORY_FORMAT } from './history-address.ts';

export default function HistoryScreen(): JSX.Element {
  const { t } = useTexts();
  return (
    <Screen>
      <PageHeader title={t('history.title')} />
      <History view={useListView(HISTORY_FORMAT)} />
    </Screen>
  );
}
