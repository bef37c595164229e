// The Fines screen (LIST-1): totals, recent fines of all users or of one, and what can be
// done with them.
import { Alert, Button, Group, Loader } from '@mantine/core';
import { IconFileUpload, IconPlus, IconReceiptOff, IconRefresh, IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { exportFines } from '../../../contract/exports.ts';
import { importFines } from '../../../contract/fines/imports.ts';
import type { Fine } from '../../../contract/fines/fines.ts';
import { ApiError } from '../../api/errors.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { busyButton } from '../../ui/controls/busy-button.ts';
import { useAddFineHere } from '../../shell/add-fine.ts';
import { Allowed } from '../../ui/controls/Allowed.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { useEver } from '../../ui/dialogs/useOpening.ts';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Screen } from '../../ui/layout/Screen.tsx';
import { Pager } from '../../ui/lists/paging/Pager.tsx';
import { SkeletonTable } from '../../ui/lists/SkeletonTable.tsx';
import { UserSelect } from '../../ui/forms/fields/UserSelect.tsx';
import { useRecordDialog } from '../../ui/dialogs/useRecordDialog.ts';
import { ConfirmPayment } from './changing/ConfirmPayment.tsx';
import { takeBackWaiver } from './changing/dialogs.ts';
import type { Question } from './changing/ConfirmAction.tsx';
import { ConfirmAction } from './changing/ConfirmAction.tsx';
import { exportInput } from './fines-place.ts';
import { FinesCards, UserFigures } from './FinesCards.tsx';
import type { FineAction } from './FinesTable.tsx';
import { FinesTable } from './FinesTable.tsx';
import { FloatingAdd } from './FloatingAdd.tsx';
import classes from './fines.module.css';
import { StatusFilter } from './StatusFilter.tsx';
import { TickedBar } from './changing/TickedBar.tsx';
import type { Asking } from './changing/useAsked.ts';
import { useFineChanges } from './changing/useFineChanges.ts';
import { useFinesList } from './useFinesList.ts';
import { useFinesView } from './useFinesView.ts';
import { tickedFines, useTicked } from './changing/useTicked.ts';
import { addFines } from '../../../contract/fines/fines.ts';
import { useMay } from '../../api/permission.ts';

/** The fines come first. */
const PRELOAD_AFTER_MS = 1000;

/** Fetched once the screen is there. */
const addFine = lazyScreen(() => import('./adding/AddFineDialog.tsx'));
/** Fetched ahead, and rendered only once it is opened: where it cannot be fetched, the rest of the screen stays. */
const fineDialog = lazyScreen(() => import('./details/FineDialog.tsx'));
const waiveDialog = lazyScreen(() => import('./changing/WaiveDialog.tsx'));

export default function FinesScreen(): ReactNode {
  const { t } = useTexts();
  const view = useFinesView();
  const ticked = useTicked(view);
  const [question, setQuestion] = useState<Question | null>(null);
  const [paying, setPaying] = useState<Asking | null>(null);
  const changes = useFineChanges({
    onDeleted: view.toFirstPage,
    onPaid: (ids) => ticked.tick(ids, false),
    onChanged: setQuestion,
    onPayChanged: (payment) => setPaying({ changed: true, payment }),
  });
  const list = useFinesList(view, changes.pending);
  const [waiving, setWaiving] = useState<{ action: 'waive' | 'unwaive'; fine: Fine } | null>(null);
  const ask = useCallback((action: FineAction, fine: Fine) => {
    if (action === 'waive' || action === 'unwaive') setWaiving({ action, fine });
    else setQuestion({ action, fine });
  }, []);
  const dialog = useRecordDialog<Fine, 'details'>('fine');
  const { open } = dialog;
  const showDetails = useCallback((fine: Fine) => open('details', fine), [open]);
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const one of [addFine, fineDialog, waiveDialog, takeBackWaiver]) one.preload();
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  // Not before it is asked for: the screen must not fall because a dialog could not be fetched.
  const hasAdded = useEver(view.adding);
  const hasWaived = useEver(waiving?.action === 'waive');
  const hasTakenBack = useEver(waiving?.action === 'unwaive');
  // Nor do these questions, which would only cost time.
  const hasAsked = useEver(question !== null);
  const heading = useId();
  const { shown } = list;
  // Another window may change the fine meanwhile: it is asked about as it is now, like the row behind the question.
  const asItIs = (fine: Fine): Fine => shown?.items.find(({ id }) => id === fine.id) ?? fine;
  const asked = question && { ...question, fine: asItIs(question.fine) };

  const chosen = shown === undefined || list.waiting ? [] : tickedFines(shown.items, ticked.ids);
  // Other windows may have paid them all; what is ticked next is another question.
  if (paying !== null && chosen.length === 0) setPaying(null);
  const hasPaid = useEver(paying !== null);

  // A link from elsewhere to this user's dialog means this user. The button here does not: the filter may be a
  // leftover, and a fine for the wrong person is worse than one more tick.
  const openedHere = useRef(false);
  const { user } = list;
  const shownUser = useMemo(() => {
    if (user === undefined || user.deleted) return null;
    const { id, userName, userEmail, status } = user;
    return { id, userName, userEmail, status };
  }, [user]);
  const openAdd = (): void => {
    openedHere.current = true;
    view.openAdd();
  };
  const may = useMay();
  const mayAdd = may(addFines);
  useAddFineHere(openAdd);
  const addButton = useRef<HTMLButtonElement>(null);

  return (
    <Screen floating>
      <PageHeader
        title={t('fines.title')}
        subtitle={t('fines.subtitle')}
        actions={
          mayAdd && (
            <Button ref={addButton} leftSection={<IconPlus size={18} aria-hidden />} onClick={openAdd}>
              {t('fines.addNew')}
            </Button>
          )
        }
      />
      <FinesCards totals={list.totals} />
      {user !== undefined && <UserFigures user={user} />}

      <Card>
        <div className={classes['panelHead']}>
          <h2 id={heading} className={classes['panelTitle']}>
            {t('fines.table.title')}
            {list.loading && <Loader size={18} role="status" aria-label={t('fines.table.loading')} />}
          </h2>
          <Group gap="sm" className={classes['tools'] ?? ''}>
            <StatusFilter status={view.status} onChange={view.showStatus} />
            <UserSelect
              label={t('fines.filter.label')}
              everybody={t('fines.filter.allUsers')}
              className={classes['filter'] ?? ''}
              userId={view.userId}
              userName={user?.userName}
              onChange={view.showUser}
            />
            <Button
              variant="default"
              className={classes['refresh'] ?? ''}
              leftSection={<IconRefresh size={18} aria-hidden />}
              {...busyButton(list.loading)}
              onClick={list.refresh}
            >
              {t('fines.refresh')}
            </Button>
          </Group>
        </div>

        {list.error !== null && !isUnknownUser(list.error) && (
          <Alert color="red" role="alert" title={t('fines.failed.loadTitle')} className={classes['panelNote'] ?? ''}>
            <Group justify="space-between" gap="xs">
              {t('fines.failed.load')}
              <Button variant="default" onClick={list.retry}>
                {t('fines.failed.tryAgain')}
              </Button>
            </Group>
          </Alert>
        )}
        {changes.unansweredDeletions > 0 && (
          <Alert color="yellow" role="status" className={classes['panelNote'] ?? ''}>
            <Group justify="space-between" gap="xs">
              {t('fines.failed.deletionUnknown', { count: changes.unansweredDeletions })}
              <Button variant="default" onClick={changes.deleteAgain}>
                {t('fines.failed.tryAgain')}
              </Button>
            </Group>
          </Alert>
        )}
        {isUnknownUser(list.error) ? (
          <EmptyState
            icon={<IconUserOff size={32} />}
            title={t('fines.failed.unknownUser', { id: view.userId ?? '' })}
            action={
              <Button variant="default" onClick={() => view.showUser(undefined)}>
                {t('fines.failed.showAll')}
              </Button>
            }
          />
        ) : shown === undefined || (shown.items.length === 0 && shown.totalItems > 0) ? (
          list.error === null && <SkeletonTable rows={6} columns={6} rowHeight={60} />
        ) : shown.items.length === 0 ? (
          <EmptyState
            icon={<IconReceiptOff size={32} />}
            title={t('fines.table.empty')}
            // Without any fine at all, not where a filter hides them.
            {...(mayAdd && view.userId === undefined && view.status === 'all'
              ? { action: <Button onClick={openAdd}>{t('fines.addFirst')}</Button> }
              : {})}
          />
        ) : (
          <FinesTable
            fines={shown.items}
            labelledBy={heading}
            waiting={list.waiting}
            isPending={changes.isPending}
            onAction={ask}
            onDetails={showDetails}
            ticked={ticked}
          />
        )}
        <TickedBar fines={chosen} onPay={() => setPaying({})} onClear={() => ticked.tick([...ticked.ids], false)} />
        {shown !== undefined && (
          <div className={classes['panelFoot']}>
            <div className={classes['files']}>
              <Allowed to={importFines}>
                <LinkButton
                  to={PATHS.importFines}
                  variant="default"
                  leftSection={<IconFileUpload size={18} aria-hidden />}
                >
                  {t('common.importCsv')}
                </LinkButton>
              </Allowed>
              <ExportButton of={exportFines} input={exportInput(view)} />
            </div>
            <Pager
              page={view.page}
              pages={pageCount(shown.totalItems, shown.pageSize)}
              onChange={view.showPage}
              label={t('fines.table.pages')}
            />
          </div>
        )}
      </Card>

      {/* Its place is the bar's while there are ticks. */}
      {mayAdd && chosen.length === 0 && <FloatingAdd head={addButton} onClick={openAdd} />}

      <Suspense>
        {hasAdded && mayAdd && (
          <addFine.Screen
            opened={view.adding}
            forUser={openedHere.current ? null : shownUser}
            shownUser={shownUser}
            onAdded={view.closeAdded}
            onUndo={changes.undoAdding}
            onClose={view.closeAdd}
          />
        )}
        {dialog.subject !== null && <fineDialog.Screen dialog={dialog} />}
        {hasWaived && (
          <waiveDialog.Screen
            fine={waiving?.action === 'waive' ? asItIs(waiving.fine) : null}
            onClose={() => setWaiving(null)}
          />
        )}
        {hasTakenBack && (
          <takeBackWaiver.Screen
            of={waiving?.action === 'unwaive' ? { fineId: waiving.fine.id } : null}
            onClose={() => setWaiving(null)}
          />
        )}
      </Suspense>
      {hasPaid && (
        <ConfirmPayment
          question={paying !== null && chosen.length > 0 ? { ...paying, fines: chosen } : null}
          onClose={() => setPaying(null)}
          onConfirm={(fines, payment) => {
            setPaying(null);
            changes.pay(fines, payment);
          }}
        />
      )}
      {hasAsked && (
        <ConfirmAction
          question={asked}
          onClose={() => setQuestion(null)}
          onConfirm={({ action, fine }, told, payment) => {
            setQuestion(null);
            if (action === 'delete') changes.remove(fine, told);
            else if (action === 'mark-paid') changes.setStatus(fine, { status: 'Paid', ...payment });
            else changes.setStatus(fine, { status: 'Pending' });
          }}
        />
      )}
    </Screen>
  );
}

function isUnknownUser(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'user-not-found';
}
