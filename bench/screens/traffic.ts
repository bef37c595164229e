// What a page fetches: requests, compressed bytes, and records in the answers of the API.
import type { CDPSession, Page, Response } from '@playwright/test';

export interface Traffic {
  requests: number;
  /** as they crossed the wire, heads included */
  bytes: number;
  records: number;
}

export interface Meter {
  /** Begins anew. */
  reset(): void;
  /** Since then; waits for answers that are being read. */
  read(): Promise<Traffic>;
}

/** Records of the API are objects with an id of their own: users, fines, events, settings. */
function countRecords(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countRecords(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  const own = 'id' in value || 'userId' in value ? 1 : 0;
  return Object.values(value).reduce<number>((sum, part) => sum + countRecords(part), own);
}

async function recordsOf(response: Response): Promise<number> {
  try {
    return countRecords(await response.json());
  } catch {
    // A request that was given up, or one without records.
    return 0;
  }
}

export async function startMeter(page: Page, devtools: CDPSession): Promise<Meter> {
  let requests = 0;
  let bytes = 0;
  let reading: Promise<number>[] = [];
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) requests += 1;
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/live') reading.push(recordsOf(response));
  });
  return {
    reset: () => {
      requests = 0;
      bytes = 0;
      reading = [];
    },
    read: async () => ({
      requests,
      bytes,
      records: (await Promise.all(reading)).reduce((sum, count) => sum + count, 0),
    }),
  };
}
