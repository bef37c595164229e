// A plugin of the web app's build (vite.config.ts): builds the service worker into a separate file, and tells it which
// files are the shell. The file is at the root, so that it may answer for the page, and its name never changes, so that
// browsers find new versions.
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { BUILD_TARGETS } from './browsers/oldest.ts';
import { QUIET } from './quiet-build.ts';

const root = dirname(import.meta.dirname);
const NAME = 'service-worker.js';

/** The files of the page's entry and of these sources, with everything they import. */
function shellOf(bundle: Rolldown.OutputBundle, sources: readonly string[]): { entry: string; files: string[] } {
  const chunks = new Map<string, Rolldown.OutputChunk>();
  for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file);
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('The web app has no entry.');
  const found = new Set([entry]);
  for (const source of sources) {
    const holders = [...chunks.values()].filter(({ moduleIds }) => moduleIds.includes(`${root}/${source}`));
    if (holders.length === 0) throw new Error(`${source} is in no file of the web app.`);
    for (const chunk of holders) found.add(chunk);
  }
  // Iterating over a set includes what is added meanwhile.
  for (const { imports } of found)
    for (const name of imports) {
      const chunk = chunks.get(name);
      if (chunk !== undefined) found.add(chunk);
    }
  const files = [...found].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
  return { entry: `/${entry.fileName}`, files: [...new Set(files)].map((name) => `/${name}`) };
}

/** One file without imports, because older browsers do not support modules in service workers. */
export async function buildWorker(shell: unknown): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { SHELL: JSON.stringify(shell) },
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: QUIET,
      target: BUILD_TARGETS,
      lib: { entry: `${root}/src/web/service-worker/service-worker.ts`, formats: ['iife'], name: 'serviceWorker' },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const code = first !== undefined && 'output' in first ? first.output[0].code : undefined;
  if (code === undefined) throw new Error('The service worker must be one file.');
  return code;
}

/** `sources`: what the shell contains besides the page's entry. */
export function serviceWorker(sources: readonly string[]): Plugin {
  return {
    name: 'service-worker',
    // Runs after the page is built.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The web app has no page.');
      const version = createHash('sha256').update(page.source).digest('hex').slice(0, 16);
      const shell = { version, ...shellOf(bundle, sources) };
      this.emitFile({ type: 'asset', fileName: NAME, source: await buildWorker(shell) });
    },
  };
}
