// The entry of the server. What Node makes of the sources, types taken out and compiled, is kept in the project's own
// folder, so that the next start is quicker; where nothing can be written there, nothing is kept.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../.cache/compile', import.meta.url)));
await import('./process.ts');
// Now, and not at the end: a server may be killed.
flushCompileCache();
