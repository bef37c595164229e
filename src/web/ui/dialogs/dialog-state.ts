// Which dialog of a list of records is open, and about which record.
import { useCallback, useState, useRef } from 'react';
import { hasDraft, useDraft } from '../../api/sending/drafts.ts';

type Form<R> = { kind: 'add' } | { kind: 'edit'; record: R };
type Subject<R, K extends string> = Form<R> | { kind: K; record: R };

export interface RecordDialog<R, K extends string> {
  /** The last one opened; it stays while it fades out. */
  subject: Subject<R, K> | null;
  opened: boolean;
  /** Grows with each opening: a key for the content, so that every opening starts afresh. */
  opening: number;
  add: () => void;
  /** The same function on every render, so that unchanged rows are not rendered again. */
  open: (kind: K | 'edit', record: R) => void;
  close: () => void;
}

/** The draft of the add form, or of a record's edit form. */
export const formDraft = (area: string, recordId: string | null): string =>
  recordId === null ? `${area}.add` : `${area}.edit.${recordId}`;

/**
 * `area` names the drafts. A form with changes that was open when the page was left or reloaded, or when the session
 * ended, opens again by itself.
 */
export function useRecordDialog<R extends { id: string }, K extends string>(area: string): RecordDialog<R, K> {
  const [openForm, setOpenForm, clearOpenForm] = useDraft<Form<R> | null>(`${area}.open`, null);
  const [state, setState] = useState<{ subject: Subject<R, K> | null; opened: boolean; opening: number }>(() => {
    const left = openForm !== null && hasDraft(formDraft(area, openForm.kind === 'add' ? null : openForm.record.id));
    return { subject: left ? openForm : null, opened: left, opening: 0 };
  });

  const show = useCallback((subject: Subject<R, K>): void => {
    setState(({ opening }) => ({ subject, opened: true, opening: opening + 1 }));
  }, []);
  const add = useCallback(() => {
    show({ kind: 'add' });
    setOpenForm({ kind: 'add' });
  }, [show, setOpenForm]);
  const open = useCallback(
    (kind: K | 'edit', record: R) => {
      if (kind === 'edit') {
        show({ kind: 'edit', record });
        setOpenForm({ kind: 'edit', record });
      } else show({ kind, record });
    },
    [show, setOpenForm],
  );
  return {
    ...state,
    add,
    open,
    close: () => {
      setState((current) => ({ ...current, opened: false }));
      clearOpenForm();
    },
  };
}

// What a dialog needs to know about its openings.

/** How often it was opened: a key for its content, so that every opening starts afresh. */
export function useOpening(opened: boolean): number {
  const [openings, setOpenings] = useState({ opened, count: 0 });
  if (openings.opened !== opened) setOpenings({ opened, count: openings.count + (opened ? 1 : 0) });
  return openings.count;
}

/** The last value that was not null, so that the content of a dialog stays while it fades out. */
export function useLast<T>(value: T | null): T | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}

/** Whether it is or ever was true: a dialog is rendered from its first opening on. */
export function useEver(value: boolean): boolean {
  const [ever, setEver] = useState(value);
  if (value && !ever) setEver(true);
  return ever || value;
}
