// The Payments screen: its tabs, the first of which lists every payment (PAY-35 to PAY-39).
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { CollectButton } from '../../ui/money/MoneyButtons.tsx';
import { usePath } from '../../routing/location.ts';
import { PATHS } from '../../routing/paths.ts';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Screen } from '../../ui/layout/Screen.tsx';
import { CashUp } from './cash/CashUp.tsx';
import Payments from './Payments.tsx';
import { GivenBack } from './refunds/GivenBack.tsx';
import Waived from './refunds/Waived.tsx';
import { partOf, PaymentTabs } from './PaymentTabs.tsx';
import { collectFromMany } from '../../../contract/money/debtors.ts';
import { Allowed } from '../../ui/controls/Allowed.tsx';

export default function PaymentsScreen(): JSX.Element {
  const { t } = useTexts();
  const path = usePath();
  return (
    <Screen>
      <div>
        <PageHeader
          title={t('payments.title')}
          part={partOf(path, t)}
          subtitle={t('payments.subtitle')}
          actions={
            <>
              <CollectButton userId={null} />
              <Allowed to={collectFromMany}>
                <LinkButton to={PATHS.collectFromMany} needsServer={t('collect.offline')} variant="default">
                  {t('payments.collectFromMany')}
                </LinkButton>
              </Allowed>
            </>
          }
        />
        <PaymentTabs path={path} />
      </div>
      {path === PATHS.cashUp ? (
        <CashUp />
      ) : path === PATHS.givenBack ? (
        <GivenBack />
      ) : path === PATHS.waived ? (
        <Waived />
      ) : (
        <Payments />
      )}
    </Screen>
  );
}
