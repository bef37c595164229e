// When a page that stays open asks for a new version.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('../../../src/web/api/client.ts', () => ({ queryClient: { isMutating: () => 0 } }));
vi.mock('../../../src/web/api/sending/drafts.ts', () => ({ hasDrafts: () => false }));

const HOUR = 60 * 60_000;
/** Named here, because the types of a browser are not known to the unit tests. */
const MODULE = 'new-version';
interface NewVersion {
  followVersions: (registration: { update: () => Promise<void> }) => void;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { serviceWorker: new EventTarget() });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page that is always in sight, and never loses its connection, asks every hour [OFFLINE-8]', async () => {
  const { followVersions } = (await import(`../../../src/web/offline/${MODULE}.ts`)) as NewVersion;
  const update = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('The server is away.')));
  followVersions({ update });
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3 * HOUR);
  expect(update).toHaveBeenCalledTimes(3);
});
