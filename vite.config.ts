// Vite settings: builds src/web into dist/web, and serves it with reload during development.
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { BUILD_TARGETS } from './scripts/browsers/oldest.ts';
import { QUIET } from './scripts/quiet-build.ts';
import { contractInPage } from './scripts/contract-in-page.ts';
import { serviceWorker } from './scripts/service-worker-build.ts';
import { FIRST_READS } from './src/web/app/first-reads.ts';

/** Where `npm run dev` keeps the server; the page itself is on port 3000, like the built app. */
const devServer = process.env['DEV_SERVER_URL'] ?? 'http://127.0.0.1:3001';

/** The Host header stays as the browser sent it, so that the server's origin check sees one origin. */
const toServer = { target: devServer, changeOrigin: false };

/** What a visitor needs beside the page's own file: to sign in, or to see the screen of the address. */
const FIRST_FILES = {
  login: ['features/login/EntryScreen.tsx'],
  '/dashboard': ['features/dashboard/DashboardScreen.tsx', 'messages/en/dashboard.ts'],
  '/fineUserOverView': ['features/overview/OverviewScreen.tsx', 'messages/en/payments.ts'],
  '/fines': ['features/fines/FinesScreen.tsx', 'messages/en/fines.ts'],
  '/user': ['features/users/UsersScreen.tsx', 'messages/en/users.ts'],
} as const;

/**
 * Lets the page be seen before its code is there: src/web/before-paint.js stands in the page itself, with the names of the files
 * to fetch at once. The style sheet is one of them: as a tag of the page it would hold up the first paint.
 */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry)?.fileName;
        const filesOf = (path: string): string[] => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(`${import.meta.dirname}/src/web/${path}`));
          if (chunk === undefined) return [];
          const found = new Set([chunk]);
          // A set is iterated with what is added meanwhile.
          for (const { imports } of found)
            for (const other of chunks)
              if (imports.includes(other.fileName) && other.fileName !== entry) found.add(other);
          return [...found].flatMap((file) => [file.fileName, ...(file.viteMetadata?.importedCss ?? [])]);
        };
        const files = Object.fromEntries(
          Object.entries(FIRST_FILES).map(([who, paths]) => [who, [...new Set(paths.flatMap(filesOf))]]),
        );
        const script = readFileSync(`${import.meta.dirname}/src/web/before-paint.js`, 'utf8').replaceAll(
          /^\s*\/\/.*\n/gm,
          '',
        );
        const tag = /<link rel="stylesheet"[^>]*href="([^"]*)">/.exec(html);
        return {
          html: html.replace(tag?.[0] ?? '', ''),
          tags: [
            {
              tag: 'script',
              attrs: { nonce: '__CSP_NONCE__' },
              children: script
                .replace('FIRST_FILES', JSON.stringify({ ...files, sheet: tag?.[1] }))
                .replace('FIRST_READS', JSON.stringify(FIRST_READS)),
              injectTo: 'head-prepend' as const,
            },
          ],
        };
      },
    },
  };
}

/** Files that import each other run in an order that depends on which one arrives first, and find what they need undefined. */
function refuseCircularImports(): Plugin {
  return {
    name: 'refuse-circular-imports',
    generateBundle(_options, bundle) {
      const done = new Set<string>();
      const visit = (name: string, path: readonly string[]): void => {
        if (path.includes(name)) this.error(`Built files import each other: ${[...path, name].join(' -> ')}`);
        const file = bundle[name];
        if (done.has(name) || file?.type !== 'chunk') return;
        for (const imported of file.imports) visit(imported, [...path, name]);
        done.add(name);
      };
      for (const name of Object.keys(bundle)) visit(name, []);
    },
  };
}

/** See src/web/ui/dialogs/scroll-area-left-out.ts. */
function leaveOutScrollArea(): Plugin {
  return {
    name: 'leave-out-scroll-area',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('/ScrollArea/ScrollArea.mjs') || !/(Modal|Drawer)Root\.mjs$/.test(importer ?? ''))
        return null;
      return `${import.meta.dirname}/src/web/ui/dialogs/scroll-area-left-out.ts`;
    },
  };
}

const config: UserConfig = {
  root: 'src/web',
  plugins: [react(), contractInPage(), firstPaint(), leaveOutScrollArea(), refuseCircularImports()],
  worker: { plugins: () => [contractInPage()], rolldownOptions: QUIET },
  css: { postcss: import.meta.dirname },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: BUILD_TARGETS,
    // The content security policy allows no data: addresses and no inline scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: QUIET,
  },
  server: {
    port: 3000,
    strictPort: true,
    // Not the sources below src/web/api, whose addresses begin alike.
    proxy: { '^/api/(?![\\w/-]+[.]tsx?(\\?|$))': toServer, '/healthz': toServer },
  },
};

