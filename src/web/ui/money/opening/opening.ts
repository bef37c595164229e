// The dialog that takes money from somebody, gives it back, or reminds them of it. It belongs to no screen: it opens
// over the one on show, and again there after a reload, with what was saved if anything was.
import { useCallback } from 'react';
import type { Output } from '../../../../contract/operation.ts';
import type { takePayment } from '../../../../contract/money/payments.ts';
import { useDraft } from '../../../api/sending/drafts.ts';
import { usePath } from '../../../routing/location.ts';

export interface MoneyDialog {
  kind: 'collect' | 'give-back' | 'remind';
  /** null: who pays is still to be chosen */
  userId: string | null;
  /** the only one of their fines that is to be paid at first */
  fineId?: string;
  /** What was saved: it is shown until the dialog is closed, and the form does not come back. */
  taken?: Output<typeof takePayment>;
}

interface Opened extends MoneyDialog {
  /** the path of the screen it was opened over */
  over: string;
}

const CLOSED = null;

export function useMoneyDialog(): {
  /** null also if it is open over another screen */
  open: MoneyDialog | null;
  /** the path of that screen */
  over: string | null;
  /** The same function while the screen is the same. */
  show: (dialog: MoneyDialog) => void;
  close: () => void;
} {
  const path = usePath();
  const [opened, setOpened, close] = useDraft<Opened | null>('money.open', CLOSED);
  return {
    open: opened?.over === path ? opened : null,
    over: opened?.over ?? null,
    show: useCallback((dialog) => setOpened({ ...dialog, over: path }), [path, setOpened]),
    close,
  };
}
