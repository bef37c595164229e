// Stepping in when reminders go out automatically: skip one member, pause all, send at once (REMIND-16, REMIND-17).
import {
  type PlannedMember,
  pauseReminders,
  sendReminders,
  skipReminder,
} from '../../../../contract/money/reminder-plan.ts';
import type { CalendarDay } from '../../../../core/calendar.ts';
import type { CallError } from '../../../api/call.ts';
import { useWrite } from '../../../api/hooks.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';

export interface SteppingIn {
  /** a null `day` takes the skipping back */
  skip: (member: Pick<PlannedMember, 'userId' | 'userName'>, day: CalendarDay | null) => void;
  pause: (paused: boolean) => void;
  send: (day: CalendarDay) => void;
  busy: boolean;
}

export function useSteppingIn(): SteppingIn {
  const { t } = useTexts();
  const onError = (error: CallError): void => {
    toast.error(t('reminders.auto.notDone', { reason: reasonOf(error, t) }), { id: 'stepped-in' });
  };
  const skipping = useWrite(skipReminder, { onError });
  const pausing = useWrite(pauseReminders, {
    onError,
    onSuccess: ({ paused }) =>
      toast.success(t(paused ? 'reminders.auto.pausedNow' : 'reminders.auto.resumed'), { id: 'stepped-in' }),
  });
  const sending = useWrite(sendReminders, {
    onError,
    onSuccess: ({ count }) => toast.success(t('reminders.auto.sent', { count }), { id: 'stepped-in' }),
  });
  const skip: SteppingIn['skip'] = (member, day) => {
    const name = recordedText(member.userName);
    skipping.mutate(
      { input: { body: { userId: member.userId, day } } },
      {
        onSuccess: () =>
          toast.success(t(day === null ? 'reminders.auto.unskipped' : 'reminders.auto.skipped', { name }), {
            id: 'stepped-in',
            ...(day !== null && {
              undo: { label: t('common.undo.button'), run: () => skip(member, null) },
            }),
          }),
      },
    );
  };
  return {
    skip,
    pause: (paused) => pausing.mutate({ input: { body: { paused } } }),
    send: (day) => sending.mutate({ input: { body: { day } } }),
    busy: pausing.isPending || sending.isPending,
  };
}
