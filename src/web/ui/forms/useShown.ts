// Whether the figures that a form is about have changed since the person saw them, also over a reload.
import { useEffect, useState } from 'react';
import { useDraft } from '../../api/drafts.ts';
import type { RecordForm } from './useRecordForm.ts';

const NONE = null;

/**
 * `figures`: a text that is another one when they are; undefined while they are not known. `agree`: the person saves with what
 * is shown now.
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
    // What was typed before was typed for what was shown then.
    if (!restored || seen === null) setSeen(figures);
  }, [begun, figures, restored, seen, setSeen]);
  return {
    // What was sent may itself have changed them.
    changed: begun && !busy && !unanswered && figures !== undefined && seen !== figures,
    agree: () => setSeen(figures ?? null),
  };
}
