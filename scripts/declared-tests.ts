// Lists the tests a file declares by parsing it, and finds tests by name.
import type { Argument, CallExpression, Expression } from 'oxc-parser';
import { parseSync, Visitor } from 'oxc-parser';

/** A test as its file declares it. */
export type DeclaredTest = {
  /** titles of the enclosing groups, then its own, as in the source: with `%s` and `${width}` */
  titles: string[];
};

/** Between the title of a group and the title of a test in it. */
export const TITLE_SEPARATOR = ' › ';

/** Tests that may not run, or that are expected to fail, prove nothing. */
const NOT_RUN = ['skip', 'skipIf', 'fixme', 'todo', 'runIf', 'fails', 'fail'];

/** `test.describe.each(...)` as ['test', 'describe', 'each']; null for any other kind of callee. */
function calledName(callee: Expression): string[] | null {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'MemberExpression' && !callee.computed && callee.property.type === 'Identifier') {
    const object = calledName(callee.object);
    return object === null ? null : [...object, callee.property.name];
  }
  // each(rows)(title, body)
  if (callee.type === 'CallExpression') return calledName(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return calledName(callee.tag);
  return null;
}

/** The title as in the source; null if it is computed. */
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

/** Whether the title is this name literally. */
function isWritten(title: string, name: string): boolean {
  const blank = (text: string): string => text.replaceAll(/\$\{[^}]*\}/g, '${}');
  return blank(title) === blank(name);
}

/** Whether the title, with its placeholders filled in, can become this name. */
function isShown(title: string, name: string): boolean {
  const words = title.split(PLACEHOLDER);
  // A title that is all placeholders would match any name; it has to match literally.
  if (words.length === 1 || !/\p{L}{3}/u.test(words.join(''))) return isWritten(title, name);
  return new RegExp(`^${words.map(escaped).join('.+')}$`, 'su').test(name) || isWritten(title, name);
}

/** The tests with this name: a title, or group titles and a title. Literal matches win over filled-in placeholders. */
export function testsNamed(tests: readonly DeclaredTest[], name: string): DeclaredTest[] {
  const parts = name.split(TITLE_SEPARATOR);
  const called = (isCalled: typeof isWritten): DeclaredTest[] =>
    tests.filter(({ titles }) => {
      const tail = titles.slice(-parts.length);
      return tail.length === parts.length && tail.every((title, index) => isCalled(title, parts[index] ?? ''));
    });
  const exactly = called(isWritten);
  return exactly.length > 0 ? exactly : called(isShown);
}
