// A new version of the app is loaded at a quiet moment: never under an open form, nor while somebody uses the page.
// Opening the page online always loads it; this is for pages that stay open for days.
import { hasDrafts } from '../api/sending/drafts.ts';
import { onConnected } from '../api/live/connection.ts';
import { queryClient } from '../api/client.ts';

/** If nobody has touched the screen for this long, it is at most being read. */
const UNTOUCHED_MS = 60_000;
const LOOK_AGAIN_MS = 20_000;
const ASK_AGAIN_MS = 60 * 60_000;
/** Processes of two versions may answer in turn; the page reloads for each of them only once. */
const TAKEN = 'version.taken';

let touchedAt = Date.now();
/** Something was typed on this screen, perhaps into a form without a draft. */
let isTyped = false;
/** the entry file of the version that waits, see service-worker.ts */
let waiting: string | null = null;

const isOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
const isBusy = (): boolean => isOpen() || isTyped || hasDrafts() || queryClient.isMutating() > 0;
const isQuiet = (): boolean =>
  !isBusy() && (document.visibilityState === 'hidden' || Date.now() - touchedAt > UNTOUCHED_MS);

function takeIfQuiet(): void {
  if (waiting === null || !isQuiet()) return;
  try {
    if (sessionStorage.getItem(TAKEN) === waiting) return;
    sessionStorage.setItem(TAKEN, waiting);
  } catch {
    // Without storage nothing would survive the reload.
    return;
  }
  window.location.reload();
}

const isThisPage = (entry: string): boolean =>
  [...document.scripts].some(({ src }) => new URL(src || '/', window.location.href).pathname === entry);

/**
 * Makes the browser look for a new version after the connection was lost, and every hour: of several server processes
 * the one that is back may still have had the old version.
 */
export function followVersions(registration: ServiceWorkerRegistration): void {
  let askedAt = Date.now();
  const ask = (): void => {
    askedAt = Date.now();
    // Offline it fails; there will be another occasion.
    registration.update().catch(() => {});
  };
  onConnected(ask);
  for (const name of ['pointerdown', 'keydown', 'wheel']) {
    window.addEventListener(name, () => (touchedAt = Date.now()), { passive: true, capture: true });
  }
  window.addEventListener('input', () => (isTyped = true), { capture: true });
  window.addEventListener('hashchange', () => (isTyped = false));
  const look = (): void => {
    takeIfQuiet();
    if (document.visibilityState === 'visible' && Date.now() - askedAt > ASK_AGAIN_MS) ask();
  };
  document.addEventListener('visibilitychange', look);
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ entry?: string }>) => {
    if (data.entry === undefined) return;
    waiting = isThisPage(data.entry) ? null : data.entry;
    takeIfQuiet();
  });
  setInterval(look, LOOK_AGAIN_MS);
}
