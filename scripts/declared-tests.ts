// Lists the tests a file declares, by parsing it.
import { type Argument, type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';

/** A test as its file declares it. */
export type DeclaredTest = {
  /** titles of the enclosing groups, then its own, as in the source: with `%s` and `${width}` */
  titles: string[];
  line: number;
};

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

/** Null for any other call; `not run` is a test or a group that may be left out. */
function kindOf({ callee, arguments: args }: CallExpression): 'test' | 'group' | 'not run' | null {
  const name = calledName(callee);
  const [first, ...rest] = name ?? [];
  if (first !== 'test' && first !== 'it' && first !== 'describe') return null;
  // `test.each(rows)` alone, `test.use(...)`, `test.setTimeout(...)` and the like have no body with a title.
  const last = args.at(-1)?.type;
  const withBody = last === 'ArrowFunctionExpression' || last === 'FunctionExpression' || args.length === 3;
  if (!withBody || titleOf(args[0]) === null) return null;
  if (rest.some((part) => NOT_RUN.includes(part))) return 'not run';
  return first === 'describe' || rest.includes('describe') ? 'group' : 'test';
}

/**
 * Every test a file declares and runs, with the groups around it.
 * @throws when the file cannot be parsed
 */
export function readTests(path: string, text: string): DeclaredTest[] {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} cannot be parsed: ${error.message}`);
  const tests: DeclaredTest[] = [];
  const around: { title: string; end: number; runs: boolean }[] = [];
  new Visitor({
    CallExpression: (node) => {
      const kind = kindOf(node);
      const title = titleOf(node.arguments[0]);
      if (kind === null || title === null) return;
      while ((around.at(-1)?.end ?? Infinity) <= node.start) around.pop();
      if (kind !== 'test') around.push({ title, end: node.end, runs: kind === 'group' });
      else if (around.every(({ runs }) => runs))
        tests.push({
          titles: [...around.map((group) => group.title), title],
          line: text.slice(0, node.start).split('\n').length,
        });
    },
  }).visit(program);
  return tests;
}
