// The requirements of the product, and the tests that show them: docs/product.md and docs/security.md list requirements
// by id, and the title of a test, or of its group, contains the ids of those it shows.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type DeclaredTest, readTests } from './declared-tests.ts';

const PRODUCT = 'docs/product.md';
const SECURITY = 'docs/security.md';
const TESTS = 'tests/**/*.{test,spec}.ts';
const CITING = ['README.md', '{src,tests,docs,drills,bench,scripts}/**/*.{ts,tsx,mjs,css,md}'];

export type Requirement = { id: string; document: string; line: number; text: string };
export type FoundTest = DeclaredTest & { file: string };
export type Requirements = { requirements: Requirement[]; tests: FoundTest[] };

/** FINE-7 of docs/product.md. */
const PRODUCT_ID = /\b[A-Z]{2,}-\d+\b/g;
/** V7.2.1 is row 7.2.1 of docs/security.md; outside test titles it may be a version number. */
const SECURITY_ID = /\bV\d+\.\d+\.\d+\b/g;
/** Names of algorithms and encodings look like ids. */
const NO_AREA = ['SHA', 'UTF'];

const productIds = (text: string): string[] =>
  [...text.matchAll(PRODUCT_ID)].map(([id]) => id).filter((id) => !NO_AREA.includes(id.replace(/-\d+$/, '')));

/** The ids in the titles of a test and its groups. */
const shownBy = ({ titles }: DeclaredTest): string[] => {
  const text = titles.join(' ');
  return [...productIds(text), ...[...text.matchAll(SECURITY_ID)].map(([id]) => id)];
};

const linesOf = (text: string): { text: string; line: number }[] =>
  text.split('\n').map((content, index) => ({ text: content, line: index + 1 }));

/** Items of lists, each `- **FINE-7** What it does.`; an item without an id has an empty one. */
function readProduct(markdown: string): Requirement[] {
  return linesOf(markdown)
    .filter(({ text }) => text.startsWith('- '))
    .map(({ text, line }) => {
      const [, id = '', says = ''] = /^- \*\*([A-Z]{2,}-\d+)\*\* ?(.*)$/.exec(text) ?? [];
      return { id, document: PRODUCT, line, text: says.trim() };
    });
}

/** The tested ones of rows `| 7.2.2–7.2.3 | what is asked for | state | yes |`; the id has the first number. */
function readSecurity(markdown: string): Requirement[] {
  return linesOf(markdown).flatMap(({ text, line }) => {
    const [, number, asks = ''] = /^\| (\d+\.\d+\.\d+)[^|]*\| ([^|]*) \| [^|]* \| yes \|/.exec(text) ?? [];
    return number === undefined ? [] : [{ id: `V${number}`, document: SECURITY, line, text: asks }];
  });
}

const textOf = (root: string, document: string): string =>
  existsSync(join(root, document)) ? readFileSync(join(root, document), 'utf8') : '';

const filesOf = (root: string, pattern: string | string[]): string[] =>
  globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'));

/** The requirements and the tests of the project in this folder. */
export function readRequirements(root: string): Requirements {
  return {
    requirements: [...readProduct(textOf(root, PRODUCT)), ...readSecurity(textOf(root, SECURITY))],
    tests: filesOf(root, TESTS)
      .toSorted()
      .flatMap((file) => readTests(file, textOf(root, file)).map((test) => ({ ...test, file }))),
  };
}

/** Ids must ascend within their area, so that none is used twice. */
function problemsOfIds(requirements: readonly Requirement[]): string[] {
  const last = new Map<string, number>();
  return requirements.flatMap(({ id, document, line, text }) => {
    if (document !== PRODUCT) return [];
    const at = `${document}:${line}`;
    if (id === '') return [`${at}: an item without an id`];
    const [area = '', number = ''] = id.split('-');
    const before = last.get(area) ?? 0;
    last.set(area, Number(number));
    if (Number(number) <= before) return [`${at}: ${id} does not follow ${area}-${before}`];
    return text === '' ? [`${at}: ${id} says nothing`] : [];
  });
}

/** A line per problem: a requirement without a test, or an id, in a test or elsewhere, that no requirement has. */
export function problemsOf(root: string, { requirements, tests }: Requirements): string[] {
  const known = new Set(requirements.map(({ id }) => id));
  const shown = new Set(tests.flatMap(shownBy));
  const cited = filesOf(root, CITING).flatMap((file) =>
    linesOf(textOf(root, file)).flatMap(({ text, line }) =>
      productIds(text).map((id) => ({ id, at: `${file}:${line}` })),
    ),
  );
  const security = tests.flatMap((test) =>
    shownBy(test)
      .filter((id) => id.startsWith('V') && !id.includes('-'))
      .map((id) => ({ id, at: `${test.file}:${test.line}` })),
  );
  return [
    ...problemsOfIds(requirements),
    ...requirements
      .filter(({ id }) => id !== '' && !shown.has(id))
      .map(({ id, document, line }) => `${document}:${line}: no test shows ${id}`),
    ...[...cited, ...security]
      .filter(({ id }) => !known.has(id))
      .map(({ id, at }) => `${at}: ${id} is no requirement of ${id.includes('-') ? PRODUCT : SECURITY}`)
      .toSorted(),
  ];
}

/**
 * Lists each wanted requirement with the tests that show it. FINE-7 means itself, FINE the whole
 * area, V7.2 a section.
 * @throws if there is none
 */
export function describeTests({ requirements, tests }: Requirements, wanted: readonly string[]): string {
  return wanted
    .map((word) => {
      const meant = requirements.filter(
        ({ id }) => id === word || id.startsWith(`${word}-`) || id.startsWith(`${word}.`),
      );
      if (meant.length === 0) throw new Error(`${word} is no requirement of ${PRODUCT} or ${SECURITY}.`);
      return meant
        .map(({ id, text }) =>
          [
            `${id}  ${text}`,
            ...tests
              .filter((test) => shownBy(test).includes(id))
              .map(({ file, line, titles }) => `  ${file}:${line}  ${titles.join(' › ')}`),
          ].join('\n'),
        )
        .join('\n\n');
    })
    .join('\n\n');
}
