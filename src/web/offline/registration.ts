// Keeps the app on the device, so that it opens without a line: by the service worker, where a browser has them (on https and
// on localhost) and the app is built.

import { followVersions } from './new-version.ts';

/** Begins once; called more often it does nothing more. */
export const registerServiceWorker = (() => {
  let begun = false;
  return (): void => {
    if (begun || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    begun = true;
    // Refused, e.g. in a private window, or the line is away: the next visit asks again.
    register().catch(() => {});
  };
})();

async function register(): Promise<void> {
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  const registration = await navigator.serviceWorker.ready;
  followVersions(registration);
  // Files that came before it was there did not pass it.
  const observer = new PerformanceObserver((list) => {
    registration.active?.postMessage({ fetched: list.getEntries().map(({ name }) => name) }, []);
  });
  observer.observe({ type: 'resource', buffered: true });
}
