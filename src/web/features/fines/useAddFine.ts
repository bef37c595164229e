// The steps from a filled form to saved fines: assess, confirm where the repeat-offence rule is on, save.
//
// One idempotency key per submission (decisions section 4): it is made when the submission begins and kept with the
// draft, so that sending the same thing again, even after a reload, adds nothing twice. A submission without a known
// answer is sent again as it was confirmed: assessed anew, its own fines would count as the earlier mistake.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Assessment } from '../../../contract/fines.ts';
import { addFines, assessFines } from '../../../contract/fines.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { ApiError, mayBeSaved } from '../../api/errors.ts';
import { isUnanswered, newKey, useWrite } from '../../api/hooks.ts';
import { useDraft } from '../../ui/useDraft.ts';
import type { AddBody, FineDraft, Submission } from './draft.ts';
import { bodyOf, EMPTY_DRAFT, sameBody, sameForm } from './draft.ts';

const DRAFT_KEY = 'fines.add';

/** What is put to the administrator before saving. */
export interface Confirmation {
  body: AddBody;
  assessment: Assessment;
  /** the amounts are no longer those that were confirmed first */
  changed: boolean;
}

export interface AddFine {
  draft: FineDraft;
  edit(change: Partial<Omit<FineDraft, 'submission'>> | ((draft: FineDraft) => Partial<FineDraft>)): void;
  discard(): void;
  /** waiting for the server */
  busy: boolean;
  confirmation: Confirmation | null;
  /** why the last attempt did not succeed; null after the next change of the form */
  error: unknown;
  /** of a submission whose answer is unknown, whether the form still says the same; null when there is none */
  unanswered: 'same' | 'changed' | null;
  submit(): Promise<void>;
  confirm(): Promise<void>;
  back(): void;
}

export function useAddFine(options: {
  today: CalendarDay;
  onAdded: () => void;
  onFailed: (error: unknown) => void;
}): AddFine {
  const { today, onAdded, onFailed } = options;
  const [draft, setDraft, clearDraft] = useDraft<FineDraft>(DRAFT_KEY, EMPTY_DRAFT);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // A second click may come before React has drawn the disabled button.
  const underWay = useRef(false);
  /** The form is not on the screen any more: there is nobody to put a question to. */
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);
  const assess = useWrite(assessFines);
  const add = useWrite(addFines);

  const body = bodyOf(draft, today);

  const fail = (problem: unknown): void => {
    setError(problem);
    onFailed(problem);
  };

  const send = async (submission: Submission): Promise<void> => {
    const sentBefore = draft.submission?.key === submission.key;
    // The day is written down with the submission: past midnight the same form must not become another one.
    setDraft((current) => ({ ...current, date: submission.body.date, dateChanged: true, submission }));
    try {
      await add.mutateAsync({ input: { body: submission.body }, key: submission.key });
      clearDraft();
      setConfirmation(null);
      onAdded();
    } catch (problem) {
      const unknown = mayBeSaved(problem, sentBefore || isUnanswered(submission.key));
      if (!unknown) setDraft((current) => ({ ...current, submission: null }));
      const changed = chargesIn(problem);
      if (changed !== null && !left.current) {
        const { confirmed: _, ...form } = submission.body;
        setConfirmation({ body: form, assessment: changed, changed: true });
        return;
      }
      if (!unknown) setConfirmation(null);
      fail(problem);
    }
  };

  const once = async (work: () => Promise<void>): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  const submit = (): Promise<void> =>
    once(async () => {
      if (body === null) return;
      const { submission } = draft;
      if (submission !== null && sameForm(submission.body, body)) return send(submission);
      let assessment: Assessment;
      try {
        const { amount, date, userIds } = body;
        assessment = await assess.mutateAsync({ input: { body: { amount, date, userIds } } });
      } catch (problem) {
        return fail(problem);
      }
      if (assessment.ruleOn) return setConfirmation({ body, assessment, changed: false });
      return send({ key: newKey(), body });
    });

  const confirm = (): Promise<void> =>
    once(async () => {
      if (confirmation === null) return;
      const { charges } = confirmation.assessment;
      const confirmed: AddBody = {
        ...confirmation.body,
        confirmed: charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled })),
      };
      const { submission } = draft;
      const again = submission !== null && sameBody(submission.body, confirmed);
      return send(again ? submission : { key: newKey(), body: confirmed });
    });

  const edit = useCallback<AddFine['edit']>(
    (change) => {
      // What is being saved is what stood there; a change now would be lost with the form.
      if (underWay.current) return;
      setError(null);
      setDraft((current) => ({ ...current, ...(typeof change === 'function' ? change(current) : change) }));
    },
    [setDraft],
  );

  const waiting = busy ? null : draft.submission;
  return {
    draft,
    edit,
    discard: () => {
      setError(null);
      clearDraft();
    },
    busy,
    confirmation,
    error,
    unanswered: waiting === null ? null : body !== null && sameForm(waiting.body, body) ? 'same' : 'changed',
    submit,
    confirm,
    back: () => setConfirmation(null),
  };
}

/** The new list that comes with `charges-changed`; null for any other error. */
function chargesIn(problem: unknown): Assessment | null {
  if (!(problem instanceof ApiError) || problem.code !== 'charges-changed') return null;
  const { details } = problem;
  // The contract says so of this code; an answer without the list is told as any other error.
  return typeof details === 'object' && details !== null && 'charges' in details ? (details as Assessment) : null;
}
