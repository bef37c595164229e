// What the page has of the contract.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeInPage } from '../../../scripts/contract-in-page.ts';
import { FIELD_OF } from '../../../src/contract/error-details.ts';
import { AMOUNT_FIELDS, OPERATIONS } from '../../../src/contract/index.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** What the files of the contract export in the page. */
async function exportedInPage(): Promise<Map<string, unknown>> {
  const exported = new Map<string, unknown>();
  for (const path of globSync('src/contract/**/*.ts', { cwd: ROOT })) {
    const code = await codeInPage(join(ROOT, path));
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as object;
    for (const [name, value] of Object.entries(module)) exported.set(name, value);
  }
  return exported;
}

test('the page has the address of each operation and who may call it, the fields of errors and the constants, but no schemas', async () => {
  const exported = await exportedInPage();
  const values = [...exported.values()];
  for (const { id, method, path, needs, writes } of OPERATIONS)
    expect(values).toContainEqual({ id, method, path, needs, writes });
  expect(exported.get('FIELD_OF')).toEqual(FIELD_OF);
  expect(exported.get('AMOUNT_FIELDS')).toEqual(AMOUNT_FIELDS);
  expect(exported.get('OIDC_PROBLEMS')).toContain('expired');
  const schemas = ['user', 'userForm', 'memberRequest', 'DETAILS', 'OPERATIONS'];
  expect(schemas.filter((name) => exported.has(name))).toEqual([]);
});
