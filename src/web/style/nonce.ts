// The nonce that lets components add styles at run time under the server's Content-Security-Policy.

const PLACEHOLDER = '__CSP_NONCE__';

/** Empty if there is no policy, as with the development server. */
export function styleNonce(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return content === PLACEHOLDER ? '' : content;
}

/** The scroll lock of dialogs reads its nonce from webpack's global. */
export function shareNonce(nonce: string): void {
  Object.assign(globalThis, { __webpack_nonce__: nonce });
}
