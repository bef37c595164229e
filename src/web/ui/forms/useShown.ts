// Whether the figures that a form is about have changed since the person saw them, even across a reload.
import { useEffect, useState } from 'react';
import { useDraft } from '../../api/sending/drafts.ts';
import type { RecordForm } from './useRecordForm.ts';

const NONE = null;

/**
 * `figures`: a text that differs when they do; undefined until they are known. `agree`: the person saves with those
 * shown now.
 */
export function useShown(
  draftName: string,
  figures: string | undefined,
  { restored, busy, unanswered }: Pick<RecordForm<object>, 'restored' | 'busy' | 'unanswered'>,
): { changed: boolean; agree: () => void } {
  const [seen, setSeen] = useDraft<string | null>(`${draftName}.shown`, NONE);
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    if (begun || figures === undefined) return;
    setBegun(true);
    // A restored draft was typed for the figures shown at that time.
    if (!restored || seen === null) setSeen(figures);
  }, [begun, figures, restored, seen, setSeen]);
  return {
    // The submission itself may have changed them.
    changed: begun && !busy && !unanswered && figures !== undefined && seen !== figures,
    agree: () => setSeen(figures ?? null),
  };
}
