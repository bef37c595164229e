// Reminding somebody (REMIND-2, REMIND-4, REMIND-20): opens WhatsApp, an SMS or a mail, copies the text, or has the
// server send an e-mail, and records it.
import { type OwingMember, promise, remind } from '../../../contract/money/reminders.ts';
import { readOrganisation } from '../../../contract/settings/organisation.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { ReminderChannel } from '../../../core/people/reminder.ts';
import { newKey, isTransient } from '../../api/call.ts';
import { useRead, useWrite } from '../../api/hooks.ts';
import { dayText, recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { copyText } from '../../ui/controls/sharing.tsx';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast, type ToastOptions } from '../../ui/feedback/toast.tsx';
import { isSentByServer, linkTo, messageFor, unreachable } from './message.ts';

export interface Reminding {
  /** the text for a member; undefined until the organisation's texts have been read */
  textFor: (member: OwingMember) => string | undefined;
  /** Resolves to whether something was opened, copied or sent; if not, the person is told why. */
  remind: (member: OwingMember, channel: ReminderChannel) => Promise<boolean>;
  promise: (member: OwingMember, until: CalendarDay | null) => void;
}

export function useReminding(): Reminding {
  const { t } = useTexts();
  const organisation = useRead(readOrganisation, {});
  const reminding = useWrite(remind);
  const promising = useWrite(promise);
  const nameOf = ({ userName }: OwingMember): string => recordedText(userName);

  /** For the toast of what failed: what was refused would be refused again. */
  const again = (error: unknown, run: () => void): Pick<ToastOptions, 'action'> =>
    isTransient(error) ? { action: { label: t('common.tryAgain'), run } } : {};

  const record = async (member: OwingMember, channel: ReminderChannel, key: string): Promise<boolean> => {
    const send = isSentByServer(channel, member);
    try {
      await reminding.mutateAsync({ input: { body: { userId: member.userId, channel, send } }, key });
      toast.success(t(`reminders.done.${send ? 'sent' : channel}`, { name: nameOf(member) }), { id: 'reminded' });
      return true;
    } catch (error) {
      const reason = reasonOf(error, t);
      toast.error(t(send ? 'reminders.notSent' : 'reminders.notRecorded', { name: nameOf(member), reason }), {
        id: toastOf('reminded', member),
        ...again(error, () => void record(member, channel, key)),
      });
      return false;
    }
  };
  const keep = async (member: OwingMember, until: CalendarDay | null, key: string): Promise<void> => {
    try {
      await promising.mutateAsync({ input: { body: { userId: member.userId, until } }, key });
      toast.success(
        until === null
          ? t('reminders.promise.removed', { name: nameOf(member) })
          : t('reminders.promise.saved', { name: nameOf(member), day: dayText(until) }),
        { id: 'promised' },
      );
    } catch (error) {
      toast.error(t('reminders.promise.failed', { name: nameOf(member), reason: reasonOf(error, t) }), {
        id: toastOf('promised', member),
        ...again(error, () => void keep(member, until, key)),
      });
    }
  };
  const textFor = (member: OwingMember): string | undefined =>
    organisation.data && messageFor(member, organisation.data, location.origin);
  /** Waits for the organisation's texts, for somebody who presses before they have been read. */
  const readTextFor = async (member: OwingMember): Promise<string | null> => {
    const known = textFor(member);
    if (known !== undefined) return known;
    const { data, error } = await organisation.refetch({ cancelRefetch: false });
    if (data !== undefined) return messageFor(member, data, location.origin);
    toast.error(t('reminders.notRecorded', { name: nameOf(member), reason: reasonOf(error, t) }), {
      id: toastOf('reminded', member),
    });
    return null;
  };

  return {
    textFor,
    async remind(member, channel) {
      const why = unreachable(channel, member);
      if (why !== null) {
        toast.error(t(`reminders.unreachable.${why}`, { name: nameOf(member), phone: member.phone }), {
          id: toastOf('reminded', member),
        });
        return false;
      }
      if (isSentByServer(channel, member)) return record(member, channel, newKey());
      const text = await readTextFor(member);
      if (text === null) return false;
      const link = linkTo(channel, member, text);
      if (link === null) {
        if (!(await copyText(text))) {
          toast.error(t('reminders.notCopied'), { id: toastOf('reminded', member) });
          return false;
        }
      } else openLink(link);
      void record(member, channel, newKey());
      return true;
    },
    promise: (member, until) => void keep(member, until, newKey()),
  };
}

/** The toast of an error about this member: an answer about somebody else that comes later does not replace it. */
const toastOf = (deed: 'reminded' | 'promised', { userId }: OwingMember): string => `${deed} ${userId}`;

/** Opens the address as a press on a link would. */
function openLink(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  if (address.startsWith('https:')) link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.click();
}
