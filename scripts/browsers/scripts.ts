// Finds the features of the language and the browser that a script uses and the oldest browsers lack.
//
// Types are not known here, so a name on an unknown object counts as lacking only if no object of the oldest browsers
// has it. A name that the module tests for before use ('x' in y, typeof y.x, y.x?.()) does not count.
import { parseSync, Visitor, type Argument, type Expression, type MemberExpression, type Program } from 'oxc-parser';
import { featureAt, isKnown, lacking, namesAt, type Place } from './support.ts';

export interface Lack {
  /** e.g. `AbortSignal.any` */
  feature: string;
  browsers: string[];
  /** the code that uses it */
  code: string;
}

/** The interfaces of global objects. */
const OBJECTS: Record<string, string> = {
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  crypto: 'Crypto',
  history: 'History',
  location: 'Location',
  localStorage: 'Storage',
  sessionStorage: 'Storage',
  performance: 'Performance',
  screen: 'Screen',
};

/** Features by the name that a script writes after a dot. */
const byMember = new Map<string, Place[]>();
function learn(path: readonly string[]): void {
  // If a whole interface is lacking, objects of it exist only through names that are checked themselves.
  if (lacking(featureAt(...path)).length > 0) return;
  for (const name of namesAt(...path)) byMember.set(name, [...(byMember.get(name) ?? []), featureAt(...path, name)]);
}
for (const name of namesAt('api')) learn(['api', name]);
for (const name of namesAt('javascript', 'builtins')) learn(['javascript', 'builtins', name]);
for (const name of namesAt('javascript', 'builtins', 'Intl')) learn(['javascript', 'builtins', 'Intl', name]);

const globalFeature = (name: string): Place =>
  featureAt('javascript', 'builtins', name) ?? featureAt('api', name) ?? featureAt('api', 'Window', name);

/** Features of `owner.name` if the owner is an object or class of the browser. */
function memberFeature(owner: string, name: string): Place {
  const ofObject = OBJECTS[owner];
  if (ofObject !== undefined)
    return featureAt('api', ofObject, name) ?? (ofObject === 'Window' ? globalFeature(name) : undefined);
  return (
    featureAt('javascript', 'builtins', owner, name) ??
    featureAt('javascript', 'builtins', owner, `${name}_static`) ??
    featureAt('api', owner, `${name}_static`)
  );
}

function nameOf(member: MemberExpression): string | undefined {
  if (!member.computed) return member.property.type === 'Identifier' ? member.property.name : undefined;
  return member.property.type === 'Literal' && typeof member.property.value === 'string'
    ? member.property.value
    : undefined;
}

/** The name of a member's owner, if it has one: `a` for `a.b` and for `globalThis.a.b`. */
function ownerOf({ object }: MemberExpression): string | undefined {
  if (object.type === 'Identifier') return object.name;
  if (object.type !== 'MemberExpression' || object.object.type !== 'Identifier') return undefined;
  return OBJECTS[object.object.name] === 'Window' ? nameOf(object) : undefined;
}

