// The dialogs of the Fines screen. Each is fetched only when needed, which saves time, and the rest of the screen works
// even if one cannot be fetched.
import type { ReactNode } from 'react';
import { Suspense, useEffect } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import { useEver } from '../../../ui/dialogs/useOpening.ts';
import type { Adding } from '../adding/useAdding.ts';
import { ConfirmAction } from '../changing/ConfirmAction.tsx';
import { ConfirmTicked } from '../changing/ConfirmTicked.tsx';
import { reverseWaiver } from '../changing/dialogs.ts';
import type { FineChanges } from '../changing/useFineChanges.ts';
import type { FinesView } from '../useFinesView.ts';
import type { FineDialogs as Dialogs } from './useFineDialogs.ts';

/** They are preloaded after this time, because the fines come first. */
const PRELOAD_AFTER_MS = 1000;

const addFine = lazyPart(() => import('../adding/AddFineDialog.tsx'));
const fineDialog = lazyPart(() => import('../details/FineDialog.tsx'));
const waiveDialog = lazyPart(() => import('../changing/WaiveDialog.tsx'));

interface FineDialogsProps {
  dialogs: Dialogs;
  changes: FineChanges;
  view: FinesView;
  /** null for those who may not add fines */
  adding: Adding | null;
  /** those on the screen: another window may change a fine meanwhile, so the question is about the fine as it is now */
  fines: readonly Fine[] | undefined;
  ticked: readonly Fine[];
}

export function FineDialogs({ dialogs, changes, view, adding, fines, ticked }: FineDialogsProps): ReactNode {
  const { question, ticking, waiving, unwaiving, details, close } = dialogs;
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const one of [addFine, fineDialog, waiveDialog, reverseWaiver]) one.preload();
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const hasAdded = useEver(view.adding);
  const hasWaived = useEver(waiving !== null);
  const hasTakenBack = useEver(unwaiving !== null);
  const hasTicked = useEver(ticking !== null);
  const hasAsked = useEver(question !== null);
  const asItIs = (fine: Fine): Fine => fines?.find(({ id }) => id === fine.id) ?? fine;

  return (
    <>
      <Suspense>
        {hasAdded && adding !== null && (
          <addFine.Screen
            opened={view.adding}
            forUser={adding.forUser}
            shownUser={adding.shownUser}
            onAdded={view.closeAdded}
            hide={changes.hide}
            onClose={view.closeAdd}
          />
        )}
        {details.subject !== null && <fineDialog.Screen dialog={details} />}
        {hasWaived && <waiveDialog.Screen fine={waiving && asItIs(waiving)} onClose={() => close('waiving')} />}
        {hasTakenBack && (
          <reverseWaiver.Screen of={unwaiving && { fineId: unwaiving.id }} onClose={() => close('unwaiving')} />
        )}
      </Suspense>
      {hasTicked && (
        <ConfirmTicked
          question={ticking !== null && ticked.length > 0 ? { ...ticking, fines: ticked } : null}
          onClose={() => close('ticking')}
          onConfirm={(act) => {
            close('ticking');
            act(changes.several);
          }}
        />
      )}
      {hasAsked && (
        <ConfirmAction
          question={question && { ...question, fine: asItIs(question.fine) }}
          onClose={() => close('question')}
          onConfirm={({ action, fine }, told, payment) => {
            close('question');
            if (action === 'delete') changes.remove(fine, told);
            else if (action === 'mark-paid') changes.setStatus(fine, { status: 'Paid', ...payment });
            else changes.setStatus(fine, { status: 'Pending' });
          }}
        />
      )}
    </>
  );
}
