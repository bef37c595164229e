// The organisation's list of fine types, and the rule "Only fine types from the list".
import { afterAll, describe, expect, test } from 'vitest';
import { ofEachText } from '../../src/core/fines/fine-texts.ts';
import { correctFine, readFine } from '../../src/contract/fines/fine-details.ts';
import {
  addType,
  deleteType,
  type FineTypeForm,
  listTypes,
  moveType,
  updateType,
} from '../../src/contract/fines/fine-types.ts';
import { checkFineImport, importFines } from '../../src/contract/fines/imports.ts';
import { addFines, listFineTypes, listFines } from '../../src/contract/fines/fines.ts';
import { switchRule } from '../../src/contract/settings/rules.ts';
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import type { Action } from '../../src/core/journal.ts';
import { searchKey } from '../../src/core/text/search.ts';
import { addFines as enterFines, readFining } from '../../src/server/areas/fines/fines.service.ts';
import { type CommandContext, runCommand } from '../../src/server/ledger/command.ts';
import { changeType, deleteType as removeType } from '../../src/server/areas/settings/fine-types.routes.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import { addUser, fineOne, refusal, setRule } from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);

afterAll(() => expectBooksRight(app.db));

const late = (over: Partial<FineTypeForm> = {}): FineTypeForm => ({
  name: 'Late',
  urduName: '',
  amount: 100,
  active: true,
  ...over,
});
const add = (over: Partial<FineTypeForm> = {}) => administrator.must(addType, { body: late(over) });
const list = async () => (await administrator.must(listTypes, {})).items;
const offered = async (search = '') =>
  (await administrator.must(listFineTypes, { query: { search } })).items.map(({ fineType }) => fineType);
const useRule = (on: boolean) =>
  administrator.must(switchRule, { params: { ruleId: 'only-listed-fine-types' }, body: { allowDisallow: on } });

describe('the list of fine types', () => {
  test('keeps added types, counts their uses, and offers them before free text, also by the Urdu name [TYPE-1]', async () => {
    const { id: userId } = await addUser(administrator);
    await fineOne(administrator, userId, { fineType: 'Shouting', amount: 5 });
    await fineOne(administrator, userId, { fineType: 'late', amount: 90 });
    const type = await add({ urduName: 'دیر' });
    expect(type).toMatchObject({ name: 'Late', urduName: 'دیر', amount: 100, active: true, useCount: 1 });
    await fineOne(administrator, userId, { fineType: 'Late', amount: 100 });
    expect(await list()).toEqual([{ ...type, useCount: 2 }]);
    expect(await offered()).toEqual(['Late', 'Shouting']);
    expect(await offered('دیر')).toEqual(['Late']);
  });

  test('renames a type without changing earlier fines, whose uses still count [TYPE-2]', async () => {
    const [type] = await list();
    const typeId = type?.id ?? '';
    const renamed = await administrator.must(updateType, { params: { id: typeId }, body: { name: 'Late arrival' } });
    expect(renamed).toMatchObject({ name: 'Late arrival', amount: 100, useCount: 2 });
    const { items } = await administrator.must(listFines, { query: {} });
    expect(items.map(({ fineType }) => fineType)).toEqual(['Late', 'late', 'Shouting']);
    expect(await offered()).toEqual(['Late arrival', 'Shouting']);
  });

  test('gives no type the former name of another under which fines were entered [TYPE-6]', async () => {
    const [used] = await list();
    const params = { id: used?.id ?? '' };
    const former = { name: ' LATE' };
    expect(refusal(await administrator.call(addType, { body: late(former) }))).toMatchObject({
      code: 'former-fine-type',
    });
    const { id: typeId } = await add({ name: 'Noise' });
    expect(refusal(await administrator.call(updateType, { params: { id: typeId }, body: former }))).toMatchObject({
      code: 'former-fine-type',
    });
    expect(await list()).toMatchObject([
      { id: used?.id, useCount: 2 },
      { name: 'Noise', useCount: 0 },
    ]);
    await administrator.must(updateType, { params, body: { name: 'Late' } });
    await administrator.must(updateType, { params, body: { name: 'Late arrival' } });
    // A former name under which no fine was entered is free.
    await administrator.must(updateType, { params: { id: typeId }, body: { name: 'Shouts' } });
    await administrator.must(deleteType, { params: { id: (await add({ name: 'Noise' })).id } });
    await administrator.must(deleteType, { params: { id: typeId } });
  });

  test('refuses a name twice, and deletes only types that were never used [TYPE-3]', async () => {
    expect(refusal(await administrator.call(addType, { body: late({ name: ' LATE ARRIVAL ' }) }))).toMatchObject({
      code: 'fine-type-exists',
    });
    const [used] = await list();
    expect(refusal(await administrator.call(deleteType, { params: { id: used?.id ?? '' } }))).toMatchObject({
      code: 'fine-type-used',
    });
    const { id: typeId } = await add({ name: 'Noise', amount: null });
    await administrator.must(deleteType, { params: { id: typeId } });
    expect((await list()).map(({ name }) => name)).toEqual(['Late arrival']);
    expect(refusal(await administrator.call(deleteType, { params: { id: typeId } }))).toMatchObject({
      code: 'fine-type-not-found',
    });
  });

  test('moves a type up and down, but not past the ends [TYPE-4]', async () => {
    const { id: typeId } = await add({ name: 'Noise' });
    const move = async (direction: 'up' | 'down') => {
      await administrator.must(moveType, { params: { id: typeId }, body: { direction } });
      return (await list()).map(({ name }) => name);
    };
    expect(await move('up')).toEqual(['Noise', 'Late arrival']);
    expect(await move('up')).toEqual(['Noise', 'Late arrival']);
    expect(await move('down')).toEqual(['Late arrival', 'Noise']);
  });
});

