// Profile (/profile): the administrator's own account (ACCOUNT-1).
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { PageHeader } from '../../ui/layout/page.tsx';
import classes from './account.module.css';
import { AccountSections } from './AccountSections.tsx';

export default function ProfileScreen(): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <PageHeader title={t('account.title')} subtitle={t('account.subtitle')} />
      <div className={classes['cards']}>
        <AccountSections asCards />
      </div>
    </>
  );
}
