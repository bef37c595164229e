// The frame of the screens for visitors who are not signed in: brand, title and content.
import { Box, Paper, Text, Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useLanguage, useTexts } from '../../messages/index.ts';
import { LanguageSwitch } from '../../ui/controls/preferences.tsx';
import { JURMANA, UrduWord } from '../../ui/controls/UrduWord.tsx';
import classes from './LoginScreen.module.css';

interface EntryCardProps {
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
}

export function EntryCard({ title, subtitle, children }: EntryCardProps): JSX.Element {
  const { t } = useTexts();
  const language = useLanguage();
  return (
    <main className={classes['screen']}>
      <Paper className={classes['card'] ?? ''} component="section" aria-labelledby="entry-title">
        <div className={classes['brand']}>
          <img src="/favicon.svg" width={48} height={48} alt="" />
          <span>
            {t('common.brand')}{' '}
            <Text span c="dimmed" fz="sm" fw={400}>
              {language === 'ur' ? (
                <span lang="en">{t('common.brandInOtherScript')}</span>
              ) : (
                <UrduWord word={JURMANA} label={t('common.brandInOtherScript')} />
              )}
            </Text>
          </span>
        </div>
        <Title order={1} id="entry-title" className={classes['title'] ?? ''}>
          {title}
        </Title>
        {subtitle === undefined ? null : (
          <Text mt={4} mb={24} c="dimmed">
            {subtitle}
          </Text>
        )}
        {children}
        <Box mt={24}>
          <LanguageSwitch />
        </Box>
      </Paper>
    </main>
  );
}
