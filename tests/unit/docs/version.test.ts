// Whatever names the version has the one of package.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');

test('CHANGELOG.md begins with this version, and the first commands name its archive [OPS-14]', () => {
  const { version } = packageFile;
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
  for (const file of ['README.md', 'docs/operating.md']) expect(read(file)).toContain(`npx ./jurmana-${version}.tgz`);
});
