// The state of the event form: what was changed, what is wrong, and the key of the submission. All of it but the
// problems is kept for the tab, so that a half-filled form survives errors, reloads and the end of a session.
import { useState } from 'react';
import { newKey } from '../../api/hooks.ts';
import { useDraft } from '../../ui/useDraft.ts';
import type { EventBody, EventField, EventValues } from './event-values.ts';
import { realChanges } from './event-values.ts';

interface Draft {
  changes: Partial<EventValues>;
  /** A submission that may have been saved, since no answer came: the same values go out under the same key again. */
  attempt: { key: string; sent: string } | null;
}

const NO_DRAFT: Draft = { changes: {}, attempt: null };

type Problems = Partial<Record<EventField, string>>;

export interface EventFormState {
  values: EventValues;
  /** The changes were made before this form was opened. */
  restored: boolean;
  /** sentences, by field */
  problems: Problems;
  setProblems: (problems: Problems) => void;
  /** A submission went out and no answer came. */
  unanswered: boolean;
  change: <F extends EventField>(field: F, value: EventValues[F]) => void;
  /** The idempotency key under which these values go out. */
  beginAttempt: (body: EventBody) => string;
  /** The server refused, so nothing was saved: the next submission is a new one. */
  endAttempt: () => void;
  markUnanswered: () => void;
  discard: () => void;
  /** Grows with each discarding, so that fields that remember what was typed begin anew. */
  round: number;
}

/**
 * `base` is the record as it is now, or an empty one; fields that nobody touched here follow it, so that saving never
 * takes back somebody else's change. `draftKey` names the form among the tab's drafts.
 */
export function useEventForm(base: Readonly<EventValues>, draftKey: string): EventFormState {
  const [draft, setDraft, clearDraft] = useDraft<Draft>(draftKey, NO_DRAFT);
  const [problems, setProblems] = useState<Problems>({});
  const [unanswered, setUnanswered] = useState(draft.attempt !== null);
  const changed = Object.keys(realChanges(base, draft.changes)).length > 0;
  const [restored, setRestored] = useState(changed);
  const [round, setRound] = useState(0);

  return {
    values: { ...base, ...draft.changes },
    restored: restored && changed,
    problems,
    setProblems,
    unanswered,
    change: (field, value) => {
      setDraft((current) => ({ ...current, changes: { ...current.changes, [field]: value } }));
      setProblems((current) => Object.fromEntries(Object.entries(current).filter(([name]) => name !== field)));
    },
    beginAttempt: (body) => {
      const sent = JSON.stringify(body);
      const key = draft.attempt !== null && draft.attempt.sent === sent ? draft.attempt.key : newKey();
      setDraft((current) => ({ ...current, attempt: { key, sent } }));
      setUnanswered(false);
      return key;
    },
    endAttempt: () => setDraft((current) => ({ ...current, attempt: null })),
    markUnanswered: () => setUnanswered(true),
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
