const RETRY_AFTER_MS = [500, 2000, 5000];
/** On a silent line nothing may ever come. A later attempt finds what an earlier one has asked for. */
const LIMIT_MS = 15_000;

async function inTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Nothing came in time.')), LIMIT_MS);
  });
  try {
    return await Promise.race([load(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Phones lose their connection for moments, which must not make the fetching of code and texts fail. */
export async function withRetries<T>(load: () => Promise<T>): Promise<T> {
  for (const delay of RETRY_AFTER_MS) {
    try {
      return await inTime(load);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return inTime(load);
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
