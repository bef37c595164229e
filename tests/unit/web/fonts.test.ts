// WebKit takes the metrics of a line from the first family of the list if that has a space or is loaded: so each list
// begins with the space, never with the Urdu font. What that looks like is shown by drills/webkit.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const WEB = join(import.meta.dirname, '../../../src/web');
const read = (path: string): string => readFileSync(join(WEB, path), 'utf8');

/** The lists of fonts in these files that name a font of ours. */
const lists = ['style/theme.ts', 'style/global.css', 'messages/ur/urdu.css'].flatMap((path) =>
  [...read(path).matchAll(/(["'](?:App|Noto Nastaliq) \w+["'][^;:]*?sans-serif)/g)].map(([list]) => list),
);

test('each list of fonts with an Urdu one begins with the space of WebKit [LOOK-9, LANG-5]', () => {
  expect(lists).toHaveLength(2);
  for (const list of lists) expect(list).toMatch(/^["']App Space["'], /);
  const space = /@supports \(hanging-punctuation: first\) \{\s*@font-face \{[^}]*\}/.exec(read('style/global.css'));
  expect(space?.[0]).toMatch(/font-family: 'App Space';[^}]*url\([^}]*unicode-range: U\+0020;/s);
});
