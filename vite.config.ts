// Vite settings: builds src/web into dist/web, and serves it with reload during development.
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown, UserConfig } from 'vite';
import { build, defineConfig } from 'vite';

/** Where `npm run dev` keeps the server; the page itself is on port 3000, like the built app. */
const devServer = process.env['DEV_SERVER_URL'] ?? 'http://127.0.0.1:3001';

/** The Host header stays as the browser sent it, so that the server's origin check sees one origin. */
const toServer = { target: devServer, changeOrigin: false };

/**
 * Puts src/web/before-paint.js at the head of the page: a classic script, which the first paint waits for, as it would not
 * for a module. Its name carries its content's hash, like those of all other files.
 */
function firstScript(): Plugin {
  const name = 'before-paint.js';
  const source = `${import.meta.dirname}/src/web/${name}`;
  let building = false;
  return {
    name: 'first-script',
    configResolved: ({ command }) => {
      building = command === 'build';
    },
    buildStart() {
      if (building) this.emitFile({ type: 'asset', name, source: readFileSync(source, 'utf8') });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const built = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(name));
        const src = `/${built?.fileName ?? name}`;
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
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

const config: UserConfig = {
  root: 'src/web',
  plugins: [react(), firstScript(), refuseCircularImports()],
  // The page checks nothing against the contract's schemas, so it does without the library that makes them.
  resolve: { alias: { zod: `${import.meta.dirname}/src/web/api/schemas-left-out.ts` } },
  css: { postcss: import.meta.dirname },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The content security policy allows no data: addresses and no inline scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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

/**
 * The modules that the page and the login screen load, without those that only the login screen has: these stay in its own
 * file. Found by building without writing.
 */
async function modulesToSignIn(): Promise<Set<string>> {
  const silent = { configFile: false as const, logLevel: 'silent' as const };
  const built = await build({ ...config, ...silent, build: { ...config.build, write: false, minify: false } });
  if (Array.isArray(built) || !('output' in built)) throw new Error('The web app must be one bundle.');
  const chunks = new Map<string, Rolldown.OutputChunk>();
  for (const file of built.output) if (file.type === 'chunk') chunks.set(file.fileName, file);
  const madeOf = (path: string): Rolldown.OutputChunk => {
    const chunk = [...chunks.values()].find((one) => one.facadeModuleId === `${import.meta.dirname}/${path}`);
    if (chunk === undefined) throw new Error(`${path} is not built on its own.`);
    return chunk;
  };
  const login = madeOf(LOGIN);
  const waiting = [madeOf(PAGE), login];
  const found = new Set<Rolldown.OutputChunk>();
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    waiting.push(...chunk.imports.flatMap((name) => chunks.get(name) ?? []));
  }
  found.delete(login);
  return new Set([...found].flatMap(({ moduleIds }) => moduleIds));
}

/**
 * Few files: each request costs a phone more than some kilobytes. What the page loads before anybody has signed in is one
 * of them, beside the login screen's own; whatever two or more screens share is another. Splitting that by which screens
 * share it costs requests, and merging the parts again makes files that import each other.
 */
async function inFewFiles(): Promise<UserConfig> {
  const toSignIn = await modulesToSignIn();
  const codeSplitting: Rolldown.OutputOptions['codeSplitting'] = {
    groups: [
      // As a whole: Mantine's styles must come before those that change them.
      { name: 'start', test: (id) => toSignIn.has(id), priority: 1 },
      { name: 'shared', minShareCount: 2 },
    ],
  };
  return { ...config, build: { ...config.build, rolldownOptions: { output: { codeSplitting } } } };
}

export default defineConfig(({ command }) => (command === 'build' ? inFewFiles() : config));
