// A button that cannot be pressed at the moment. `disabled` would take the focus from it.

interface BusyButton {
  'aria-disabled'?: true;
  'data-disabled'?: true;
}

/** Attributes only: its handler must refuse as well. */
export const busyButton = (busy: boolean): BusyButton => (busy ? { 'aria-disabled': true, 'data-disabled': true } : {});
