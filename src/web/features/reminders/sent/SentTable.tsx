// The messages of one page.
import { Button } from '@mantine/core';
import { type JSX, type ReactNode, useMemo } from 'react';
import { type listMails, type Mail, sendMailAgain } from '../../../../contract/mail/mails.ts';
import type { Output } from '../../../../contract/operation.ts';
import { canSendAgain } from '../../../../core/mail/delivery.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { instantText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { Badge, type Tone } from '../../../ui/feedback/status.tsx';
import { actionsColumn, type Columns, type Layout } from '../../../ui/lists/table/columns.ts';
import { DataTable } from '../../../ui/lists/table/DataTable.tsx';
import { withWholeAmounts } from '../../../ui/money/money-text.ts';
import { EmailAddress, PersonLink } from '../../../ui/people/people.tsx';
import classes from '../reminders.module.css';

interface SentTableProps {
  list: Output<typeof listMails> | undefined;
  stale: boolean;
  empty: ReactNode;
  failed: JSX.Element | undefined;
  /** the id of the message that is being sent again */
  sending: string | null;
  onAgain: (mail: Mail) => void;
}

type Column = 'name' | 'subject' | 'state' | 'queued' | 'actions';

const LAYOUT: Layout<Column> = {
  room: 'medium',
  card: {
    lines: [
      ['name', 'name'],
      ['subject', 'subject'],
      ['state', 'state'],
      ['queued', 'actions'],
    ],
  },
};

const TONES: Record<Mail['state'], Tone> = {
  waiting: 'quiet',
  sending: 'waiting',
  sent: 'good',
  failed: 'waiting',
  'given-up': 'bad',
  unknown: 'bad',
};

export function SentTable({ list, stale, empty, failed, sending, onAgain }: SentTableProps): JSX.Element {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const mayAct = useMay()(sendMailAgain);
  const maySend = mayAct && list?.configured === true;
  const columns = useMemo<Columns<Mail, Column>>(
    () => ({
      name: {
        label: t('reminders.sent.column.name'),
        share: '24%',
        look: 'strong',
        isName: true,
        render: ({ channel, userId, name, address }) => (
          <>
            {userId === null ? <bdi>{name || address}</bdi> : <PersonLink userId={userId} userName={name} />}
            {name !== '' && (
              <span className={classes['address']}>
                {channel === 'mail' ? (
                  <EmailAddress address={address} />
                ) : address === '' ? (
                  t('reminders.sent.notification')
                ) : (
                  t('reminders.sent.notificationOn', { device: address })
                )}
              </span>
            )}
          </>
        ),
      },
      subject: {
        label: t('reminders.sent.column.subject'),
        share: '26%',
        render: ({ subject }) => <bdi>{withWholeAmounts(subject)}</bdi>,
      },
      state: {
        label: t('reminders.sent.column.state'),
        share: '26%',
        render: (mail) => <State mail={mail} timeZone={timeZone} />,
      },
      queued: {
        label: t('reminders.sent.column.queued'),
        labelled: 'beside',
        look: 'aside',
        render: ({ queuedAt }) => <time dateTime={queuedAt}>{instantText(queuedAt, timeZone)}</time>,
      },
      actions:
        maySend &&
        actionsColumn(
          t('reminders.sent.column.actions'),
          (mail) =>
            canSendAgain(mail.channel, mail.state) && (
              <Button
                variant="default"
                aria-label={t('reminders.sent.sendAgainNamed', { name: mail.name || mail.address })}
                {...busyButton(sending === mail.id)}
                onClick={() => onAgain(mail)}
              >
                {t('reminders.sent.sendAgain')}
              </Button>
            ),
        ),
    }),
    [t, timeZone, maySend, sending, onAgain],
  );
  return (
    <DataTable
      label={t('reminders.sent.list')}
      columns={columns}
      layout={LAYOUT}
      rows={list?.items}
      total={list?.totalItems}
      idOf={({ id }) => id}
      stale={stale}
      failed={failed}
      empty={empty}
    />
  );
}

/** What happened to a message: its state, why, and what happens next. */
function State({ mail, timeZone }: { mail: Mail; timeZone: string }): JSX.Element {
  const { t } = useTexts();
  const { state, queuedAt, triedAt, nextTryAt, reply } = mail;
  const at = (instant: string): string => instantText(instant, timeZone);
  return (
    <>
      <Badge tone={TONES[state]}>{t(`reminders.sent.state.${state}`)}</Badge>
      {state === 'sent' && triedAt !== null && at(triedAt) !== at(queuedAt) && (
        <span className={classes['aside']}>{at(triedAt)}</span>
      )}
      {(state === 'waiting' || state === 'failed') && nextTryAt !== null && (
        <span className={classes['aside']}>{t('reminders.sent.next', { at: at(nextTryAt) })}</span>
      )}
      {state === 'unknown' && <span className={classes['aside']}>{t('reminders.sent.whyUnknown')}</span>}
      {(state === 'failed' || state === 'given-up') && reply !== '' && (
        <span className={classes['aside']}>
          <bdi>{reply}</bdi>
        </span>
      )}
    </>
  );
}
