// A link that was just created: to copy, to pass to the phone's share sheet, or to send by WhatsApp.
import { Alert, Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconShare } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { User } from '../../../../contract/users.ts';
import { useSession } from '../../../api/session.ts';
import { dayTextOf } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { copyFrom } from '../../../ui/controls/copy-text.ts';
import { isLocalAddress } from '../../../ui/controls/message-links.ts';
import { WhatsAppButton } from '../../../ui/controls/WhatsAppButton.tsx';
import { MessageText, useGreeting } from './Message.tsx';
import classes from '../users.module.css';

interface SignInLinkHandoverProps {
  user: User;
  address: string;
  /** an instant */
  expiresAt: string;
}

export function SignInLinkHandover({ user, address, expiresAt }: SignInLinkHandoverProps): JSX.Element {
  const { t } = useTexts();
  const { organisation } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'notYet' | 'refused'>('no');
  const until = dayTextOf(expiresAt, organisation.timeZone);
  const greeting = useGreeting(user);
  const words =
    user.access === 'member'
      ? t('users.link.text', { address, until })
      : t('users.link.textWithAccess', { address, until, access: t(`common.access.${user.access}`) });
  const text = `${greeting} ${words}`;

  const copy = (otherwise: 'notYet' | 'refused'): void => {
    if (field.current !== null) void copyFrom(field.current).then((done) => setCopied(done ? 'yes' : otherwise));
  };
  // The press that created the link also copies it. Some browsers copy only right after a press, and by then the link
  // may be too late.
  useEffect(() => copy('notYet'), []);

  const share = (): void => {
    // Closing the share sheet without choosing anything is not a failure.
    navigator.share({ text }).catch(() => undefined);
  };
  return (
    <>
      <TextInput
        ref={field}
        label={t('users.link.address')}
        description={t('users.link.validity', { until })}
        readOnly
        dir="ltr"
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      {isLocalAddress(address) ? (
        <Alert mt="md" color="yellow" role="note" icon={<IconAlertTriangle aria-hidden />}>
          {t('users.link.local', { host: new URL(address).host })}
        </Alert>
      ) : null}
      <div className={classes['buttons']}>
        <Button
          leftSection={copied === 'yes' ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => copy('refused')}
        >
          {t('users.link.copy')}
        </Button>
        {'share' in navigator ? (
          <Button variant="default" leftSection={<IconShare size={18} aria-hidden />} onClick={share}>
            {t('users.link.share')}
          </Button>
        ) : null}
        <WhatsAppButton number={user.number} text={text} label={t('users.link.whatsApp')} />
      </div>
      <p role="status" className={classes['small']}>
        {copied === 'no' ? '' : t(`users.link.copied.${copied}`)}
      </p>
      <section className={classes['section']} aria-label={t('users.link.message')}>
        <MessageText text={text} />
      </section>
      <p className={classes['small']}>{t('users.link.secret')}</p>
    </>
  );
}
