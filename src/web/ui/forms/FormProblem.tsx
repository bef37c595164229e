// Why a form was refused; announced when it appears.
import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { JSX } from 'react';

export function FormProblem({ problem }: { problem: string | null }): JSX.Element {
  return (
    // It is there before its text, without which screen readers may not announce it.
    <div role="alert">
      {problem === null ? null : (
        <Alert role="presentation" color="red" icon={<IconAlertCircle aria-hidden />}>
          {problem}
        </Alert>
      )}
    </div>
  );
}
