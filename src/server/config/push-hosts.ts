// The hosts that notifications may be sent to (PUSH-4). Devices name the address themselves, so only known push
// services are called.

/**
 * The services of Chrome, Edge and other Chromium browsers, of Firefox and of Safari. `*.` stands for one or more
 * names.
 */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;

/** A name with a dot whose last part cannot be part of a numeric address. */
const NAME = /^(\*\.)?([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])?$/;
/** An address on this machine, where plain http cannot be overheard. */
const HERE = /^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}$/;

/** Whether the configuration may name this host. */
export const isPushHost = (text: string): boolean =>
  HERE.test(text) ? URL.canParse(text) && new URL(text).origin === text : NAME.test(text);

const isOf = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

/** The address of an endpoint, or null if nothing may be sent there. */
export function pushAddress(endpoint: string, hosts: readonly string[]): URL | null {
  if (!URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  const { protocol, hostname, port, origin, username, password, hash } = url;
  if (username !== '' || password !== '' || hash !== '') return null;
  // Only an address on this machine is listed as a whole origin.
  if (hosts.includes(origin)) return url;
  return protocol === 'https:' && port === '' && hosts.some((pattern) => isOf(hostname, pattern)) ? url : null;
}
