// Notifications on this device: shows each one that comes and, when it is pressed, opens the app where it leads. The
// server has written all its text.
import type { PushNotification } from '../../core/mail/notification.ts';
import { isPage } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

const ICON = '/icons/icon-192.png';
/** The path of the contract's operations account.push and account.subscribe. */
const SUBSCRIPTION = '/api/account/push';

/** To be called while the worker starts, because that is when browsers ask what it listens to. */
export function showNotifications(): void {
  self.addEventListener('push', (event) => {
    event.waitUntil(show(event.data));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path = '/' } = (event.notification.data ?? {}) as Partial<PushNotification>;
    event.waitUntil(open(path));
  });
  // Older browsers name neither the old subscription nor the new one.
  self.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew());
  });
}

/** Browsers end a subscription whose pushes show nothing, so something is shown in any case. */
async function show(data: PushMessageData | null): Promise<void> {
  const { title = 'Jurmana', body = '', lang = 'en', dir = 'ltr', tag = '', path = '/' } = read(data);
  await self.registration.showNotification(title, { body, lang, dir, tag, icon: ICON, data: { path } });
}

function read(data: PushMessageData | null): Partial<PushNotification> {
  try {
    return (data?.json() ?? {}) as Partial<PushNotification>;
  } catch {
    return {};
  }
}

/**
 * Opens the path in a window that the app already has, which goes there by itself (src/web/push/device.ts), so that
 * nothing typed in it is lost.
 */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [own] = windows
    .filter(({ url }) => isPage(url))
    .toSorted((one, other) => Number(other.focused) - Number(one.focused));
  if (own === undefined) {
    await self.clients.openWindow(`/#${path}`);
    return;
  }
  own.postMessage({ open: path }, []);
  await own.focus();
}

/** The push service has ended the subscription: makes a new one, unless the session is over. */
async function renew(): Promise<void> {
  const answer = await fetch(SUBSCRIPTION);
  if (!answer.ok) return;
  const { key, endpoint } = (await answer.json()) as { key: string; endpoint: string | null };
  if (endpoint === null) return;
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { keys } = subscription.toJSON();
  await fetch(SUBSCRIPTION, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: subscription.endpoint, keys }),
  });
}
