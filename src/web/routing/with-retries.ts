const RETRY_AFTER_MS = [500, 2000, 5000];

/** Phones lose their connection for moments, which must not make the fetching of code and texts fail. */
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

/** Waits until a server answers, because what cannot be fetched before that need not be missing. */
export async function onceReachable<T>(load: () => Promise<T>): Promise<T> {
  while (true) {
    try {
      return await withRetries(load);
    } catch {
      if (await isReachable()) return load();
    }
  }
}

/** A proxy without a server behind it answers with an HTML page. */
const isReachable = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ headers }) => headers.get('content-type')?.startsWith('application/json') === true,
    () => false,
  );
