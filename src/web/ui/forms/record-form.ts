// The state of a form that adds or changes a record: what was changed, what is wrong, and how saving it ends. The
// changes are a draft of the tab, so that a half-filled form survives errors, reloads and the end of a session.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
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
  /** why saving it failed; null after the next change */
  error: CallError | null;
  /** What another window has saved, in fields that were changed here before that. */
  elsewhere: Partial<V>;
  /** Shows the problems; the first of these fields gets the focus. */
  showProblems: (problems: Problems<V>) => void;
  /** The same function on every render if `base` is the same. */
  change: <F extends keyof V>(field: F, value: V[F] | ((now: V[F]) => V[F])) => void;
  /**
   * Sends something, unless it is busy. A message says why it failed; so does the field that is to blame, if any. The
   * form stays open; the fields that were saved, which `send` returns, are as the record is, unless they were changed
   * meanwhile.
   */
  attempt: (send: () => Promise<readonly (keyof V)[]>) => Promise<void>;
  /** The same; closes the form if this succeeds. */
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
  /** The fields that show what is refused of one that is sent under another name, by that name. */
  shownAt?: Readonly<Record<string, keyof V>>;
  onClose: () => void;
}

const NOTHING = {};
const NONE: readonly never[] = [];

/** Without some fields; the same object if none is left, which keeps no draft. */
const without = <T extends object>(all: T, goes: (field: keyof T) => boolean): T => {
  const left = Object.entries(all).filter(([field]) => !goes(field as keyof T));
  return (left.length === 0 ? NOTHING : Object.fromEntries(left)) as T;
};

export function useRecordForm<V extends object>(options: RecordFormOptions<V>): RecordForm<V> {
  const { base, draftName, submission, ownReasons, shownAt = {}, onClose } = options;
  const [changes, setChanges, clearChanges] = useDraft<Partial<V>>(draftName, NOTHING);
  const [from, setFrom, clearFrom] = useDraft<Partial<V>>(`${draftName}.from`, NOTHING);
  const [problems, setProblems] = useState<Problems<V>>({});
  const [error, setError] = useState<CallError | null>(null);
  const [busy, setBusy] = useState(false);
  // A second press may come before the busy button is rendered.
  const underWay = useRef(false);
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
    setError(null);
    setRestored(false);
  };
  const giveUp = (): void => {
    discard();
    toast.over(draftName);
    onClose();
  };
  const attempt: RecordForm<V>['attempt'] = async (send) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setError(null);
    setProblems({});
    toast.over(draftName);
    try {
      const saved = new Set<PropertyKey>(await send());
      setFrom((now) => without(now, (field) => saved.has(field)));
      setChanges((now) => without(now, (field) => saved.has(field) && now[field] === changes[field]));
    } catch (failure) {
      if (!(failure instanceof ApiError || failure instanceof ConnectionError)) throw failure;
      submission.complain(failure);
      setError(failure);
      const refused = refusedFields(failure, [...Object.keys(base), ...Object.keys(shownAt)], ownReasons);
      const shown = Object.entries(refused).map(([field, sentence]) => [shownAt[field] ?? field, sentence]);
      showFound(Object.fromEntries(shown) as Problems<V>, true);
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  const save = (send: () => Promise<unknown>): Promise<void> =>
    attempt(async () => {
      await send();
      giveUp();
      return NONE;
    });
  const change = useCallback<RecordForm<V>['change']>(
    (field, value) => {
      setError(null);
      setFrom((now) => (field in now ? now : { ...now, [field]: base[field] }));
      setChanges((now) => {
        const before = withChanges(base, now)[field];
        return {
          ...now,
          [field]: typeof value === 'function' ? (value as (now: typeof before) => typeof before)(before) : value,
        };
      });
      setProblems((now) => without(now, (name) => name === field));
    },
    [base, setFrom, setChanges],
  );
  const isUnanswered = submission.unanswered.length > 0;
  // The submission itself may have changed them.
  const overtaken = busy || isUnanswered ? [] : overtakenFields(base, changes, from);
  return {
    ref,
    values: withChanges(base, changes),
    restored: restored && isChanged,
    busy,
    unanswered: isUnanswered,
    problems,
    error,
    elsewhere: Object.fromEntries(overtaken.map((field) => [field, base[field]])) as Partial<V>,
    showProblems: (wrong) => showFound(wrong, false),
    change,
    attempt,
    save,
    resend: () => save(submission.resend),
    discard,
    giveUp,
  };
}

// Whether the figures that a form is about have changed since the person saw them, even across a reload.

const UNSEEN = null;

/**
 * `figures`: a text that differs when they do; undefined until they are known. `agree`: the person saves with those
 * shown now.
 */
export function useShown(
  draftName: string,
  figures: string | undefined,
  { restored, busy, unanswered }: Pick<RecordForm<object>, 'restored' | 'busy' | 'unanswered'>,
): { changed: boolean; agree: () => void } {
  const [seen, setSeen] = useDraft<string | null>(`${draftName}.shown`, UNSEEN);
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
