// Classes of a CSS module that nothing uses, and names that are used although no class has them.
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

import { parseSync, Visitor } from 'oxc-parser';
import postcss from 'postcss';

/** The names of the classes that a style sheet declares. Those of other libraries are within `:global(…)`. */
export function declaredClasses(css: string): Set<string> {
  const found = new Set<string>();
  postcss.parse(css).walkRules(({ selector }) => {
    for (const [, name = ''] of selector.replaceAll(/:global\([^)]*\)/g, '').matchAll(/\.([a-z][\w-]*)/gi))
      found.add(name);
  });
  return found;
}

/** Which classes of which style sheets (`./x.module.css`) a file uses. A computed name counts as every string in it. */
export function usedClasses(path: string, text: string): { sheet: string; name: string; line: number }[] {
  const sheets = new Map<string, string>();
  const found: { sheet: string; name: string; line: number }[] = [];
  new Visitor({
    ImportDeclaration: ({ source, specifiers: [first] }) => {
      if (first !== undefined && source.value.endsWith('.module.css'))
        sheets.set(first.local.name, posix.join(posix.dirname(path), source.value));
    },
    MemberExpression: ({ object, property, computed, start }) => {
      const sheet = object.type === 'Identifier' ? sheets.get(object.name) : undefined;
      if (sheet === undefined) return;
      const written = text.slice(property.start, property.end);
      const names = computed ? [...written.matchAll(/'([^']*)'/g)].map(([, name = '']) => name) : [written];
      const line = text.slice(0, start).split('\n').length;
      for (const name of names) found.push({ sheet, name, line });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** One line per class without a user, and per use without a class, in root/src. */
export function checkStyles(root: string): string[] {
  const read = (path: string): string => readFileSync(posix.join(root, path), 'utf8');
  const list = (pattern: string): string[] =>
    globSync(pattern, { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .toSorted();
  const declared = new Map(list('src/**/*.module.css').map((path) => [path, declaredClasses(read(path))]));
  const uses = list('src/**/*.{ts,tsx}').flatMap((path) =>
    usedClasses(path, read(path)).map((use) => ({ ...use, path })),
  );
  const used = new Set(uses.map(({ sheet, name }) => `${sheet} ${name}`));
  return [
    ...[...declared].flatMap(([sheet, names]) =>
      [...names].filter((name) => !used.has(`${sheet} ${name}`)).map((name) => `${sheet}: nothing uses .${name}`),
    ),
    ...uses.flatMap(({ sheet, name, path, line }) =>
      declared.get(sheet)?.has(name) === true ? [] : [`${path}:${line} uses .${name}, which ${sheet} does not have`],
    ),
  ];
}
