// Says which key does the same as a button, in its tooltip and to screen readers. Only while single keys are on.
import { cloneElement, type JSX, type ReactElement } from 'react';
import { useTexts } from '../../messages/index.ts';
import type { Key } from './key.ts';
import { ARIA_KEYS, KEY_CAPS, useSingleKeys } from './keys.ts';
import { Hint, type Hinted } from '../controls/hint/Hint.tsx';
import classes from './keys.module.css';

/** The keys as they look on a keyboard. */
export function KeyCaps({ of }: { of: Key }): JSX.Element {
  return <Caps caps={KEY_CAPS[of]} />;
}

/** `read`: screen readers read the keys; elsewhere `aria-keyshortcuts` says them. */
export function Caps({ caps, read = false }: { caps: readonly string[]; read?: boolean }): JSX.Element {
  return (
    <span className={classes['caps']} dir="ltr" aria-hidden={!read || undefined}>
      {caps.map((cap) => (
        <kbd key={cap} className={classes['cap']}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}

interface KeyHintProps {
  /** none: the button does something else than the key */
  of: Key | 'none';
  children: ReactElement<Hinted & { 'aria-keyshortcuts'?: string }>;
}

/** To be put around one button. */
export function KeyHint({ of, children }: KeyHintProps): JSX.Element {
  return of === 'none' ? children : <Hinted of={of}>{children}</Hinted>;
}

function Hinted({ of, children }: KeyHintProps & { of: Key }): JSX.Element {
  const { t } = useTexts();
  const [on] = useSingleKeys();
  if (!on) return children;
  return (
    <Hint
      label={
        <span className={classes['hint']}>
          {t('shell.key')} <KeyCaps of={of} />
        </span>
      }
    >
      {cloneElement(children, { 'aria-keyshortcuts': ARIA_KEYS[of] })}
    </Hint>
  );
}
