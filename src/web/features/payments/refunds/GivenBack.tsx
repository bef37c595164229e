// What was given back, and what was waived (REFUND-8, WAIVE-10): newest first, found as payments are, with their sums; what was
// taken back is struck through, with the reason.
import { Button } from '@mantine/core';
import { IconCashOff } from '@tabler/icons-react';
import type { JSX, ReactNode } from 'react';
import { Suspense, useRef, useState } from 'react';
import { exportRefunds, exportWaivers } from '../../../../contract/exports.ts';
import type { Reversal } from '../../../../contract/money/payments.ts';
import { listRefunds, type Refund } from '../../../../contract/money/refunds.ts';
import { listWaivers, takeBackWaiver } from '../../../../contract/money/waivers.ts';
import { PAYMENT_METHODS } from '../../../../core/money/payment.ts';
import { useRead } from '../../../api/hooks.ts';
import { dayText, nameText } from '../../../messages/formats.ts';
import { lazyScreen } from '../../../routing/lazy-screen.tsx';
import { areaTexts, useTexts } from '../../../messages/index.ts';
import { finesOf, voucherPath } from '../../../routing/paths.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ExportButton } from '../../../ui/lists/ExportButton.tsx';
import { LoadFailureDialog, LoadFailureState } from '../../../ui/feedback/LoadFailure.tsx';
import { Money, moneyText } from '../../../ui/money/Money.tsx';
import { Pager } from '../../../ui/lists/paging/Pager.tsx';
import { less } from '../../../ui/money/rupees.ts';
import { SkeletonTable } from '../../../ui/lists/SkeletonTable.tsx';
import { type ShownPage, useShownPage } from '../../../ui/lists/paging/useListPage.ts';
import { useEver, useLast, useOpening } from '../../../ui/dialogs/useOpening.ts';
import classes from '../cash/cash.module.css';
import panel from '../payments.module.css';
import { leftOf } from '../../../ui/money/payment-figures.ts';
import { PaymentFilters } from '../PaymentFilters.tsx';
import { filtersOf, GIVEN_BACK_FORMAT, listFilter, WAIVED_FORMAT } from '../payments-place.ts';
import { TakeBackRefund } from './TakeBackRefund.tsx';
import { type PlaceView, usePlace } from '../usePlace.ts';
import { reverseRefund } from '../../../../contract/money/refunds.ts';
import { useMay } from '../../../api/permission.ts';

const takeBackDialog = lazyScreen(() => import('../../../ui/money/TakeBackWaiver.tsx'), areaTexts('collect'));

