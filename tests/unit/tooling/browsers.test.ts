// The check for features that the oldest browsers lack finds them, and accepts those that exist or are tested for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILD_TARGETS, OLDEST_BROWSERS } from '../../../scripts/browsers/oldest.ts';
import { lacksOfPage, lacksOfScript, lacksOfSyntax } from '../../../scripts/browsers/scripts.ts';
import { lacksOfShipped } from '../../../scripts/browsers/shipped.ts';
import { lacksOfStyles } from '../../../scripts/browsers/styles.ts';
import { featureAt, lacking } from '../../../scripts/browsers/support.ts';

const names = (lacks: { feature: string }[]): string[] => lacks.map(({ feature }) => feature);

describe('a script', () => {
  test.each([
    ['AbortSignal.any([a, b])', 'AbortSignal.any'],
    ['const { promise } = Promise.withResolvers()', 'Promise.withResolvers'],
    ['Object.groupBy(list, keyOf)', 'Object.groupBy'],
    ['list.toSorted()', '.toSorted'],
    ['text.toWellFormed()', '.toWellFormed'],
    ['set.symmetricDifference(other)', '.symmetricDifference'],
    ['requestIdleCallback(run)', 'requestIdleCallback'],
    ['window.requestIdleCallback(run)', 'window.requestIdleCallback'],
    ['new Intl.Segmenter("en")', 'Intl.Segmenter'],
    ['new CompressionStream("gzip")', 'CompressionStream'],
    ['URL.canParse(text)', 'URL.canParse'],
    ['element.checkVisibility()', '.checkVisibility'],
    ['document.startViewTransition(draw)', 'document.startViewTransition'],
    ['element.addEventListener("scrollend", stop)', 'scrollend_event'],
    ['/(?<=a)b/.test(text)', 'lookbehind_assertion'],
    ['new RegExp("(?<!a)b")', 'lookbehind_assertion'],
    ['RegExp(`(?<=a)b`, `g`)', 'lookbehind_assertion'],
    ['if (list[0]) /(?<=a)b/.test(text)', 'lookbehind_assertion'],
    ['/[a--b]/v.test(text)', 'unicodeSets'],
  ])('%s', (code, feature) => {
    const lacks = lacksOfScript(code);
    expect(names(lacks)).toEqual([feature]);
    expect(lacks[0]?.browsers.length).toBeGreaterThan(0);
  });

  test.each([
    ['list.findLast(isOpen)'],
    ['structuredClone(record)'],
    ['list.at(-1)'],
    ['new AbortController().abort(reason)'],
    ['if ("any" in AbortSignal) AbortSignal.any([a, b])'],
    ['if (typeof Intl.Segmenter === "function") new Intl.Segmenter("en")'],
    ['element.checkVisibility?.()'],
    ['const requestIdleCallback = (run) => run(); requestIdleCallback(run)'],
    ['"AbortSignal.any([])"'],
    ['/(?<name>a)/u.test(text)'],
  ])('may contain %s', (code) => {
    expect(lacksOfScript(code)).toEqual([]);
  });

  test('is parsed with the syntax in which it is served', () => {
    expect(names(lacksOfSyntax('class A { static { run(); } } using file = open();'))).toEqual([
      'StaticBlock',
      'using',
    ]);
    expect(lacksOfSyntax('class A { #b = 1; static c = 2; has(d) { return #b in d; } } x ??= 1; y?.z;')).toEqual([]);
    expect(() => lacksOfScript('const =')).toThrow('cannot be parsed');
  });

  test('inside the page is checked as well', () => {
    const page = '<script nonce="a">AbortSignal.any([])</script><script type="module" src="/b.js"></script>';
    expect(names(lacksOfPage(page))).toEqual(['AbortSignal.any']);
  });
});

