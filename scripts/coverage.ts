// Reads which tests docs/specification-coverage.md names, and whether there are such tests.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Argument, CallExpression, Expression } from 'oxc-parser';
import { parseSync, Visitor } from 'oxc-parser';

/** A test as its file declares it. */
export type DeclaredTest = {
  /** titles of the groups around it, and its own, as they stand in the source: `%s` and `${width}` included */
  titles: string[];
};

/** A statement of the specification, as one row of a table. */
export type Statement = {
  line: number;
  /** the heading above its table, e.g. "Section 2: screens and routes" */
  section: string;
  text: string;
  tests: { file: string; name: string }[];
};

/** Between the title of a group and the title of a test in it. */
const WITHIN = ' › ';

/** A test that does not run, or not here, covers nothing. */
const NOT_RUN = ['skip', 'skipIf', 'fixme', 'todo', 'runIf', 'fails', 'fail'];

/** `test.describe.each(...)` as ['test', 'describe', 'each']; null for anything else that is called. */
function calledName(callee: Expression): string[] | null {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'MemberExpression' && !callee.computed && callee.property.type === 'Identifier') {
    const object = calledName(callee.object);
    return object === null ? null : [...object, callee.property.name];
  }
  // The rows come first, title and body in a second call.
  if (callee.type === 'CallExpression') return calledName(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return calledName(callee.tag);
  return null;
}

/** The title as it stands in the source; null where it is computed. */
function titleOf(argument: Argument | undefined): string | null {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument?.type !== 'TemplateLiteral') return null;
  return argument.quasis.map(({ value }, index) => (index === 0 ? '' : '${}') + (value.cooked ?? value.raw)).join('');
}

function kindOf({ callee, arguments: args }: CallExpression): 'test' | 'group' | null {
  const name = calledName(callee);
  const [first, ...rest] = name ?? [];
  if (first !== 'test' && first !== 'it' && first !== 'describe') return null;
  if (rest.some((part) => NOT_RUN.includes(part))) return null;
  // `test.each(rows)` alone, `test.use(...)`, `test.setTimeout(...)` and the like have no body with a title.
  const last = args.at(-1)?.type;
  const withBody = last === 'ArrowFunctionExpression' || last === 'FunctionExpression' || args.length === 3;
  if (!withBody || titleOf(args[0]) === null) return null;
  return first === 'describe' || rest.includes('describe') ? 'group' : 'test';
}

/**
 * Every test a file declares, with the groups around it.
 * @throws when the file cannot be parsed
 */
export function readTests(path: string, text: string): DeclaredTest[] {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} cannot be parsed: ${error.message}`);
  const tests: DeclaredTest[] = [];
  const around: { title: string; end: number }[] = [];
  new Visitor({
    CallExpression: (node) => {
      const kind = kindOf(node);
      const title = titleOf(node.arguments[0]);
      if (kind === null || title === null) return;
      while ((around.at(-1)?.end ?? Infinity) <= node.start) around.pop();
      if (kind === 'group') around.push({ title, end: node.end });
      else tests.push({ titles: [...around.map((group) => group.title), title] });
    },
  }).visit(program);
  return tests;
}

/** What Vitest and Playwright put in place of `%s`, `$name` and `${width}`. */
const PLACEHOLDER = /%[sdifjop#]|\$\{[^}]*\}|\$[a-zA-Z]\w*/g;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a title of the source may be shown as this name, or is written exactly so. */
function isTitled(title: string, name: string): boolean {
  const blank = (text: string): string => text.replaceAll(/\$\{[^}]*\}/g, '${}');
  if (blank(title) === blank(name)) return true;
  const words = title.split(PLACEHOLDER);
  // A title of nothing but placeholders would be called anything; it is named as it is written.
  if (words.length === 1 || !/\p{L}{3}/u.test(words.join(''))) return false;
  return new RegExp(`^${words.map(escaped).join('.+')}$`, 'su').test(name);
}

/** The tests called so: by the title alone, or behind the titles of groups around it. */
export function testsCalled(tests: readonly DeclaredTest[], name: string): DeclaredTest[] {
  const parts = name.split(WITHIN);
  return tests.filter(({ titles }) => {
    const tail = titles.slice(-parts.length);
    return tail.length === parts.length && tail.every((title, index) => isTitled(title, parts[index] ?? ''));
  });
}

/** Cells of a row of a Markdown table; `\|` is a bar in a cell. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Rows of all tables: a statement, and tests as `` `e2e/login.spec.ts: title` ``, several after one another. */
export function readStatements(markdown: string): Statement[] {
  const statements: Statement[] = [];
  let section = '';
  for (const [index, line] of markdown.split('\n').entries()) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    if (!line.startsWith('|') || /^\|[\s:|-]+\|$/.test(line) || /^\| *Statement *\|/.test(line)) continue;
    const [text = '', names = ''] = cellsOf(line);
    const tests = [...names.matchAll(/`([^`:]+): ([^`]+)`/g)].map(([, file = '', name = '']) => ({ file, name }));
    statements.push({ line: index + 1, section, text, tests });
  }
  return statements;
}

/** One line for each row without a test, and for each test that is named and is not there. */
export function checkCoverage(root: string, document: string): { statements: Statement[]; problems: string[] } {
  const statements = readStatements(readFileSync(join(root, document), 'utf8'));
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
  const problems = statements.flatMap(({ line, text, tests }) => {
    const at = `${document}:${line}`;
    if (tests.length === 0) return [`${at}: no test is named for "${text}"`];
    return tests.flatMap(({ file, name }) => {
      const declared = testsOf(file);
      if (declared === null) return [`${at}: there is no file tests/${file}`];
      const { length } = testsCalled(declared, name);
      if (length === 1) return [];
      return [`${at}: tests/${file} has ${length === 0 ? 'no test' : `${length} tests`} called "${name}"`];
    });
  });
  return { statements, problems };
}
