// Serves the built web app: the page with a fresh nonce, its files as immutable (their names contain a content hash).
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { newNonce, pagePolicy, WORKER_POLICY } from './security.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** Serves `/` and the files below webRoot. Without a built app, `/` says so. */
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
        const forGood = path.startsWith(join(webRoot, 'assets'));
        if (basename(path).startsWith('live-worker')) reply.header('content-security-policy', WORKER_POLICY);
        reply.header('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
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
