const RETRY_AFTER_MS = [500, 2000, 5000];

/** Phones lose their connection for moments; code and texts that are being fetched must not be lost to that. */
export async function withRetries<T>(load: () => Promise<T>): Promise<T> {
  for (const delay of RETRY_AFTER_MS) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return load();
}

/** Waits as long as no server answers: what cannot be fetched then is not missing. */
export async function onceReachable<T>(load: () => Promise<T>): Promise<T> {
  while (true) {
    try {
      return await withRetries(load);
    } catch {
      if (await isReachable()) return load();
    }
  }
}

/** A proxy without a server behind it answers with a page. */
const isReachable = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ headers }) => headers.get('content-type')?.startsWith('application/json') === true,
    () => false,
  );
