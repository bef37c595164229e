// Members who owe something, found by a search and by how long they have not paid, each with a box to tick.
import { Alert, Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core';
import { IconCashOff, IconChevronRight, IconClipboardList, IconDownload, IconSearchOff } from '@tabler/icons-react';
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
import { Choices, GroupFilter } from '../../../ui/lists/filters/filters.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { LoadFailureState, useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import { SearchBox } from '../../../ui/lists/SearchBox.tsx';
import { SkeletonTable } from '../../../ui/lists/list-tools.tsx';
import { type DebtorsView, limitOf, type ManyValues, paymentOf } from './collection-from-many.ts';
import classes from './many.module.css';

interface DebtorsCardProps {
  query: UseQueryResult<Output<typeof listDebtors>, CallError>;
  view: DebtorsView;
  onView: (change: Partial<DebtorsView>) => void;
  values: ManyValues;
  fixed: boolean;
  onTick: (debtors: readonly Debtor[], on: boolean) => void;
  onPaste: () => void;
  /** saves those who are ticked as a file */
  onExport: () => void;
}

export function DebtorsCard(props: DebtorsCardProps): JSX.Element {
  const { query, view, onView, values, fixed, onTick, onPaste, onExport } = props;
  const { t } = useTexts();
  const found = query.data;
  const shown = view.ticked ? values.debtors : (found?.items ?? []);
  const choices = [
    { value: 'found' as const, label: t('collect.many.found', { count: found?.totalItems ?? 0 }) },
    { value: 'ticked' as const, label: t('collect.many.ticked', { count: values.debtors.length }) },
  ];
  return (
    <Card component="section" aria-label={t('collect.many.list')} className={classes['panel'] ?? ''}>
      <Group className={classes['tools'] ?? ''} gap="8px 12px" py={16} px="var(--app-edge)">
        <SearchBox
          className={classes['search'] ?? ''}
          label={t('collect.many.search')}
          placeholder={t('collect.many.searchHint')}
          value={view.search}
          onChange={(search) => onView({ search, ticked: false })}
        />
        <NativeSelect
          aria-label={t('collect.many.unpaidFor')}
          value={String(view.unpaidFor)}
          data={UNPAID_FOR_DAYS.map((days) => ({
            value: String(days),
            label: days === 0 ? t('collect.many.anyTime') : t('collect.many.days', { count: days }),
          }))}
          onChange={(event) =>
            onView({
              unpaidFor: UNPAID_FOR_DAYS.find((days) => String(days) === event.currentTarget.value) ?? 0,
              ticked: false,
            })
          }
        />
        <GroupFilter unlabelled group={view.group} onChange={(group) => onView({ group, ticked: false })} />
        <Button
          variant="default"
          disabled={fixed}
          leftSection={<IconClipboardList size={18} aria-hidden />}
          onClick={onPaste}
        >
          {t('collect.many.paste')}
        </Button>
        <Button
          variant="default"
          disabled={values.debtors.length === 0}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={onExport}
        >
          {t('collect.many.csv')}
        </Button>
        <Choices
          label={t('collect.many.show')}
          options={choices}
          chosen={view.ticked ? 'ticked' : 'found'}
          onChoose={(value) => onView({ ticked: value === 'ticked' })}
        />
      </Group>
      {found === undefined ? (
        <Waiting query={query} />
      ) : shown.length === 0 ? (
        <Nobody view={view} />
      ) : (
        <Debtors shown={shown} values={values} fixed={fixed || query.isPlaceholderData} onTick={onTick} />
      )}
      {found !== undefined && !view.ticked && found.totalItems > found.items.length && (
        <Text c="dimmed" fz="sm" py={12} px="var(--app-edge)">
          {t('collect.many.firstOnly', { shown: found.items.length, all: found.totalItems })}
        </Text>
      )}
      {values.debtors.length === MAX_COLLECTED_AT_ONCE && (
        <Alert mx="var(--app-edge)" my={12} role="status">
          {t('collect.many.most', { count: MAX_COLLECTED_AT_ONCE })}
        </Alert>
      )}
    </Card>
  );
}

function Waiting({ query }: Pick<DebtorsCardProps, 'query'>): JSX.Element {
  const { t } = useTexts();
  const failure = useLoadFailure(query);
  return failure.nothing ? (
    <LoadFailureState failure={failure} message={t('collect.many.failedToLoad')} />
  ) : (
    <SkeletonTable rows={6} columns={3} />
  );
}

function Nobody({ view }: { view: DebtorsView }): JSX.Element {
  const { t } = useTexts();
  if (view.ticked) return <EmptyState title={t('collect.many.noneTicked')} />;
  const isFiltered = view.search.trim() !== '' || view.unpaidFor > 0 || view.group !== '';
  return isFiltered ? (
    <EmptyState icon={<IconSearchOff />} title={t('collect.many.noMatch')} />
  ) : (
    <EmptyState icon={<IconCashOff />} title={t('collect.many.none')} />
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
      <label htmlFor={all} className={classes['all']}>
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
        <span className={classes['who']}>
          <span dir="auto">{recordedText(userName)}</span>
          <Group gap="0 8px" c="dimmed" fz="sm">
            <bdi>{userRole}</bdi>
            {unpaidSince !== null && (
              <time dateTime={unpaidSince}>{t('collect.many.since', { day: dayText(unpaidSince) })}</time>
            )}
          </Group>
        </span>
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