describe('the rule "Only fine types from the list"', () => {
  test('refuses free text and inactive types when adding and correcting fines [TYPE-5]', async () => {
    const { id: userId } = await addUser(administrator);
    const { id: fineId } = await fineOne(administrator, userId, { fineType: 'Free text', amount: 5 });
    await useRule(true);
    const body = { fineType: 'Other text', amount: 5, date: '2026-11-20', userIds: [userId] };
    expect(refusal(await administrator.call(addFines, { body }))).toMatchObject({ code: 'fine-type-not-listed' });
    await add({ name: 'Asleep', active: false });
    const asleep = { ...body, fineType: 'Asleep' };
    expect(refusal(await administrator.call(addFines, { body: asleep }))).toMatchObject({
      code: 'fine-type-not-listed',
    });
    const { fine } = await administrator.must(readFine, { params: { fineId } });
    const { fineType, description, amount, date } = fine;
    const shown = { fineType, description, amount, date };
    const correct = (type: string) =>
      administrator.call(correctFine, { params: { fineId }, body: { ...shown, fineType: type, shown } });
    expect(refusal(await correct('Other text'))).toMatchObject({ code: 'fine-type-not-listed' });
    await administrator.must(correctFine, {
      params: { fineId },
      body: { ...shown, description: 'A note', shown },
    });
    expect(await offered()).toEqual(['Late arrival', 'Noise']);
    await useRule(false);
  });
});

const BY = {
  actor: { id: ADMINISTRATOR_ID, name: 'admin@jurmana.test' },
  access: async () => 'administrator' as const,
  idempotencyKey: null,
  input: null,
} as const;
const environment = () => ({ db: app.db, clock: app.clock, timeZone: 'Asia/Karachi', onCommit: () => {} });

/** As in lists from before Urdu names were compared: it may be the name of another type. */
const giveUrduName = (id: string, name: string) =>
  runCommand(environment(), { ...BY, action: 'fineTypes.update' }, async ({ tx, record }) => {
    const types = tx.selectFrom('listed_fine_types').selectAll().where('id', '=', id);
    const before = await types.executeTakeFirstOrThrow();
    const after = { ...before, urdu_name: name, urdu_key: searchKey(name) };
    await tx.updateTable('listed_fine_types').set(after).where('id', '=', id).execute();
    record({ subject: 'fine-type', subjectId: id, userId: null, before, after });
    return {};
  });

