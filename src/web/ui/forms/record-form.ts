// The state of a form that adds or changes a record: what was changed, what is wrong, and how saving it ends. The
// changes are a draft of the tab, so that a half-filled form survives errors, reloads and the end of a session.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useDraft } from '../../api/sending/drafts.ts';
import { ApiError, type CallError, ConnectionError } from '../../api/call.ts';
import { type OwnReasons, refusedFields } from '../feedback/failure.ts';
import { toast } from '../feedback/toast.tsx';
import { leadToWrong } from './fields/checks.ts';
import { overtakenFields, realChanges, withChanges } from './record-changes.ts';

/** sentences, by field */
type Problems<V> = { [F in keyof V]?: string };

/** The state of a form's submission. */
export interface FormSubmission {
  sending: boolean;
  unanswered: readonly unknown[];
  resend: () => Promise<unknown>;
  forget: () => void;
  /** Says why it failed, in a message. */
  complain: (error: CallError) => unknown;
}

export interface RecordForm<V extends object> {
  /** for the form element */
  ref: RefObject<HTMLFormElement | null>;
  values: V;
  /** The changes were made before this form was opened. */
  restored: boolean;
  busy: boolean;
  /** It may have been saved: it was sent, and the outcome is unknown. */
  unanswered: boolean;
  problems: Problems<V>;
  /** What another window has saved, in fields that were changed here before that. */
  elsewhere: Partial<V>;
  /** Shows the problems; the first of these fields gets the focus. */
  showProblems: (problems: Problems<V>) => void;
  change: <F extends keyof V>(field: F, value: V[F]) => void;
  /** Closes the form if this succeeds. A message says why it failed; so does the field that is to blame, if any. */
  save: (send: () => Promise<unknown>) => Promise<void>;
  /** The same for a submission that may have been saved, sent unchanged. */
  resend: () => Promise<void>;
  discard: () => void;
  /** Discards and closes. */
  giveUp: () => void;
}

interface RecordFormOptions<V> {
  /** the record as it is now, or an empty one; plain JSON */
  base: Readonly<V>;
  /** Also the id of the message that says what is wrong with it. */
  draftName: string;
  submission: FormSubmission;
  /** a feature's own sentences for fields, in place of the server's */
  ownReasons?: OwnReasons;
  onClose: () => void;
}

const NOTHING = {};

export function useRecordForm<V extends object>(options: RecordFormOptions<V>): RecordForm<V> {
  const { base, draftName, submission, ownReasons, onClose } = options;
  const [changes, setChanges, clearChanges] = useDraft<Partial<V>>(draftName, NOTHING);
  const [from, setFrom, clearFrom] = useDraft<Partial<V>>(`${draftName}.from`, NOTHING);
  const [problems, setProblems] = useState<Problems<V>>({});
  const isChanged = Object.keys(realChanges(base, changes)).length > 0;
  const [restored, setRestored] = useState(isChanged);

  const ref = useRef<HTMLFormElement>(null);
  /** What was found wrong last, and whether a message says it. */
  const [found, setFound] = useState<{ problems: Problems<V>; isSaid: boolean } | null>(null);
  useEffect(() => {
    if (found !== null) leadToWrong(ref.current, found.isSaid ? {} : found.problems);
  }, [found]);

  const showFound = (wrong: Problems<V>, isSaid: boolean): void => {
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) setFound({ problems: wrong, isSaid });
  };
  const discard = (): void => {
    clearChanges();
    clearFrom();
    submission.forget();
    setProblems({});
    setRestored(false);
  };
  const giveUp = (): void => {
    discard();
    toast.over(draftName);
    onClose();
  };
  const save = async (send: () => Promise<unknown>): Promise<void> => {
    setProblems({});
    toast.over(draftName);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
      submission.complain(error);
      showFound(refusedFields(error, Object.keys(base) as (keyof V & string)[], ownReasons) as Problems<V>, true);
      return;
    }
    giveUp();
  };
  const isUnanswered = submission.unanswered.length > 0;
  // The submission itself may have changed them.
  const overtaken = submission.sending || isUnanswered ? [] : overtakenFields(base, changes, from);
  return {
    ref,
    values: withChanges(base, changes),
    restored: restored && isChanged,
    busy: submission.sending,
    unanswered: isUnanswered,
    problems,
    elsewhere: Object.fromEntries(overtaken.map((field) => [field, base[field]])) as Partial<V>,
    showProblems: (wrong) => showFound(wrong, false),
    change: (field, value) => {
      setFrom((current) => (field in current ? current : { ...current, [field]: base[field] }));
      setChanges((current) => ({ ...current, [field]: value }));
      setProblems((current) => {
        const others = { ...current };
        delete others[field];
        return others;
      });
    },
    save,
    resend: () => save(submission.resend),
    discard,
    giveUp,
  };
}

// Whether the figures that a form is about have changed since the person saw them, even across a reload.

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
