// Notifications on this device, as far as the browser decides: whether it can show them, and where they are sent.
import { deviceOf } from '../../core/people/device.ts';
import { registerServiceWorker } from '../offline/registration.ts';

/** `install`: only the installed app can. `insecure`: not at this address. `denied`: the owner has blocked them. */
export type NotificationsAbility = 'able' | 'denied' | 'install' | 'insecure' | 'unable';

/** An iPad claims to be a Mac. */
const isAppleDevice = (): boolean => {
  const { system } = deviceOf(navigator.userAgent);
  return system === 'iPhone' || system === 'iPad' || (system === 'macOS' && navigator.maxTouchPoints > 1);
};

export function notificationsAbility(): NotificationsAbility {
  if (!window.isSecureContext) return 'insecure';
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied' ? 'denied' : 'able';
  }
  return isAppleDevice() ? 'install' : 'unable';
}

/** `not-allowed`: the person did not agree. `unreachable`: the browser got no address for notifications. */
export class NoNotificationsError extends Error {
  readonly reason: 'not-allowed' | 'unreachable';
  constructor(reason: 'not-allowed' | 'unreachable', cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * The address to which this device's notifications are sent; null if there is none, or if it may not show
 * notifications.
 */
export async function endpointHere(): Promise<string | null> {
  const subscription = notificationsAbility() === 'able' ? await subscriptionHere().catch(() => null) : null;
  return subscription?.endpoint ?? null;
}

/** This device gets no more notifications, not even those that a push service still holds for it. */
export async function forgetDevice(): Promise<void> {
  const subscription = await subscriptionHere().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}

/** Opens what a pressed notification leads to, as a link would; returns a function that stops this. */
export function followPresses(): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const follow = ({ data }: MessageEvent<{ open?: unknown }>): void => {
    if (typeof data.open === 'string') window.location.hash = `#${data.open}`;
  };
  navigator.serviceWorker.addEventListener('message', follow);
  return () => navigator.serviceWorker.removeEventListener('message', follow);
}

const READY_MS = 15_000;

/**
 * Asks for permission and subscribes at the browser's push service with the server's key. To be called in answer to a
 * press.
 * @throws NoNotificationsError
 */
export async function subscribeDevice(
  key: string,
): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NoNotificationsError('not-allowed');
  try {
    registerServiceWorker();
    const { pushManager } = await inTime(navigator.serviceWorker.ready);
    // A subscription for an earlier key of the server, e.g. from before a restore, rejects what the present key signs.
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
    const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
    return { endpoint: subscription.endpoint, keys: { p256dh, auth } };
  } catch (cause) {
    throw new NoNotificationsError('unreachable', cause);
  }
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  const tooLate = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('There is no service worker.')), READY_MS);
  });
  return Promise.race([promise, tooLate]);
}

/** Decodes Base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

// Whether a member may be offered notifications on this device (PUSH-9): not at their first visit, and never again
// after they put the offer away. This browser remembers both.

const VISITED = 'notifications.visited';
const PUT_AWAY = 'notifications.put-away';

const has = (key: string): boolean => {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Storage may be forbidden.
    return false;
  }
};
const keep = (key: string): void => {
  try {
    localStorage.setItem(key, 'true');
  } catch {
    // Without storage every visit counts as the first.
  }
};

/** Decided once for the lifetime of the page. */
const isFirstVisit = (() => {
  let first: boolean | null = null;
  return (): boolean => {
    first ??= !has(VISITED);
    keep(VISITED);
    return first;
  };
})();

export const mayOfferNotifications = (): boolean =>
  !isFirstVisit() && !has(PUT_AWAY) && notificationsAbility() === 'able';

export const putOfferAway = (): void => keep(PUT_AWAY);
