// The day by which somebody has promised to pay: until then they are not reminded (REMIND-5).
import { Button, Stack } from '@mantine/core';
import { type FormEvent, type JSX, useId, useState } from 'react';
import type { OwingMember } from '../../../contract/money/reminders.ts';
import { addDays, aYearAfter, type CalendarDay, parseDay } from '../../../core/calendar.ts';
import { useSession } from '../../api/session.ts';
import { dayText, recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { DayInput } from '../../ui/forms/fields/DayInput.tsx';

interface PromiseDialogProps {
  opened: boolean;
  member: OwingMember;
  onClose: () => void;
  onPromise: (until: CalendarDay | null) => void;
}

/** The suggested day is this many days from today: a week. */
const DAYS = 7;

export function PromiseDialog({ opened, member, onClose, onPromise }: PromiseDialogProps): JSX.Element {
  const { t } = useTexts();
  const form = useId();
  const { today } = useSession().organisation;
  const { promise } = member;
  const [typed, setTyped] = useState(dayText(promise?.holds === true ? promise.until : addDays(today, DAYS)));
  const [tried, setTried] = useState(false);
  const day = parseDay(typed, today);
  const wrong = day === null || day < today || day > aYearAfter(today);
  const done = (until: CalendarDay | null): void => {
    onPromise(until);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (wrong) event.currentTarget.querySelector<HTMLElement>('input')?.focus();
    else done(day);
  };
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('reminders.promise.title')}
      needsServer
      size="sm"
      phone="bottom"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          {promise !== null && (
            <Button variant="default" onClick={() => done(null)}>
              {t('reminders.promise.none')}
            </Button>
          )}
          <Button type="submit" form={form}>
            {t('reminders.promise.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap={12}>
          <p>{t('reminders.promise.question', { name: recordedText(member.userName) })}</p>
          <DayInput
            first
            label={t('reminders.promise.until')}
            today={today}
            value={typed}
            onChange={setTyped}
            error={tried && wrong ? t('reminders.promise.wrong') : undefined}
          />
        </Stack>
      </form>
    </Sheet>
  );
}
