// Profile (/profile): the administrator's own account (ACCOUNT-1).
import { Stack } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { PageHeader } from '../../ui/layout/page.tsx';
import { AccountSections } from './AccountSections.tsx';

export default function ProfileScreen(): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <PageHeader title={t('account.title')} />
      <Stack gap={16} maw={760}>
        <AccountSections asCards />
      </Stack>
    </>
  );
}
