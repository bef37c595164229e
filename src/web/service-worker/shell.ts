// The shell: the page, and the built files that it begins with, kept on the device in a cache for each version. Other files
// are added as they are fetched.

/** Of this build. `entry` is the script that the page begins with; `files` is what it takes to show the first screen. */
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

/**
 * Keeps the whole shell, or fails.
 * @throws if something is missing, if there is no room, and if the server's page is of another version, or not the server's
 */
export async function keepShell(): Promise<void> {
  const shell = await caches.open(NAME);
  await shell.addAll(files);
  const page = await fetch(PAGE, { cache: 'no-store' });
  if (!page.ok || !(await page.clone().text()).includes(entry)) throw new Error('This is another page.');
  await shell.put(PAGE, page);
}

/** Removes all but the one before, which tabs may still run. */
export async function leaveOldShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  for (const name of others.slice(0, -1)) await caches.delete(name);
}

export const keptFile = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { ignoreVary: true });

/** What the page fetched before this worker answered for it; the browser still has it. */
export async function keepFetched(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    if (!isAsset(url) || (await keptFile(url)) !== undefined) continue;
    await (await caches.open(NAME)).add(url);
  }
}

export async function keepFile(request: Request, answer: Response): Promise<void> {
  await (await caches.open(NAME)).put(request, answer);
}

/** With a new nonce in the page and in its policy, as the server would send it; null where none is kept. */
export async function keptPage(): Promise<Response | null> {
  const kept = await caches.match(PAGE, { cacheName: NAME });
  const text = (await kept?.text()) ?? '';
  const [, nonce] = /<meta name="csp-nonce" content="([^"]+)"/.exec(text) ?? [];
  if (kept === undefined || nonce === undefined) return null;
  const fresh = newNonce();
  const headers = new Headers(kept.headers);
  // What it is sent as is not what it was fetched as.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set('content-security-policy', headers.get('content-security-policy')?.replaceAll(nonce, fresh) ?? '');
  // The app then knows that the server did not send it (src/web/api/session.ts).
  return new Response(text.replaceAll(nonce, fresh).replace('<html ', '<html data-kept '), { headers });
}

function newNonce(): string {
  const bytes = String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(16)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
