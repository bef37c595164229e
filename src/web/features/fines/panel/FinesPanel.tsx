// Fines and the actions on them: on the Fines screen those of all users or of one, on a person's screen that person's.
import { type ReactNode, useId, useMemo, useRef, type RefObject } from 'react';
import { addFines, type Fine, payFines } from '../../../../contract/fines/fines.ts';
import { useMay, useMayChange } from '../../../api/session.ts';
import { Card } from '../../../ui/layout/page.tsx';
import { type Adding, useAdding } from '../adding/useAdding.ts';
import { type FineChanges, useFineChanges } from '../changing/useFineChanges.ts';
import { FineDialogs } from '../dialogs/FineDialogs.tsx';
import { type FineDialogs as Dialogs, useFineDialogs } from '../dialogs/useFineDialogs.ts';
import classes from '../fines.module.css';
import { FinesTable } from '../FinesTable.tsx';
import { tickedFines } from '../ticks.ts';
import { type Ticked, useTicked } from '../useTicked.ts';
import { type ShownFines, useFinesList, type FinesView } from '../fines-list.ts';
import { PanelHead } from './PanelHead.tsx';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { pageCount } from '../../../ui/lists/paging/page-numbers.ts';
import { Pager } from '../../../ui/lists/paging/paging.tsx';
import type { FinesList } from '../list-changes.ts';
import { Alert, Button, Group, Text } from '@mantine/core';
import { deleteFines, waiveFines } from '../../../../contract/fines/several-fines.ts';
import { moneyText } from '../../../ui/money/money.tsx';
import { addPaisa } from '../../../../core/money/money.ts';
import { type TickedQuestion, owedOf } from '../changing/questions.ts';
import { useMediaQuery } from '@mantine/hooks';
import { BELOW_TABLET } from '../../../ui/layout/media.ts';
import { IconReceiptOff, IconUserOff } from '@tabler/icons-react';
import { EmptyState } from '../../../ui/feedback/status.tsx';

export interface Panel {
  view: FinesView;
  ticked: Ticked;
  /** the ticked fines that are on the screen */
  chosen: readonly Fine[];
  dialogs: Dialogs;
  changes: FineChanges;
  list: ShownFines;
  /** null for those who may not add fines */
  adding: Adding | null;
}

export function useFinesPanel(view: FinesView): Panel {
  const mayAdd = useMay()(addFines);
  const ticked = useTicked(view);
  const dialogs = useFineDialogs();
  const changes = useFineChanges({
    onDeleted: () => view.setPage(1),
    onDone: ticked.untick,
    onChanged: dialogs.askAgain,
    onSeveralChanged: dialogs.askTicked,
  });
  const list = useFinesList(view, changes.pending);
  const { shown, user } = list;
  const adding = useAdding(view, user);
  const chosen = useMemo(
    () => (shown === undefined || list.waiting ? [] : tickedFines(shown.items, ticked.ticks)),
    [shown, list.waiting, ticked.ticks],
  );
  // Other windows may have paid them all; whatever is ticked next is another question.
  if (dialogs.ticking !== null && chosen.length === 0) dialogs.close('ticking');
  return { view, ticked, chosen, dialogs, changes, list, adding: mayAdd ? adding : null };
}

export function FinesPanel({ panel }: { panel: Panel }): ReactNode {
  const { view, ticked, chosen, dialogs, changes, list, adding } = panel;
  const { shown } = list;
  const heading = useId();
  const top = useRef<HTMLDivElement>(null);
  return (
    <>
      <Card ref={top} className={classes['panel'] ?? ''}>
        <PanelHead id={heading} view={view} list={list} ticked={ticked} />
        <PanelNotices list={list} changes={changes} />
        {list.isUnknownUser ? (
          <UnknownUser view={view} />
        ) : (
          <FinesTable
            list={shown}
            labelledBy={heading}
            waiting={list.waiting}
            empty={<NoFines view={view} onAdd={adding?.open ?? null} />}
            // The notice above says so.
            failed={list.error === null ? undefined : null}
            isPending={changes.isPending}
            onAction={dialogs.ask}
            onDetails={dialogs.showDetails}
            ticked={ticked}
            ofPerson={view.ofPerson}
            searched={view.search.trim() !== ''}
          />
        )}
        <TickedBar
          fines={chosen}
          onAsk={(action) => dialogs.askTicked({ action })}
          onClear={() => ticked.untick(ticked.ticks.keys())}
        />
        {shown !== undefined && <PanelFoot list={shown} view={view} top={top} />}
      </Card>
      <FineDialogs
        dialogs={dialogs}
        changes={changes}
        view={view}
        adding={adding}
        fines={shown?.items}
        ticked={chosen}
      />
    </>
  );
}

// Below the fines: what they leave out, and the pager.

interface PanelFootProps {
  list: FinesList;
  view: FinesView;
  top: RefObject<HTMLElement | null>;
}

