// What a page fetches: requests, compressed bytes, and records in API responses.
import type { CDPSession, Page, Response } from '@playwright/test';

export interface Traffic {
  requests: number;
  /** over the wire, including headers */
  bytes: number;
  records: number;
}

export interface Meter {
  reset(): void;
  /** The traffic since the last reset; waits for pending response bodies. */
  read(): Promise<Traffic>;
}

/** Counts objects with an id: users, fines, events, settings. */
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
    // An aborted request, or a response without JSON.
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
