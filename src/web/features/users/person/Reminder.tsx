// "Remind": a polite text that names what is pending, to read and then send by WhatsApp or e-mail (USER-13).
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { Summary } from '../../../../contract/shapes.ts';
import type { User } from '../../../../contract/users.ts';
import { useTexts } from '../../../messages/index.ts';
import { mailLink } from '../../../ui/controls/message-links.ts';
import { WhatsAppButton } from '../../../ui/controls/WhatsAppButton.tsx';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { moneyText } from '../../../ui/money/Money.tsx';
import { MessageText, useGreeting } from '../sign-in/Message.tsx';

interface ReminderProps {
  opened: boolean;
  onClose: () => void;
  user: User;
  summary: Summary;
}

export function Reminder({ opened, onClose, user, summary }: ReminderProps): JSX.Element {
  const { t } = useTexts();
  const greeting = useGreeting(user);
  const amount = moneyText(summary.pendingFine, 'rs');
  const text = `${greeting} ${t('users.remind.text', { count: summary.fineCount - summary.paidCount, amount })}`;
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('users.remind.title')}
      phone="bottom"
      footer={
        <>
          {user.userEmail !== null && (
            <Button
              component="a"
              href={mailLink(user.userEmail, t('users.remind.subject'), text)}
              variant="default"
              leftSection={<IconMail size={18} aria-hidden />}
            >
              {t('users.remind.email')}
            </Button>
          )}
          <WhatsAppButton phone={user.phone} text={text} label={t('users.remind.whatsApp')} />
        </>
      }
    >
      <MessageText text={text} />
    </Sheet>
  );
}
