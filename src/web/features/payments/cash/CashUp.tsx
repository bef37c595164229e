// Cash-up (CASH-6 to CASH-8): who holds how much cash, paying some of it out, and handing it over.
import { Button, Group, Stack } from '@mantine/core';
import { IconCashOff } from '@tabler/icons-react';
import { type JSX, useCallback, useEffect, useState } from 'react';
import {
  type CashHolder,
  handOverCash,
  readCash,
  type ListedPayOut,
  listPayOuts,
  reversePayOut,
} from '../../../../contract/money/cash.ts';
import { exportPayOuts } from '../../../../contract/exports.ts';
import { actorIdOf } from '../../../../core/people/actor.ts';
import { mayTakeBackAnyCash } from '../../../../core/people/permission.ts';
import { useRead } from '../../../api/hooks.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { replaceAddress, useAddress } from '../../../routing/location.ts';
import { HAND_OVER, PATHS } from '../../../routing/paths.ts';
import { Card } from '../../../ui/layout/page.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { LoadFailureState, useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Money } from '../../../ui/money/money.tsx';
import { ListPanel } from '../../../ui/lists/ListPanel.tsx';
import { SkeletonTable, useExport } from '../../../ui/lists/list-tools.tsx';
import { useLast, useOpening } from '../../../ui/dialogs/dialog-state.ts';
import { ActorLink } from '../../../ui/people/people.tsx';
import classes from '../payments.module.css';
import { HandOverDialog } from './HandOverDialog.tsx';
import { HandOvers } from './HandOvers.tsx';
import { PayOutDialog, paidFor } from './PayOutDialog.tsx';
import { Allowed } from '../../../ui/controls/buttons.tsx';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { pageCount } from '../../../ui/lists/paging/page-numbers.ts';
import { ROW_ACTIONS } from '../../../ui/lists/table/keyboard.ts';
import { rs } from '../../../ui/money/money-text.ts';
import { Amount, takenBackOf } from '../records/RecordParts.tsx';
import { WithNames } from '../../../ui/people/WithNames.tsx';
import { TakeBackSheet } from '../refunds/TakeBackSheet.tsx';

interface CashQuestion {
  deed: 'hand-over' | 'pay-out';
  holderId: string;
}

export function CashUp(): JSX.Element {
  const { t } = useTexts();
  const cash = useRead(readCash, {});
  const failure = useLoadFailure(cash);
  const [asked, setAsked] = useState<CashQuestion | null>(null);
  const opened = asked !== null;
  const opening = useOpening(opened);
  const last = useLast(asked);
  const close = (): void => setAsked(null);
  const handOver = useCallback((holderId: string) => setAsked({ deed: 'hand-over', holderId }), []);
  useHandOverByAddress(cash, handOver);
  const current = cash.data?.holders.find(({ holderId }) => holderId === last?.holderId);

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
          holders.map((holder) => <Holder key={holder.holderId} holder={holder} onAsk={setAsked} />)
        )}
      </div>
      <PayOuts />
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

/** The address `HAND_OVER` opens the form for one's own cash, then becomes the list's: a reload opens nothing. */
function useHandOverByAddress(
  { data, isFetching }: Pick<ReturnType<typeof useRead<typeof readCash>>, 'data' | 'isFetching'>,
  handOver: (holderId: string) => void,
): void {
  const { t } = useTexts();
  const { principal } = useSession();
  const may = useMay()(handOverCash);
  const { path, search } = useAddress();
  const isAsked = `${path}?${search.toString()}` === HAND_OVER && may;
  const own = principal === null ? undefined : actorIdOf(principal);
  const holds = data?.holders.some(({ holderId, held }) => holderId === own && held !== 0) ?? false;
  // Data loaded earlier may be outdated.
  const isKnown = holds || (data !== undefined && !isFetching);
  useEffect(() => {
    if (!isAsked || !isKnown || own === undefined) return;
    replaceAddress(PATHS.cashUp);
    if (holds) handOver(own);
    else toast.info(t('payments.cash.nothingHeld'));
  }, [isAsked, isKnown, own, holds, handOver, t]);
}

function Holder(props: { holder: CashHolder; onAsk: (asked: CashQuestion) => void }): JSX.Element {
  const { holder, onAsk } = props;
  const { t } = useTexts();
  const { holderId } = holder;
  const who = recordedText(holder.holder);
  const figures = [
    ['received', holder.received],
    ['takenOver', holder.takenOver],
    ['givenBack', -holder.givenBack],
    ['paidOut', -holder.paidOut],
  ] as const;
  return (
    <Card component="section" aria-label={who}>
      <Stack gap={12} p="var(--app-edge)">
        <h2 className={classes['who']}>
          <ActorLink who={holder.holder} id={holderId} />
        </h2>
        <p className={classes['held']}>
          <span>{t('payments.cash.held')}</span>
          <strong>
            <Money paisa={holder.held} format="rs" />
          </strong>
        </p>
        <dl className={classes['figures']}>
          {figures
            .filter(([name, paisa]) => name === 'received' || paisa !== 0)
            .map(([name, paisa]) => (
              <div key={name}>
                <dt>{t(`payments.cash.${name}`)}</dt>
                <dd>
                  <Money paisa={paisa} format="rs" plain />
                </dd>
              </div>
            ))}
        </dl>
        <Allowed to={handOverCash}>
          <Group align="stretch" gap={8} mt="auto">
            <Button
              variant="default"
              aria-label={t('payments.cash.handOverNamed', { name: who })}
              disabled={holder.held === 0}
              onClick={() => onAsk({ deed: 'hand-over', holderId })}
            >
              {t('payments.cash.handOver')}
            </Button>
            <Button
              variant="default"
              aria-label={t('payments.cash.payOutNamed', { name: who })}
              disabled={holder.held <= 0}
              onClick={() => onAsk({ deed: 'pay-out', holderId })}
            >
              {t('payments.cash.payOut')}
            </Button>
          </Group>
        </Allowed>
      </Stack>
    </Card>
  );
}

