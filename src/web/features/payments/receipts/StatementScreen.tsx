// A member's statement, on the screen, on paper and as CSV (STATE-5).
import { IconUserOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { exportStatement } from '../../../../contract/exports.ts';
import { readStatement } from '../../../../contract/money/statements.ts';
import { ApiError } from '../../../api/call.ts';
import { useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { useAddress } from '../../../routing/location.ts';
import { PATHS, personPath, statementPath, userOfStatement } from '../../../routing/paths.ts';
import { LinkButton } from '../../../ui/controls/buttons.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { Card, PageHeader, Screen } from '../../../ui/layout/page.tsx';
import { ExportButton } from '../../../ui/lists/list-tools.tsx';
import { type Period, periodIn, StatementView } from './StatementView.tsx';

export default function StatementScreen(): JSX.Element {
  const { t } = useTexts();
  const { path, search } = useAddress();
  const userId = userOfStatement(path) ?? '';
  const period = periodIn(search);
  const input = { params: { userId }, query: period };
  const reading = useRead(readStatement, input);
  const pathOf = (days: Period): string => {
    const asked = new URLSearchParams({ ...days }).toString();
    return `${statementPath(userId)}${asked === '' ? '' : `?${asked}`}`;
  };
  if (reading.error instanceof ApiError && reading.error.code === 'user-not-found') {
    return (
      <Screen>
        <PageHeader title={t('common.statement')} />
        <Card>
          <EmptyState
            icon={<IconUserOff />}
            title={t('payments.statement.unknown', { id: userId })}
            action={
              <LinkButton to={PATHS.users} variant="default">
                {t('payments.statement.toUsers')}
              </LinkButton>
            }
          />
        </Card>
      </Screen>
    );
  }
  return (
    <StatementView
      reading={reading}
      period={period}
      pathOf={pathOf}
      back={{ to: personPath(userId), label: t('payments.statement.back') }}
      actions={reading.data !== undefined && <ExportButton of={exportStatement} input={input} />}
    />
  );
}
