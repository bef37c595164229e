// The next automatic reminders: a line above the list says when and to how many; a press shows to whom, and the ways to
// step in (REMIND-15 to REMIND-17).
import { Box, Button, Group, Text } from '@mantine/core';
import { type JSX, type ReactNode, useState } from 'react';
import {
  type NextReminders as Next,
  pauseReminders,
  readNextReminders,
  sendReminders,
  skipReminder,
} from '../../../../contract/money/reminder-plan.ts';
import { updateOrganisation } from '../../../../contract/settings/organisation.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { useTexts, type Translate } from '../../../messages/index.ts';
import { partPath, PATHS } from '../../../routing/paths.ts';
import { Allowed, TextButton, TextLink } from '../../../ui/controls/buttons.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { moneyText, Money } from '../../../ui/money/money.tsx';
import classes from '../reminders.module.css';
import { useSteppingIn, type SteppingIn } from './useSteppingIn.ts';
import { addDays, type CalendarDay } from '../../../../core/calendar.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { LoadFailureState } from '../../../ui/feedback/LoadFailure.tsx';
import { Pager, useShownPage } from '../../../ui/lists/paging/paging.tsx';
import { PersonLink } from '../../../ui/people/people.tsx';

/** Polled, because it changes with the hour and, while reminders are sent, without entries in the history. */
const READ_AGAIN_MS = { usually: 60_000, sending: 1000 } as const;

export function NextReminders(): JSX.Element {
  const { t } = useTexts();
  const [isSending, setIsSending] = useState(false);
  const refetchInterval = READ_AGAIN_MS[isSending ? 'sending' : 'usually'];
  const { data } = useRead(readNextReminders, { query: {} }, { refetchInterval });
  if (data !== undefined && data.isSending !== isSending) setIsSending(data.isSending);
  return (
    <section aria-label={t('reminders.auto.label')} aria-busy={data === undefined}>
      {data !== undefined && (data.isOn ? <WhatIsNext next={data} /> : <WhatCouldBe />)}
    </section>
  );
}

/** Shown only to those who could switch it on. */
function WhatCouldBe(): JSX.Element {
  const { t } = useTexts();
  return (
    <Allowed to={updateOrganisation}>
      {t('reminders.auto.off')}{' '}
      <TextLink to={partPath('settings', 'reminders')} inText>
        {t('reminders.auto.settings')}
      </TextLink>
    </Allowed>
  );
}

type Question = 'send' | 'resume';

