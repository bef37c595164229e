// The sections shared by the administrator's profile and the member's dialog. An address can lead to each of them.
import { Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useId } from 'react';
import { version } from '../../../../package.json';
import { useSession } from '../../api/session.ts';
import { recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { usePart } from '../../routing/usePart.ts';
import type { Parts } from '../../routing/paths.ts';
import { AppearanceSwitch } from '../../ui/controls/AppearanceSwitch.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { LanguageSwitch } from '../../ui/controls/LanguageSwitch.tsx';
import classes from './account.module.css';
import { Passkeys } from './Passkeys.tsx';
import { OwnMails, useTold } from './OwnMails.tsx';
import { OwnNews, useNews } from './OwnNews.tsx';
import { OwnNotifications } from './OwnNotifications.tsx';
import { useNotifications } from './useNotifications.ts';
import { OwnName } from './OwnName.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { Sessions } from './Sessions.tsx';

interface SectionProps {
  part: Parts['profile'];
  title: string;
  asCard: boolean;
  children: ReactNode;
}

function Section({ part, title, asCard, children }: SectionProps): JSX.Element {
  const id = useId();
  const props = { ...usePart(part), 'aria-labelledby': id };
  const content = (
    <>
      <Title order={2} id={id} className={classes['title'] ?? ''}>
        {title}
      </Title>
      {children}
    </>
  );
  return asCard ? (
    <Card component="section" {...props} className={classes['card'] ?? ''}>
      {content}
    </Card>
  ) : (
    <section {...props}>{content}</section>
  );
}

export function AccountSections({ asCards = false }: { asCards?: boolean }): JSX.Element {
  const { t } = useTexts();
  const { principal } = useSession();
  const told = useTold();
  const notifications = useNotifications();
  const news = useNews();
  return (
    <>
      <Section part="person" asCard={asCards} title={t('account.person.title')}>
        <p className={classes['email']}>
          <bdi>{recordedText(principal?.name ?? '')}</bdi>
        </p>
        <p className={classes['small']}>
          <bdi>{principal?.email ?? ''}</bdi>
        </p>
        {principal?.access === 'administrator' && <OwnName />}
      </Section>
      <Section part="language" asCard={asCards} title={t('account.language.title')}>
        <LanguageSwitch />
        <p className={classes['hint']}>{t('account.language.hint')}</p>
      </Section>
      <Section part="appearance" asCard={asCards} title={t('account.appearance.title')}>
        <AppearanceSwitch />
        <p className={classes['hint']}>{t('account.appearance.hint')}</p>
      </Section>
      {told?.offered === true && (
        <Section part="mails" asCard={asCards} title={t('account.mails.title')}>
          <OwnMails told={told.told} />
        </Section>
      )}
      {notifications !== undefined && (
        <Section part="notifications" asCard={asCards} title={t('account.notifications.title')}>
          <OwnNotifications notifications={notifications} />
        </Section>
      )}
      {news !== undefined && (told?.offered === true || notifications !== undefined) && (
        <Section part="news" asCard={asCards} title={t('account.news.title')}>
          <OwnNews told={news} />
        </Section>
      )}
      <Section part="password" asCard={asCards} title={t('account.password.title')}>
        <PasswordForm />
      </Section>
      <Section part="passkeys" asCard={asCards} title={t('account.passkeys.title')}>
        <Passkeys />
      </Section>
      <Section part="sessions" asCard={asCards} title={t('account.sessions.title')}>
        <Sessions />
      </Section>
      <p className={classes['small']}>{t('account.version', { version })}</p>
    </>
  );
}
