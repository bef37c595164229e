// A field for a password, which can be shown while it is typed: on a phone nobody types eight hidden characters right.
import { PasswordInput, VisuallyHidden } from '@mantine/core';
import { type JSX, type ReactNode, useId, useState } from 'react';
import { PASSWORD_LENGTH } from '../../../../core/limits.ts';
import { useTexts } from '../../../messages/index.ts';
import classes from './fields.module.css';

interface PasswordFieldProps {
  label: string;
  /** tells password managers whether to fill in the one they know or to offer a new one */
  purpose: 'current-password' | 'new-password';
  name: string;
  value: string;
  onChange: (value: string) => void;
  description?: ReactNode;
  error?: ReactNode;
  autoFocus?: boolean;
}

export function PasswordField(props: PasswordFieldProps): JSX.Element {
  const { label, purpose, name, value, onChange, description, error, autoFocus = false } = props;
  const { t } = useTexts();
  const [visible, setVisible] = useState(false);
  const id = useId();
  return (
    <PasswordInput
      id={id}
      label={label}
      name={name}
      autoComplete={purpose}
      minLength={purpose === 'new-password' ? PASSWORD_LENGTH.min : 1}
      maxLength={PASSWORD_LENGTH.max}
      required
      withAsterisk={false}
      autoFocus={autoFocus}
      {...(description === undefined ? {} : { description })}
      {...(error === undefined ? {} : { error })}
      visible={visible}
      onVisibilityChange={setVisible}
      // In the tab order, unlike Mantine's own: the keyboard must reach it as well.
      visibilityToggleButtonProps={{
        'aria-label': t(visible ? 'common.password.hide' : 'common.password.show'),
        // Distinguishes it from the button of another password.
        'aria-describedby': `${id}-label`,
        'aria-hidden': false,
        tabIndex: 0,
      }}
      classNames={{ visibilityToggle: classes['toggle'] ?? '' }}
      rightSectionWidth={46}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

// The e-mail that a password belongs to, for forms that do not show it: password managers store passwords by user name,
// and look for it in the form's fields. Nobody can see, reach or hear it.

export function UsernameField({ email }: { email: string }): JSX.Element {
  return (
    <VisuallyHidden aria-hidden="true">
      <input type="text" name="username" autoComplete="username" value={email} readOnly tabIndex={-1} />
    </VisuallyHidden>
  );
}
