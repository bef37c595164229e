// Fines and the actions on them: on the Fines screen those of all users or of one, on a person's screen that person's.
import type { ReactNode } from 'react';
import { useId, useMemo, useRef } from 'react';
import { addFines, type Fine } from '../../../../contract/fines/fines.ts';
import { useMay } from '../../../api/permission.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { type Adding, useAdding } from '../adding/useAdding.ts';
import { type FineChanges, useFineChanges } from '../changing/useFineChanges.ts';
import { FineDialogs } from '../dialogs/FineDialogs.tsx';
import { type FineDialogs as Dialogs, useFineDialogs } from '../dialogs/useFineDialogs.ts';
import classes from '../fines.module.css';
import { FinesTable } from '../FinesTable.tsx';
import { TickedBar } from '../ticked/TickedBar.tsx';
import { tickedFines } from '../ticked/ticks.ts';
import { type Ticked, useTicked } from '../ticked/useTicked.ts';
import { type ShownFines, useFinesList } from '../useFinesList.ts';
import type { FinesView } from '../useFinesView.ts';
import { NoFines, UnknownUser } from './NoFines.tsx';
import { PanelFoot } from './PanelFoot.tsx';
import { PanelHead } from './PanelHead.tsx';
import { PanelNotices } from './PanelNotices.tsx';

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
    onDeleted: view.toFirstPage,
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
        <PanelHead id={heading} view={view} list={list} />
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
