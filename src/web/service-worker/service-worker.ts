// The service worker: serves the page and its built files when the connection or the server is down. It handles nothing
// else: calls of the API never pass through it. Built on its own (scripts/service-worker-build.ts).
import '../older-browsers.ts';
import {
  entry,
  isAsset,
  isFile,
  isOurs,
  isPage,
  keepFetched,
  keepFile,
  keepShell,
  cachedFile,
  keptPage,
  removeOldShells,
} from './shell.ts';
import type { PushNotification } from '../../core/mail/notification.ts';

declare const self: ServiceWorkerGlobalScope;

showNotifications();

/** The page is small: if it takes longer than this, in milliseconds, the connection counts as lost. */
const PAGE_LIMIT_MS = 500;

self.addEventListener('install', (event) => {
  // Tabs with an older version keep running: they find their files in that version's shell, which stays.
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate' && isPage(request.url)) event.respondWith(answerPage(request));
  else if (isAsset(request.url)) event.respondWith(answerFile(request));
});

async function takeOver(): Promise<void> {
  await removeOldShells();
  await self.clients.claim();
  // Pages of another version follow at a quiet moment: src/web/offline/registration.ts.
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage({ entry }, []);
}

/** See src/web/offline/registration.ts. */
self.addEventListener('message', (event) => {
  const { fetched } = event.data as { fetched?: readonly string[] };
  // If there is no room, the files are fetched again when needed.
  if (fetched !== undefined) event.waitUntil(keepFetched(fetched).catch(() => {}));
});

/** The server's page, so that a new version is there at once; or the kept one if that does not come whole in time. */
async function answerPage(request: Request): Promise<Response> {
  const asked = fetch(request);
  // A failure is found when the answer is used.
  asked.catch(() => {});
  const tooLate = new Promise<null>((resolve) => {
    self.setTimeout(() => resolve(null), PAGE_LIMIT_MS);
  });
  const kept = await keptPage().catch(() => null);
  if (kept === null) return asked;
  return (await Promise.race([wholePage(asked).catch(() => null), tooLate])) ?? kept;
}

/** null if a proxy says that there is no server behind it, or sends a page of its own instead. */
async function wholePage(asked: Promise<Response>): Promise<Response | null> {
  const answer = await asked;
  if (answer.status >= 500) return null;
  // The redirect of a proxy at which people must sign in.
  if (answer.type === 'opaqueredirect') return answer;
  const text = await answer.text();
  return answer.ok && !isOurs(text) ? null : new Response(text, answer);
}

/** A file's name contains the hash of its content, so a kept one is always right. */
async function answerFile(request: Request): Promise<Response> {
  const kept = await cachedFile(request).catch(() => undefined);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (isFile(answer)) void keepFile(request, answer.clone()).catch(() => {});
  return answer;
}

// Notifications on this device: shows each one that comes and, when it is pressed, opens the app where it leads. The
// server has written all its text.

const ICON = '/icons/icon-192.png';
/** The path of the contract's operations account.push and account.subscribe. */
const SUBSCRIPTION = '/api/account/push';

/** To be called while the worker starts, because that is when browsers ask what it listens to. */
function showNotifications(): void {
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
