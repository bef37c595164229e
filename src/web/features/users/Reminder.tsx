// A polite text that names what is pending, to read and then send by WhatsApp or e-mail.
import { Button, Title } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { Summary } from '../../../contract/shapes.ts';
import type { User } from '../../../contract/users.ts';
import { useTexts } from '../../messages/index.ts';
import { moneyText } from '../../ui/money/Money.tsx';
import { MessageText, useGreeting } from './sign-in/Message.tsx';
import { mailLink } from '../../ui/controls/message-links.ts';
import { WhatsAppButton } from '../../ui/controls/WhatsAppButton.tsx';
import classes from './users.module.css';

export function Reminder({ user, summary }: { user: User; summary: Summary }): JSX.Element {
  const { t } = useTexts();
  const greeting = useGreeting(user);
  const amount = moneyText(summary.pendingFine, 'rs');
  const text = `${greeting} ${t('users.remind.text', { count: summary.fineCount - summary.paidCount, amount })}`;
  return (
    <section className={classes['section']}>
      <Title order={3} className={classes['sectionTitle'] ?? ''}>
        {t('users.remind.title')}
      </Title>
      <MessageText text={text} />
      <div className={classes['buttons']}>
        <WhatsAppButton phone={user.phone} text={text} label={t('users.remind.whatsApp')} />
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
      </div>
    </section>
  );
}
