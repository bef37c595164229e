// The next automatic reminders, above the list: when, to how many, and the ways to step in (REMIND-15 to REMIND-17).
import { Button, Text } from '@mantine/core';
import { IconClockPlay, IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react';
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
import { Allowed, TextLink } from '../../../ui/controls/buttons.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Card } from '../../../ui/layout/page.tsx';
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

export function NextReminders(): JSX.Element | null {
  const [isSending, setIsSending] = useState(false);
  const refetchInterval = READ_AGAIN_MS[isSending ? 'sending' : 'usually'];
  const { data } = useRead(readNextReminders, { query: {} }, { refetchInterval });
  if (data !== undefined && data.isSending !== isSending) setIsSending(data.isSending);
  // Its space is reserved while it loads, so that the list does not move.
  if (data === undefined) return <Frame loading />;
  return data.isOn ? <WhatIsNext next={data} /> : <WhatCouldBe />;
}

/** Shown only to those who could switch it on. */
function WhatCouldBe(): JSX.Element {
  const { t } = useTexts();
  return (
    <Allowed to={updateOrganisation}>
      <Frame>
        <p className={classes['words']}>
          {t('reminders.auto.off')}{' '}
          <TextLink to={partPath('settings', 'reminders')} inText>
            {t('reminders.auto.settings')}
          </TextLink>
        </p>
      </Frame>
    </Allowed>
  );
}

type Question = 'send' | 'resume';

function WhatIsNext({ next }: { next: Next }): JSX.Element {
  const { t } = useTexts();
  const { organisation } = useSession();
  const [listed, setListed] = useState(false);
  const [asked, setAsked] = useState<Question | null>(null);
  const steppingIn = useSteppingIn();
  const { day, at, totalItems: count, pendingFine, isPaused, isSending } = next;
  const isPlanned = day !== null && at !== null && !isSending;
  const when = isPlanned ? whenText({ day, at }, organisation, t) : '';
  const waits = isPaused && day !== null && day <= organisation.today;
  return (
    <Frame paused={isPaused}>
      <div className={classes['words']}>
        <Text fw={600}>
          {isSending
            ? t('reminders.auto.sending')
            : isPaused
              ? t('reminders.auto.paused')
              : isPlanned
                ? t('reminders.auto.next', { when })
                : t('reminders.auto.nobody')}
        </Text>
        {!next.canSend ? (
          <Text c="dimmed" fz="sm">
            {t('reminders.auto.noServer')}{' '}
            <TextLink to={PATHS.sent} inText>
              {t('reminders.auto.howToName')}
            </TextLink>
          </Text>
        ) : (
          isPlanned && (
            <Text c="dimmed" fz="sm">
              {isPaused && `${t('reminders.auto.next', { when })} · `}
              {t('reminders.count', { count, amount: moneyText(pendingFine, 'rs') })}
            </Text>
          )
        )}
      </div>
      <div className={classes['actions']}>
        {isPlanned && (
          <Button variant="default" aria-haspopup="dialog" onClick={() => setListed(true)}>
            {t('reminders.auto.show')}
          </Button>
        )}
        <Allowed to={sendReminders}>
          {isPlanned && !isPaused && !hasBegun({ day, at }, organisation.today) && (
            <Button
              variant="default"
              aria-haspopup="dialog"
              leftSection={<IconSend size={18} className={classes['turning'] ?? ''} aria-hidden />}
              onClick={() => setAsked('send')}
            >
              {t('reminders.auto.send')}
            </Button>
          )}
        </Allowed>
        <Allowed to={pauseReminders}>
          {isPaused ? (
            <Button
              leftSection={<IconPlayerPlay size={18} className={classes['turning'] ?? ''} aria-hidden />}
              loading={steppingIn.busy}
              onClick={() => (waits && count > 0 ? setAsked('resume') : steppingIn.pause(false))}
            >
              {t('reminders.auto.resume')}
            </Button>
          ) : (
            next.canSend && (
              <Button
                variant="default"
                leftSection={<IconPlayerPause size={18} aria-hidden />}
                loading={steppingIn.busy}
                onClick={() => steppingIn.pause(true)}
              >
                {t('reminders.auto.pause')}
              </Button>
            )
          )}
        </Allowed>
      </div>
      <NextList opened={listed} when={when} steppingIn={steppingIn} onClose={() => setListed(false)} />
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
    </Frame>
  );
}

interface FrameProps {
  paused?: boolean;
  loading?: boolean;
  children?: ReactNode;
}

function Frame({ paused = false, loading = false, children }: FrameProps): JSX.Element {
  const { t } = useTexts();
  return (
    <Card
      component="section"
      aria-label={t('reminders.auto.label')}
      className={classes['frame'] ?? ''}
      aria-busy={loading}
    >
      <span className={classes['icon']} data-paused={paused || undefined}>
        {paused ? <IconPlayerPause size={22} aria-hidden /> : <IconClockPlay size={22} aria-hidden />}
      </span>
      {children}
    </Card>
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
  when: string;
  steppingIn: SteppingIn;
  onClose: () => void;
}

function NextList({ opened, when, steppingIn, onClose }: NextListProps): JSX.Element {
  const { t } = useTexts();
  const [page, setPage] = useState(1);
  const { list, pages, failure } = useShownPage(
    { page, setPage },
    useRead(readNextReminders, { query: { page } }, { enabled: opened }),
  );
  return (
    <Sheet opened={opened} onClose={onClose} title={t('reminders.auto.list')} needsServer={false}>
      <Text role="status" mb={8} c="dimmed">
        {list === undefined ? '' : list.day === null ? t('reminders.auto.nobody') : t('reminders.auto.next', { when })}
      </Text>
      {failure.nothing && <LoadFailureState failure={failure} message={t('reminders.auto.failed')} />}
      <ul className={classes['people']}>
        {list?.items.map((member) => (
          <li key={member.userId}>
            <div className={classes['person']}>
              <PersonLink userId={member.userId} userName={member.userName} />
              <Text c="dimmed" fz="sm">
                <Money rupees={member.pendingFine} format="rs" />
                {member.credit > 0 && ` · ${t('reminders.credit', { amount: moneyText(member.credit, 'rs') })}`}
                {member.earliestDue !== null && ` · ${t('reminders.auto.due', { day: dayText(member.earliestDue) })}`}
              </Text>
            </div>
            <Allowed to={skipReminder}>
              <Button
                variant="default"
                aria-label={t('reminders.auto.skipNamed', { name: recordedText(member.userName) })}
                onClick={() => steppingIn.skip(member, list.day)}
              >
                {t('reminders.auto.skip')}
              </Button>
            </Allowed>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} onChange={setPage} label={t('reminders.auto.pages')} />
    </Sheet>
  );
}
