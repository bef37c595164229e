// Shows an error in place of its children: a screen that failed, or whose code could not be fetched.
import { type ReactNode, Component, type JSX, useEffect } from 'react';
import { Box, Button, Loader, Text, Title } from '@mantine/core';
import { useTexts } from '../messages/index.ts';
import classes from './shell.module.css';

interface ErrorBoundaryProps {
  children: ReactNode;
}

interface Caught {
  error: Error | null;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, Caught> {
  override state: Caught = { error: null };

  static getDerivedStateFromError(error: Error): Caught {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <ScreenError error={error} />;
  }
}

// Shown in place of a screen that failed or could not be fetched, so it must not need further code.

function ScreenError({ error }: { error: unknown }): JSX.Element {
  const { t } = useTexts();
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <Box role="alert" py={48} px={16} ta="center">
      <Title order={1} size="h3">
        {t('common.screenError.title')}
      </Title>
      <Text mt={8} mb={20} c="dimmed">
        {t('common.screenError.text')}
      </Text>
      <Button onClick={() => location.reload()}>{t('common.screenError.reload')}</Button>
    </Box>
  );
}

// The full-screen spinner, while the session or a screen is loading.

/** `unreachable`: the request failed and is being retried. */
export function FullScreenSpinner({ unreachable = false }: { unreachable?: boolean }): JSX.Element {
  const { t } = useTexts();
  return (
    <main className={classes['screen']} aria-busy>
      <div role="status" className={classes['content']}>
        <Loader size="lg" aria-label={t('shell.unknownSession')} />
        {unreachable ? <Text c="dimmed">{t('shell.connectionLost')}</Text> : null}
      </div>
    </main>
  );
}
