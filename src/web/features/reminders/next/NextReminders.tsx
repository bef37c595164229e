// The next automatic reminders, above the list: when, to how many, and the ways to step in (REMIND-15 to REMIND-17).
import { Button } from '@mantine/core';
import { IconClockPlay, IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react';
import type { JSX, ReactNode } from 'react';
import { useState } from 'react';
import {
  type NextReminders as Next,
  pauseReminders,
  readNextReminders,
  sendReminders,
} from '../../../../contract/money/reminder-plan.ts';
import { updateOrganisation } from '../../../../contract/settings/organisation.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS } from '../../../routing/paths.ts';
import { Allowed } from '../../../ui/controls/Allowed.tsx';
import { TextLink } from '../../../ui/controls/TextLink.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { moneyText } from '../../../ui/money/Money.tsx';
import classes from './next.module.css';
import { NextList } from './NextList.tsx';
import { useSteppingIn } from './useSteppingIn.ts';
import { hasBegun, whenText } from './when.ts';

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
          <TextLink to={PATHS.settings} inText>
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
        <p className={classes['next']}>
          {isSending
            ? t('reminders.auto.sending')
            : isPaused
              ? t('reminders.auto.paused')
              : isPlanned
                ? t('reminders.auto.next', { when })
                : t('reminders.auto.nobody')}
        </p>
        {!next.canSend ? (
          <p className={classes['aside']}>
            {t('reminders.auto.noServer')}{' '}
            <TextLink to={PATHS.sent} inText>
              {t('reminders.auto.howToName')}
            </TextLink>
          </p>
        ) : (
          isPlanned && (
            <p className={classes['aside']}>
              {isPaused && `${t('reminders.auto.next', { when })} · `}
              {t('reminders.count', { count, amount: moneyText(pendingFine, 'rs') })}
            </p>
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
