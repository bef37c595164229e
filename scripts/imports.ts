// The layering rules of src: core <- contract <- server, core <- contract <- web, and no import cycles.
//
// Beside them: folders that are too full, and what is done outside the only files that do it: comparing levels of access,
// turning rupees into paisa.
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

/**
 * The floors of server and web, the highest first. An import stays in its folder or goes down; what lies directly in
 * src/server or src/web is below them all.
 */
const FLOORS: Record<string, readonly string[]> = {
  server: [
    'app',
    'tools',
    'areas',
    'balances',
    'http',
    'mail',
    'live',
    'auth',
    'shared',
    'ledger',
    'config',
    'db',
    'base',
  ],
  web: [
    'app',
    'features',
    'shell',
    'push',
    'offline',
    'service-worker',
    'ui',
    'routing',
    'api',
    'messages',
    'style',
    'fonts',
  ],
};

/** Which areas of the server an area may import. An area that is not listed may import no other. */
const areaArrows: Record<string, readonly string[]> = {
  finder: ['users'],
  fines: ['payments', 'waivers'],
  overview: ['cash', 'fines', 'reminders', 'requests'],
  own: ['fines', 'payments', 'refunds', 'statements'],
  payments: ['refunds'],
  reminders: ['fines'],
  requests: ['payments', 'waivers'],
  settings: ['fines'],
  statements: ['payments', 'refunds'],
};

/** `floor` is '' for files directly in their layer; `room` is the area or feature on it, '' elsewhere. */
type Place = { layer: string; floor: string; room: string };

/** Floors with rooms that see each other only where a list says so. */
const WITH_ROOMS = new Set(['areas', 'features']);

/** Where a file in src/ is; undefined for a file outside. */
function placeOf(path: string): Place | undefined {
  const [top, layer, ...rest] = path.split('/');
  if (top !== 'src' || layer === undefined) return undefined;
  const [floor = '', room = ''] = rest.slice(0, -1);
  return { layer, floor, room: WITH_ROOMS.has(floor) ? room : '' };
}

const mayImport: Record<string, string[]> = {
  core: ['core'],
  contract: ['core', 'contract'],
  server: ['core', 'contract', 'server'],
  web: ['core', 'contract', 'web'],
};

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
  return source.layer === target.layer ? judgeFloors(source, target) : undefined;
}

function judgeFloors(source: Place, target: Place): string | undefined {
  const floors = FLOORS[source.layer];
  if (floors === undefined) return undefined;
  const from = floors.indexOf(source.floor);
  const to = floors.indexOf(target.floor);
  for (const { layer, floor } of [source, target]) {
    if (floor !== '' && !floors.includes(floor))
      return `src/${layer}/${floor} has no floor yet; add it to scripts/imports.ts`;
  }
  if (target.floor === '') return undefined;
  if (from === -1 || to < from)
    return `${target.floor} is above ${source.floor || `src/${source.layer}`}: imports go down`;
  if (source.room === target.room) return undefined;
  if (to > from || source.room === '') return undefined;
  if (source.floor === 'features') return `the feature ${source.room} must not import ${target.room}`;
  if (areaArrows[source.room]?.includes(target.room) === true) return undefined;
  return `the area ${source.room} must not know ${target.room}: share through balances or shared, or add an arrow to scripts/imports.ts`;
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
  const files = paths.toSorted().map((path) => [path, readFileSync(posix.join(root, path), 'utf8')] as const);
  const imports = files.flatMap(([path, text]) => readImports(path, text));
  const wrongWay = imports.flatMap((found) => {
    const reason = judge(found);
    return reason === undefined
      ? []
      : [`${found.from}:${found.line} imports ${found.specifier ?? '(computed)'}: ${reason}`];
  });
  const cycles = findCycles(imports);
  const misplaced = files.flatMap(([path, text]) => misplacedIn(path, text));
  const full = fullFolders(globSync('src/**/*.*', { cwd: root }).map((path) => path.replaceAll('\\', '/')));
  return { files: paths.length, violations: [...wrongWay, ...cycles.map(describeCycle), ...misplaced, ...full] };
}

/** Where the levels of access are compared, each comparison under a name. */
const LEVELS = 'src/core/people/permission.ts';
const COMPARED = new RegExp(
  [`\\baccess\\)?\\s*[!=]==\\s*['"]`, `['"]\\s*[!=]==\\s*[\\w.?]*\\baccess\\b`, `\\bisAllowed\\(\\s*['"]`].join('|'),
  'g',
);

/** What only a few files do. */
const ONLY_IN = [
  { done: COMPARED, files: [LEVELS], wrong: `compares a level of access: name it in ${LEVELS}` },
  {
    done: /\b(?:rupeesFromPaisa|paisaFromRupees)\b/g,
    // The codec and the schemas of the wire, and files that people read and write.
    files: ['core/money/money.ts', 'contract/shapes.ts', 'core/files/csv.ts', 'server/tools/import/values.ts'],
    wrong: 'converts an amount: all that is inside of the codec (amountCodec) is in paisa',
  },
];

/** One line for each place where a file does what only others do. */
export const misplacedIn = (path: string, text: string): string[] =>
  ONLY_IN.filter(({ files }) => !files.some((file) => path.endsWith(file))).flatMap(({ done, wrong }) =>
    [...text.matchAll(done)].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length} ${wrong}`),
  );

/** More files than a reader can take in at once belong in subfolders. */
const MAX_FILES = 15;
/** A folder has a file for each area in each language. */
const MAY_BE_LARGER = /^src\/web\/messages\/\w+$/;

/** The folders that hold more of these files than a folder should. */
export function fullFolders(paths: readonly string[]): string[] {
  const folders = Map.groupBy(paths, (path) => posix.dirname(path));
  return [...folders].flatMap(([folder, { length }]) =>
    length > MAX_FILES && !MAY_BE_LARGER.test(folder) ? `${folder} holds ${length} files, more than ${MAX_FILES}` : [],
  );
}

const describeCycle = (cycle: readonly string[]): string => `import cycle: ${[...cycle, cycle[0]].join(' -> ')}`;
