// Cash-up (CASH-6 to CASH-8): who holds how much cash, paying some of it out, and handing it over.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCashOff } from '@tabler/icons-react';
import { type JSX, useCallback, useEffect, useState } from 'react';
import {
  type CashHolder,
  handOverCash,
  type ListedPayOut,
  listPayOuts,
  readCash,
  reversePayOut,
} from '../../../../contract/money/cash.ts';
import { actorIdOf } from '../../../../core/people/actor.ts';
import { exportPayOuts } from '../../../../contract/exports.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { ROW_ACTIONS } from '../../../ui/lists/table/keyboard.ts';
import { rs } from '../../../ui/money/money-text.ts';
import { WithNames } from '../../../ui/people/WithNames.tsx';
import { Amount, takenBackOf } from '../records/RecordParts.tsx';
import { TakeBackSheet } from '../refunds/TakeBackSheet.tsx';
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
import { SkeletonTable, useExport } from '../../../ui/lists/list-tools.tsx';
import { useLast, useOpening } from '../../../ui/dialogs/dialog-state.ts';
import { ActorLink } from '../../../ui/people/people.tsx';
import classes from '../payments.module.css';
import { HandOverDialog, paidFor, PayOutDialog } from './CashDialogs.tsx';
import { CashList, FirstLine, HandOvers, type TakeBackProps, useMayTakeBack } from './HandOvers.tsx';
import { Allowed } from '../../../ui/controls/buttons.tsx';

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
    <Stack gap={16}>
      {holders.length === 0 ? (
        <Card data-screen-only>
          <EmptyState icon={<IconCashOff />} title={t('payments.cash.nobody')} text={t('payments.cash.nobodyHint')} />
        </Card>
      ) : (
        <ul className={classes['holders']} data-screen-only>
          {holders.map((holder) => (
            <li key={holder.holderId}>
              <Holder holder={holder} onAsk={setAsked} />
            </li>
          ))}
        </ul>
      )}
      <PayOuts />
      <HandOvers />
      {current !== undefined && last?.deed === 'hand-over' && (
        <HandOverDialog key={opening} opened={opened} holder={current} takers={cash.data.takers} onClose={close} />
      )}
      {current !== undefined && last?.deed === 'pay-out' && (
        <PayOutDialog key={opening} opened={opened} holder={current} onClose={close} />
      )}
    </Stack>
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
      <Stack gap={8} p="12px var(--app-edge)">
        <Group justify="space-between" align="baseline" gap="0 16px">
          <Text component="h2" fz="md" fw={700}>
            <ActorLink who={holder.holder} id={holderId} />
          </Text>
          <div className={classes['held']}>
            <p>{t('payments.cash.held')}</p>
            <strong>
              <Money paisa={holder.held} format="rs" />
            </strong>
          </div>
        </Group>
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

// What was paid out of the cash that people held (CASH-19).

function PayOuts(): JSX.Element {
  const { t } = useTexts();
  const [page, setPage] = useState(1);
  const query = useRead(listPayOuts, { query: { page } });
  const file = useExport(exportPayOuts, {});
  const mayTakeBack = useMayTakeBack(reversePayOut);
  // Most organisations hand over what they receive, and pay nothing out of it: then there is no list.
  return (
    <CashList
      title={t('payments.cash.paidOut')}
      pages={t('payments.cash.payOutPages')}
      page={page}
      onPage={setPage}
      query={query}
      menu={[file]}
      renderRow={(payOut, takeBack) => (
        <OnePayOut payOut={payOut} onTakeBack={!payOut.handedOver && mayTakeBack(payOut) ? takeBack : null} />
      )}
      TakeBack={TakeBackPayOut}
    />
  );
}

/** `onTakeBack`: null if the person cannot. */
function OnePayOut(props: { payOut: ListedPayOut; onTakeBack: (() => void) | null }): JSX.Element {
  const { payOut, onTakeBack } = props;
  const { t } = useTexts();
  const { day, holder, holderId, amount } = payOut;
  const named = { amount: rs(amount), from: recordedText(holder), day: dayText(day) };
  return (
    <>
      <FirstLine
        day={day}
        people={
          <WithNames
            say={(from = '') => t('payments.cash.paidFrom', { from, what: paidFor(payOut) })}
            names={[<ActorLink key="from" who={holder} id={holderId} inText />]}
          />
        }
        amount={<Amount of={payOut} />}
      />
      {takenBackOf(payOut)}
      {onTakeBack !== null && (
        <Group justify="end" gap={8} {...ROW_ACTIONS}>
          <Button variant="default" aria-label={t('payments.cash.takePayOutBack', named)} onClick={onTakeBack}>
            {t('payments.table.takeBack')}
          </Button>
        </Group>
      )}
    </>
  );
}

function TakeBackPayOut({ opened, of: payOut, onClose }: TakeBackProps<ListedPayOut>): JSX.Element {
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
