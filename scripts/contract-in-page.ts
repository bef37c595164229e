// A plugin of the web app (vite.config.ts): replaces the files of the contract by what the page needs of them. The page
// calls operations and leaves checking to the server, so it does without schemas, the library behind them, and the
// sentences of the API's description.
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Operation } from '../src/contract/operation.ts';

const CONTRACT = `${dirname(import.meta.dirname)}/src/contract/`;

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'needs' in value && 'path' in value;

/** Text, numbers, and lists and objects of them. A schema is an object of another kind. */
function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined && typeof value !== 'function';
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every(isData);
}

/** An export as it is in the page; undefined if the page does not have it, so that importing it fails the build. */
function inPage(value: unknown): unknown {
  if (isData(value)) return value;
  if (!isOperation(value)) return undefined;
  const { id, method, path, needs, writes } = value;
  return { id, method, path, needs, writes };
}

/** The code of a file of the contract in the page. */
export async function codeInPage(file: string): Promise<string> {
  // Node keeps what it has imported, so a changed file needs another address.
  const address = `${pathToFileURL(file).href}?v=${Math.round(statSync(file).mtimeMs)}`;
  const exported = (await import(/* @vite-ignore */ address)) as object;
  return Object.entries(exported)
    .map(([name, value]) => [name, inPage(value)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join('');
}

export const contractInPage = (): Plugin => ({
  name: 'contract-in-page',
  load: (id) => (id.startsWith(CONTRACT) ? codeInPage(id) : null),
});
