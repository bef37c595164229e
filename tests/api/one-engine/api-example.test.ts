// Runs the example in docs/api.md unchanged (KEY-7).
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { addApiKey } from '../../../src/contract/sign-in/api-keys.ts';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { addUser, finesOf, setRule } from '../../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);
const folder = mkdtempSync(join(tmpdir(), 'jurmana-example-'));
afterAll(() => rmSync(folder, { recursive: true }));

const example = (): string => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  return /```js\n(.*?)```/s.exec(document)?.[1] ?? '';
};

test('the machine fines late-comers once each morning, and doubles a repeated offence [KEY-7]', async () => {
  await setRule(administrator, true);
  const user = await addUser(administrator, { userEmail: 'late@example.pk' });
  const { key } = await administrator.must(addApiKey, { body: { name: 'Gate', access: 'collector', days: 1 } });
  const [script, file] = [join(folder, 'late.mjs'), join(folder, 'late.txt')];
  writeFileSync(script, example());
  writeFileSync(file, 'Late@example.pk\nnobody@example.pk\n');
  const run = (day: string) =>
    promisify(execFile)(process.execPath, [script], {
      env: { JURMANA_URL: app.url, JURMANA_KEY: key, FILE: file, DAY: day },
    });
  const { stdout, stderr } = await run('2026-11-17');
  expect(stdout).toBe('1 fines on 2026-11-17.\n');
  expect(stderr).toBe('Nobody has the e-mail nobody@example.pk.\n');
  await run('2026-11-18');
  // A second run on the same day gets the first answer.
  expect((await run('2026-11-18')).stdout).toBe('1 fines on 2026-11-18.\n');
  expect((await finesOf(administrator, user.id)).map(({ amount, date }) => [date, amount])).toEqual([
    ['2026-11-18', 200],
    ['2026-11-17', 100],
  ]);
});
