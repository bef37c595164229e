// The system's WebKitGTK, driven by the WebDriver protocol: Debian's MiniBrowser on a screen of its own.
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patience } from '../../tests/helpers/patience.ts';
import { pause } from '../support/drill.ts';
import { findProgram, freePorts, run } from '../support/programs.ts';

export interface Programs {
  driver: string;
  browser: string;
  screen: string;
}

/** The programs, or a sentence saying what to install. */
export function findPrograms(): Programs | string {
  const programs = {
    driver: findProgram('WebKitWebDriver'),
    browser: globSync('/usr/lib{,exec}/{*/,}webkit2gtk-4.*/MiniBrowser').toSorted().at(-1) ?? '',
    screen: findProgram('Xvfb'),
  };
  if (Object.values(programs).every((path) => path !== '')) return programs;
  return 'The WebKit drill needs WebKitWebDriver, MiniBrowser and Xvfb. On Debian: apt install webkit2gtk-driver xvfb';
}

/** What crosses the protocol. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export interface WebKit {
  version: string;
  /** A window without bars, as wide as a phone or a desktop: the browser's own bars do not fit on a phone. */
  window(width: number, height: number): Promise<void>;
  /** Opens another tab in front of the page; returns what closes it, so that the page is in front again. */
  cover(): Promise<() => Promise<void>>;
  /** Not from a page that is still loading something: this WebKit then keeps its connections, and never loads another. */
  open(url: string): Promise<void>;
  /** Signs in with a client's session, as soon as a page of the server is open; `cookies` as a browser sends them. */
  signIn(cookies: string): Promise<void>;
  /** Does not wait for the page. */
  reload(): Promise<void>;
  /** Runs a function in the page; it may refer to nothing outside of it. */
  run<Given extends readonly Json[], Result>(work: (...given: Given) => Result, ...given: Given): Promise<Result>;
  /** Waits until the function returns anything but null, false or ''; throws with `what` if that takes too long. */
  until<Given extends readonly Json[], Result>(
    what: string,
    work: (...given: Given) => Result,
    ...given: Given
  ): Promise<NonNullable<Result>>;
  picture(): Promise<Buffer>;
  /** The errors of scripts since the page was opened, or since the last call. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

const LIMIT_MS = 60_000;

type Watched = { errors?: string[] };

/** Begins to note the errors of scripts. */
function watchErrors(): void {
  const errors: string[] = [];
  (window as unknown as Watched).errors = errors;
  addEventListener('error', ({ message }) => {
    // That something is measured again in the next frame is no error.
    if (!message.startsWith('ResizeObserver loop')) errors.push(message);
  });
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  const { error } = console;
  console.error = (...said: unknown[]) => {
    errors.push(said.map(String).join(' '));
    error(...said);
  };
}

/** `folder`: for what the browser prints and keeps. */
export async function startWebKit(programs: Programs, folder: string): Promise<WebKit> {
  const log = join(folder, 'webkit.log');
  for (const part of ['home', 'run']) mkdirSync(join(folder, part), { mode: 0o700, recursive: true });
  const [port = 0] = await freePorts(1);
  // A display of which nobody has the lock.
  const display = [...Array(500).keys()].map((n) => n + 90).find((n) => !existsSync(`/tmp/.X${n}-lock`)) ?? 90;
  const screen = run(programs.screen, [`:${display}`, '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], { log });
  const driver = run(programs.driver, ['-p', String(port)], {
    log,
    env: {
      DISPLAY: `:${display}`,
      HOME: join(folder, 'home'),
      XDG_RUNTIME_DIR: join(folder, 'run'),
      // The sandbox does not work as root or in most containers, and only our own pages are opened.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const ask = async (method: string, path: string, body?: Json): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const readied = Date.now() + patience(LIMIT_MS);
  while (!(await ask('GET', '/status').catch(() => null))) {
    if (Date.now() > readied) throw new Error(`WebKitWebDriver did not start: ${readFileSync(log, 'utf8')}`);
    await pause(100);
  }
  const capabilities = {
    'webkitgtk:browserOptions': {
      binary: programs.browser,
      args: ['--automation', '--javascript-can-open-windows-automatically=true'],
    },
  };
  const begun = await ask('POST', '/session', {
    capabilities: { alwaysMatch: { pageLoadStrategy: 'eager', ...capabilities } },
  });
  const session = begun as { sessionId: string; capabilities: { browserVersion: string } };
  const base = `/session/${session.sessionId}`;
  const post = (path: string, body: Json = {}): Promise<unknown> => ask('POST', base + path, body);
  const execute = (script: string, args: readonly Json[] = []): Promise<unknown> =>
    post('/execute/sync', { script, args });
  const handles = async (): Promise<string[]> => (await ask('GET', `${base}/window/handles`)) as string[];
  await post('/timeouts', { script: 10_000, pageLoad: patience(LIMIT_MS) });

  const webkit: WebKit = {
    version: session.capabilities.browserVersion,
    async window(width, height) {
      const before = await handles();
      const features = `popup=yes,width=${width},height=${height},toolbar=no,location=no,menubar=no,status=no`;
      await execute('window.open(...arguments)', ['about:blank', '', features]);
      const handle = (await handles()).find((one) => !before.includes(one)) ?? '';
      await post('/window', { handle });
      await post('/window/rect', { width, height });
    },
    async cover() {
      const page = (await ask('GET', `${base}/window`)) as string;
      const { handle } = (await post('/window/new', { type: 'tab' })) as { handle: string };
      await post('/window', { handle });
      return async () => {
        await ask('DELETE', `${base}/window`);
        await post('/window', { handle: page });
      };
    },
    async open(url) {
      await post('/url', { url });
      await webkit.run(watchErrors);
    },
    async signIn(cookies) {
      for (const pair of cookies.split('; ')) {
        const equals = pair.indexOf('=');
        const cookie = { name: pair.slice(0, equals), value: pair.slice(equals + 1), path: '/', httpOnly: true };
        await post('/cookie', { cookie });
      }
    },
    reload: async () => void (await execute('setTimeout(() => location.reload(), 0)')),
    async run(work, ...given) {
      const script = `return (${work.toString()})(...arguments)`;
      // A page that is just replacing another one may lose it. All of this may be done twice.
      const answer = execute(script, given).catch((error: unknown) => {
        if (!String(error).includes('"timeout"')) throw error;
        return execute(script, given);
      });
      return (await answer) as ReturnType<typeof work>;
    },
    async until(what, work, ...given) {
      const ends = Date.now() + patience(LIMIT_MS);
      for (;;) {
        // The page may be about to be replaced by another one.
        const value = await webkit.run(work, ...given).catch((error: unknown) => {
          if (Date.now() > ends) throw error;
          return null;
        });
        if (value) return value;
        if (Date.now() > ends) throw new Error(`WebKit does not show ${what}.`);
        await pause(100);
      }
    },
    picture: async () => Buffer.from((await ask('GET', `${base}/screenshot`)) as string, 'base64'),
    errors: () =>
      webkit.run(() => (window as unknown as Watched).errors?.splice(0) ?? ['The errors of this page are not known.']),
    async close() {
      await ask('DELETE', base).catch(() => {});
      await driver.kill();
      await screen.kill();
    },
  };
  return webkit;
}
