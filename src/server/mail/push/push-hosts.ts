// Where notices on devices may go (PUSH-4): a device names the address itself, so only those of known push services are called.

/** Of Chrome, Edge and what else is built on Chromium, Firefox, Safari. `*.` stands for one name or more. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;

/** A name with a dot whose last part is none of an address in figures. */
const NAME = /^(\*\.)?([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])?$/;
/** On this machine there is no line that others could read. */
const HERE = /^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}$/;

/** Whether a configuration can allow this. */
export const isPushHost = (text: string): boolean =>
  HERE.test(text) ? URL.canParse(text) && new URL(text).origin === text : NAME.test(text);

const isOf = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

/** The address of an endpoint, null where nothing may be sent there. */
export function pushAddress(endpoint: string, hosts: readonly string[]): URL | null {
  if (!URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  const { protocol, hostname, port, origin, username, password, hash } = url;
  if (username !== '' || password !== '' || hash !== '') return null;
  // Of those in the list only an address of this machine is a whole origin.
  if (hosts.includes(origin)) return url;
  return protocol === 'https:' && port === '' && hosts.some((pattern) => isOf(hostname, pattern)) ? url : null;
}
