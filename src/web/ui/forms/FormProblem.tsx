// Why a form was refused; announced when it appears.
import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { JSX } from 'react';
import { bringIntoView } from './bring-into-view.ts';

export function FormProblem({ problem }: { problem: string | null }): JSX.Element {
  return (
    // The element exists before its text, because screen readers may otherwise not announce it.
    <div role="alert">
      {problem === null ? null : (
        <Alert ref={bringIntoView} role="presentation" color="red" icon={<IconAlertCircle aria-hidden />}>
          {problem}
        </Alert>
      )}
    </div>
  );
}
