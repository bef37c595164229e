// The nonce under which the server's security policy lets styles in that components make while running.

const PLACEHOLDER = '__CSP_NONCE__';

/** Empty where no policy is in force, as under the development server. */
export function styleNonce(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return content === PLACEHOLDER ? '' : content;
}

/** The scroll lock of dialogs asks for its nonce under the name that webpack gives it. */
export function shareNonce(nonce: string): void {
  Object.assign(globalThis, { __webpack_nonce__: nonce });
}
