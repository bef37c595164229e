// Earlier hand-overs (CASH-5, CASH-8): newest first, each with its slip; those taken back, with the reason.
import { Button } from '@mantine/core';
import { IconCashOff } from '@tabler/icons-react';
import { type JSX, useState } from 'react';
import { exportHandOvers } from '../../../../contract/exports.ts';
import { type HandOver, listHandOvers, reverseHandOver, type CashHolder } from '../../../../contract/money/cash.ts';
import { actorIdOf } from '../../../../core/people/actor.ts';
import { mayTakeBackAnyCash } from '../../../../core/people/permission.ts';
import { useRead } from '../../../api/hooks.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { handOverPath } from '../../../routing/paths.ts';
import { useLast, useOpening } from '../../../ui/dialogs/dialog-state.ts';
import { useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { ListPanel } from '../../../ui/lists/ListPanel.tsx';
import { SkeletonTable, useExport } from '../../../ui/lists/list-tools.tsx';
import { pageCount } from '../../../ui/lists/paging/page-numbers.ts';
import { ROW_ACTIONS } from '../../../ui/lists/table/keyboard.ts';
import { Money } from '../../../ui/money/money.tsx';
import { rs } from '../../../ui/money/money-text.ts';
import { takenBackOf } from '../records/RecordParts.tsx';
import classes from '../payments.module.css';
import { paidFor } from './PayOutDialog.tsx';
import { ApiError } from '../../../api/call.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { ActorLink } from '../../../ui/people/people.tsx';
import { WithNames } from '../../../ui/people/WithNames.tsx';
import { TakeBackSheet } from '../refunds/TakeBackSheet.tsx';

export function HandOvers(): JSX.Element {
  const { t } = useTexts();
  const mayTakeBack = useMayTakeBack();
  const [page, setPage] = useState(1);
  const query = useRead(listHandOvers, { query: { page } });
  const failure = useLoadFailure(query);
  const [asked, setAsked] = useState<HandOver | null>(null);
  const opened = asked !== null;
  const opening = useOpening(opened);
  const last = useLast(asked);
  const list = query.data;
  const file = useExport(exportHandOvers, {});
  const hasRows = list !== undefined && list.totalItems > 0;
  return (
    <>
      <ListPanel
        label={t('payments.cash.list')}
        titled
        menu={[hasRows && file, hasRows && { label: t('payments.receipt.print'), onClick: () => print() }]}
        total={list?.totalItems}
        failure={failure}
        message={t('payments.cash.failed')}
        empty={<EmptyState icon={<IconCashOff />} title={t('payments.cash.none')} />}
        pages={
          list !== undefined && {
            label: t('payments.cash.pages'),
            page,
            pages: pageCount(list.totalItems, list.pageSize),
            onChange: setPage,
          }
        }
      >
        {({ failed, empty }) =>
          list === undefined ? (
            (failed ?? <SkeletonTable rows={3} columns={3} />)
          ) : list.items.length === 0 ? (
            empty
          ) : (
            <ul className={classes['handOvers']}>
              {list.items.map((handOver) => (
                <li key={handOver.id}>
                  <OneHandOver
                    handOver={handOver}
                    onTakeBack={mayTakeBack(handOver, list.items) ? () => setAsked(handOver) : null}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </ListPanel>
      {last !== null && (
        <TakeBackHandOver key={opening} opened={opened} handOver={last} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

/** Whether the person can take back a hand-over, as far as its page shows; the server decides (CASH-11, CASH-12). */
function useMayTakeBack(): (handOver: HandOver, page: readonly HandOver[]) => boolean {
  const may = useMay()(reverseHandOver);
  const { principal, organisation } = useSession();
  return (handOver, page) => {
    if (!may || principal === null || handOver.reversals.length > 0) return false;
    const isOwn = handOver.madeById === actorIdOf(principal) && handOver.day === organisation.today;
    const newest = page.find((one) => one.holderId === handOver.holderId && one.reversals.length === 0);
    return (isOwn || mayTakeBackAnyCash(principal.access)) && newest?.id === handOver.id;
  };
}

interface OneHandOverProps {
  handOver: HandOver;
  /** null if the person cannot */
  onTakeBack: (() => void) | null;
}

function OneHandOver({ handOver, onTakeBack }: OneHandOverProps): JSX.Element {
  const { t } = useTexts();
  const { day, counted, held, difference, note, payOuts } = handOver;
  const isGone = handOver.reversals.length > 0;
  const names = {
    from: recordedText(handOver.holder),
    to: recordedText(handOver.takenBy),
    day: dayText(day),
  };
  const amount = <Money paisa={counted} format="rs" />;
  return (
    <>
      <p className={classes['line']}>
        <span>
          <time dateTime={day}>{dayText(day)}</time>
          <span className={classes['cashAside']}>
            <WithNames
              say={(from = '', to = '') => t('payments.cash.fromTo', { from, to })}
              names={[
                <ActorLink key="from" who={handOver.holder} id={handOver.holderId} inText />,
                <ActorLink key="to" who={handOver.takenBy} id={handOver.takenById} inText />,
              ]}
            />
          </span>
        </span>
        <strong>{isGone ? <s className={classes['cashStruck']}>{amount}</s> : amount}</strong>
      </p>
      {takenBackOf({ amount: counted, reversals: handOver.reversals })}
      <p className={classes['cashAside']}>
        {t('payments.cash.shouldBe', { amount: rs(held) })}{' '}
        <span data-differs={(difference !== 0 && !isGone) || undefined} className={classes['difference']}>
          {difference === 0
            ? t('payments.cash.exact')
            : t(difference < 0 ? 'payments.cash.missing' : 'payments.cash.tooMuch', {
                amount: rs(Math.abs(difference)),
              })}
        </span>
      </p>
      {payOuts.map((payOut) => (
        <p key={payOut.id} className={classes['cashAside']}>
          {t('payments.cash.paidFor', { amount: rs(payOut.amount), what: paidFor(payOut) })}
        </p>
      ))}
      {note !== '' && (
        <p className={classes['cashAside']}>
          <bdi>{note}</bdi>
        </p>
      )}
      <div className={classes['rowEnd']} data-screen-only {...ROW_ACTIONS}>
        <Button
          component="a"
          href={`#${handOverPath(handOver.id)}`}
          variant="default"
          aria-label={t('payments.cash.slipNamed', names)}
        >
          {t('payments.cash.slip')}
        </Button>
        {onTakeBack !== null && (
          <Button variant="default" aria-label={t('payments.cash.takeBackNamed', names)} onClick={onTakeBack}>
            {t('payments.table.takeBack')}
          </Button>
        )}
      </div>
    </>
  );
}

// Takes a hand-over back, with a reason (CASH-9 to CASH-12).

interface TakeBackHandOverProps {
  opened: boolean;
  handOver: HandOver;
  onClose: () => void;
}

function TakeBackHandOver({ opened, handOver, onClose }: TakeBackHandOverProps): JSX.Element {
  const { t } = useTexts();
  const name = `hand-over.${handOver.id}`;
  const from = recordedText(handOver.holder);
  const to = recordedText(handOver.takenBy);
  const submission = useSubmission(reverseHandOver, {
    name,
    onSuccess: () => toast.success(t('payments.cash.takenBack')),
    complain: (error) => {
      const held = error instanceof ApiError ? (error.details as Partial<CashHolder> | undefined)?.held : undefined;
      const passedOn = held !== undefined && {
        'cash-passed-on': t('payments.cash.passedOn', { to, amount: rs(held) }),
      };
      toast.error(t('payments.cash.takeBackFailed', { reason: reasonOf(error, t, { ...passedOn }) }), { id: name });
    },
  });
  const about = { from, to, amount: rs(handOver.counted), day: dayText(handOver.day) };
  return (
    <TakeBackSheet
      opened={opened}
      onClose={onClose}
      title={t('payments.cash.takeBackTitle')}
      question={t('payments.cash.takeBackQuestion', about)}
      hint={t('payments.cash.takeBackHint', { from, to })}
      name={name}
      submission={submission}
      send={(reason) => submission.send({ params: { handOverId: handOver.id }, body: { reason } })}
    />
  );
}
