// Keeps the app on the device with a service worker, so that it opens offline, if the browser supports them (on https
// and localhost) and the app is built.

import { followVersions } from './new-version.ts';

/** Registers once; further calls do nothing. */
export const registerServiceWorker = (() => {
  let begun = false;
  return (): void => {
    if (begun || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    begun = true;
    // If it is refused, e.g. in a private window, or offline, the next visit tries again.
    register().catch(() => {});
  };
})();

async function register(): Promise<void> {
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  const registration = await navigator.serviceWorker.ready;
  followVersions(registration);
  // Files fetched before the worker was active did not pass through it.
  const observer = new PerformanceObserver((list) => {
    registration.active?.postMessage({ fetched: list.getEntries().map(({ name }) => name) }, []);
  });
  observer.observe({ type: 'resource', buffered: true });
}
