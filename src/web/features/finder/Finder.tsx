// The finder (FIND-5 to FIND-9): finds a person or thing by any part of its name or number, from any screen.
import type { JSX } from 'react';
import { useEffect, useRef } from 'react';
import { usePath } from '../../routing/location.ts';
import { userOn } from '../../routing/paths.ts';
import { useTexts } from '../../messages/index.ts';
import { addFineFrom } from '../../ui/money/opening/add-fine.ts';
import { showOverlay, useOverlay } from '../../ui/keys/overlay.ts';
import { useMoneyDialog } from '../../ui/money/opening/money-dialog.ts';
import { useLogout } from '../../shell/navigation/useLogout.ts';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { useOpening } from '../../ui/dialogs/useOpening.ts';
import type { Doing } from './commands.ts';
import { FinderBox } from './FinderBox.tsx';

export default function Finder(): JSX.Element {
  const { t } = useTexts();
  const opened = useOverlay() === 'finder';
  const opening = useOpening(opened);
  const path = usePath();
  const money = useMoneyDialog();
  const { logout } = useLogout();
  const close = (): void => showOverlay(null);

  // An action that opens a dialog waits until this one is closed: only one is on top, and the focus returns from it.
  const chosen = useRef<Doing | null>(null);
  useEffect(() => {
    const { current } = chosen;
    if (opened || current === null) return;
    chosen.current = null;
    if (current === 'addFine') addFineFrom(path);
    if (current === 'collect') money.show({ kind: 'collect', userId: userOn(path) });
    if (current === 'help') showOverlay('keys');
    if (current === 'logout') logout();
  });
  const choose = (doing: Doing | null): void => {
    chosen.current = doing;
    close();
  };
  return (
    <Sheet opened={opened} onClose={close} title={t('finder.title')} size="lg" described={false} needsServer={false}>
      <FinderBox key={opening} onChoose={choose} />
    </Sheet>
  );
}
