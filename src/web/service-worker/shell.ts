// The shell: the page and the built files with which it starts, kept on the device in a cache for each version. Other
// files are added as they are fetched.

/** Of this build: `entry` is the script with which the page starts, `files` what it takes to show the first screen. */
declare const SHELL: { version: string; entry: string; files: readonly string[] };

const { version, files } = SHELL;
export const { entry } = SHELL;
const PREFIX = 'shell ';
const NAME = PREFIX + version;
const PAGE = '/';

const pathOf = (url: string): string | null => {
  const { origin, pathname } = new URL(url);
  return origin === location.origin ? pathname : null;
};
export const isPage = (url: string): boolean => ['/', '/index.html'].includes(pathOf(url) ?? '');
export const isAsset = (url: string): boolean => pathOf(url)?.startsWith('/assets/') === true;

/** What a proxy sends in the server's place, even with status 200, is a page. */
export const isFile = (answer: Response): boolean =>
  answer.ok && answer.headers.get('content-type')?.startsWith('text/html') !== true;

const nonceOf = (page: string): string | undefined => /<meta name="csp-nonce" content="([^"]+)"/.exec(page)?.[1];

/** Whether this is the page of the app, in any version. */
export const isOurs = (page: string): boolean => nonceOf(page) !== undefined;

/**
 * Keeps the whole shell, or fails.
 * @throws if something is missing, if there is no room, and if the server's page is of another version, or not the
 * server's
 */
export async function keepShell(): Promise<void> {
  const shell = await caches.open(NAME);
  await Promise.all(files.map((file) => fetchInto(shell, file)));
  const page = await fetch(PAGE, { cache: 'no-store' });
  if (!page.ok || !(await page.clone().text()).includes(entry)) throw new Error('This is another page.');
  await shell.put(PAGE, page);
}

/** Removes the shells of other versions, except the newest of them, which tabs may still use. */
export async function removeOldShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  for (const name of others.slice(0, -1)) await caches.delete(name);
}

export const cachedFile = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { ignoreVary: true });

/** Keeps what the page fetched before this worker handled its requests; the browser still has it. */
export async function keepFetched(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    if (!isAsset(url) || (await cachedFile(url)) !== undefined) continue;
    await fetchInto(await caches.open(NAME), url);
  }
}

async function fetchInto(cache: Cache, url: string): Promise<void> {
  const answer = await fetch(url);
  if (!isFile(answer)) throw new Error('This is another file.');
  await cache.put(url, answer);
}

export async function keepFile(request: Request, answer: Response): Promise<void> {
  await (await caches.open(NAME)).put(request, answer);
}

/** The kept page with a new nonce, in it and in its policy, as the server would send it; null if none is kept. */
export async function keptPage(): Promise<Response | null> {
  const kept = await caches.match(PAGE, { cacheName: NAME });
  const text = (await kept?.text()) ?? '';
  const nonce = nonceOf(text);
  if (kept === undefined || nonce === undefined) return null;
  const fresh = newNonce();
  const headers = new Headers(kept.headers);
  // The text is no longer compressed as it was when fetched.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set('content-security-policy', headers.get('content-security-policy')?.replaceAll(nonce, fresh) ?? '');
  // Tells the app that the server did not send it (src/web/api/session.ts).
  return new Response(text.replaceAll(nonce, fresh).replace('<html ', '<html data-kept '), { headers });
}

function newNonce(): string {
  const bytes = String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(16)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
