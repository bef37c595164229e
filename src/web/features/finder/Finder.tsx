// The finder (FIND-5 to FIND-9): finds a person or thing by any part of its name or number, from any screen.
import type { JSX } from 'react';
import { useEffect, useRef } from 'react';
import { usePath } from '../../routing/location.ts';
import { userOn } from '../../routing/paths.ts';
import { useTexts } from '../../messages/index.ts';
import { addFineFrom } from '../../shell/add-fine.ts';
import type { Key } from '../../shell/keys/keys.ts';
import { showOverlay, useOverlay } from '../../shell/keys/overlay.ts';
import { useMoneyDialog } from '../../shell/money-dialog.ts';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { useOpening } from '../../ui/dialogs/useOpening.ts';
import { FinderBox } from './FinderBox.tsx';

export default function Finder(): JSX.Element {
  const { t } = useTexts();
  const opened = useOverlay() === 'finder';
  const opening = useOpening(opened);
  const path = usePath();
  const money = useMoneyDialog();
  const close = (): void => showOverlay(null);

  // An action that opens a dialog waits until this one is closed: only one is on top, and the focus returns from it.
  const chosen = useRef<Key | null>(null);
  useEffect(() => {
    const { current } = chosen;
    if (opened || current === null) return;
    chosen.current = null;
    if (current === 'addFine') addFineFrom(path);
    if (current === 'collect') money.show({ kind: 'collect', userId: userOn(path) });
    if (current === 'help') showOverlay('keys');
  });
  const choose = (key: Key | null): void => {
    chosen.current = key;
    close();
  };
  return (
    <Sheet opened={opened} onClose={close} title={t('finder.title')} size="lg">
      <FinderBox key={opening} onChoose={choose} />
    </Sheet>
  );
}
