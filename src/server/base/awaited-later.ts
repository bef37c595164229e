/**
 * Marks a promise as awaited later, so that a rejection until then is not reported as unhandled, which would end the
 * process.
 */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