export function GivenBack(): JSX.Element {
  const { t } = useTexts();
  const mayTakeBack = useMay()(reverseRefund);
  const view = usePlace(GIVEN_BACK_FORMAT);
  const method = PAYMENT_METHODS.find((one) => one === view.method);
  const found = {
    ...listFilter(view),
    ...(method !== undefined && { method }),
    ...(view.by !== undefined && { givenBy: view.by }),
  };
  const shown = useShownPage(view, useRead(listRefunds, { query: { ...found, page: view.page } }));
  const [asked, setAsked] = useState<Refund | null>(null);
  const opened = asked !== null;
  const opening = useOpening(opened);
  const last = useLast(asked);
  return (
    <>
      <RecordList
        label={t('payments.tabs.givenBack')}
        empty={t('payments.givenBack.none')}
        view={view}
        search={{ label: t('payments.givenBack.search'), placeholder: t('payments.givenBack.searchHint') }}
        by={t('payments.filter.givenBy')}
        download={<ExportButton of={exportRefunds} input={{ query: found }} />}
        shown={shown}
        sum={shown.list && { whole: shown.list.given, takenBack: shown.list.takenBack }}
        items={shown.list?.items.map((refund) => ({
          id: refund.id,
          day: refund.givenOn,
          name: refund.userName,
          by: refund.givenBy,
          amount: refund.amount,
          reversals: refund.reversals,
          lines: [
            ...[t(`common.method.${refund.method}`), refund.reference, refund.note].filter((text) => text !== ''),
            t('payments.givenBack.by', { who: refund.givenBy }),
          ],
          link: { to: voucherPath(refund.voucher), text: refund.voucher },
          action: mayTakeBack && refund.reversals.length === 0 && (
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
  const view = usePlace(WAIVED_FORMAT);
  const found = { ...listFilter(view), ...(view.by !== undefined && { madeBy: view.by }) };
  const shown = useShownPage(view, useRead(listWaivers, { query: { ...found, page: view.page } }));
  const mayTakeBack = useMay()(takeBackWaiver);
  const [asked, setAsked] = useState<{ fineId: string; waiverId: string } | null>(null);
  const hasAsked = useEver(asked !== null);
  return (
    <>
      <RecordList
        label={t('payments.tabs.waived')}
        empty={t('payments.waived.none')}
        view={view}
        search={{ label: t('payments.waived.search'), placeholder: t('payments.waived.search') }}
        by={t('payments.filter.waivedBy')}
        download={<ExportButton of={exportWaivers} input={{ query: found }} />}
        shown={shown}
        sum={shown.list && { whole: shown.list.waived, takenBack: shown.list.takenBack }}
        items={shown.list?.items.map((waiver) => ({
          id: waiver.id,
          day: waiver.day,
          name: waiver.userName,
          by: waiver.madeBy,
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
            <>
              <Button component="a" href={`#${finesOf(waiver.userId)}`} variant="default">
                {t('payments.waived.open')}
              </Button>
              {mayTakeBack && leftOf(waiver) > 0 && (
                <Button
                  variant="default"
                  aria-label={t('payments.waived.takeBackNamed', {
                    amount: moneyText(leftOf(waiver), 'rs'),
                    name: nameText(waiver.userName),
                  })}
                  onClick={() => setAsked({ fineId: waiver.fineId, waiverId: waiver.id })}
                >
                  {t('payments.table.takeBack')}
                </Button>
              )}
            </>
          ),
        }))}
      />
      <Suspense>{hasAsked && <takeBackDialog.Screen of={asked} onClose={() => setAsked(null)} />}</Suspense>
    </>
  );
}

interface RecordListProps {
  label: string;
  empty: string;
  view: PlaceView;
  search: Record<'label' | 'placeholder', string>;
  /** the label of who did it */
  by: string;
  download: ReactNode;
  shown: ShownPage<{ totalItems: number }>;
  /** undefined while it is loading */
  sum: { whole: number; takenBack: number } | undefined;
  items:
    | readonly {
        id: string;
        day: string;
        name: string;
        by: string;
        amount: number;
        reversals: Reversal[];
        lines: readonly string[];
        link?: { to: string; text: string };
        action: ReactNode;
      }[]
    | undefined;
}

function RecordList(props: RecordListProps): JSX.Element {
  const { t } = useTexts();
  const { label, empty, view, search, by, download, shown, sum, items } = props;
  const { list, pages, failure } = shown;
  const top = useRef<HTMLDivElement>(null);
  const rs = (rupees: number): string => moneyText(rupees, 'rs');
  return (
    <Card component="section" aria-label={label} ref={top} className={panel['panel'] ?? ''}>
      <PaymentFilters
        view={view}
        label={t('payments.tabs.filter')}
        search={search}
        by={by}
        people={items?.map((item) => item.by)}
      />
      {items === undefined ? (
        failure.nothing ? (
          <LoadFailureState failure={failure} message={t('payments.failed')} />
        ) : (
          <SkeletonTable rows={4} columns={3} />
        )
      ) : items.length === 0 ? (
        <EmptyState icon={<IconCashOff />} title={filtersOf(view) === 0 ? empty : t('payments.empty.noMatch')} />
      ) : (
        <ul className={`${classes['handOvers']} ${classes['inPanel']}`}>
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
                <div className={classes['lines']}>
                  {lines.map((line) => (
                    <p key={line} className={classes['aside']}>
                      <bdi>{line}</bdi>
                    </p>
                  ))}
                </div>
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
      {list !== undefined && sum !== undefined && (
        <div className={panel['foot']}>
          <p role="status" className={classes['aside']}>
            {t('payments.tabs.count', { count: list.totalItems })} · {rs(less(sum.whole, [sum.takenBack]))}
            {sum.takenBack > 0 && ` (${t('payments.footer.takenBack')}: ${rs(sum.takenBack)})`}
          </p>
          {download}
          <Pager
            page={view.page}
            pages={pages}
            onChange={(page) => {
              view.showPage(page);
              top.current?.scrollIntoView({ block: 'nearest' });
            }}
            label={label}
          />
        </div>
      )}
      <LoadFailureDialog failure={failure} message={t('payments.failed')} />
    </Card>
  );
}