function PanelFoot({ list, view, top }: PanelFootProps): ReactNode {
  const { t } = useTexts();
  const pages = pageCount(list.totalItems, list.pageSize);
  const leavesOut = list.more || list.notesFrom !== null;
  if (pages <= 1 && !leavesOut) return null;
  return (
    <Group justify="space-between" gap={12} px="var(--app-edge)" py={12}>
      {leavesOut && (
        <Text c="dimmed" fz="sm">
          {list.more && t('fines.filter.more', { count: list.totalItems })}{' '}
          {list.notesFrom !== null && t('fines.filter.notesFrom', { day: dayText(list.notesFrom) })}
        </Text>
      )}
      <Pager page={view.page} pages={pages} onChange={view.showPage} top={top} label={t('fines.table.pages')} />
    </Group>
  );
}

// What went wrong with the list: it could not be read, or it is unknown whether a fine was deleted.

function PanelNotices({ list, changes }: { list: ShownFines; changes: FineChanges }): ReactNode {
  const { t } = useTexts();
  return (
    <>
      {list.error !== null && !list.isUnknownUser && (
        <Alert color="red" role="alert" title={t('fines.failed.loadTitle')} my={16} mx="var(--app-edge)">
          <Group justify="space-between" gap="xs">
            {t('fines.failed.load')}
            <Button variant="default" onClick={list.retry}>
              {t('fines.failed.tryAgain')}
            </Button>
          </Group>
        </Alert>
      )}
      {changes.unansweredDeletions > 0 && (
        <Alert color="yellow" role="status" my={16} mx="var(--app-edge)">
          <Group justify="space-between" gap="xs">
            {t('fines.failed.deletionUnknown', { count: changes.unansweredDeletions })}
            <Button variant="default" onClick={changes.deleteAgain}>
              {t('fines.failed.tryAgain')}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  );
}

// Below the list while rows are ticked: how many, their sum, and the actions on them.

function TickedBar(props: {
  fines: readonly Fine[];
  onAsk: (action: TickedQuestion['action']) => void;
  onClear: () => void;
}): ReactNode {
  const { fines, onAsk, onClear } = props;
  const { t } = useTexts();
  const may = useMay();
  const mayChange = useMayChange();
  const count = fines.length;
  const owed = owedOf(fines);
  const hasPaid = fines.some(({ status }) => status === 'Paid');
  const amount = hasPaid ? addPaisa(...fines.map((fine) => fine.amount)) : owed;
  return (
    <div className={classes['tickedBar']} data-empty={count === 0 || undefined}>
      <p role="status">
        {count > 0 && t('fines.ticked.chosen', { count, amount: moneyText(amount, 'rs') })}
        {hasPaid && ` ${t('fines.ticked.paidOnly')}`}
      </p>
      {count > 0 && (
        <>
          <Button variant="default" onClick={onClear}>
            {t('fines.ticked.clear')}
          </Button>
          <Group gap={8} ms="auto" className={classes['tickedActions'] ?? ''}>
            {may(deleteFines) && fines.every(({ id }) => mayChange.removeFine(id)) && (
              <Button variant="default" onClick={() => onAsk('delete')}>
                {t('fines.ticked.delete')}
              </Button>
            )}
            {may(waiveFines) && !hasPaid && owed > 0 && (
              <Button variant="default" onClick={() => onAsk('waive')}>
                {t('fines.ticked.waive')}
              </Button>
            )}
            {may(payFines) && !hasPaid && <Button onClick={() => onAsk('pay')}>{t('fines.ticked.pay')}</Button>}
          </Group>
        </>
      )}
    </div>
  );
}

// Shown in place of the fines: there are none, or no user has the id in the address.

/** `onAdd`: null for those who may not add fines. */
function NoFines({ view, onAdd }: { view: FinesView; onAdd: (() => void) | null }): ReactNode {
  const { t } = useTexts();
  const isPhone = useMediaQuery(BELOW_TABLET, undefined, { getInitialValueInEffect: false });
  // Only when there is no fine at all, not when a filter hides them.
  const isAll = view.userId === undefined && !view.isFiltered;
  return (
    <EmptyState
      icon={<IconReceiptOff size={32} />}
      title={t('fines.table.empty')}
      // Otherwise somebody who searches for a name would think that this person has no fines.
      {...(view.search.trim() !== '' && {
        text: t(view.ofPerson ? 'fines.table.searched' : 'fines.table.searchedAll'),
      })}
      {...(onAdd !== null &&
        isAll && {
          action: (
            // On a phone the head has no button that would be the first.
            <Button {...(!isPhone && { variant: 'default' })} onClick={onAdd}>
              {t('fines.addFirst')}
            </Button>
          ),
        })}
      {...(view.search.trim() !== '' && {
        action: (
          <Button variant="default" onClick={() => view.filter({ search: '' })}>
            {t('common.search.clear')}
          </Button>
        ),
      })}
    />
  );
}

function UnknownUser({ view }: { view: FinesView }): ReactNode {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={<IconUserOff size={32} />}
      title={t('fines.failed.unknownUser', { id: view.userId ?? '' })}
      action={
        <Button variant="default" onClick={() => view.filter({ userId: undefined })}>
          {t('fines.failed.showAll')}
        </Button>
      }
    />
  );
}
