// The state of a form that adds or changes a record: what was changed, what is wrong, and how saving it ends. The
// changes are a draft of the tab, so that a half-filled form survives errors, reloads and the end of a session.
import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDraft } from '../../api/drafts.ts';
import { ApiError, type CallError, ConnectionError } from '../../api/errors.ts';
import type { OwnReasons } from '../feedback/failure.ts';
import { refusedFields } from '../feedback/failure.ts';
import { toast } from '../feedback/toast.tsx';
import { leadToWrong } from './fields/wrong-field.ts';
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
  /** Closes the form if this succeeds. What the server refuses is said at its field or, if it has none, in a message. */
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
  const [checks, setChecks] = useState(0);
  /** The refusal to be shown at fields. */
  const refusal = useRef<CallError | null>(null);
  const showChecked = useEffectEvent(() => {
    const { current: refused } = refusal;
    refusal.current = null;
    const isSaid = leadToWrong(ref.current, problems);
    // The field is not part of the form at the moment.
    if (refused !== null && !isSaid) submission.complain(refused);
  });
  useEffect(() => {
    if (checks > 0) showChecked();
  }, [checks]);

  const showProblems = (found: Problems<V>): void => {
    setProblems(found);
    if (Object.keys(found).length > 0) setChecks((count) => count + 1);
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
      const found = refusedFields(error, Object.keys(base) as (keyof V & string)[], ownReasons) as Problems<V>;
      // A field says nothing to somebody who has left the form.
      if (Object.keys(found).length === 0 || ref.current === null) submission.complain(error);
      else refusal.current = error;
      showProblems(found);
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
    showProblems,
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
