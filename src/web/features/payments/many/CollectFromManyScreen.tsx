// "Collect from Many" (PAY-55 to PAY-59): one payment for each ticked member; then the receipts.
import type { JSX } from 'react';
import { Screen } from '../../../ui/layout/Screen.tsx';
import { CollectedFromMany } from './CollectedFromMany.tsx';
import { Collecting } from './Collecting.tsx';
import { useCollected } from './useCollectFromMany.ts';

export default function CollectFromManyScreen(): JSX.Element {
  const [done, setDone, close] = useCollected();
  return (
    <Screen>
      {done === null ? <Collecting onDone={setDone} /> : <CollectedFromMany done={done} onClose={close} />}
    </Screen>
  );
}
