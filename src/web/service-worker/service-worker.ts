// The service worker: opens the page and its built files where the line or the server is away. It answers for nothing else;
// what is read through the API never passes it. Built on its own (scripts/service-worker-build.ts).
import { showNotices } from './push.ts';
import {
  entry,
  isAsset,
  isFile,
  isOurs,
  isPage,
  keepFetched,
  keepFile,
  keepShell,
  keptFile,
  keptPage,
  leaveOldShells,
} from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

showNotices();

/** The page is small: later than this, in milliseconds, the line is as good as away. */
const PAGE_LIMIT_MS = 500;

self.addEventListener('install', (event) => {
  // Tabs that run an older version go on: they find their files in its shell, which stays.
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
  await leaveOldShells();
  await self.clients.claim();
  // Pages of another version follow at a quiet moment: src/web/offline/new-version.ts.
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage({ entry }, []);
}

/** See src/web/offline/registration.ts. */
self.addEventListener('message', (event) => {
  const { fetched } = event.data as { fetched?: readonly string[] };
  // Without room it is fetched again when it is needed again.
  if (fetched !== undefined) event.waitUntil(keepFetched(fetched).catch(() => {}));
});

/** The server's, so that a new version is there at once; the kept one where it does not come whole and in time. */
async function answerPage(request: Request): Promise<Response> {
  const kept = await keptPage().catch(() => null);
  if (kept === null) return fetch(request);
  const fromServer = fetchWhole(request).catch(() => null);
  let timer = 0;
  const tooLate = new Promise<null>((resolve) => {
    timer = self.setTimeout(() => resolve(null), PAGE_LIMIT_MS);
  });
  const answer = await Promise.race([fromServer, tooLate]);
  clearTimeout(timer);
  return answer ?? kept;
}

/** Null where a proxy says that there is no server behind it, or has a page of its own in its place. */
async function fetchWhole(request: Request): Promise<Response | null> {
  const answer = await fetch(request);
  if (answer.status >= 500) return null;
  // Someone who signs in at a proxy is led there by it.
  if (answer.type === 'opaqueredirect') return answer;
  const text = await answer.text();
  return answer.ok && !isOurs(text) ? null : new Response(text, answer);
}

/** Its name has its content's hash, so whichever is kept is right. */
async function answerFile(request: Request): Promise<Response> {
  const kept = await keptFile(request).catch(() => undefined);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (isFile(answer)) void keepFile(request, answer.clone()).catch(() => {});
  return answer;
}