const PAGE = 'src/web/index.html';
const LOGIN = 'src/web/features/login/EntryScreen.tsx';
const FRAME = ['src/web/app/Routes.tsx', 'src/web/shell/Frame.tsx'];

/** What people start with once they have signed in. */
const START_SCREENS = ['/dashboard', '/fineUserOverView'] as const;
/** Fetched once the first screen has been drawn. */
const TOASTS = 'src/web/shell/Toasts.tsx';
/** What a member's overview has besides, of other features. */
const OWN = ['src/web/features/requests/own/OwnRequests.tsx', 'src/web/features/payments/own/OwnPayments.tsx'];
/** Fetched once the screen on show is there: what is most of the code of fields with a list. */
const SELECT = 'src/web/ui/people/UserSelect.tsx';

/** Finds, by building without writing, the modules that are loaded with some files. */
async function createModuleFinder(): Promise<(...paths: readonly string[]) => Set<string>> {
  const silent = { configFile: false as const, logLevel: 'silent' as const };
  const built = await build({ ...config, ...silent, build: { ...config.build, write: false, minify: false } });
  if (Array.isArray(built) || !('output' in built)) throw new Error('The web app must be one bundle.');
  const chunks = new Map<string, Rolldown.OutputChunk>();
  for (const file of built.output) if (file.type === 'chunk') chunks.set(file.fileName, file);
  const holding = (path: string): Rolldown.OutputChunk => {
    const chunk = [...chunks.values()].find((one) => one.moduleIds.includes(`${import.meta.dirname}/${path}`));
    if (chunk === undefined) throw new Error(`${path} is not built.`);
    return chunk;
  };
  return (...paths) => {
    const found = new Set(paths.map(holding));
    // A set is iterated with what is added meanwhile.
    for (const chunk of found) for (const name of chunk.imports) found.add(chunks.get(name) ?? chunk);
    return new Set([...found].flatMap(({ moduleIds }) => moduleIds));
  };
}

const isOfFeature = (id: string): boolean => id.includes('/src/web/features/');

/**
 * Few files: each request costs a phone more than some kilobytes. What the page loads before anybody has signed in is one
 * of them; what of that only the login screen needs, or a form beyond the first screens, is another; the frame, with
 * whatever the screens and a member's parts share that people start with, is a third. What /fines shares with others as
 * well is a fourth, fields with a list and what opens beside a button a fifth (fetched ahead for those who read every
 * screen), and what only others share a sixth. Splitting that by which screens share it costs requests, and merging the
 * parts again makes files that import each other.
 */
async function inFewFiles(): Promise<UserConfig> {
  const modulesOf = await createModuleFinder();
  const screen = (path: keyof typeof FIRST_FILES): string => `src/web/${FIRST_FILES[path][0]}`;
  const frame = modulesOf(...FRAME);
  const toasts = modulesOf(TOASTS);
  const own = modulesOf(...OWN);
  const shared = new Set([...modulesOf(...START_SCREENS.map(screen)), ...own]);
  const fining = modulesOf(screen('/fines'));
  const select = modulesOf(SELECT);
  const login = modulesOf(LOGIN);
  const signedIn = [frame, shared, toasts, fining, select];
  const start = new Set([...modulesOf(PAGE), ...[...login].filter((id) => signedIn.some((of) => of.has(id)))]);
  const codeSplitting: Rolldown.OutputOptions['codeSplitting'] = {
    groups: [
      // As a whole: Mantine's styles must come before those that change them.
      { name: 'start', test: (id) => start.has(id), priority: 2 },
      { name: 'login', test: (id) => login.has(id), priority: 1.5 },
      // A feature's own parts stay with it.
      { name: 'signed-in', test: (id) => frame.has(id) || (shared.has(id) && !isOfFeature(id)), priority: 1 },
      { name: 'toasts', test: (id) => toasts.has(id), priority: 0.6 },
      { name: 'own', test: (id) => own.has(id), priority: 0.5 },
      { name: 'lists', test: (id) => fining.has(id) && !isOfFeature(id), minShareCount: 2, priority: 0.4 },
      { name: 'controls', test: (id) => select.has(id), priority: 0.3 },
      { name: 'later', test: (id) => !isOfFeature(id), minShareCount: 2 },
    ],
  };
  return {
    ...config,
    plugins: [...(config.plugins ?? []), serviceWorker([LOGIN, ...FRAME, TOASTS])],
    build: { ...config.build, rolldownOptions: { ...QUIET, output: { codeSplitting } } },
  };
}

export default defineConfig(({ command }) => (command === 'build' ? inFewFiles() : config));
