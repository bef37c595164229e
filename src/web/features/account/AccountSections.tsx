// What the administrator's profile and the member's dialog have in common.
import { Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useId } from 'react';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { AppearanceSwitch } from '../../ui/AppearanceSwitch.tsx';
import classes from './account.module.css';
import { PasswordForm } from './PasswordForm.tsx';
import { Sessions } from './Sessions.tsx';

function Section({ title, children }: { title: string; children: ReactNode }): JSX.Element {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} className={classes['title'] ?? ''}>
        {title}
      </Title>
      {children}
    </section>
  );
}

export function AccountSections(): JSX.Element {
  const { t } = useTexts();
  const { visitor } = useSession();
  return (
    <>
      <Section title={t('account.person.title')}>
        <p className={classes['email']}>
          <bdi>{visitor?.name ?? ''}</bdi>
        </p>
        <p className={classes['small']}>
          <bdi>{visitor?.email ?? ''}</bdi>
        </p>
      </Section>
      <Section title={t('account.appearance.title')}>
        <AppearanceSwitch />
        <p className={classes['hint']}>{t('account.appearance.hint')}</p>
      </Section>
      <Section title={t('account.password.title')}>
        <PasswordForm />
      </Section>
      <Section title={t('account.sessions.title')}>
        <Sessions />
      </Section>
    </>
  );
}
