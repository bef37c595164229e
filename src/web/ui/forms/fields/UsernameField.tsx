// The e-mail that a password belongs to, for forms that do not show it: password managers store passwords by user name,
// and look for it in the form's fields. Nobody can see, reach or hear it.
import { VisuallyHidden } from '@mantine/core';
import type { JSX } from 'react';

export function UsernameField({ email }: { email: string }): JSX.Element {
  return (
    <VisuallyHidden aria-hidden="true">
      <input type="text" name="username" autoComplete="username" value={email} readOnly tabIndex={-1} />
    </VisuallyHidden>
  );
}
