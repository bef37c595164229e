// The state of the add and edit form: what was changed, the first problem, and the key of the submission. All of it
// but the problem is kept for the tab, so that a half-filled form survives errors, reloads and the end of a session.
import { useState } from 'react';
import type { UserForm } from '../../../core/user-form.ts';
import { newKey } from '../../api/hooks.ts';
import { useDraft } from '../../ui/useDraft.ts';
import type { UserField } from './user-values.ts';
import { realChanges, withChanges } from './user-values.ts';

interface Draft {
  changes: Partial<UserForm>;
  /** A submission that may have been saved, since no answer came: the same values go out under the same key again. */
  attempt: { key: string; sent: string } | null;
}

const NO_DRAFT: Draft = { changes: {}, attempt: null };

export interface UserFormState {
  values: UserForm;
  changed: boolean;
  /** The changes were made before this form was opened. */
  restored: boolean;
  problem: { field: UserField; text: string } | null;
  setProblem: (problem: { field: UserField; text: string } | null) => void;
  /** A submission went out and no answer came. */
  unanswered: boolean;
  change: (field: UserField, value: string) => void;
  /** The idempotency key under which these values go out. */
  beginAttempt: (body: UserForm) => string;
  /** The server refused, so nothing was saved: the next submission is a new one. */
  endAttempt: () => void;
  markUnanswered: () => void;
  discard: () => void;
}

/** `base` is the record as it is now, or an empty one; `draftKey` names the form among the tab's drafts. */
export function useUserForm(base: Readonly<UserForm>, draftKey: string): UserFormState {
  const [draft, setDraft, clearDraft] = useDraft<Draft>(draftKey, NO_DRAFT);
  const [problem, setProblem] = useState<UserFormState['problem']>(null);
  const [unanswered, setUnanswered] = useState(draft.attempt !== null);
  const changed = Object.keys(realChanges(base, draft.changes)).length > 0;
  const [restored, setRestored] = useState(changed);

  return {
    values: withChanges(base, draft.changes),
    changed,
    restored: restored && changed,
    problem,
    setProblem,
    unanswered,
    change: (field, value) => {
      setDraft((current) => ({ ...current, changes: { ...current.changes, [field]: value } }));
      if (problem?.field === field) setProblem(null);
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
      setProblem(null);
      setUnanswered(false);
      setRestored(false);
    },
  };
}
