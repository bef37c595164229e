// The layering rules of src: core <- contract <- server, core <- contract <- web, and no import cycles.
//
// Every form of import counts: static, re-exported, dynamic, type-only, import('...') types and require().
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

import { parseSync, Visitor, type Expression } from 'oxc-parser';

export type Import = {
  /** Path of the importing file from the project's root, with forward slashes. */
  from: string;
  line: number;
  /** undefined if it is computed at run time */
  specifier: string | undefined;
};

/** Packages the contract may use; the core may use none. */
const contractPackages = ['zod'];

/** Folders of the server that areas may import. Every other folder but the tools is an area. */
const sharedServerFolders = ['auth', 'balances', 'db', 'http', 'ledger', 'live', 'mail', 'shared'];

/** Which areas of the server an area may import. An area that is not listed may import no other. */
const areaArrows: Record<string, readonly string[]> = {
  finder: ['users'],
  fines: ['payments', 'waivers'],
  own: ['fines', 'payments', 'refunds', 'statements'],
  payments: ['refunds'],
  requests: ['payments', 'waivers'],
  statements: ['payments', 'refunds'],
};

/** `folder` is '' for files directly in their layer. */
type Place = { layer: string; folder: string };

/** The layer and folder of a file in src/; undefined for a file outside. */
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

const isShared = (folder: string): boolean => sharedServerFolders.includes(folder);
const isArea = (folder: string): boolean => folder !== '' && folder !== 'tools' && !isShared(folder);
const isFeature = (folder: string): boolean => folder.startsWith('features/');

/** The path of the imported file; undefined for a package. */
function targetOf({ from, specifier }: Import): string | undefined {
  if (specifier === undefined || !specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
}

/** Why this import is not allowed, or undefined if it is. The rules apply only to files in src/. */
export function judge(found: Import): string | undefined {
  const { from, specifier } = found;
  const source = placeOf(from);
  if (source === undefined) return undefined;
  if (specifier === undefined) return 'what a computed import loads cannot be checked';
  const allowed = mayImport[source.layer];
  if (allowed === undefined) return `src/${source.layer} has no rule yet; add one to scripts/imports.ts`;

  const path = targetOf(found);
  if (path === undefined) {
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

  const target = placeOf(path);
  if (target === undefined) return path === 'package.json' ? undefined : 'src imports nothing outside src';
  if (!allowed.includes(target.layer)) return `${source.layer} must not import ${target.layer}`;
  if (source.folder === target.folder) return undefined;
  if (source.layer === 'server' && target.layer === 'server' && isArea(target.folder)) {
    if (isShared(source.folder)) return `${source.folder} must not know the area ${target.folder}`;
    if (isArea(source.folder) && !areaArrows[source.folder]?.includes(target.folder)) {
      return `the area ${source.folder} must not know ${target.folder}: share through balances or shared, or add an arrow to scripts/imports.ts`;
    }
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
 * @throws if the file cannot be parsed
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

/**
 * The shortest import cycle through each file, without duplicates: the files in import order, starting with the
 * alphabetically first.
 */
export function findCycles(imports: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const found of imports) {
    const target = targetOf(found);
    if (target !== undefined) next.set(found.from, (next.get(found.from) ?? new Set()).add(target));
  }
  const cycles = new Map<string, string[]>();
  for (const start of [...next.keys()].toSorted()) {
    const cycle = shortestCycle(start, next);
    if (cycle === undefined) continue;
    const first = cycle.indexOf(cycle.toSorted()[0] ?? start);
    const rotated = [...cycle.slice(first), ...cycle.slice(0, first)];
    cycles.set(rotated.join(' '), rotated);
  }
  return [...cycles.values()];
}

/** Breadth-first search, so the first path back to the start is the shortest. */
function shortestCycle(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const seen = new Set<string>();
  const paths = [[start]];
  for (const path of paths) {
    for (const target of next.get(path.at(-1) ?? start) ?? []) {
      if (target === start) return path;
      if (seen.has(target)) continue;
      seen.add(target);
      paths.push([...path, target]);
    }
  }
  return undefined;
}

/** Checks every source file and folder in root/src; returns the number of files and one line per violation. */
export function checkImports(root: string): { files: number; violations: string[] } {
  const paths = globSync('src/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const imports = paths.toSorted().flatMap((path) => readImports(path, readFileSync(posix.join(root, path), 'utf8')));
  const wrongWay = imports.flatMap((found) => {
    const reason = judge(found);
    return reason === undefined
      ? []
      : [`${found.from}:${found.line} imports ${found.specifier ?? '(computed)'}: ${reason}`];
  });
  const cycles = findCycles(imports);
  const full = fullFolders(globSync('src/**/*.*', { cwd: root }).map((path) => path.replaceAll('\\', '/')));
  return { files: paths.length, violations: [...wrongWay, ...cycles.map(describeCycle), ...full] };
}

/** More files than a reader can take in at once belong in subfolders. */
const MAX_FILES = 15;
/** These folders have a file for each past migration, or for each area in each language. */
const MAY_BE_LARGER = /^src\/(?:server\/db\/migrations|web\/messages\/\w+)$/;

/** The folders that hold more of these files than a folder should. */
export function fullFolders(paths: readonly string[]): string[] {
  const folders = Map.groupBy(paths, (path) => posix.dirname(path));
  return [...folders].flatMap(([folder, { length }]) =>
    length > MAX_FILES && !MAY_BE_LARGER.test(folder) ? `${folder} holds ${length} files, more than ${MAX_FILES}` : [],
  );
}

const describeCycle = (cycle: readonly string[]): string => `import cycle: ${[...cycle, cycle[0]].join(' -> ')}`;