const REGULAR_EXPRESSIONS: readonly [pattern: RegExp, flags: RegExp, path: readonly string[]][] = [
  [/\(\?<[=!]/, /^/, ['javascript', 'regular_expressions', 'lookbehind_assertion']],
  [/\(\?[ims]*-?[ims]+:/, /^/, ['javascript', 'regular_expressions', 'modifier']],
  [/^/, /v/, ['javascript', 'builtins', 'RegExp', 'unicodeSets']],
  [/^/, /d/, ['javascript', 'builtins', 'RegExp', 'hasIndices']],
];

/** A text that is known without running the code; undefined for any other. */
function fixedText(node: Argument | undefined): string | undefined {
  if (node?.type === 'Literal') return String(node.value);
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis.at(0)?.value.cooked ?? undefined;
}

/** @throws if it cannot be parsed */
function parsed(code: string): Program {
  const { program, errors } = parseSync('module.js', code);
  const [error] = errors;
  if (error !== undefined) throw new Error(`A script cannot be parsed: ${error.message}`);
  return program;
}

/** What a module uses that the oldest browsers lack. */
export function lacksOfScript(code: string): Lack[] {
  const found: Lack[] = [];
  /** Names that the module declares itself, in any scope. */
  const declared = new Set<string>();
  /** Features that it tests for before use. */
  const asked = new Set<string>();
  const uses: { name: string; feature: string; places: Place[]; at: number }[] = [];

  const use = (name: string, feature: string, places: readonly Place[], at: number): void => {
    const known = places.filter(isKnown);
    if (known.length > 0) uses.push({ name, feature, places: known, at });
  };
  const ask = (tested: Expression): void => {
    if (tested.type === 'Identifier') asked.add(tested.name);
    if (tested.type === 'MemberExpression') asked.add(nameOf(tested) ?? '');
    if (tested.type === 'ChainExpression') ask(tested.expression);
    if (tested.type === 'UnaryExpression' && ['!', 'typeof'].includes(tested.operator)) ask(tested.argument);
    if (tested.type === 'ParenthesizedExpression') ask(tested.expression);
    if (tested.type === 'LogicalExpression') for (const side of [tested.left, tested.right]) ask(side);
    if (tested.type === 'BinaryExpression' && tested.left.type !== 'PrivateIdentifier')
      for (const side of [tested.left, tested.right]) ask(side);
  };
  const expression = (pattern: string, flags: string, at: number): void => {
    for (const [inPattern, inFlags, path] of REGULAR_EXPRESSIONS)
      if (inPattern.test(pattern) && inFlags.test(flags)) {
        const feature = path.at(-1) ?? '';
        use(feature, feature, [featureAt(...path)], at);
      }
  };

  /** `new RegExp("…")`, or what the build makes of a literal that an old browser cannot read: RegExp(`…`). */
  const made = (callee: Expression, [pattern, flags]: readonly Argument[], at: number): void => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    expression(fixedText(pattern) ?? '', fixedText(flags) ?? '', at);
  };

  new Visitor({
    VariableDeclarator: ({ id }) => void (id.type === 'Identifier' && declared.add(id.name)),
    FunctionDeclaration: ({ id, params }) => {
      if (id !== null) declared.add(id.name);
      for (const param of params) if (param.type === 'Identifier') declared.add(param.name);
    },
    FunctionExpression: ({ params }) => {
      for (const param of params) if (param.type === 'Identifier') declared.add(param.name);
    },
    ArrowFunctionExpression: ({ params }) => {
      for (const param of params) if (param.type === 'Identifier') declared.add(param.name);
    },
    ClassDeclaration: ({ id }) => void (id !== null && declared.add(id.name)),
    ImportSpecifier: ({ local }) => void declared.add(local.name),
    ImportDefaultSpecifier: ({ local }) => void declared.add(local.name),
    Property: ({ value, shorthand }) => void (shorthand && value.type === 'Identifier' && declared.add(value.name)),
    CatchClause: ({ param }) => void (param?.type === 'Identifier' && declared.add(param.name)),

    IfStatement: ({ test }) => ask(test),
    ConditionalExpression: ({ test }) => ask(test),
    LogicalExpression: ({ left }) => ask(left),
    UnaryExpression: (node) => void (node.operator === 'typeof' && ask(node)),
    BinaryExpression: ({ operator, left }) => {
      if (operator === 'in' && left.type === 'Literal') asked.add(String(left.value));
    },
    CallExpression: ({ callee, optional, arguments: given, start }) => {
      const [first] = given;
      if (optional) ask(callee);
      made(callee, given, start);
      if (callee.type === 'Identifier') use(callee.name, callee.name, [globalFeature(callee.name)], start);
      if (callee.type !== 'MemberExpression') return;
      const name = nameOf(callee) ?? '';
      const owner = ownerOf(callee);
      if (owner === undefined || (globalFeature(owner) === undefined && OBJECTS[owner] === undefined))
        use(name, `.${name}`, byMember.get(name) ?? [], callee.property.start);
      if (name === 'addEventListener' && first?.type === 'Literal') {
        const event = `${String(first.value)}_event`;
        use(event, event, byMember.get(event) ?? [], start);
      }
    },
    NewExpression: ({ callee, arguments: given, start }) => {
      if (callee.type !== 'Identifier') return;
      use(callee.name, callee.name, [globalFeature(callee.name)], start);
      made(callee, given, start);
    },
    MemberExpression: (node) => {
      const name = nameOf(node);
      const owner = ownerOf(node);
      const place = owner === undefined || name === undefined ? undefined : memberFeature(owner, name);
      if (name !== undefined && place !== undefined) use(name, `${owner}.${name}`, [place], node.start);
      if (node.object.type === 'Identifier')
        use(node.object.name, node.object.name, [globalFeature(node.object.name)], node.start);
    },
    Literal: (node) => {
      if ('regex' in node) expression(node.regex.pattern, node.regex.flags, node.start);
    },
  }).visit(parsed(code));

  for (const { name, feature, places, at } of uses) {
    if (asked.has(name) || (declared.has(name) && feature === name)) continue;
    const lacks = places.map((place) => lacking(place));
    const [browsers = []] = lacks;
    if (lacks.some((one) => one.length === 0)) continue;
    found.push({ feature, browsers, code: code.slice(at, at + 80).replaceAll(/\s+/g, ' ') });
  }
  return found;
}

/**
 * What a script itself adds to the objects of the language, by a call such as `put(Array.prototype, 'toSorted', function …)`.
 * Named like the features of `Lack`.
 */
export function broughtBy(code: string): Set<string> {
  const brought = new Set<string>();
  new Visitor({
    CallExpression: ({ arguments: [owner, name, value] }) => {
      const text = fixedText(name);
      if (text === undefined || !/^(?:Arrow)?FunctionExpression$/.test(value?.type ?? '')) return;
      if (owner?.type === 'MemberExpression' && nameOf(owner) === 'prototype') brought.add(`.${text}`);
      if (owner?.type === 'Identifier') brought.add(`${owner.name}.${text}`);
    },
  }).visit(parsed(code));
  return brought;
}

/** Syntax that at least one of the oldest browsers lacks. */
const SYNTAX = {
  StaticBlock: ['javascript', 'classes', 'static', 'initialization_blocks'],
  ImportAttribute: ['javascript', 'statements', 'import', 'import_attributes'],
  using: ['javascript', 'statements', 'using'],
} as const;

/** Lacking syntax of a served file; sources do not count, because the build lowers their syntax. */
export function lacksOfSyntax(code: string): Lack[] {
  const found: Lack[] = [];
  const use = (name: keyof typeof SYNTAX, at: number): void => {
    const browsers = lacking(featureAt(...SYNTAX[name]));
    if (browsers.length > 0) found.push({ feature: name, browsers, code: code.slice(at, at + 80) });
  };
  new Visitor({
    StaticBlock: ({ start }) => use('StaticBlock', start),
    ImportAttribute: ({ start }) => use('ImportAttribute', start),
    VariableDeclaration: ({ kind, start }) => {
      if (kind.endsWith('using')) use('using', start);
    },
  }).visit(parsed(code));
  return found;
}

/** What a page's inline scripts use that the oldest browsers lack. */
export function lacksOfPage(html: string): Lack[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, code = '']) => code);
  return scripts.flatMap((code) => [...lacksOfScript(code), ...lacksOfSyntax(code)]);
}
