// The state of a form that adds or changes a record: what was changed, what is wrong, and the key of the submission. All
// of it but the problems is kept for the tab, so that a half-filled form survives errors, reloads and the end of a session.
import { useRef, useState } from 'react';
import { mayBeSaved } from '../api/errors.ts';
import { isUnanswered, newKey } from '../api/hooks.ts';
import { realChanges, withChanges } from './record-changes.ts';
import { useDraft } from './useDraft.ts';

interface Draft<V> {
  changes: Partial<V>;
  /** A submission that may have been saved, since no answer came: the same values go out under the same key again. */
  attempt: { key: string; sent: string } | null;
}

/** sentences, by field */
type Problems<V> = { [F in keyof V]?: string };

export interface RecordDraft<V extends object> {
  values: V;
  /** The changes were made before this form was opened. */
  restored: boolean;
  problems: Problems<V>;
  setProblems: (problems: Problems<V>) => void;
  /** A submission went out and no answer came. */
  unanswered: boolean;
  change: <F extends keyof V>(field: F, value: V[F]) => void;
  /** The idempotency key under which this goes out. */
  beginAttempt: (body: object) => string;
  /** What went out last has failed: if the server refused it, the next submission is a new one. */
  attemptFailed: (error: unknown) => void;
  discard: () => void;
  /** Grows with each discarding, so that fields that remember what was typed begin anew. */
  round: number;
}

/**
 * `base` is the record as it is now, or an empty one; `draftKey` names the form among the tab's drafts. V must be plain JSON.
 */
export function useRecordDraft<V extends object>(base: Readonly<V>, draftKey: string): RecordDraft<V> {
  const [nothing] = useState<Draft<V>>({ changes: {}, attempt: null });
  const [draft, setDraft, clearDraft] = useDraft(draftKey, nothing);
  const [problems, setProblems] = useState<Problems<V>>({});
  const [unanswered, setUnanswered] = useState(draft.attempt !== null);
  const changed = Object.keys(realChanges(base, draft.changes)).length > 0;
  const [restored, setRestored] = useState(changed);
  const [round, setRound] = useState(0);
  /** The attempt that went out last, and whether it had gone out before. */
  const last = useRef<{ key: string; again: boolean } | null>(null);

  return {
    values: withChanges(base, draft.changes),
    restored: restored && changed,
    problems,
    setProblems,
    unanswered,
    change: (field, value) => {
      setDraft((current) => ({ ...current, changes: { ...current.changes, [field]: value } }));
      setProblems((current) => {
        const others = { ...current };
        delete others[field];
        return others;
      });
    },
    beginAttempt: (body) => {
      const sent = JSON.stringify(body);
      const again = draft.attempt?.sent === sent;
      const key = draft.attempt !== null && again ? draft.attempt.key : newKey();
      last.current = { key, again };
      setDraft((current) => ({ ...current, attempt: { key, sent } }));
      setUnanswered(false);
      return key;
    },
    attemptFailed: (error) => {
      const sentBefore = last.current !== null && (last.current.again || isUnanswered(last.current.key));
      const open = mayBeSaved(error, sentBefore);
      setUnanswered(open);
      if (!open) setDraft((current) => ({ ...current, attempt: null }));
    },
    discard: () => {
      clearDraft();
      setProblems({});
      setUnanswered(false);
      setRestored(false);
      setRound((current) => current + 1);
    },
    round,
  };
}
