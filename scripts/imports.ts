// Which part of the source may import which. Arrows point one way: core <- contract <- server, core <- contract <- web.
//
// Every import form counts: static, re-exported, dynamic, type-only, import('...') types and require().
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

import { parseSync, Visitor, type Expression } from 'oxc-parser';

export type Import = {
  /** Path of the importing file from the project's root, with forward slashes. */
  from: string;
  line: number;
  /** What the import names; undefined when it is computed and cannot be known before it runs. */
  specifier: string | undefined;
};

/** Packages the contract may use; the core may use none. */
const contractPackages = ['zod'];

/**
 * Folders of the server that are not areas: what areas share, and programs of their own. Any other folder is an area,
 * so that a new one is guarded from its first file.
 */
const sharedServerFolders = ['auth', 'db', 'live', 'shared', 'tools'];

/** The folder is '' for files that lie directly in their layer. */
type Place = { layer: string; folder: string };

/** Where a file below src/ belongs; undefined for a file outside. */
function placeOf(path: string): Place | undefined {
  const [top, layer, second, third] = path.split('/');
  if (top !== 'src' || layer === undefined) return undefined;
  if (layer === 'server' && posix.dirname(path) !== 'src/server') return { layer, folder: second ?? '' };
  if (layer === 'web' && second === 'features') return { layer, folder: `features/${third ?? ''}` };
  if (layer === 'web' && posix.dirname(path) !== 'src/web') return { layer, folder: second ?? '' };
  return { layer, folder: '' };
}

const mayImport: Record<string, string[]> = {
  core: ['core'],
  contract: ['core', 'contract'],
  server: ['core', 'contract', 'server'],
  web: ['core', 'contract', 'web'],
};

const isArea = (folder: string): boolean => folder !== '' && !sharedServerFolders.includes(folder);
const isFeature = (folder: string): boolean => folder.startsWith('features/');

/** Why this import is not allowed, or undefined when it is. Only files below src/ are bound by the rules. */
export function judge({ from, specifier }: Import): string | undefined {
  const source = placeOf(from);
  if (source === undefined) return undefined;
  if (specifier === undefined) return 'what a computed import loads cannot be checked';
  const allowed = mayImport[source.layer];
  if (allowed === undefined) return `src/${source.layer} has no rule yet; add one to scripts/imports.ts`;

  if (!specifier.startsWith('.')) {
    if (specifier.startsWith('/') || specifier.startsWith('#')) return 'imports are relative, or name a package';
    if (source.layer === 'core') return 'the core imports only itself, no packages';
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    if (source.layer === 'contract' && !contractPackages.includes(name)) return 'the contract uses no package but zod';
    if (source.layer === 'web' && specifier.startsWith('node:')) return 'the browser has no modules of Node';
    return undefined;
  }

  const path = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
  const target = placeOf(path);
  if (target === undefined) return path === 'package.json' ? undefined : 'src imports nothing outside src';
  if (!allowed.includes(target.layer)) return `${source.layer} must not import ${target.layer}`;
  if (source.folder === target.folder) return undefined;
  if (source.layer === 'server' && target.layer === 'server' && isArea(source.folder) && isArea(target.folder)) {
    return `the areas ${source.folder} and ${target.folder} must not know each other; share through src/server/shared`;
  }
  if (source.layer === 'web' && isFeature(target.folder)) {
    if (isFeature(source.folder)) return `${source.folder} must not import ${target.folder}`;
    if (source.folder === 'ui' || source.folder === 'api') return `${source.folder} must not know a feature`;
  }
  return undefined;
}

function constantOf(source: Expression): string | undefined {
  if (source.type === 'Literal' && typeof source.value === 'string') return source.value;
  if (source.type === 'TemplateLiteral' && source.expressions.length === 0) return source.quasis[0]?.value.cooked ?? '';
  return undefined;
}

/**
 * Every import of one file.
 * @throws when the file cannot be parsed: what cannot be read must not pass.
 */
export function readImports(path: string, text: string): Import[] {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} cannot be parsed: ${error.message}`);
  const found: Import[] = [];
  const add = (start: number, specifier: string | undefined): void => {
    found.push({ from: path, line: text.slice(0, start).split('\n').length, specifier });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.start, node.source.value),
    ExportAllDeclaration: (node) => add(node.start, node.source.value),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) add(node.start, node.source.value);
    },
    ImportExpression: (node) => add(node.start, constantOf(node.source)),
    TSImportType: (node) => add(node.start, node.source.value),
    TSExternalModuleReference: (node) => add(node.start, node.expression.value),
    CallExpression: (node) => {
      const [argument] = node.arguments;
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'require' || argument === undefined) return;
      add(node.start, argument.type === 'SpreadElement' ? undefined : constantOf(argument));
    },
  }).visit(program);
  return found;
}

/** Reads every source file below root/src; answers how many there are, and one line for each violation. */
export function checkImports(root: string): { files: number; violations: string[] } {
  const paths = globSync('src/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const violations = paths.toSorted().flatMap((path) =>
    readImports(path, readFileSync(posix.join(root, path), 'utf8')).flatMap((found) => {
      const reason = judge(found);
      return reason === undefined
        ? []
        : [`${path}:${found.line} imports ${found.specifier ?? '(computed)'}: ${reason}`];
    }),
  );
  return { files: paths.length, violations };
}
