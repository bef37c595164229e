// The banner that says why it did not work; read out when it appears.
import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { JSX } from 'react';
import classes from './LoginScreen.module.css';

export function ProblemBanner({ problem }: { problem: string | null }): JSX.Element {
  return (
    <div role="alert">
      {problem === null ? null : (
        <Alert
          role="presentation"
          color="red"
          icon={<IconAlertCircle aria-hidden />}
          classNames={{ message: classes['problem'] ?? '' }}
        >
          {problem}
        </Alert>
      )}
    </div>
  );
}