describe('the Urdu name of an active type', () => {
  const rowOf = (member: string, fineType: string) => [{ member, fineType, amount: '5', date: '2026-09-14' }];
  const importOf = async (member: string, fineType: string) => {
    const rows = rowOf(member, fineType);
    const { checked } = await administrator.must(checkFineImport, { body: { rows } });
    await administrator.must(importFines, { body: { rows, checked } });
  };
  const typesOf = async (userId: string) =>
    (await administrator.must(listFines, { query: { userId } })).items.map(({ fineType }) => fineType);

  test('names one type: not another one, as its name or its Urdu name, also an inactive one [TYPE-8]', async () => {
    const { id: typeId } = await add({ name: 'Spitting', urduName: 'تھوکنا', active: false });
    const { id: other } = await add({ name: 'کھانا' });
    const before = await list();
    const refused = async (form: Partial<FineTypeForm>) => [
      refusal(await administrator.call(addType, { body: late({ name: 'Littering', ...form }) })).code,
      refusal(await administrator.call(updateType, { params: { id: other }, body: form })).code,
    ];
    const [exists, urduNameExists] = ['fine-type-exists', 'urdu-name-exists'];
    expect(await refused({ urduName: 'تھُوكنا' })).toEqual([urduNameExists, urduNameExists]);
    expect(await refused({ urduName: ' SPITTING' })).toEqual([urduNameExists, urduNameExists]);
    expect(await refused({ name: 'تهوكنا' })).toEqual([exists, exists]);
    expect(await list()).toEqual(before);
    // A type may have one name in both languages.
    await administrator.must(updateType, { params: { id: other }, body: { urduName: 'کھانا' } });
    await administrator.must(updateType, { params: { id: typeId }, body: { name: 'تھوکنا' } });
    for (const unused of [typeId, other]) await administrator.must(deleteType, { params: { id: unused } });
  });

  test('of two types with one in an older list enters the first, and either can be changed [TYPE-8]', async () => {
    const { id: userId } = await addUser(administrator);
    const { id: first } = await add({ name: 'Litter', urduName: 'کچرا' });
    const { id: second } = await add({ name: 'Rubbish' });
    await giveUrduName(second, 'کچرا');
    await fineOne(administrator, userId, { fineType: 'کچرا', amount: 5 });
    expect(await typesOf(userId)).toEqual(['Litter']);
    for (const typeId of [first, second]) {
      const body = { amount: 30, urduName: 'کچرا' };
      expect(await administrator.must(updateType, { params: { id: typeId }, body })).toMatchObject(body);
    }
    await administrator.must(updateType, { params: { id: second }, body: { urduName: '' } });
  });

  test('enters its name, by hand, in a correction and from a file, also under the rule [TYPE-7]', async () => {
    const [{ id: userId }, { id: other }] = [await addUser(administrator), await addUser(administrator)];
    const { id: fineId } = await fineOne(administrator, userId, { fineType: 'Noise', amount: 5 });
    await add({ name: 'دھول' });
    // A name comes before an Urdu name.
    await giveUrduName((await add({ name: 'Grime' })).id, 'دھول');
    await useRule(true);
    const shown = { fineType: 'Noise', description: '', amount: 5, date: '2026-11-18' };
    const { fine } = await administrator.must(readFine, { params: { fineId } });
    const now = { ...shown, description: fine.description, date: fine.date };
    await administrator.must(correctFine, { params: { fineId }, body: { ...now, fineType: 'دِير', shown: now } });
    await fineOne(administrator, other, { fineType: 'دیر', amount: 5 });
    await importOf(userId, 'دیر');
    await importOf(other, 'دھول');
    expect(await typesOf(userId)).toEqual(['Late arrival', 'Late arrival']);
    expect(await typesOf(other)).toEqual(['Late arrival', 'دھول']);
    const { before } = await administrator.must(checkFineImport, { body: { rows: rowOf(userId, 'دیر') } });
    expect(before).toEqual([0]);
    // A stroke that lengthens letters has no key of its own, like a type without an Urdu name.
    const stroke = { ...shown, fineType: 'ــ', userIds: [userId] };
    expect(refusal(await administrator.call(addFines, { body: stroke }))).toMatchObject({
      code: 'fine-type-not-listed',
    });
    await useRule(false);
    await fineOne(administrator, userId, { fineType: 'ــ', amount: 5 });
    expect(await typesOf(userId)).toContain('ــ');
  });

  test('recognises what was imported as free text before it was given [TYPE-7, FILE-6]', async () => {
    const { id: userId } = await addUser(administrator);
    await importOf(userId, 'شور');
    const noise = (await list()).find(({ name }) => name === 'Noise');
    await administrator.must(updateType, { params: { id: noise?.id ?? '' }, body: { urduName: 'شور' } });
    const { before } = await administrator.must(checkFineImport, { body: { rows: rowOf(userId, 'شور') } });
    expect(before).toEqual([0]);
  });
});

test('counts a first use even if the type is renamed or deleted in the same transaction [TYPE-2, TYPE-3]', async () => {
  const { id: userId } = await addUser(administrator);
  await setRule(administrator, false);
  const used = async (
    action: Action,
    fineType: string,
    then: (context: CommandContext, id: string) => Promise<object>,
  ) => {
    const { id } = await add({ name: fineType });
    const body = { fineType, ...ofEachText(() => ''), amount: 5, date: '2026-11-18', userIds: [userId] };
    const [, outcome] = await Promise.allSettled([
      runCommand(environment(), { ...BY, action: 'fines.add' }, async (context) =>
        enterFines(context, body, await readFining(context.tx, body, () => {})),
      ),
      runCommand(environment(), { ...BY, action }, (context) => then(context, id)),
    ]);
    await expectBooksRight(app.db);
    const type = (await list()).find((one) => one.id === id);
    return [outcome.status, type?.name, type?.useCount];
  };
  const renamed = await used('fineTypes.update', 'Dirt', (context, id) => changeType(context, id, { name: 'Mud' }));
  expect(renamed).toEqual(['fulfilled', 'Mud', 1]);
  expect(await used('fineTypes.delete', 'Dust', removeType)).toEqual(['rejected', 'Dust', 1]);
});
