// The server's entry point. Node's compile cache for the sources is stored in the project's own folder to speed up the
// next start; if that is not writable, there is no cache.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../.cache/compile', import.meta.url)));
await import('./process.ts');
// Now rather than at exit: a server may be killed.
flushCompileCache();
