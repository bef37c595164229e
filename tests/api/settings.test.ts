// The app rules through the API: switches that are saved at once (specification section 4, decisions sections 4 and 5).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSettings, updateSetting } from '../../src/contract/settings.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import { type Client } from '../helpers/client.ts';
import { dump } from '../helpers/books.ts';
import { refusal } from '../helpers/ledger.ts';

let app: TestApp;
let administrator: Client;

beforeAll(async () => {
  app = await startApp();
  administrator = await app.administrator();
});
afterAll(() => app.stop());

const list = async () => (await administrator.must(listSettings, {})).items;
const toggle = (settingId: string, allowDisallow: boolean) =>
  administrator.must(updateSetting, { params: { settingId }, body: { allowDisallow } });

test('the rules exist from the start, the repeat-offence rule first', async () => {
  const items = await list();
  expect(items.map(({ id, allowDisallow }) => [id, allowDisallow])).toEqual([
    ['1', true],
    ['members-see-everyone', false],
  ]);
  expect(items.every(({ description }) => description.length > 10)).toBe(true);
});

test('switching one is saved, leaves the other alone, and is journalled', async () => {
  const [rule] = await list();
  expect(await toggle('1', false)).toEqual({ ...rule, allowDisallow: false });
  expect((await list()).map(({ allowDisallow }) => allowDisallow)).toEqual([false, false]);
  await toggle('members-see-everyone', true);
  expect((await list()).map(({ allowDisallow }) => allowDisallow)).toEqual([false, true]);
  const entries = await app.db.read.selectFrom('journal').selectAll().orderBy('sequence').execute();
  expect(entries.map(({ subject, subject_id, actor }) => [subject, subject_id, actor])).toEqual([
    ['setting', '1', 'admin@jurmana.test'],
    ['setting', 'members-see-everyone', 'admin@jurmana.test'],
  ]);
  expect(JSON.parse(entries[0]?.before ?? '')).toMatchObject({ allow_disallow: 1 });
  expect(JSON.parse(entries[0]?.after ?? '')).toMatchObject({ allow_disallow: 0 });
});

test('switching to where it stands changes no record', async () => {
  const { idempotency: _, ...before } = await dump(app.db);
  expect((await toggle('1', false)).allowDisallow).toBe(false);
  const { idempotency: __, ...after } = await dump(app.db);
  expect(after).toEqual(before);
});

test('an unknown one is not found', async () => {
  const answer = await administrator.call(updateSetting, { params: { settingId: '2' }, body: { allowDisallow: true } });
  expect(refusal(answer)).toMatchObject({ status: 404, code: 'setting-not-found', message: 'Setting not found' });
});
