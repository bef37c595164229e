// "Remind" on a person's page and on a card of the dashboard: the text, and the ways to send it (REMIND-6).
import { Alert, Button, Skeleton } from '@mantine/core';
import { type JSX, useState } from 'react';
import { type OwingMember, readOwing } from '../../../contract/money/reminders.ts';
import type { ReminderChannel } from '../../../core/people/reminder.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { useMoneyDialog } from '../../ui/money/opening/opening.ts';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { useLast } from '../../ui/dialogs/dialog-state.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { ChannelButtons, MemberFacts } from './Channels.tsx';
import { PromiseDialog } from './PromiseDialog.tsx';
import { useReminding } from './reminding.ts';

export default function RemindDialog(): JSX.Element {
  const { t } = useTexts();
  const { open, close } = useMoneyDialog();
  const reminding = open?.kind === 'remind' ? open : null;
  const userId = useLast(reminding)?.userId ?? '';
  const { data, error } = useRead(readOwing, { params: { userId } }, { enabled: userId !== '', keepPrevious: false });
  const member = data?.member ?? null;
  const { remind, promise, textFor } = useReminding();
  const [promising, setPromising] = useState(false);
  const remindOne = async (one: OwingMember, channel: ReminderChannel): Promise<void> => {
    if (await remind(one, channel)) close();
  };
  return (
    <>
      <Sheet
        opened={reminding !== null}
        onClose={close}
        title={t('reminders.remind')}
        needsServer
        phone="bottom"
        footer={
          member === null ? (
            <Button variant="default" onClick={close}>
              {t('common.close')}
            </Button>
          ) : (
            <ChannelButtons
              onRemind={(channel) => void remindOne(member, channel)}
              onPromise={() => setPromising(true)}
            />
          )
        }
      >
        {member !== null ? (
          <MemberFacts member={member} text={textFor(member)} />
        ) : data !== undefined ? (
          <p role="status">{t('reminders.owesNothing')}</p>
        ) : error === null ? (
          <Skeleton height={160} />
        ) : (
          <Alert color="red" role="alert">
            {t('reminders.failedOne', { reason: reasonOf(error, t) })}
          </Alert>
        )}
      </Sheet>
      {member !== null && (
        <PromiseDialog
          key={`${member.userId} ${promising}`}
          opened={promising}
          member={member}
          onClose={() => setPromising(false)}
          onPromise={(until) => {
            promise(member, until);
            close();
          }}
        />
      )}
    </>
  );
}
