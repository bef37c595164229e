// The steps from a filled form to saved fines: assess, confirm if the repeat-offence rule is on or the day
// is in the future, save.
//
// A submission with an unknown outcome is sent again as it was confirmed (SCREEN-7): if it were assessed again, its own
// fines would count as the earlier mistake.
import { useEffect, useRef, useState } from 'react';
import { type Assessment, addFines, assessFines } from '../../../../contract/fines/fines.ts';
import type { Output } from '../../../../contract/operation.ts';
import type { CalendarDay } from '../../../../core/calendar.ts';
import { ApiError, type CallError, OfflineError, usersNotFound } from '../../../api/call.ts';
import { useWrite } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { isOffline } from '../../../api/live/connection.ts';
import { waitForLine } from '../../../offline/waiting/waiting-fines.ts';
import { dayText } from '../../../messages/formats.ts';
import { type RecordForm, useRecordForm } from '../../../ui/forms/record-form.ts';
import { type AddBody, type FineDraft, type PickedUser, bodyOf, EMPTY_DRAFT, sameForm } from './draft.ts';

export const NAME = 'fines.add';
const SHOWN_AT = { userIds: 'users' } as const;

/** What the administrator is asked to confirm before saving. */
export interface Confirmation {
  body: AddBody;
  assessment: Assessment;
  /** the amounts are no longer those that were confirmed first */
  changed: boolean;
}

type Added = Output<typeof addFines>;

export interface AddFine {
  form: RecordForm<FineDraft>;
  confirmation: Confirmation | null;
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
  onFailed: (error: CallError, gone: readonly PickedUser[]) => void;
  /** Without a connection the fine waits on this device (OFFLINE-9). */
  onWaits: () => void;
  onClose: () => void;
}): AddFine {
  const { today, onAdded, onFailed, onWaits, onClose } = options;
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [gone, setGone] = useState<readonly PickedUser[]>([]);
  /** The form is no longer on the screen: there is nobody to ask. */
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);
  const assess = useWrite(assessFines);
  const submission = useSubmission(addFines, {
    name: NAME,
    complain: (problem) => {
      const missing = deletedIn(problem, draft.users);
      if (missing.length > 0) form.change('users', (users) => without(users, missing));
      setGone(missing);
      onFailed(problem, missing);
    },
  });
  const form: RecordForm<FineDraft> = useRecordForm<FineDraft>({
    base: EMPTY_DRAFT,
    draftName: NAME,
    submission,
    shownAt: SHOWN_AT,
    onClose,
  });
  const { values: draft, busy } = form;
  const unanswered = submission.unanswered[0]?.input.body ?? null;
  const body = bodyOf(draft, today);

  const end = (tell: () => void): readonly [] => {
    form.discard();
    setConfirmation(null);
    tell();
    return [];
  };

  /** Keeps the fine on the device until there is a connection; if that is not possible, the form stays as it is. */
  const leaveWaiting = async (waiting: AddBody, problem: OfflineError): Promise<readonly []> => {
    const sent = submission.unanswered.find(({ input }) => JSON.stringify(input.body) === JSON.stringify(waiting));
    try {
      await waitForLine({ body: waiting, key: sent?.key, names: draft.users.map(({ userName }) => userName) });
    } catch {
      throw problem;
    }
    return end(onWaits);
  };

  const send = async (sent: AddBody): Promise<readonly []> => {
    // The day is fixed from here on: past midnight the same form must not become another one.
    form.change('date', dayText(sent.date));
    form.change('dateChanged', true);
    let added: Added;
    try {
      added = await submission.send({ body: sent });
    } catch (problem) {
      const changed = chargesIn(problem);
      if (changed !== null && !left.current) {
        const { confirmed: _, ...unconfirmed } = sent;
        setConfirmation({ body: unconfirmed, assessment: changed, changed: true });
        return [];
      }
      if (problem instanceof OfflineError) return leaveWaiting(sent, problem);
      setConfirmation(null);
      throw problem;
    }
    return end(() => onAdded(draft.users, added));
  };

  const submit = (): Promise<void> =>
    form.attempt(async () => {
      if (body === null) return [];
      if (unanswered !== null && sameForm(unanswered, body)) return send(unanswered);
      let assessment: Assessment;
      try {
        const { amount, date, userIds } = body;
        assessment = await assess.mutateAsync({ input: { body: { amount, date, userIds } } });
      } catch (problem) {
        if (!(problem instanceof OfflineError)) throw problem;
        if (body.date <= today) return leaveWaiting(body, problem);
        // The day is confirmed nevertheless; what the rule makes of it is confirmed when it is sent.
        assessment = { ruleOn: false, charges: draft.users.map((user) => plainCharge(user, body.amount)) };
      }
      if (!assessment.ruleOn && body.date <= today) return send(body);
      setConfirmation({ body, assessment, changed: false });
      return [];
    });

  const confirm = (): Promise<void> =>
    form.attempt(async () => {
      if (confirmation === null) return [];
      const { charges, ruleOn } = confirmation.assessment;
      if (!ruleOn && isOffline()) return send(confirmation.body);
      return send({
        ...confirmation.body,
        confirmed: charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled })),
      });
    });

  const isSame = unanswered !== null && body !== null && sameForm(unanswered, body);
  return {
    form,
    confirmation,
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
