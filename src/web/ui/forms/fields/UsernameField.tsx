// The e-mail that a password belongs to, where a form does not show it: password managers keep passwords by user name, and look for
// it in fields that are there. Nobody sees, reaches or hears it.
import { VisuallyHidden } from '@mantine/core';
import type { JSX } from 'react';

export function UsernameField({ email }: { email: string }): JSX.Element {
  return (
    <VisuallyHidden aria-hidden="true">
      <input type="text" name="username" autoComplete="username" value={email} readOnly tabIndex={-1} />
    </VisuallyHidden>
  );
}