// What was paid out of the cash that people held (CASH-19): newest first; those taken back, with the reason.

function PayOuts(): JSX.Element | null {
  const { t } = useTexts();
  const mayTakeBack = useMayTakeBack();
  const [page, setPage] = useState(1);
  const query = useRead(listPayOuts, { query: { page } });
  const failure = useLoadFailure(query);
  const [asked, setAsked] = useState<ListedPayOut | null>(null);
  const opened = asked !== null;
  const opening = useOpening(opened);
  const last = useLast(asked);
  const list = query.data;
  const file = useExport(exportPayOuts, {});
  // Most organisations hand over what they receive, and pay nothing out of it.
  if (list === undefined ? !failure.nothing : list.totalItems === 0) return null;
  return (
    <div data-screen-only>
      <ListPanel
        label={t('payments.cash.paidOut')}
        titled
        menu={[file]}
        total={list?.totalItems}
        failure={failure}
        message={t('payments.cash.failed')}
        empty={null}
        pages={
          list !== undefined && {
            label: t('payments.cash.payOutPages'),
            page,
            pages: pageCount(list.totalItems, list.pageSize),
            onChange: setPage,
          }
        }
      >
        {({ failed }) =>
          list === undefined ? (
            failed
          ) : (
            <ul className={classes['handOvers']}>
              {list.items.map((payOut) => (
                <li key={payOut.id}>
                  <OnePayOut payOut={payOut} onTakeBack={mayTakeBack(payOut) ? () => setAsked(payOut) : null} />
                </li>
              ))}
            </ul>
          )
        }
      </ListPanel>
      {last !== null && <TakeBack key={opening} opened={opened} payOut={last} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** Whether the person can take back a pay-out; the server decides. */
function useMayTakeBack(): (payOut: ListedPayOut) => boolean {
  const may = useMay()(reversePayOut);
  const { principal, organisation } = useSession();
  return ({ madeById, day, handedOver, reversals }) => {
    if (!may || principal === null || handedOver || reversals.length > 0) return false;
    const isOwn = madeById === actorIdOf(principal) && day === organisation.today;
    return isOwn || mayTakeBackAnyCash(principal.access);
  };
}

/** `onTakeBack`: null if the person cannot. */
function OnePayOut(props: { payOut: ListedPayOut; onTakeBack: (() => void) | null }): JSX.Element {
  const { payOut, onTakeBack } = props;
  const { t } = useTexts();
  const { day, holder, holderId, amount } = payOut;
  const named = { amount: rs(amount), from: recordedText(holder), day: dayText(day) };
  return (
    <>
      <p className={classes['line']}>
        <span>
          <time dateTime={day}>{dayText(day)}</time>
          <span className={classes['cashAside']}>
            <WithNames
              say={(from = '') => t('payments.cash.paidFrom', { from, what: paidFor(payOut) })}
              names={[<ActorLink key="from" who={holder} id={holderId} inText />]}
            />
          </span>
        </span>
        <strong>
          <Amount of={payOut} />
        </strong>
      </p>
      {takenBackOf(payOut)}
      {onTakeBack !== null && (
        <div className={classes['rowEnd']} {...ROW_ACTIONS}>
          <Button variant="default" aria-label={t('payments.cash.takePayOutBack', named)} onClick={onTakeBack}>
            {t('payments.table.takeBack')}
          </Button>
        </div>
      )}
    </>
  );
}

function TakeBack(props: { opened: boolean; payOut: ListedPayOut; onClose: () => void }): JSX.Element {
  const { opened, payOut, onClose } = props;
  const { t } = useTexts();
  const name = `pay-out.${payOut.id}`;
  const submission = useSubmission(reversePayOut, {
    name,
    onSuccess: () => toast.success(t('payments.cash.payOutTakenBack')),
    complain: (error) => toast.error(t('payments.cash.takeBackFailed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const from = recordedText(payOut.holder);
  return (
    <TakeBackSheet
      opened={opened}
      onClose={onClose}
      title={t('payments.cash.payOutTitle')}
      question={t('payments.cash.payOutQuestion', { amount: rs(payOut.amount), day: dayText(payOut.day) })}
      hint={t('payments.cash.payOutHint', { from })}
      name={name}
      submission={submission}
      send={(reason) => submission.send({ params: { payOutId: payOut.id }, body: { reason } })}
    />
  );
}
