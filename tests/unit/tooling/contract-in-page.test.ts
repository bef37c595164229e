// The page imports the contract without the library of its schemas (vite.config.ts), so loading the contract must not
// need it, otherwise the page stays blank.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/contract/index.ts';
import viteConfig from '../../../vite.config.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A module as in the page, without the packages that it imports. */
async function asInThePage(path: string): Promise<Record<string, unknown>> {
  const { resolve = {} } = await viteConfig({ command: 'serve', mode: 'development' });
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    resolve,
    build: { ssr: path, write: false, minify: false },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('It must be one bundle.');
  const [{ code }] = built.output;
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    const file = join(folder, 'contract.mjs');
    await writeFile(file, code);
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`${String(error)} Where: ${filesOf(error, code)}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The files of the contract in an error's stack: in the bundle each begins with its path. */
function filesOf(error: unknown, code: string): string {
  const lines = code.split('\n');
  const trace = error instanceof Error ? (error.stack ?? '') : '';
  const paths = Array.from(trace.matchAll(/contract\.mjs:(\d+)/g), ([, line]) =>
    lines.slice(0, Number(line)).findLast((text) => /^\/\/ \S+\.ts$/.test(text)),
  );
  return [...new Set(paths)].flatMap((path) => path?.slice('// '.length) ?? []).join(', ');
}

test('the page can load every file of the contract', async () => {
  const inPage = await asInThePage('src/contract/index.ts');
  const operations = inPage['OPERATIONS'] as typeof OPERATIONS;
  expect(operations.map(({ id, method, path }) => ({ id, method, path }))).toEqual(
    OPERATIONS.map(({ id, method, path }) => ({ id, method, path })),
  );
});
