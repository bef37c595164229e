// Members who owe something, found by a search and by how long they have not paid, each with a box to tick.
import { Alert, Checkbox, Text } from '@mantine/core';
import { IconCashOff, IconChevronRight } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type JSX, memo, useCallback, useEffect, useId, useRef } from 'react';
import type { Debtor, listDebtors } from '../../../../contract/money/debtors.ts';
import type { Output } from '../../../../contract/operation.ts';
import { MAX_COLLECTED_AT_ONCE, UNPAID_FOR_DAYS } from '../../../../core/limits.ts';
import type { CallError } from '../../../api/call.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { personPath } from '../../../routing/paths.ts';
import { IconAction } from '../../../ui/controls/buttons.tsx';
import { ChoiceFilter, GroupFilter } from '../../../ui/lists/filters/filters.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import { isNothing, ListPanel } from '../../../ui/lists/ListPanel.tsx';
import { SkeletonTable } from '../../../ui/lists/list-tools.tsx';
import type { ListView } from '../../../ui/lists/paging/useAddressState.ts';
import { type DEBTORS_FORMAT, limitOf, type ManyValues, paymentOf } from './collection-from-many.ts';
import classes from './many.module.css';

interface DebtorsCardProps {
  query: UseQueryResult<Output<typeof listDebtors>, CallError>;
  view: ListView<typeof DEBTORS_FORMAT>;
  values: ManyValues;
  fixed: boolean;
  onTick: (debtors: readonly Debtor[], on: boolean) => void;
  onPaste: () => void;
  /** saves those who are ticked as a file */
  onExport: () => void;
}

export function DebtorsCard(props: DebtorsCardProps): JSX.Element {
  const { query, view, values, fixed, onTick, onPaste, onExport } = props;
  const { t } = useTexts();
  const found = query.data;
  const shown = view.ticked ? values.debtors : found?.items;
  const ticked = values.debtors.length;
  return (
    <>
      <ListPanel
        label={t('collect.many.list')}
        view={view}
        filters={t('collect.many.list')}
        search={{
          label: t('collect.many.search'),
          placeholder: t('collect.many.searchHint'),
          value: view.search,
          onChange: (search) => view.filter({ search }),
        }}
        fields={
          <>
            <ChoiceFilter
              label={t('collect.many.unpaidFor')}
              choices={UNPAID_FOR_DAYS.map(String)}
              value={String(view.unpaidFor)}
              textOf={(days) =>
                days === '0' ? t('collect.many.anyTime') : t('collect.many.days', { count: Number(days) })
              }
              onChange={(days) => view.filter({ unpaidFor: Number(days) })}
            />
            <GroupFilter group={view.group} onChange={(group) => view.filter({ group })} />
          </>
        }
        menu={[
          !fixed && !isNothing(view, found?.totalItems) && { label: t('collect.many.paste'), onClick: onPaste },
          ticked > 0 && { label: t('collect.many.csv'), onClick: onExport },
        ]}
        total={found?.totalItems}
        failure={useLoadFailure(query)}
        message={t('collect.many.failedToLoad')}
        empty={<EmptyState icon={<IconCashOff />} title={t('collect.many.none')} />}
        noMatch={t('collect.many.noMatch')}
        sums={
          found !== undefined &&
          found.totalItems > found.items.length &&
          t('collect.many.firstOnly', { shown: found.items.length, all: found.totalItems })
        }
      >
        {(instead) => {
          if (shown === undefined) return instead.failed ?? <SkeletonTable rows={6} columns={3} />;
          if (shown.length > 0) {
            return <Debtors shown={shown} values={values} fixed={fixed || query.isPlaceholderData} onTick={onTick} />;
          }
          return view.ticked ? <EmptyState title={t('collect.many.noneTicked')} /> : instead.empty;
        }}
      </ListPanel>
      {ticked === MAX_COLLECTED_AT_ONCE && (
        <Alert role="status">{t('collect.many.most', { count: MAX_COLLECTED_AT_ONCE })}</Alert>
      )}
    </>
  );
}

interface DebtorsProps extends Pick<DebtorsCardProps, 'values' | 'fixed' | 'onTick'> {
  shown: readonly Debtor[];
}

function Debtors({ shown, values, fixed, onTick }: DebtorsProps): JSX.Element {
  const { t } = useTexts();
  const all = useId();
  const ticked = new Set(values.debtors.map(({ userId }) => userId));
  const count = shown.filter(({ userId }) => ticked.has(userId)).length;
  const limit = limitOf(values.limit) ?? Infinity;
  const latest = useRef(onTick);
  useEffect(() => {
    latest.current = onTick;
  }, [onTick]);
  // The same function on every render, so that one tick draws one row.
  const tickOne = useCallback((debtor: Debtor, on: boolean) => latest.current([debtor], on), []);
  return (
    <>
      <label htmlFor={all} className={classes['debtor']}>
        <Checkbox
          id={all}
          checked={count === shown.length}
          indeterminate={count > 0 && count < shown.length}
          disabled={fixed}
          onChange={() => onTick(shown, count < shown.length)}
        />
        <strong>{t('collect.many.tickAll', { count: shown.length })}</strong>
      </label>
      <ul className={classes['debtors']} aria-label={t('collect.many.list')}>
        {shown.map((debtor) => (
          <Row
            key={debtor.userId}
            debtor={debtor}
            ticked={ticked.has(debtor.userId)}
            pays={paymentOf(debtor, limit)}
            fixed={fixed}
            onTick={tickOne}
          />
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  debtor: Debtor;
  ticked: boolean;
  /** paisa */
  pays: number;
  fixed: boolean;
  onTick: (debtor: Debtor, on: boolean) => void;
}

const Row = memo(function Row({ debtor, ticked, pays, fixed, onTick }: RowProps): JSX.Element {
  const { t } = useTexts();
  const box = useId();
  const { userId, userName, userRole, pendingFine, unpaidSince } = debtor;
  return (
    <li className={classes['row']}>
      <label htmlFor={box} className={classes['debtor']}>
        <Checkbox
          id={box}
          checked={ticked}
          disabled={fixed}
          onChange={(event) => onTick(debtor, event.currentTarget.checked)}
        />
        <span dir="auto">{recordedText(userName)}</span>
        <Text component="span" c="dimmed" fz="sm" className={classes['aside'] ?? ''}>
          <bdi>{userRole}</bdi>
          {unpaidSince !== null && (
            <time dateTime={unpaidSince}>{t('collect.many.since', { day: dayText(unpaidSince) })}</time>
          )}
        </Text>
        <span className={classes['figure']}>
          <Money paisa={pendingFine} format="rs" />
          {ticked && pays < pendingFine && (
            <Text c="dimmed" fz="sm">
              {t('collect.many.pays', { amount: moneyText(pays, 'rs') })}
            </Text>
          )}
        </span>
      </label>
      {/* Separate from the name, because pressing the name ticks. */}
      <IconAction
        to={personPath(userId)}
        label={t('collect.many.person', { name: recordedText(userName) })}
        icon={<IconChevronRight size={20} aria-hidden className={classes['onward'] ?? ''} />}
      />
    </li>
  );
});
