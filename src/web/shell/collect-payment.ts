// Whose payment is being collected. The dialog belongs to no screen: it opens over any, and again after a reload.
import { useDraft } from '../api/drafts.ts';

interface Collecting {
  /** null: who pays is still to be chosen */
  userId: string | null;
}

const NOBODY = null;

export function useCollecting(): {
  collecting: Collecting | null;
  collectFrom: (userId: string | null) => void;
  close: () => void;
} {
  const [collecting, set, close] = useDraft<Collecting | null>('collect.open', NOBODY);
  return { collecting, collectFrom: (userId) => set({ userId }), close };
}
