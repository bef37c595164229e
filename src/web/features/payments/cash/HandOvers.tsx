// Earlier hand-overs (CASH-5, CASH-8): newest first, each with its slip; those taken back, with the reason.
import { Button, Group, Text } from '@mantine/core';
import { IconCashOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { exportHandOvers } from '../../../../contract/exports.ts';
import {
  type CashHolder,
  type HandOver,
  type ListedPayOut,
  listHandOvers,
  reverseHandOver,
  type reversePayOut,
} from '../../../../contract/money/cash.ts';
import type { CalendarDay } from '../../../../core/calendar.ts';
import { actorIdOf } from '../../../../core/people/actor.ts';
import { mayTakeBackAnyCash } from '../../../../core/people/permission.ts';
import { ApiError, type CallError } from '../../../api/call.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { handOverPath } from '../../../routing/paths.ts';
import { useLast, useOpening } from '../../../ui/dialogs/dialog-state.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { MenuEntry } from '../../../ui/controls/more/More.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { ListPanel } from '../../../ui/lists/ListPanel.tsx';
import { SkeletonTable, useExport } from '../../../ui/lists/list-tools.tsx';
import { pageCount } from '../../../ui/lists/paging/page-numbers.ts';
import { ROW_ACTIONS } from '../../../ui/lists/table/keyboard.ts';
import { rs } from '../../../ui/money/money-text.ts';
import { ActorLink } from '../../../ui/people/people.tsx';
import { WithNames } from '../../../ui/people/WithNames.tsx';
import classes from '../payments.module.css';
import { Amount, takenBackOf } from '../records/RecordParts.tsx';
import { TakeBackSheet } from '../refunds/TakeBackSheet.tsx';
import { paidFor } from './CashDialogs.tsx';

export interface TakeBackProps<Row> {
  opened: boolean;
  of: Row;
  onClose: () => void;
}

interface CashListProps<Row> {
  title: string;
  /** the label of its pages */
  pages: string;
  /** Said if there is nothing; without it, nothing is shown then, nor on paper. */
  none?: string;
  page: number;
  onPage: (page: number) => void;
  query: UseQueryResult<{ items: Row[]; totalItems: number; pageSize: number }, CallError>;
  menu: readonly (MenuEntry | false)[];
  renderRow: (row: Row, takeBack: () => void) => JSX.Element;
  TakeBack: (props: TakeBackProps<Row>) => JSX.Element;
}

export function CashList<Row extends { id: string }>(props: CashListProps<Row>): JSX.Element | null {
  const { title, pages, none, page, onPage, query, menu, renderRow, TakeBack } = props;
  const { t } = useTexts();
  const failure = useLoadFailure(query);
  const [asked, setAsked] = useState<Row | null>(null);
  const opened = asked !== null;
  const opening = useOpening(opened);
  const last = useLast(asked);
  const list = query.data;
  const isEmpty = list === undefined ? !failure.nothing : list.totalItems === 0;
  if (isEmpty && none === undefined) return null;
  return (
    <div data-screen-only={none === undefined || undefined}>
      <ListPanel
        label={title}
        titled
        menu={isEmpty ? [] : menu}
        total={list?.totalItems}
        failure={failure}
        message={t('payments.cash.failed')}
        empty={<EmptyState icon={<IconCashOff />} title={none ?? ''} />}
        pages={
          list !== undefined && {
            label: pages,
            page,
            pages: pageCount(list.totalItems, list.pageSize),
            onChange: onPage,
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
              {list.items.map((row) => (
                <li key={row.id}>{renderRow(row, () => setAsked(row))}</li>
              ))}
            </ul>
          )
        }
      </ListPanel>
      {last !== null && <TakeBack key={opening} opened={opened} of={last} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** The first line of a row: the day, between whom, and the amount. */
export function FirstLine({
  day,
  people,
  amount,
}: {
  day: CalendarDay;
  people: JSX.Element;
  amount: JSX.Element;
}): JSX.Element {
  return (
    <p className={classes['line']}>
      <span>
        <time dateTime={day}>{dayText(day)}</time>
        <span className={classes['aside']}>{people}</span>
      </span>
      <strong>{amount}</strong>
    </p>
  );
}

/** Whether somebody can take back what was recorded by this person on this day, as far as it shows (CASH-12). */
export function useMayTakeBack(operation: typeof reverseHandOver | typeof reversePayOut) {
  const may = useMay()(operation);
  const { principal, organisation } = useSession();
  return ({ madeById, day, reversals }: Pick<ListedPayOut, 'madeById' | 'day' | 'reversals'>): boolean => {
    if (!may || principal === null || reversals.length > 0) return false;
    const isOwn = madeById === actorIdOf(principal) && day === organisation.today;
    return isOwn || mayTakeBackAnyCash(principal.access);
  };
}

export function HandOvers(): JSX.Element {
  const { t } = useTexts();
  const [page, setPage] = useState(1);
  const query = useRead(listHandOvers, { query: { page } });
  const file = useExport(exportHandOvers, {});
  const mayTakeBack = useMayTakeBack(reverseHandOver);
  const items = query.data?.items ?? [];
  /** Only the newest of its holder; the server decides (CASH-11). */
  const isNewest = ({ id, holderId }: HandOver): boolean =>
    items.find((one) => one.holderId === holderId && one.reversals.length === 0)?.id === id;
  return (
    <CashList
      title={t('payments.cash.list')}
      pages={t('payments.cash.pages')}
      none={t('payments.cash.none')}
      page={page}
      onPage={setPage}
      query={query}
      menu={[file, { label: t('payments.receipt.print'), onClick: () => print() }]}
      renderRow={(handOver, takeBack) => (
        <OneHandOver handOver={handOver} onTakeBack={mayTakeBack(handOver) && isNewest(handOver) ? takeBack : null} />
      )}
      TakeBack={TakeBackHandOver}
    />
  );
}

/** `onTakeBack`: null if the person cannot. */
function OneHandOver(props: { handOver: HandOver; onTakeBack: (() => void) | null }): JSX.Element {
  const { handOver, onTakeBack } = props;
  const { t } = useTexts();
  const { day, counted, held, difference, note, payOuts, reversals } = handOver;
  const isGone = reversals.length > 0;
  const whole = { amount: counted, reversals };
  const names = { from: recordedText(handOver.holder), to: recordedText(handOver.takenBy), day: dayText(day) };
  return (
    <>
      <FirstLine
        day={day}
        people={
          <WithNames
            say={(from = '', to = '') => t('payments.cash.fromTo', { from, to })}
            names={[
              <ActorLink key="from" who={handOver.holder} id={handOver.holderId} inText />,
              <ActorLink key="to" who={handOver.takenBy} id={handOver.takenById} inText />,
            ]}
          />
        }
        amount={<Amount of={whole} />}
      />
      {takenBackOf(whole)}
      <p className={classes['aside']}>
        {t('payments.cash.shouldBe', { amount: rs(held) })}{' '}
        <Text span inherit {...(difference !== 0 && !isGone && { c: 'var(--mantine-color-error)', fw: 600 })}>
          {difference === 0
            ? t('payments.cash.exact')
            : t(difference < 0 ? 'payments.cash.missing' : 'payments.cash.tooMuch', {
                amount: rs(Math.abs(difference)),
              })}
        </Text>
      </p>
      {payOuts.map((payOut) => (
        <p key={payOut.id} className={classes['aside']}>
          {t('payments.cash.paidFor', { amount: rs(payOut.amount), what: paidFor(payOut) })}
        </p>
      ))}
      {note !== '' && (
        <p className={classes['aside']}>
          <bdi>{note}</bdi>
        </p>
      )}
      <Group justify="end" gap={8} data-screen-only {...ROW_ACTIONS}>
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
      </Group>
    </>
  );
}

/** CASH-9 to CASH-12 */
function TakeBackHandOver({ opened, of: handOver, onClose }: TakeBackProps<HandOver>): JSX.Element {
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
