// What was given back, and what was waived (REFUND-8, WAIVE-10): newest first, found by member or voucher, with their sums; what
// was taken back is struck through, with the reason.
import { Button } from '@mantine/core';
import { IconCashOff } from '@tabler/icons-react';
import type { JSX, ReactNode } from 'react';
import { useState } from 'react';
import type { Reversal } from '../../../contract/payments.ts';
import { listRefunds, type Refund } from '../../../contract/refunds.ts';
import { listWaivers } from '../../../contract/waivers.ts';
import { useRead } from '../../api/hooks.ts';
import { dayText, nameText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { finesOf, voucherPath } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailureState, useLoadFailure } from '../../ui/LoadFailure.tsx';
import { Money, moneyText } from '../../ui/Money.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { pageCount } from '../../ui/page-numbers.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { less } from '../../ui/rupees.ts';
import { SkeletonTable } from '../../ui/SkeletonTable.tsx';
import { useLast, useOpening } from '../../ui/useOpening.ts';
import classes from './cash.module.css';
import { leftOf } from './payment-figures.ts';
import { TakeBackRefund } from './TakeBackRefund.tsx';

export function GivenBack(): JSX.Element {
  const { t } = useTexts();
  const place = usePlace();
  const query = useRead(listRefunds, { query: place.query });
  const [asked, setAsked] = useState<Refund | null>(null);
  const opened = asked !== null;
  const opening = useOpening(opened);
  const last = useLast(asked);
  return (
    <>
      <RecordList
        label={t('payments.tabs.givenBack')}
        empty={t('payments.givenBack.none')}
        place={place}
        query={query}
        sum={query.data && { whole: query.data.given, takenBack: query.data.takenBack }}
        items={query.data?.items.map((refund) => ({
          id: refund.id,
          day: refund.givenOn,
          name: refund.userName,
          amount: refund.amount,
          reversals: refund.reversals,
          lines: [
            ...[t(`common.method.${refund.method}`), refund.reference, refund.note].filter((text) => text !== ''),
            t('payments.givenBack.by', { who: refund.givenBy }),
          ],
          link: { to: voucherPath(refund.voucher), text: refund.voucher },
          action: refund.reversals.length === 0 && (
            <Button
              variant="default"
              aria-label={t('payments.givenBack.takeBackNamed', { voucher: refund.voucher })}
              onClick={() => setAsked(refund)}
            >
              {t('payments.table.takeBack')}
            </Button>
          ),
        }))}
      />
      {last !== null && <TakeBackRefund key={opening} opened={opened} refund={last} onClose={() => setAsked(null)} />}
    </>
  );
}

export function Waived(): JSX.Element {
  const { t } = useTexts();
  const place = usePlace();
  const query = useRead(listWaivers, { query: place.query });
  return (
    <RecordList
      label={t('payments.tabs.waived')}
      empty={t('payments.waived.none')}
      place={place}
      query={query}
      sum={query.data && { whole: query.data.waived, takenBack: query.data.takenBack }}
      items={query.data?.items.map((waiver) => ({
        id: waiver.id,
        day: waiver.day,
        name: waiver.userName,
        amount: waiver.amount,
        reversals: waiver.reversals,
        lines: [
          t('payments.waived.of', { fineType: waiver.fineType, day: dayText(waiver.date) }),
          t(waiver.mistake ? 'payments.waived.mistake' : 'payments.waived.reason', {
            reason: waiver.reason,
            who: waiver.madeBy,
          }),
        ],
        action: (
          <Button component="a" href={`#${finesOf(waiver.userId)}`} variant="default">
            {t('payments.waived.open')}
          </Button>
        ),
      }))}
    />
  );
}

interface Place {
  search: string;
  setSearch: (search: string) => void;
  page: number;
  setPage: (page: number) => void;
  query: { search: string; page: number };
}

function usePlace(): Place {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  return {
    search,
    setSearch: (to) => {
      setSearch(to);
      setPage(1);
    },
    page,
    setPage,
    query: { search: search.trim(), page },
  };
}

interface RecordListProps {
  label: string;
  empty: string;
  place: Place;
  query: Parameters<typeof useLoadFailure>[0] & {
    data: { totalItems: number; pageSize: number } | undefined;
  };
  /** undefined while it is loading */
  sum: { whole: number; takenBack: number } | undefined;
  items:
    | readonly {
        id: string;
        day: string;
        name: string;
        amount: number;
        reversals: Reversal[];
        lines: readonly string[];
        link?: { to: string; text: string };
        action: ReactNode;
      }[]
    | undefined;
}

function RecordList({ label, empty, place, query, sum, items }: RecordListProps): JSX.Element {
  const { t } = useTexts();
  const failure = useLoadFailure(query);
  const rs = (rupees: number): string => moneyText(rupees, 'rs');
  return (
    <Card component="section" aria-label={label} className={classes['list'] ?? ''}>
      <SearchBox
        value={place.search}
        onChange={place.setSearch}
        label={t('payments.tabs.search')}
        placeholder={t('payments.tabs.search')}
      />
      {items === undefined ? (
        failure.nothing ? (
          <LoadFailureState failure={failure} message={t('payments.failed')} />
        ) : (
          <SkeletonTable rows={4} columns={3} />
        )
      ) : items.length === 0 ? (
        <EmptyState icon={<IconCashOff />} title={place.query.search === '' ? empty : t('payments.empty.noMatch')} />
      ) : (
        <ul className={classes['handOvers']}>
          {items.map(({ id, day, name, amount, reversals, lines, link, action }) => {
            const isGone = leftOf({ amount, reversals }) === 0;
            return (
              <li key={id}>
                <p className={classes['line']}>
                  <span>
                    <strong dir="auto">{nameText(name)}</strong>
                    <time dateTime={day} className={classes['aside']}>
                      {dayText(day)}
                    </time>
                  </span>
                  <strong>{isGone ? <s>{rs(amount)}</s> : <Money rupees={amount} format="rs" />}</strong>
                </p>
                {link !== undefined && (
                  <p className={classes['link']}>
                    <a href={`#${link.to}`}>{isGone ? <s>{link.text}</s> : link.text}</a>
                  </p>
                )}
                {lines.map((line) => (
                  <p key={line} className={classes['aside']}>
                    <bdi>{line}</bdi>
                  </p>
                ))}
                {reversals.map((reversal, index) => (
                  <p key={index} className={classes['aside']}>
                    {t('payments.table.takenBack', {
                      amount: rs(reversal.amount),
                      day: dayText(reversal.day),
                      reason: reversal.reason,
                    })}
                  </p>
                ))}
                <div className={classes['rowEnd']}>{action}</div>
              </li>
            );
          })}
        </ul>
      )}
      {query.data !== undefined && sum !== undefined && (
        <>
          <p role="status" className={classes['aside']}>
            {t('payments.tabs.count', { count: query.data.totalItems })} · {rs(less(sum.whole, [sum.takenBack]))}
            {sum.takenBack > 0 && ` (${t('payments.footer.takenBack')}: ${rs(sum.takenBack)})`}
          </p>
          <Pager
            page={place.page}
            pages={pageCount(query.data.totalItems, query.data.pageSize)}
            onChange={place.setPage}
            label={label}
          />
        </>
      )}
    </Card>
  );
}
