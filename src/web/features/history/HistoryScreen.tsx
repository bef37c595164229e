// The screen of the history (HISTORY-1).
import type { JSX } from 'react';
import { exportHistory } from '../../../contract/exports.ts';
import { useTexts } from '../../messages/index.ts';
import { ExportButton } from '../../ui/lists/list-tools.tsx';
import { PageHeader, Screen } from '../../ui/layout/page.tsx';
import { useListView } from '../../ui/lists/paging/useAddressState.ts';
import { History } from './History.tsx';
import { HISTORY_FORMAT } from './history-address.ts';

export default function HistoryScreen(): JSX.Element {
  const { t } = useTexts();
  const view = useListView(HISTORY_FORMAT);
  return (
    <Screen>
      <PageHeader
        title={t('history.title')}
        subtitle={t('history.subtitle')}
        actions={<ExportButton of={exportHistory} input={{ query: HISTORY_FORMAT.asked(view) }} />}
      />
      <History view={view} />
    </Screen>
  );
}
