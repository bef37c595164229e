// Every button (theme.ts): while it is busy, or has nothing to do, it refuses presses but keeps the focus, which
// `disabled` would take from it.
import type { ComponentProps, JSX, MouseEvent } from 'react';

interface FocusableButtonProps extends ComponentProps<'button'> {
  /** Mantine's, for `loading` */
  'data-loading'?: boolean;
}

/** Enter in a field presses the form's button, too. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

export function FocusableButton({ type = 'button', disabled, onClick, ...rest }: FocusableButtonProps): JSX.Element {
  const busy = rest['data-loading'] === true;
  const refuses = busy || rest['aria-disabled'] === true;
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true && !busy}
      aria-disabled={refuses || undefined}
      onClick={refuses ? refuse : onClick}
    />
  );
}
