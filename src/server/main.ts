// The server's entry point. Node's compile cache for the sources is stored in the project's own folder to speed up the
// next start; if the folder is not writable, there is no cache.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Everything else is imported below, because an older Node would fail while reading it.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Jurmana cannot start: it needs Node 24.2 or newer, and this is ${process.version}. Start it with npm start or the jurmana command, which fetch one.\n`,
  );
  process.exit(1);
}
module.enableCompileCache(fileURLToPath(new URL('../../.cache/compile', import.meta.url)));
await import('./process.ts');
// Now rather than at exit, because a server may be killed.
module.flushCompileCache();