describe('a style sheet', () => {
  test.each([
    ['a:has(b) { color: red }', ':has'],
    ['a { color: color-mix(in srgb, red, blue) }', 'color-mix()'],
    ['a { color: light-dark(red, blue) }', 'light-dark()'],
    ['a { block-size: 3lh }', 'lh'],
    ['a { float: inline-end }', 'float: inline-end'],
    ['@media (width <= 600px) { a { color: red } }', '@media (width > …)'],
    ['a { & b { color: red } }', '&'],
  ])('%s', (css, feature) => {
    expect(names(lacksOfStyles(css))).toEqual([feature]);
  });

  test('may contain what all browsers have, what has an older fallback before it, and what it tests for', () => {
    const css = `
      a { inset: 0; block-size: 100dvh; display: grid; aspect-ratio: 1; content: '3lh :has(b)' }
      a { background: red; background: color-mix(in srgb, red, blue) }
      a { -webkit-user-select: none; user-select: none }
      @supports selector(:has(a)) { a:has(b) { color: red } }
      @container (max-width: 300px) { a:is(b, c):focus-visible { color: red } }
    `;
    expect(lacksOfStyles(css)).toEqual([]);
  });
});

describe('what is shipped', () => {
  const SORTS = 'list.toSorted()';
  const BRINGS = "put(Array.prototype, 'toSorted', function () { return Array.from(this).sort(); });";
  const entry = {
    type: 'chunk',
    fileName: 'index.js',
    isEntry: true,
    code: BRINGS,
    modules: { 'src/main.ts': { code: BRINGS } },
  } as const;
  const file = (fileName: string, source: string) => ({ type: 'asset', fileName, source }) as const;
  const where = (...files: Parameters<typeof lacksOfShipped>[0]) =>
    lacksOfShipped(files).found.map(({ where: place, lack }) => `${place} ${lack.feature}`);

  test('the page has what its first file brings, a file that is built on its own only what it brings itself', () => {
    const screen = { ...entry, fileName: 'screen.js', isEntry: false, modules: { 'src/screen.ts': { code: SORTS } } };
    expect(where(entry, screen)).toEqual([]);
    expect(where(screen)).toEqual(['src/screen.ts .toSorted']);
    for (const name of ['service-worker.js', 'assets/live-worker-a.js', 'assets/file-worker-b.js', 'more.mjs']) {
      expect(where(entry, screen, file(name, SORTS))).toEqual([`${name} .toSorted`]);
      expect(where(entry, screen, file(name, BRINGS + SORTS))).toEqual([]);
      expect(where(entry, screen, file(name, `p(Array.prototype,\`toSorted\`,()=>1);${SORTS}`))).toEqual([]);
    }
  });

  test('scripts inside the page run before its first file', () => {
    expect(where(entry, file('index.html', `<script>${SORTS}</script>`))).toEqual(['index.html .toSorted']);
  });

  test('what is brought and not used is noticed', () => {
    expect(lacksOfShipped([entry]).unused).toEqual(['.toSorted']);
  });
});

test('the build, the page and the documents name the same browsers [LOOK-9]', () => {
  const { chrome, firefox, safari } = OLDEST_BROWSERS;
  expect(BUILD_TARGETS).toEqual([`chrome${chrome}`, `firefox${firefox}`, `safari${safari}`, `ios${safari}`]);
  const sentence = `Chrome ${chrome}, Firefox ${firefox}, Safari ${parseInt(safari)} (iOS ${parseInt(safari)})`;
  const root = join(import.meta.dirname, '../../..');
  for (const path of ['src/web/index.html', 'README.md', 'docs/product.md'])
    expect(readFileSync(join(root, path), 'utf8').replaceAll(/\s+/g, ' '), path).toContain(sentence);
});

test('the page tests older browsers for a feature that the oldest supported ones have, in syntax that any browser knows', () => {
  expect(lacking(featureAt('css', 'properties', 'container-type'))).toEqual([]);
  const page = readFileSync(join(import.meta.dirname, '../../../src/web/index.html'), 'utf8');
  const script = /<script nonce="__CSP_NONCE__">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  expect(script).toContain("CSS.supports('container-type', 'inline-size')");
  expect(script).not.toMatch(/\b(?:const|let|class|async)\b|=>|`|\?\.|\?\?/);
});
