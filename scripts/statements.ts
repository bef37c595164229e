// Checks docs/product.md: every statement names existing tests, and every id cited in the project is a statement's.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type DeclaredTest, readTests, testsNamed, TITLE_SEPARATOR } from './declared-tests.ts';

export const DOCUMENT = 'docs/product.md';

/** A statement of what the product does: one row of a table. */
export type Statement = {
  id: string;
  line: number;
  text: string;
  tests: { file: string; name: string }[];
  /** what else the third cell holds; must be empty */
  rest: string;
};

const ID = /\b[A-Z]{2,}-\d+\b/g;
/** Names of algorithms and encodings look like ids. */
const NO_AREA = ['SHA', 'UTF'];
const TEST_NAME = new RegExp(`\`([^\`›]+)${TITLE_SEPARATOR}([^\`]+)\``, 'g');

const CITING = ['README.md', '{src,tests,docs,drills,bench,scripts}/**/*.{ts,tsx,mjs,css,md}'];

/** The cells of a Markdown table row; `\|` is an escaped bar. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Table rows whose first cell is an id; the third lists tests, each as `` `e2e/login.spec.ts › title` ``. */
export function readStatements(markdown: string): Statement[] {
  return markdown.split('\n').flatMap((line, index) => {
    if (!line.startsWith('|') || /^\|[\s:|-]+\|$/.test(line) || /^\| *Id *\|/.test(line)) return [];
    const [id = '', text = '', names = ''] = cellsOf(line);
    const tests = [...names.matchAll(TEST_NAME)].map(([, file = '', name = '']) => ({ file, name }));
    return [{ id, line: index + 1, text, tests, rest: names.replaceAll(TEST_NAME, '').trim() }];
  });
}

/** Every statement id in a text, with its line. */
export function readCitations(text: string): { id: string; line: number }[] {
  return text
    .split('\n')
    .flatMap((content, index) =>
      [...content.matchAll(ID)]
        .filter(([id]) => !NO_AREA.includes(id.replace(/-\d+$/, '')))
        .map(([id]) => ({ id, line: index + 1 })),
    );
}

/** Ids must ascend within their area, so that none is reused by accident. */
function problemsOfIds(statements: readonly Statement[]): string[] {
  const last = new Map<string, number>();
  return statements.flatMap(({ id, line }) => {
    const [, area, number] = /^([A-Z]{2,})-(\d+)$/.exec(id) ?? [];
    if (area === undefined) return [`${DOCUMENT}:${line}: "${id}" is no id`];
    const before = last.get(area) ?? 0;
    last.set(area, Number(number));
    return Number(number) > before ? [] : [`${DOCUMENT}:${line}: ${id} does not follow ${area}-${before}`];
  });
}

function problemsOfTests(root: string, statements: readonly Statement[]): string[] {
  const files = new Map<string, DeclaredTest[] | null>();
  const testsOf = (file: string): DeclaredTest[] | null => {
    let tests = files.get(file);
    if (tests === undefined) {
      const path = join(root, 'tests', file);
      tests = existsSync(path) ? readTests(path, readFileSync(path, 'utf8')) : null;
      files.set(file, tests);
    }
    return tests;
  };
  return statements.flatMap(({ id, line, text, tests, rest }) => {
    const at = `${DOCUMENT}:${line}: ${id}`;
    if (text === '') return [`${at} says nothing`];
    if (tests.length === 0) return [`${at} names no test`];
    if (rest !== '') return [`${at} names tests and "${rest}"`];
    return tests.flatMap(({ file, name }) => {
      const declared = testsOf(file);
      if (declared === null) return [`${at}: there is no file tests/${file}`];
      const { length } = testsNamed(declared, name);
      if (length === 1) return [];
      return [`${at}: tests/${file} has ${length === 0 ? 'no test' : `${length} tests`} called "${name}"`];
    });
  });
}

/** Statements, cited ids, and one line per problem: a missing test, an id out of order, a citation of an unknown id. */
export function checkStatements(root: string): { statements: Statement[]; cited: string[]; problems: string[] } {
  const statements = readStatements(readFileSync(join(root, DOCUMENT), 'utf8'));
  const known = new Set(statements.map(({ id }) => id));
  const citations = globSync(CITING, { cwd: root }).flatMap((file) => {
    const path = file.replaceAll('\\', '/');
    const found = readCitations(readFileSync(join(root, file), 'utf8'));
    return found.map(({ id, line }) => ({ id, at: `${path}:${line}`, own: path === DOCUMENT }));
  });
  const unknown = citations.filter(({ id }) => !known.has(id));
  return {
    statements,
    cited: citations.flatMap(({ id, own }) => (own ? [] : [id])),
    problems: [
      ...problemsOfIds(statements),
      ...problemsOfTests(root, statements),
      ...unknown.map(({ id, at }) => `${at}: ${id} is cited, and is not in ${DOCUMENT}`).toSorted(),
    ],
  };
}
