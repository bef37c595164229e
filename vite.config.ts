// Vite settings: builds src/web into dist/web, and serves it with reload during development.
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

/** Where `npm run dev` keeps the server; the page itself is on port 3000, like the built app. */
const devServer = process.env['DEV_SERVER_URL'] ?? 'http://127.0.0.1:3001';

/**
 * Puts src/web/appearance.js at the head of the page: a classic script, which the first paint waits for, as it would not
 * for a module. Its name carries its content's hash, like those of all other files.
 */
function firstScript(): Plugin {
  const name = 'appearance.js';
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

export default defineConfig({
  root: 'src/web',
  plugins: [react(), firstScript()],
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
    // The Host header stays as the browser sent it, so that the server's origin check sees one origin.
    proxy: { '/api': devServer, '/healthz': devServer },
  },
});
