// The Fines screen (LIST-1): totals, recent fines of all users or of one, and what can be done with them.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useId, useMemo, useRef } from 'react';
import { addFines } from '../../../contract/fines/fines.ts';
import { useMay } from '../../api/permission.ts';
import { useTexts } from '../../messages/index.ts';
import { KeyHint } from '../../shell/keys/KeyHint.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Screen } from '../../ui/layout/Screen.tsx';
import { FloatingAdd } from './adding/FloatingAdd.tsx';
import { useAdding } from './adding/useAdding.ts';
import { useFineChanges } from './changing/useFineChanges.ts';
import { FineDialogs } from './dialogs/FineDialogs.tsx';
import { useFineDialogs } from './dialogs/useFineDialogs.ts';
import classes from './fines.module.css';
import { FinesCards, UserFigures } from './FinesCards.tsx';
import { FinesTable } from './FinesTable.tsx';
import { NoFines, UnknownUser } from './panel/NoFines.tsx';
import { PanelFoot } from './panel/PanelFoot.tsx';
import { PanelHead } from './panel/PanelHead.tsx';
import { PanelNotices } from './panel/PanelNotices.tsx';
import { TickedBar } from './ticked/TickedBar.tsx';
import { tickedFines, useTicked } from './ticked/useTicked.ts';
import { useFinesList } from './useFinesList.ts';
import { useFinesView } from './useFinesView.ts';

export default function FinesScreen(): ReactNode {
  const { t } = useTexts();
  const mayAdd = useMay()(addFines);
  const heading = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const view = useFinesView();
  const ticked = useTicked(view);
  const dialogs = useFineDialogs();
  const changes = useFineChanges({
    onDeleted: view.toFirstPage,
    onDone: (ids) => ticked.tick(ids, false),
    onChanged: dialogs.askAgain,
    onSeveralChanged: dialogs.askTicked,
  });
  const list = useFinesList(view, changes.pending);
  const { shown, user } = list;
  const adding = useAdding(view, user);
  const chosen = useMemo(
    () => (shown === undefined || list.waiting ? [] : tickedFines(shown.items, ticked.ids)),
    [shown, list.waiting, ticked.ids],
  );
  // Other windows may have paid them all; what is ticked next is another question.
  if (dialogs.ticking !== null && chosen.length === 0) dialogs.close('ticking');

  return (
    <Screen floating>
      <PageHeader
        title={t('fines.title')}
        subtitle={t('fines.subtitle')}
        actions={
          mayAdd && (
            <KeyHint of="addFine">
              <Button ref={addButton} leftSection={<IconPlus size={18} aria-hidden />} onClick={adding.open}>
                {t('fines.addNew')}
              </Button>
            </KeyHint>
          )
        }
      />
      {user !== undefined && <UserFigures user={user} />}
      <FinesCards totals={list.totals} small={view.userId !== undefined} />
      <Card className={classes['panel'] ?? ''}>
        <PanelHead id={heading} view={view} list={list} />
        <PanelNotices list={list} changes={changes} />
        {list.isUnknownUser ? (
          <UnknownUser view={view} />
        ) : (
          <FinesTable
            list={shown}
            labelledBy={heading}
            waiting={list.waiting}
            empty={<NoFines view={view} onAdd={mayAdd ? adding.open : null} />}
            // The notice above says so.
            failed={list.error === null ? undefined : null}
            isPending={changes.isPending}
            onAction={dialogs.ask}
            onDetails={dialogs.showDetails}
            ticked={ticked}
          />
        )}
        <TickedBar
          fines={chosen}
          onAsk={(action) => dialogs.askTicked({ action })}
          onClear={() => ticked.tick([...ticked.ids], false)}
        />
        {shown !== undefined && <PanelFoot list={shown} view={view} />}
      </Card>
      {/* Its place is the bar's while there are ticks. */}
      {mayAdd && chosen.length === 0 && <FloatingAdd head={addButton} onClick={adding.open} />}
      <FineDialogs
        dialogs={dialogs}
        changes={changes}
        view={view}
        adding={mayAdd ? adding : null}
        fines={shown?.items}
        ticked={chosen}
      />
    </Screen>
  );
}
