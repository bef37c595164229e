// "Collect from Many" (PAY-55 to PAY-59): one payment for each ticked member; then the receipts.
import type { JSX } from 'react';
import { Screen } from '../../../ui/layout/Screen.tsx';
import { CollectedFromMany } from './CollectedFromMany.tsx';
import { Collecting } from './Collecting.tsx';
import { useCollected } from './useCollectFromMany.ts';

export default function CollectFromManyScreen(): JSX.Element {
  const { done, show, close, returnToForm } = useCollected();
  return (
    <Screen>
      {done === null ? (
        <Collecting onDone={show} />
      ) : (
        <CollectedFromMany done={done} onClose={close} onUndone={returnToForm} />
      )}
    </Screen>
  );
}
