// One voucher of credit that was given back, on the screen and on paper (REFUND-9). With `?print` in the address it prints by
// itself.
import { Button } from '@mantine/core';
import { IconPrinter, IconReceiptOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useState } from 'react';
import { readOrganisation } from '../../../../contract/settings/organisation.ts';
import { readVoucher } from '../../../../contract/money/refunds.ts';
import { ApiError } from '../../../api/errors.ts';
import { useRead } from '../../../api/hooks.ts';
import { useAddress } from '../../../routing/location.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS, voucherOf } from '../../../routing/paths.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { LoadFailureState, useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Screen } from '../../../ui/layout/Screen.tsx';
import { SkeletonTable } from '../../../ui/lists/SkeletonTable.tsx';
import { Slip } from './Slip.tsx';
import { usePrinting } from './usePrinting.ts';

export default function VoucherScreen(): JSX.Element {
  const { t } = useTexts();
  const address = useAddress();
  const number = voucherOf(address.path) ?? '';
  const reading = useRead(readVoucher, { params: { number } }, { keepPrevious: false });
  const organisation = useRead(readOrganisation, {});
  const failure = useLoadFailure(reading.data === undefined ? reading : organisation);
  const [hasLogo, setHasLogo] = useState(false);
  const voucher = reading.data;
  const said = organisation.data;
  const isThere = voucher !== undefined && said !== undefined && (said.logoVersion === null || hasLogo);
  usePrinting(isThere && address.search.has('print'));
  const isUnknown = reading.error instanceof ApiError && reading.error.code === 'voucher-not-found';
  const back = (
    <LinkButton to={PATHS.givenBack} variant="default">
      {t('payments.tabs.givenBack')}
    </LinkButton>
  );
  const title = t('payments.voucher.title', { number: voucher?.refund.voucher ?? number });
  return (
    <Screen>
      <div data-screen-only>
        <PageHeader
          title={title}
          actions={
            voucher !== undefined && (
              <>
                {back}
                <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
                  {t('payments.receipt.print')}
                </Button>
              </>
            )
          }
        />
      </div>
      {voucher !== undefined && said !== undefined ? (
        <Slip
          title={title}
          organisation={said}
          onLogo={() => setHasLogo(true)}
          facts={{
            ...voucher.refund,
            person: t('payments.voucher.to'),
            day: { label: t('payments.voucher.day'), day: voucher.refund.givenOn },
            by: { label: t('payments.voucher.givenBy'), who: voucher.refund.givenBy },
          }}
          rest={{ label: t('payments.voucher.credit'), rupees: voucher.creditAfter }}
          reversals={voucher.refund.reversals}
        />
      ) : (
        <Card>
          {isUnknown ? (
            <EmptyState icon={<IconReceiptOff />} title={t('payments.voucher.unknown', { number })} action={back} />
          ) : failure.nothing ? (
            <LoadFailureState failure={failure} message={t('payments.receipt.failed')} />
          ) : (
            <SkeletonTable rows={6} columns={2} />
          )}
        </Card>
      )}
    </Screen>
  );
}
