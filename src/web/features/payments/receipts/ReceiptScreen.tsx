// One receipt, on the screen and on paper (PAY-30 to PAY-34). With `?print` in the address it prints by itself.
import { Button } from '@mantine/core';
import { IconArrowLeft, IconPrinter, IconReceiptOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useState } from 'react';
import { readOrganisation } from '../../../../contract/settings/organisation.ts';
import { readReceipt } from '../../../../contract/money/payments.ts';
import { ApiError } from '../../../api/errors.ts';
import { useRead } from '../../../api/hooks.ts';
import { useAddress } from '../../../routing/location.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS, receiptOf } from '../../../routing/paths.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { LoadFailureState, useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Screen } from '../../../ui/layout/Screen.tsx';
import { SkeletonTable } from '../../../ui/lists/SkeletonTable.tsx';
import { leftOf } from '../../../ui/money/payment-figures.ts';
import { Receipt } from './Receipt.tsx';
import classes from './receipt.module.css';
import { ShareReceipt } from './ShareReceipt.tsx';
import { usePrinting } from './usePrinting.ts';

export default function ReceiptScreen(): JSX.Element {
  const { t } = useTexts();
  const address = useAddress();
  const number = receiptOf(address.path) ?? '';
  const reading = useRead(readReceipt, { params: { number } }, { keepPrevious: false });
  const organisation = useRead(readOrganisation, {});
  const failure = useLoadFailure(reading.data === undefined ? reading : organisation);
  const [hasLogo, setHasLogo] = useState(false);
  const receipt = reading.data;
  // What can be no number is one that no receipt has.
  const isUnknown =
    reading.error instanceof ApiError && ['receipt-not-found', 'invalid-input'].includes(reading.error.code);

  const isThere =
    receipt !== undefined && organisation.data !== undefined && (organisation.data.logoVersion === null || hasLogo);
  usePrinting(isThere && address.search.has('print'));

  const back = (
    <LinkButton
      to={PATHS.payments}
      variant="default"
      leftSection={<IconArrowLeft size={18} aria-hidden className={classes['turning'] ?? ''} />}
    >
      {t('payments.receipt.toPayments')}
    </LinkButton>
  );

  const content = (): JSX.Element => {
    if (receipt !== undefined && organisation.data !== undefined) {
      return <Receipt receipt={receipt} organisation={organisation.data} onLogo={() => setHasLogo(true)} />;
    }
    return (
      <Card className={classes['without'] ?? ''}>
        {isUnknown ? (
          <EmptyState
            icon={<IconReceiptOff />}
            title={t('payments.receipt.unknown', { number })}
            text={t('payments.receipt.unknownHint')}
            action={back}
          />
        ) : failure.nothing ? (
          <LoadFailureState failure={failure} message={t('payments.receipt.failed')} />
        ) : (
          <SkeletonTable rows={8} columns={2} />
        )}
      </Card>
    );
  };

  return (
    <Screen>
      <div data-screen-only className={classes['bar']}>
        <PageHeader
          title={t('payments.receipt.title', { number: receipt?.payment.receipt ?? number })}
          actions={
            receipt !== undefined && (
              <>
                {back}
                {leftOf(receipt.payment) > 0 && <ShareReceipt payment={receipt.payment} owed={receipt.owedAfter} />}
                <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
                  {t('payments.receipt.print')}
                </Button>
              </>
            )
          }
        />
      </div>
      {content()}
    </Screen>
  );
}
