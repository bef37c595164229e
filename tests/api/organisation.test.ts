// What the organisation says of itself, through the API (RULE-8).
import { expect, test } from 'vitest';
import { readOrganisation, updateOrganisation } from '../../src/contract/organisation.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import { checkBooks } from '../../src/server/tools/books/check-books.ts';

const app = useApp();
const administrator = useAdministrator(app);

const name = (to: string) => administrator.must(updateOrganisation, { body: { name: to } });

test('it has no name at first; naming it is saved and journalled, and an empty name removes it', async () => {
  expect(await administrator.must(readOrganisation, {})).toEqual({ name: '' });
  expect(await name('  Jinnah Welfare Trust ')).toEqual({ name: 'Jinnah Welfare Trust' });
  expect(await administrator.must(readOrganisation, {})).toEqual({ name: 'Jinnah Welfare Trust' });
  await name('   ');
  expect(await administrator.must(readOrganisation, {})).toEqual({ name: '' });
  const entries = await app.db.read.selectFrom('journal').selectAll().orderBy('sequence').execute();
  const names = (text: string | null) => (JSON.parse(text ?? '') as { name: string }).name;
  expect(entries.map(({ action, actor, before, after }) => [action, actor, names(before), names(after)])).toEqual([
    ['organisation.update', 'admin@jurmana.test', '', 'Jinnah Welfare Trust'],
    ['organisation.update', 'admin@jurmana.test', 'Jinnah Welfare Trust', ''],
  ]);
  await expectBooksRight(app.db);
});

test('the name it has already changes no record', async () => {
  await name('ادارہ فلاح');
  const records = async () => ({
    organisation: await app.db.read.selectFrom('organisation').selectAll().execute(),
    journal: await app.db.read.selectFrom('journal').selectAll().execute(),
  });
  const before = await records();
  await name('ادارہ فلاح');
  expect(await records()).toEqual(before);
});

test('check-books finds a name that the journal does not know', async () => {
  const own = await startApp();
  const problems = async () => (await checkBooks(own.db)).problems;
  const rename = (to: string) => own.db.write.updateTable('organisation').set({ name: to }).execute();
  await rename('Somebody else');
  expect(await problems()).toEqual(['The organisation was named without an entry.']);
  await rename('');
  await (await own.administrator()).must(updateOrganisation, { body: { name: 'Jinnah Welfare Trust' } });
  expect(await problems()).toEqual([]);
  await rename('Somebody else');
  expect(await problems()).toEqual(['The organisation 1 is not as the journal left it: name.']);
  await own.stop();
});
