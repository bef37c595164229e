// The check of style sheets finds classes without a user, and uses without a class.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { checkStyles, declaredClasses, usedClasses } from '../../../scripts/styles.ts';

test('the classes of a style sheet are those of all its selectors, without those of libraries', () => {
  const css = `.row > :global(.mantine-Button-root), .rowHead:is(.wide, h2) { color: red; }
    @media print { .paper { .nested & { padding: 1.5em; } } }`;
  expect([...declaredClasses(css)]).toEqual(['row', 'rowHead', 'wide', 'paper', 'nested']);
});

test('a use is a property, a string, or any string of a computed name', () => {
  const text = `import css from '../a.module.css';
    export const all = [css.plain, css['row'], css[wide ? 'wide' : 'narrow'], other.foreign];`;
  expect(usedClasses('src/web/x/File.tsx', text)).toEqual(
    ['plain', 'row', 'wide', 'narrow'].map((name) => ({ sheet: 'src/web/a.module.css', name, line: 2 })),
  );
});

test('what has no counterpart is reported', () => {
  const root = mkdtempSync(join(tmpdir(), 'jurmana-styles-'));
  try {
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src/a.module.css'), '.used { margin: 0; }\n.spare { margin: 0; }\n');
    writeFileSync(join(root, 'src/A.tsx'), `import a from './a.module.css';\nexport const b = [a.used, a.lost];\n`);
    expect(checkStyles(root)).toEqual([
      'src/a.module.css: nothing uses .spare',
      'src/A.tsx:2 uses .lost, which src/a.module.css does not have',
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
