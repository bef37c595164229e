// Cash-up (CASH-6 to CASH-8): who holds how much cash, paying out of it, handing it over, and what was handed over before.
import { Button } from '@mantine/core';
import { IconCashOff, IconPrinter } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useState } from 'react';
import { type CashHolder, type HandOver, listHandOvers, readCash } from '../../../../contract/money/cash.ts';
import { exportHandOvers } from '../../../../contract/exports.ts';
import { useRead } from '../../../api/hooks.ts';
import { dayText, personText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ExportButton } from '../../../ui/lists/ExportButton.tsx';
import { LoadFailureState, useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Money, moneyText } from '../../../ui/money/Money.tsx';
import { Pager } from '../../../ui/lists/paging/Pager.tsx';
import { pageCount } from '../../../ui/lists/paging/page-numbers.ts';
import { SkeletonTable } from '../../../ui/lists/SkeletonTable.tsx';
import { useLast, useOpening } from '../../../ui/dialogs/useOpening.ts';
import classes from './cash.module.css';
import { HandOverDialog } from './HandOverDialog.tsx';
import { PayOutDialog } from './PayOutDialog.tsx';
import { handOverCash } from '../../../../contract/money/cash.ts';
import { Allowed } from '../../../ui/controls/Allowed.tsx';

interface Asked {
  deed: 'hand-over' | 'pay-out';
  holder: string;
}

export function CashUp(): JSX.Element {
  const { t } = useTexts();
  const cash = useRead(readCash, {});
  const failure = useLoadFailure(cash);
  const [asked, setAsked] = useState<Asked | null>(null);
  const opened = asked !== null;
  const opening = useOpening(opened);
  const last = useLast(asked);
  const close = (): void => setAsked(null);
  const current = cash.data?.holders.find(({ holder }) => holder === last?.holder);

  if (cash.data === undefined) {
    return (
      <Card>
        {failure.nothing ? (
          <LoadFailureState failure={failure} message={t('payments.cash.failed')} />
        ) : (
          <SkeletonTable rows={4} columns={3} />
        )}
      </Card>
    );
  }
  const { holders } = cash.data;
  return (
    <>
      <div className={classes['holders']} data-screen-only>
        {holders.length === 0 ? (
          <Card>
            <EmptyState icon={<IconCashOff />} title={t('payments.cash.nobody')} text={t('payments.cash.nobodyHint')} />
          </Card>
        ) : (
          holders.map((holder) => <Holder key={holder.holder} holder={holder} onAsk={setAsked} />)
        )}
      </div>
      <HandOvers />
      {current !== undefined && last?.deed === 'hand-over' && (
        <HandOverDialog key={opening} opened={opened} holder={current} takers={cash.data.takers} onClose={close} />
      )}
      {current !== undefined && last?.deed === 'pay-out' && (
        <PayOutDialog key={opening} opened={opened} holder={current} onClose={close} />
      )}
    </>
  );
}

function Holder(props: { holder: CashHolder; onAsk: (asked: Asked) => void }): JSX.Element {
  const { holder, onAsk } = props;
  const { t } = useTexts();
  const figures = [
    ['received', holder.received],
    ['takenOver', holder.takenOver],
    ['givenBack', -holder.givenBack],
    ['paidOut', -holder.paidOut],
  ] as const;
  return (
    <Card component="section" aria-label={personText(holder.holder)} className={classes['holder'] ?? ''}>
      <h2 className={classes['who']}>
        <bdi>{personText(holder.holder)}</bdi>
      </h2>
      <p className={classes['held']}>
        <span>{t('payments.cash.held')}</span>
        <strong>
          <Money rupees={holder.held} format="rs" />
        </strong>
      </p>
      <dl className={classes['figures']}>
        {figures
          .filter(([name, rupees]) => name === 'received' || rupees !== 0)
          .map(([name, rupees]) => (
            <div key={name}>
              <dt>{t(`payments.cash.${name}`)}</dt>
              <dd>
                <Money rupees={rupees} format="rs" />
              </dd>
            </div>
          ))}
      </dl>
      <Allowed to={handOverCash}>
        <div className={classes['buttons']}>
          <Button disabled={holder.held === 0} onClick={() => onAsk({ deed: 'hand-over', holder: holder.holder })}>
            {t('payments.cash.handOver')}
          </Button>
          <Button
            variant="default"
            disabled={holder.held <= 0}
            onClick={() => onAsk({ deed: 'pay-out', holder: holder.holder })}
          >
            {t('payments.cash.payOut')}
          </Button>
        </div>
      </Allowed>
    </Card>
  );
}

function HandOvers(): JSX.Element {
  const { t } = useTexts();
  const [page, setPage] = useState(1);
  const query = useRead(listHandOvers, { query: { page } });
  const failure = useLoadFailure(query);
  const list = query.data;
  return (
    <Card component="section" aria-labelledby="hand-overs" className={classes['list'] ?? ''}>
      <div className={classes['head']}>
        <h2 id="hand-overs">{t('payments.cash.list')}</h2>
        {list !== undefined && list.totalItems > 0 && (
          <div className={classes['buttons']} data-screen-only>
            <ExportButton of={exportHandOvers} input={{}} />
            <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
              {t('payments.receipt.print')}
            </Button>
          </div>
        )}
      </div>
      {list === undefined ? (
        failure.nothing ? (
          <LoadFailureState failure={failure} message={t('payments.cash.failed')} />
        ) : (
          <SkeletonTable rows={3} columns={3} />
        )
      ) : list.items.length === 0 ? (
        <p className={classes['aside']}>{t('payments.cash.none')}</p>
      ) : (
        <ul className={classes['handOvers']}>
          {list.items.map((handOver) => (
            <li key={handOver.id}>
              <OneHandOver handOver={handOver} />
            </li>
          ))}
        </ul>
      )}
      {list !== undefined && (
        <div data-screen-only>
          <Pager
            page={page}
            pages={pageCount(list.totalItems, list.pageSize)}
            onChange={setPage}
            label={t('payments.cash.pages')}
          />
        </div>
      )}
    </Card>
  );
}

function OneHandOver({ handOver }: { handOver: HandOver }): JSX.Element {
  const { t } = useTexts();
  const { day, holder, takenBy, counted, held, difference, note, payOuts } = handOver;
  const rs = (rupees: number): string => moneyText(rupees, 'rs');
  return (
    <>
      <p className={classes['line']}>
        <span>
          <time dateTime={day}>{dayText(day)}</time>
          <span className={classes['aside']}>
            {t('payments.cash.fromTo', { from: personText(holder), to: personText(takenBy) })}
          </span>
        </span>
        <strong>
          <Money rupees={counted} format="rs" />
        </strong>
      </p>
      <p className={classes['aside']}>
        {t('payments.cash.shouldBe', { amount: rs(held) })}{' '}
        <span data-differs={difference !== 0 || undefined} className={classes['difference']}>
          {difference === 0
            ? t('payments.cash.exact')
            : t(difference < 0 ? 'payments.cash.missing' : 'payments.cash.tooMuch', {
                amount: rs(Math.abs(difference)),
              })}
        </span>
      </p>
      {payOuts.map((payOut) => (
        <p key={payOut.id} className={classes['aside']}>
          {t('payments.cash.paidFor', {
            amount: rs(payOut.amount),
            what:
              [payOut.event ?? '', payOut.note].filter((text) => text !== '').join(' · ') ||
              t('payments.cash.deletedEvent'),
          })}
        </p>
      ))}
      {note !== '' && (
        <p className={classes['aside']}>
          <bdi>{note}</bdi>
        </p>
      )}
    </>
  );
}
