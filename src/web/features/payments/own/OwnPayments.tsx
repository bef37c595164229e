// What the member who is signed in has paid, below their fines (OWN-1).
import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type JSX, useMemo, useState } from 'react';
import { listOwnPayments } from '../../../../contract/money/own.ts';
import type { Payment } from '../../../../contract/money/payments.ts';
import { OVERVIEW_PAGE_SIZE } from '../../../../core/limits.ts';
import { useRead } from '../../../api/hooks.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { OWN_STATEMENT, ownPaperPath } from '../../../routing/paths.ts';
import { LinkButton, TextLink } from '../../../ui/controls/buttons.tsx';
import { LoadFailureState, useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { pageCount } from '../../../ui/lists/paging/page-numbers.ts';
import { Pager } from '../../../ui/lists/paging/paging.tsx';
import type { Columns, Layout } from '../../../ui/lists/table/columns.ts';
import { DataTable } from '../../../ui/lists/table/DataTable.tsx';
import { Amount, isGone, stateOf, takenBackOf } from '../records/RecordParts.tsx';
import { ownPaymentsInput } from './own-payments.ts';

export default function OwnPayments(): JSX.Element {
  const { t } = useTexts();
  const [chosen, setChosen] = useState(1);
  const reading = useRead(listOwnPayments, ownPaymentsInput(chosen));
  const failure = useLoadFailure(reading);
  const list = reading.data;
  const pages = pageCount(list?.totalItems ?? 0, OVERVIEW_PAGE_SIZE);
  return (
    <Card component="section" aria-labelledby="own-payments">
      <Stack gap={12} py={{ base: 12, sm: 16 }} px={{ base: 16, sm: 'var(--app-edge)' }}>
        <Group justify="space-between" gap="8px 16px">
          <Title order={2} id="own-payments" fz="md">
            {t('payments.own.title')}
          </Title>
          <LinkButton to={ownPaperPath(OWN_STATEMENT)} variant="default">
            {t('common.statement')}
          </LinkButton>
        </Group>
        {failure.nothing ? (
          <LoadFailureState failure={failure} message={t('payments.failed')} />
        ) : list === undefined ? (
          <Skeleton height={48} />
        ) : list.totalItems === 0 ? (
          <Text py={12} c="dimmed" ta="center">
            {t('payments.empty.none')}
          </Text>
        ) : (
          <>
            <Rows payments={list.items} stale={reading.isPlaceholderData} />
            <Pager
              page={Math.min(chosen, pages)}
              pages={pages}
              onChange={setChosen}
              label={t('payments.table.pages')}
              short
            />
          </>
        )}
      </Stack>
    </Card>
  );
}

type OwnColumn = 'date' | 'how' | 'amount' | 'receipt';

const LAYOUT: Layout<OwnColumn> = {
  room: 'small',
  card: {
    lines: [
      ['date', 'amount'],
      ['how', 'receipt'],
    ],
  },
};

function Rows({ payments, stale }: { payments: readonly Payment[]; stale: boolean }): JSX.Element {
  const { t } = useTexts();
  const columns = useMemo<Columns<Payment, OwnColumn>>(
    () => ({
      date: {
        label: t('payments.table.date'),
        tight: true,
        isName: true,
        render: ({ receivedOn }) => <time dateTime={receivedOn}>{dayText(receivedOn)}</time>,
      },
      how: {
        label: t('payments.table.method'),
        share: '40%',
        look: 'aside',
        render: (payment) => <How payment={payment} />,
      },
      amount: {
        label: t('payments.table.amount'),
        align: 'end',
        look: 'strong',
        render: (payment) => <Amount of={payment} />,
      },
      receipt: {
        label: t('payments.table.receipt'),
        tight: true,
        render: (payment) => <ReceiptLink payment={payment} />,
      },
    }),
    [t],
  );
  return (
    <DataTable
      label={t('payments.own.title')}
      columns={columns}
      layout={LAYOUT}
      rows={payments}
      idOf={idOf}
      stale={stale}
      empty={null}
      below={takenBackOf}
      stateOf={stateOf}
    />
  );
}

const idOf = ({ id }: Payment): string => id;

function How({ payment: { method, reference } }: { payment: Payment }): JSX.Element {
  const { t } = useTexts();
  return (
    <Text span inherit c="dimmed">
      {t(`common.method.${method}`)}
      {reference !== '' && (
        <>
          {' · '}
          <bdi>{reference}</bdi>
        </>
      )}
    </Text>
  );
}

function ReceiptLink({ payment }: { payment: Payment }): JSX.Element | null {
  const { receipt } = payment;
  if (receipt === null) return null;
  return (
    <TextLink to={ownPaperPath(receipt)} inText>
      {isGone(payment) ? <s>{receipt}</s> : receipt}
    </TextLink>
  );
}
