// What was paid out of the cash that people held (CASH-19): newest first; those taken back, with the reason.
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { useRef, useState } from 'react';
import { type ListedPayOut, listPayOuts, reversePayOut } from '../../../../contract/money/cash.ts';
import { actorIdOf } from '../../../../core/people/actor.ts';
import { useRead } from '../../../api/hooks.ts';
import { useMay } from '../../../api/permission.ts';
import { useSession } from '../../../api/session.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { dayText, personText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { useLast, useOpening } from '../../../ui/dialogs/useOpening.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { LoadFailureState, useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Pager } from '../../../ui/lists/paging/Pager.tsx';
import { pageCount } from '../../../ui/lists/paging/page-numbers.ts';
import { ROW_ACTIONS } from '../../../ui/lists/table/keyboard.ts';
import { rs } from '../../../ui/money/money-text.ts';
import { Amount, takenBackOf } from '../records/RecordParts.tsx';
import { TakeBackSheet } from '../refunds/TakeBackSheet.tsx';
import classes from './cash.module.css';
import { paidFor } from './paid-for.ts';

export function PayOuts(): JSX.Element | null {
  const { t } = useTexts();
  const mayTakeBack = useMayTakeBack();
  const [page, setPage] = useState(1);
  const top = useRef<HTMLDivElement>(null);
  const query = useRead(listPayOuts, { query: { page } });
  const failure = useLoadFailure(query);
  const [asked, setAsked] = useState<ListedPayOut | null>(null);
  const opened = asked !== null;
  const opening = useOpening(opened);
  const last = useLast(asked);
  const list = query.data;
  // Most organisations hand over what they receive, and pay nothing out of it.
  if (list === undefined ? !failure.nothing : list.totalItems === 0) return null;
  return (
    <Card
      component="section"
      aria-labelledby="pay-outs"
      ref={top}
      className={`${classes['list'] ?? ''} ${classes['above'] ?? ''}`}
      data-screen-only
    >
      <div className={classes['head']}>
        <h2 id="pay-outs">{t('payments.cash.paidOut')}</h2>
      </div>
      {list === undefined ? (
        <LoadFailureState failure={failure} message={t('payments.cash.failed')} />
      ) : (
        <ul className={classes['handOvers']}>
          {list.items.map((payOut) => (
            <li key={payOut.id}>
              <OnePayOut payOut={payOut} onTakeBack={mayTakeBack(payOut) ? () => setAsked(payOut) : null} />
            </li>
          ))}
        </ul>
      )}
      {list !== undefined && (
        <Pager
          page={page}
          pages={pageCount(list.totalItems, list.pageSize)}
          onChange={setPage}
          top={top}
          label={t('payments.cash.payOutPages')}
        />
      )}
      {last !== null && <TakeBack key={opening} opened={opened} payOut={last} onClose={() => setAsked(null)} />}
    </Card>
  );
}

/** Whether the person can take back a pay-out; the server decides. */
function useMayTakeBack(): (payOut: ListedPayOut) => boolean {
  const may = useMay()(reversePayOut);
  const { principal, organisation } = useSession();
  return ({ madeById, day, handedOver, reversals }) => {
    if (!may || principal === null || handedOver || reversals.length > 0) return false;
    const isOwn = madeById === actorIdOf(principal) && day === organisation.today;
    return isOwn || principal.access === 'administrator';
  };
}

interface OnePayOutProps {
  payOut: ListedPayOut;
  /** null if the person cannot */
  onTakeBack: (() => void) | null;
}

function OnePayOut({ payOut, onTakeBack }: OnePayOutProps): JSX.Element {
  const { t } = useTexts();
  const { day, holder, holderId, amount } = payOut;
  const from = personText(holder, holderId);
  const named = { amount: rs(amount), from, day: dayText(day) };
  return (
    <>
      <p className={classes['line']}>
        <span>
          <time dateTime={day}>{dayText(day)}</time>
          <span className={classes['aside']}>{t('payments.cash.paidFrom', { from, what: paidFor(payOut) })}</span>
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
  const from = personText(payOut.holder, payOut.holderId);
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
