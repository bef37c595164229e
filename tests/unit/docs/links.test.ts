// Documents: every link within the project leads to an existing file and heading, every path, file, command and name of the
// code that they mention exists, code refers only to existing documents, and the index lists every decision.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));

const FILES = globSync(['*.ts', '{src,tests,bench,bin,drills,scripts,organisation}/**/*.{ts,tsx,mjs}'], {
  cwd: ROOT,
}).map((file) => file.replaceAll('\\', '/'));

/** The text of a file, named as in the documents. */
function readNamed(name: string): string {
  const file = FILES.find((one) => `/${one}`.endsWith(`/${name}`));
  return file === undefined ? '' : readFileSync(join(ROOT, file), 'utf8');
}

const { scripts: SCRIPTS } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };

/** All words of the code except this file, and what documents mention of other programs. */
const KNOWN = new Set([
  'bundleDependencies',
  'innerHTML',
  ...[...FILES, ...globSync(['package.json', 'tsconfig.*.json'], { cwd: ROOT })]
    .filter((file) => !import.meta.filename.endsWith(file))
    .flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(/\w+/g) ?? []),
]);

/** The names with a capital letter inside, such as those of functions and types, that no code has. */
const unknownNames = (markdown: string): string[] =>
  [...markdown.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    (code.match(/\b[A-Za-z]*[a-z][A-Z][A-Za-z]*\b/g) ?? []).filter((name) => !KNOWN.has(name)),
  );

/** A heading's anchor, as on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Broken links, paths and names of a document. */
function missingFrom(document: string, markdown: string): string[] {
  const links = [...markdown.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([, to = '', anchor]) => {
    const path = to === '' ? join(ROOT, document) : join(ROOT, dirname(document), to);
    if (!existsSync(path)) return [to];
    if (anchor === undefined) return [];
    const there = to === '' ? markdown : readFileSync(path, 'utf8');
    return anchorsOf(there).includes(anchor) ? [] : [`${to}#${anchor}`];
  });
  const paths = [...markdown.matchAll(/`((?:src|tests|docs|bench|drills|scripts|organisation)\/[\w./-]*)`/g)].flatMap(
    ([, path = '']) => (existsSync(join(ROOT, path)) ? [] : [path]),
  );
  const names = [...markdown.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].flatMap(([, name = '']) =>
    !paths.includes(name) && !FILES.some((file) => `/${file}`.endsWith(`/${name}`)) ? [name] : [],
  );
  const commands = [...markdown.matchAll(/npm run ([\w-]+)(?: (?!-)([\w-]+))?/g)].flatMap(
    ([command, script = '', name]) => {
      if (!(script in SCRIPTS)) return [command];
      const folder = { bench: 'bench', drill: 'drills' }[script];
      if (folder === undefined || name === undefined || name === 'NAME') return [];
      return existsSync(join(ROOT, folder, `${name}.ts`)) ? [] : [command];
    },
  );
  return [...links, ...paths, ...names, ...commands, ...unknownNames(markdown)];
}

test.each(DOCUMENTS)('%s refers only to things that exist', (document) => {
  expect(missingFrom(document, readFileSync(join(ROOT, document), 'utf8'))).toEqual([]);
});

test('the documents for operators link to nothing that the archive does not contain', () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] };
  const packed = (path: string): boolean => path === 'README.md' || files.some((one) => path.startsWith(one));
  const links = DOCUMENTS.filter((path) => path.startsWith('docs/') && packed(path)).flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, to = '']) =>
      join(dirname(path), to),
    ),
  );
  expect(links.length).toBeGreaterThan(2);
  expect(links.filter((to) => !packed(to))).toEqual([]);
});

test('every document that code refers to exists', () => {
  const sources = globSync('{src,tests,bench,drills,scripts}/**/*.{ts,tsx,mjs,js,css}', { cwd: ROOT });
  const named = sources.flatMap((file) => {
    const found = readFileSync(join(ROOT, file), 'utf8').matchAll(/\bdocs\/[\w/-]+\.md\b/g);
    return [...found].map(([path]) => ({ file, path }));
  });
  expect(
    named.filter(({ file, path }) => !file.startsWith('tests/unit/docs') && !existsSync(join(ROOT, path))),
  ).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

test('missing links, headings, paths and names are found', () => {
  const markdown = `# Where it is
[here](#where-it-is) [there](product.md) [outside](https://example.pk/x#y) \`src/core\`
[gone](gone.md) [no heading](#elsewhere) [none there](../README.md#elsewhere) \`src/gone.ts\`
\`money.ts\` \`money/money.ts\` \`gone/money.ts\` \`runCommand(tx)\` \`isNowhere(tx)\`
\`npm run bench\` \`npm run drill crash\` \`npm run drill gone -- --short\` \`npm run gone\``;
  expect(missingFrom('docs/product.md', markdown)).toEqual([
    'gone.md',
    '#elsewhere',
    '../README.md#elsewhere',
    'src/gone.ts',
    'gone/money.ts',
    'npm run drill gone',
    'npm run gone',
    'isNowhere',
  ]);
});

test('every decision is in the index under its number, which begins its title, and at most two pages', () => {
  const index = readFileSync(join(ROOT, 'docs/decisions/README.md'), 'utf8');
  const records = globSync('docs/decisions/0*.md', { cwd: ROOT }).map((file) => basename(file));
  const numberOf = (file: string): number => Number(file.slice(0, 4));
  expect(records.filter((file) => !index.includes(`[${numberOf(file)}](${file})`))).toEqual([]);
  const textOf = (file: string): string => readFileSync(join(ROOT, 'docs/decisions', file), 'utf8');
  expect(records.filter((file) => !textOf(file).startsWith(`# ${numberOf(file)}. `))).toEqual([]);
  expect(records.filter((file) => textOf(file).split('\n').length > 90)).toEqual([]);
  expect(records.length).toBeGreaterThan(20);
  expect(records.length).toBeLessThanOrEqual(30);
});

test('the path of a request leads through functions that exist', () => {
  const steps = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').matchAll(/^\| \d+ \| ([^|]*) \|/gm);
  const missing = [...steps].flatMap(([, where = '']) => {
    const named = [...where.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const source = named
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readNamed(name))
      .join('\n');
    return named.filter((name) => /^\w+$/.test(name) && !new RegExp(`\\b${name}\\b`).test(source));
  });
  expect(missing).toEqual([]);
});
