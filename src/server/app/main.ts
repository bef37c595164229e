// The server's entry point. Node's compile cache for the sources is stored in the project's own folder to speed up the
// next start; if the folder is not writable, there is no cache.
import module from 'node:module';
import { dirname, join } from 'node:path';

// Everything else is imported below, because an older Node would fail while reading it.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Jurmana cannot start. It needs Node 24.2 or newer, and this is ${process.version}. Start it with npm start or the jurmana command, which fetch one.\n`,
  );
  // As in process.ts: a restart does not help.
  process.exit(78);
}
// The build's entry does not stand as deep as the source's.
const project = dirname(module.findPackageJSON('..', import.meta.url) ?? '');
module.enableCompileCache(join(project, '.cache/compile'));
// First, so that a signal ends the start in order too.
const { endSignal } = await import('../base/ending.ts');
const ending = endSignal();
const { start } = await import('./process.ts');
await start(ending);
// Now rather than at exit, because a server may be killed.
module.flushCompileCache();
