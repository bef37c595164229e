// The steps from a filled form to saved fines: assess, confirm if the repeat-offence rule is on or the day
// is in the future, save.
//
// A submission with an unknown outcome is sent again as it was confirmed (SCREEN-7): if it were assessed again, its own
// fines would count as the earlier mistake.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Assessment, addFines, assessFines } from '../../../../contract/fines/fines.ts';
import type { Output } from '../../../../contract/operation.ts';
import type { CalendarDay } from '../../../../core/calendar.ts';
import { useDraft } from '../../../api/sending/drafts.ts';
import { ApiError, OfflineError, usersNotFound } from '../../../api/call.ts';
import { useWrite } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { isOffline } from '../../../api/live/connection.ts';
import { waitForLine } from '../../../offline/waiting/waiting-fines.ts';
import { dayText } from '../../../messages/formats.ts';
import { type AddBody, type FineDraft, type PickedUser, bodyOf, EMPTY_DRAFT, sameForm } from './draft.ts';

const NAME = 'fines.add';

/** What the administrator is asked to confirm before saving. */
export interface Confirmation {
  body: AddBody;
  assessment: Assessment;
  /** the amounts are no longer those that were confirmed first */
  changed: boolean;
}

type Added = Output<typeof addFines>;

export interface AddFine {
  draft: FineDraft;
  edit(change: Partial<FineDraft> | ((draft: FineDraft) => Partial<FineDraft>)): void;
  discard(): void;
  /** waiting for the server */
  busy: boolean;
  confirmation: Confirmation | null;
  /** why the last attempt failed; null after the next change of the form */
  error: unknown;
  /** The users whom the last attempt named although they had been deleted: they are no longer selected. */
  gone: readonly PickedUser[];
  /** whether the form still says the same as a submission with an unknown outcome; null if there is none */
  unanswered: 'same' | 'changed' | null;
  submit(): Promise<void>;
  confirm(): Promise<void>;
  back(): void;
}

export function useAddFine(options: {
  today: CalendarDay;
  onAdded: (users: readonly PickedUser[], added: Added) => void;
  onFailed: (error: unknown, gone: readonly PickedUser[]) => void;
  /** Without a connection the fine waits on this device (OFFLINE-9). */
  onWaits: () => void;
}): AddFine {
  const { today, onAdded, onFailed, onWaits } = options;
  const [stored, setDraft, clearDraft] = useDraft<FineDraft>(NAME, EMPTY_DRAFT);
  // A draft left by an older version lacks the fields that came later.
  const draft = useMemo(() => ({ ...EMPTY_DRAFT, ...stored }), [stored]);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [gone, setGone] = useState<readonly PickedUser[]>([]);
  const [busy, setBusy] = useState(false);
  // A second click may come before React has rendered the busy button.
  const underWay = useRef(false);
  /** The form is no longer on the screen: there is nobody to ask. */
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);
  const assess = useWrite(assessFines);
  const submission = useSubmission(addFines, { name: NAME });
  const unanswered = submission.unanswered[0]?.input.body ?? null;

  const body = bodyOf(draft, today);

  const fail = (problem: unknown): void => {
    const missing = deletedIn(problem, draft.users);
    if (missing.length > 0) setDraft((current) => ({ ...current, users: without(current.users, missing) }));
    setError(problem);
    setGone(missing);
    onFailed(problem, missing);
  };

  /** Keeps the fine on the device until there is a connection; if that is not possible, the form stays as it is. */
  const leaveWaiting = async (waiting: AddBody, problem: OfflineError): Promise<void> => {
    const sent = submission.unanswered.find(({ input }) => JSON.stringify(input.body) === JSON.stringify(waiting));
    try {
      await waitForLine({ body: waiting, key: sent?.key, names: draft.users.map(({ userName }) => userName) });
    } catch {
      fail(problem);
      return;
    }
    submission.forget();
    clearDraft();
    setConfirmation(null);
    onWaits();
  };

  const send = async (sent: AddBody): Promise<void> => {
    // The day is fixed from here on: past midnight the same form must not become another one.
    setDraft((current) => ({ ...current, date: dayText(sent.date), dateChanged: true }));
    let added: Added;
    try {
      added = await submission.send({ body: sent });
    } catch (problem) {
      const changed = chargesIn(problem);
      if (changed !== null && !left.current) {
        const { confirmed: _, ...form } = sent;
        setConfirmation({ body: form, assessment: changed, changed: true });
        return;
      }
      if (problem instanceof OfflineError) return leaveWaiting(sent, problem);
      setConfirmation(null);
      fail(problem);
      return;
    }
    clearDraft();
    setConfirmation(null);
    onAdded(draft.users, added);
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
      if (unanswered !== null && sameForm(unanswered, body)) return send(unanswered);
      let assessment: Assessment;
      try {
        const { amount, date, userIds } = body;
        assessment = await assess.mutateAsync({ input: { body: { amount, date, userIds } } });
      } catch (problem) {
        if (!(problem instanceof OfflineError)) return fail(problem);
        if (body.date <= today) return leaveWaiting(body, problem);
        // The day is confirmed nevertheless; what the rule makes of it is confirmed when it is sent.
        assessment = { ruleOn: false, charges: draft.users.map((user) => plainCharge(user, body.amount)) };
      }
      if (assessment.ruleOn || body.date > today) return setConfirmation({ body, assessment, changed: false });
      return send(body);
    });

  const confirm = (): Promise<void> =>
    once(async () => {
      if (confirmation === null) return;
      const { charges, ruleOn } = confirmation.assessment;
      if (!ruleOn && isOffline()) return send(confirmation.body);
      return send({
        ...confirmation.body,
        confirmed: charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled })),
      });
    });

  const edit = useCallback<AddFine['edit']>(
    (change) => {
      // The fines are being saved as the form was; a change made now would be lost with the form.
      if (underWay.current) return;
      setError(null);
      setDraft((current) => ({ ...current, ...(typeof change === 'function' ? change(current) : change) }));
    },
    [setDraft],
  );

  const isSame = unanswered !== null && body !== null && sameForm(unanswered, body);
  return {
    draft,
    edit,
    discard: () => {
      setError(null);
      clearDraft();
      submission.forget();
    },
    busy,
    confirmation,
    error,
    gone,
    unanswered: busy || unanswered === null ? null : isSame ? 'same' : 'changed',
    submit,
    confirm,
    back: () => setConfirmation(null),
  };
}

const plainCharge = ({ id, userName }: PickedUser, amount: number): Assessment['charges'][number] => ({
  userId: id,
  userName,
  amount,
  doubled: false,
  earlier: null,
});

/** Those of these users who no longer exist on the server. */
function deletedIn(problem: unknown, users: readonly PickedUser[]): PickedUser[] {
  const userIds = usersNotFound(problem);
  return users.filter(({ id }) => userIds.includes(id));
}

const without = (users: readonly PickedUser[], missing: readonly PickedUser[]): PickedUser[] =>
  users.filter(({ id }) => !missing.some((user) => user.id === id));

/** The new list of charges that comes with `charges-changed`; null for any other error. */
function chargesIn(problem: unknown): Assessment | null {
  if (!(problem instanceof ApiError) || problem.code !== 'charges-changed') return null;
  const { details } = problem;
  // The contract defines these details for this code; an answer without the list counts as any other error.
  return typeof details === 'object' && details !== null && 'charges' in details ? (details as Assessment) : null;
}
