// The dialog that takes money of somebody, or gives it back. It belongs to no screen: it opens over any, and again after a
// reload.
import { useDraft } from '../api/drafts.ts';

export interface MoneyDialog {
  kind: 'collect' | 'give-back';
  /** null: who pays is still to be chosen */
  userId: string | null;
}

const CLOSED = null;

export function useMoneyDialog(): {
  open: MoneyDialog | null;
  show: (dialog: MoneyDialog) => void;
  close: () => void;
} {
  const [open, show, close] = useDraft<MoneyDialog | null>('money.open', CLOSED);
  return { open, show, close };
}
