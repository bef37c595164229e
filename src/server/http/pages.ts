// Serves the built web app: the page with a fresh nonce, and its assets as immutable, because their names contain a
// content hash.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { newNonce, pagePolicy, WORKER_POLICY } from './security.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** Files with fixed names lead browsers to the next version of the app, so they must not be cached for long. */
function cacheControlOf(name: string, isAsset: boolean): string {
  if (isAsset) return 'public, max-age=31536000, immutable';
  return /^(?:service-worker\.js|manifest\.webmanifest)/.test(name) ? 'no-cache' : 'public, max-age=3600';
}

/** Serves `/` and the files in webRoot. If the app has not been built, `/` says so. */
export async function registerPages(app: FastifyInstance, webRoot: string): Promise<void> {
  const indexFile = join(webRoot, 'index.html');
  const page = existsSync(indexFile) ? readFileSync(indexFile, 'utf8') : null;
  if (existsSync(webRoot)) {
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      // One route for each file that exists at startup. A wildcard would list the folder for every request, which costs
      // more than sending the file.
      wildcard: false,
      globIgnore: ['**/*.{br,gz}', 'index.html'],
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const name = basename(path);
        if (/^(?:live|service)-worker/.test(name)) reply.header('content-security-policy', WORKER_POLICY);
        reply.header('cache-control', cacheControlOf(name, path.startsWith(join(webRoot, 'assets'))));
      },
    });
  }
  for (const url of ['/', '/index.html']) {
    app.get(url, async (_request, reply) => {
      if (page === null) return reply.code(503).type('text/plain').send('The web app is not built. Run: npm start');
      const nonce = newNonce();
      return reply
        .header('content-security-policy', pagePolicy(nonce))
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
    });
  }
}