/** A line; a press on it shows to whom, and the ways to step in. */
function WhatIsNext({ next }: { next: Next }): JSX.Element {
  const { t } = useTexts();
  const { organisation } = useSession();
  const [listed, setListed] = useState(false);
  const [asked, setAsked] = useState<Question | null>(null);
  const steppingIn = useSteppingIn();
  const { day, at, totalItems: count, isPaused, isSending } = next;
  const isPlanned = day !== null && at !== null && !isSending;
  const when = isPlanned ? whenText({ day, at }, organisation, t) : '';
  const waits = isPaused && day !== null && day <= organisation.today;
  const planned = isPlanned ? t('reminders.auto.next', { when, count }) : t('reminders.auto.nobody');
  return (
    <>
      <TextButton onClick={() => setListed(true)}>
        {isSending
          ? t('reminders.auto.sending')
          : isPaused
            ? t('reminders.auto.paused')
            : next.canSend
              ? planned
              : t('reminders.auto.noServer')}
      </TextButton>
      {!next.canSend && (
        <>
          {' '}
          <TextLink to={PATHS.sent} inText>
            {t('reminders.auto.howToName')}
          </TextLink>
        </>
      )}
      <NextList
        opened={listed}
        planned={isPlanned ? `${planned} · ${moneyText(next.pendingFine, 'rs')}` : planned}
        steppingIn={steppingIn}
        onClose={() => setListed(false)}
        footer={
          <>
            <Allowed to={pauseReminders}>
              {isPaused ? (
                <Button
                  loading={steppingIn.busy}
                  onClick={() => (waits && count > 0 ? setAsked('resume') : steppingIn.pause(false))}
                >
                  {t('reminders.auto.resume')}
                </Button>
              ) : (
                next.canSend && (
                  <Button variant="default" loading={steppingIn.busy} onClick={() => steppingIn.pause(true)}>
                    {t('reminders.auto.pause')}
                  </Button>
                )
              )}
            </Allowed>
            <Allowed to={sendReminders}>
              {isPlanned && !isPaused && !hasBegun({ day, at }, organisation.today) && (
                <Button variant="default" aria-haspopup="dialog" onClick={() => setAsked('send')}>
                  {t('reminders.auto.send')}
                </Button>
              )}
            </Allowed>
          </>
        }
      />
      <ConfirmDialog
        opened={asked !== null}
        title={t(asked === 'resume' ? 'reminders.auto.resumeTitle' : 'reminders.auto.sendTitle')}
        message={t(asked === 'resume' ? 'reminders.auto.resumeQuestion' : 'reminders.auto.sendQuestion', {
          count,
          when,
        })}
        confirmLabel={t(asked === 'resume' ? 'reminders.auto.resume' : 'reminders.auto.send')}
        step={`${day} ${count}`}
        onConfirm={() => {
          if (asked === 'resume') steppingIn.pause(false);
          else if (day !== null) steppingIn.send(day);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

// When reminders go out, in words.

interface When {
  day: CalendarDay;
  /** the instant from which they go out */
  at: string;
}

/** They have begun to go out: whoever is due is reminded as soon as it is allowed. */
const hasBegun = ({ day, at }: When, today: CalendarDay): boolean => day <= today && Date.parse(at) <= Date.now();

/** As part of a sentence: `today at 9:00`. */
function whenText({ day, at }: When, { today, timeZone }: { today: CalendarDay; timeZone: string }, t: Translate) {
  const time = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(at));
  const said = { day: dayText(day), time: time.replace(/^0/, '') };
  if (hasBegun({ day, at }, today)) return t('reminders.auto.when.now');
  if (day <= today) return t('reminders.auto.when.today', said);
  return t(day === addDays(today, 1) ? 'reminders.auto.when.tomorrow' : 'reminders.auto.when.day', said);
}

// The members who are reminded next automatically, each with "Skip" (REMIND-17).

interface NextListProps {
  opened: boolean;
  /** when they go out, and to how many */
  planned: string;
  steppingIn: SteppingIn;
  onClose: () => void;
  footer: ReactNode;
}

function NextList({ opened, planned, steppingIn, onClose, footer }: NextListProps): JSX.Element {
  const { t } = useTexts();
  const [page, setPage] = useState(1);
  const { list, pages, failure } = useShownPage(
    { page, setPage },
    useRead(readNextReminders, { query: { page } }, { enabled: opened }),
  );
  return (
    <Sheet opened={opened} onClose={onClose} title={t('reminders.auto.list')} needsServer={false} footer={footer}>
      <Text role="status" mb={8} c="dimmed">
        {planned}
      </Text>
      {failure.nothing && <LoadFailureState failure={failure} message={t('reminders.auto.failed')} />}
      <ul>
        {list?.items.map((member) => (
          <Group component="li" key={member.userId} justify="space-between" gap={12} py={8} wrap="nowrap">
            <Box miw={0} className={classes['person']}>
              <PersonLink userId={member.userId} userName={member.userName} />
              <Text c="dimmed" fz="sm">
                <Money paisa={member.pendingFine} format="rs" />
                {member.credit > 0 && ` · ${t('reminders.credit', { amount: moneyText(member.credit, 'rs') })}`}
                {member.earliestDue !== null && ` · ${t('reminders.auto.due', { day: dayText(member.earliestDue) })}`}
              </Text>
            </Box>
            <Allowed to={skipReminder}>
              <Button
                variant="default"
                aria-label={t('reminders.auto.skipNamed', { name: recordedText(member.userName) })}
                onClick={() => steppingIn.skip(member, list.day)}
              >
                {t('reminders.auto.skip')}
              </Button>
            </Allowed>
          </Group>
        ))}
      </ul>
      <Pager page={page} pages={pages} onChange={setPage} label={t('reminders.auto.pages')} />
    </Sheet>
  );
}
