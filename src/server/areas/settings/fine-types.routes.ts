// The list of fine types: adding, changing, moving and deleting. Names are compared as in searches. The uses of types
// are written at the end of a transaction (`usedTypes`), so anything here that reads them must have them written first.
import type { Selectable, Transaction } from 'kysely';
import { exportTypes } from '../../../contract/exports.ts';
import * as contract from '../../../contract/fines/fine-types.ts';
import type { FineTypeForm, ListedFineType, updateType } from '../../../contract/fines/fine-types.ts';
import type { ParsedInput } from '../../../contract/operation.ts';
import { MAX_FINE_TYPES } from '../../../core/limits.ts';
import { moved } from '../../../core/list-order.ts';
import { searchKey } from '../../../core/text/search.ts';
import { AppError } from '../../base/errors.ts';
import type { ListedFineTypesTable, Schema } from '../../db/schema.ts';
import type { Database, Handle } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { requireFieldsAsShown } from '../../shared/defined-fields.ts';
import { type Columns, csvFile } from '../../shared/files/csv-file.ts';
import { newRecordId } from '../../shared/ids.ts';

const COLUMNS: Columns<contract.ListedFineType> = {
  name: ({ name }) => ({ text: name }),
  urduName: ({ urduName }) => ({ text: urduName }),
  amount: ({ amount }) => ({ amount }),
  active: ({ active }) => ({ word: active ? 'yes' : null }),
  useCount: ({ useCount }) => ({ count: useCount }),
  id: ({ id }) => ({ text: id }),
};

export function serveFineTypes(server: Server, db: Database): void {
  server.query(contract.listTypes, async () => ({ items: await readList(db.read) }));
  server.download(exportTypes, ({ input: { query } }) => {
    async function* types(): AsyncGenerator<contract.ListedFineType[]> {
      yield await readList(db.read);
    }
    return csvFile('fine-types', query.language, COLUMNS, types());
  });
  server.command(contract.addType, (context, { body }) => addType(context, body));
  server.command(contract.updateType, (context, { params, body }) => changeType(context, params.id, body));
  server.command(contract.moveType, (context, { params, body }) => moveType(context, params.id, body.direction));
  server.command(contract.deleteType, (context, { params }) => deleteType(context, params.id));
}

type Row = Selectable<ListedFineTypesTable>;
type Changes = ParsedInput<typeof updateType>['body'];

const onTheWire = (row: Row, useCount: number): ListedFineType => ({
  id: row.id,
  name: row.name,
  urduName: row.urdu_name,
  amount: row.amount,
  active: row.active === 1,
  useCount,
});

async function readList(db: Handle): Promise<ListedFineType[]> {
  const rows = await db
    .selectFrom('listed_fine_types')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('fine_types')
        .whereRef('fine_types.listed_as', '=', 'listed_fine_types.id')
        .select((sum) => sum.fn.sum<number | null>('use_count').as('uses'))
        .as('uses'),
    )
    .orderBy('position')
    .execute();
  return rows.map(({ uses, ...row }) => onTheWire(row, uses ?? 0));
}

/** Throws fine-type-exists, former-fine-type, urdu-name-exists, too-many-fine-types. */
async function addType(context: CommandContext, form: FineTypeForm): Promise<ListedFineType> {
  const { tx, now } = context;
  await context.writeSoFar();
  const { count, last } = await tx
    .selectFrom('listed_fine_types')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('position').as('last')])
    .executeTakeFirstOrThrow();
  if (count >= MAX_FINE_TYPES) throw new AppError('too-many-fine-types');
  const row: Row = {
    id: newRecordId(),
    ...columnsOf(form),
    position: (last ?? 0) + 1,
    created_at: now,
    updated_at: null,
  };
  await refuseTaken(tx, null, row);
  await tx.insertInto('listed_fine_types').values(row).execute();
  await claimName(tx, row);
  record(context, row.id, null, row);
  return onTheWire(row, await usesOf(tx, row.id));
}

/**
 * Fines keep the name they were entered with.
 * Throws fine-type-not-found, record-changed, fine-type-exists, former-fine-type, urdu-name-exists.
 */
export async function changeType(context: CommandContext, id: string, changes: Changes): Promise<ListedFineType> {
  const { tx, now } = context;
  await context.writeSoFar();
  const before = await findOrThrow(tx, id);
  const stored = {
    name: before.name,
    urduName: before.urdu_name,
    amount: before.amount,
    active: before.active === 1,
  };
  requireFieldsAsShown(stored, changes.shown);
  const values = {
    ...columnsOf({
      name: changes.name ?? stored.name,
      urduName: changes.urduName ?? stored.urduName,
      amount: changes.amount === undefined ? stored.amount : changes.amount,
      active: changes.active ?? stored.active,
    }),
    updated_at: now,
  };
  const after = { ...before, ...values };
  await refuseTaken(tx, before, after);
  await tx.updateTable('listed_fine_types').set(values).where('id', '=', id).execute();
  if (after.type_key !== before.type_key) await claimName(tx, after);
  record(context, id, before, after);
  return onTheWire(after, await usesOf(tx, id));
}

/** Throws fine-type-not-found. */
async function moveType(context: CommandContext, id: string, direction: 'up' | 'down'): Promise<{ id: string }> {
  const { tx, now } = context;
  const rows = await tx.selectFrom('listed_fine_types').selectAll().orderBy('position').execute();
  const changes = moved(rows, id, direction);
  if (changes === undefined) throw new AppError('fine-type-not-found');
  for (const { before, after } of changes) {
    const values = { position: after.position, updated_at: now };
    await tx.updateTable('listed_fine_types').set(values).where('id', '=', after.id).execute();
    record(context, after.id, before, { ...after, ...values });
  }
  return { id };
}

/** Throws fine-type-not-found, fine-type-used. */
export async function deleteType(context: CommandContext, id: string): Promise<{ id: string }> {
  await context.writeSoFar();
  const before = await findOrThrow(context.tx, id);
  if ((await usesOf(context.tx, id)) > 0) throw new AppError('fine-type-used');
  await context.tx.updateTable('fine_types').set({ listed_as: null }).where('listed_as', '=', id).execute();
  await context.tx.deleteFrom('listed_fine_types').where('id', '=', id).execute();
  record(context, id, before, null);
  return { id };
}

const record = (context: CommandContext, subjectId: string, before: Row | null, after: Row | null) =>
  context.record({ subject: 'fine-type', subjectId, userId: null, before, after });

const columnsOf = ({ name, urduName, amount, active }: FineTypeForm) => ({
  type_key: searchKey(name),
  name,
  urdu_name: urduName,
  urdu_key: searchKey(urduName),
  amount,
  active: active ? 1 : 0,
});

async function findOrThrow(tx: Transaction<Schema>, id: string): Promise<Row> {
  const row = await tx.selectFrom('listed_fine_types').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError('fine-type-not-found');
  return row;
}

/**
 * A text names at most one type of the list. Only a name that changes is compared with Urdu names: older lists may have
 * two types with one, and stay as they are.
 */
async function refuseTaken(tx: Transaction<Schema>, before: Row | null, after: Row): Promise<void> {
  const { id, type_key: key, urdu_key: urduKey } = after;
  const isTaken = async (wanted: string, columns: ('type_key' | 'urdu_key')[]): Promise<boolean> => {
    const others = tx.selectFrom('listed_fine_types').select('id').where('id', '<>', id);
    const alike = others.where((eb) => eb.or(columns.map((column) => eb(column, '=', wanted))));
    return (await alike.executeTakeFirst()) !== undefined;
  };
  const isUrduNameToo = key !== '' && key !== before?.type_key;
  if (await isTaken(key, isUrduNameToo ? ['type_key', 'urdu_key'] : ['type_key'])) {
    throw new AppError('fine-type-exists');
  }
  // With the name, the other type would lose the fines entered under it.
  const former = await tx
    .selectFrom('fine_types')
    .select('listed_as')
    .where('type_key', '=', key)
    .where('listed_as', '<>', id)
    .executeTakeFirst();
  if (former !== undefined) throw new AppError('former-fine-type');
  const isNewUrduName = urduKey !== '' && urduKey !== before?.urdu_key;
  if (isNewUrduName && (await isTaken(urduKey, ['type_key', 'urdu_key']))) throw new AppError('urdu-name-exists');
}

/** Fines typed under this name now count for this type, and the name is no longer suggested separately. */
async function claimName(tx: Transaction<Schema>, { id, type_key: key }: Row): Promise<void> {
  await tx.updateTable('fine_types').set({ listed_as: id }).where('type_key', '=', key).execute();
}

async function usesOf(tx: Transaction<Schema>, id: string): Promise<number> {
  const { uses } = await tx
    .selectFrom('fine_types')
    .where('listed_as', '=', id)
    .select((eb) => eb.fn.sum<number | null>('use_count').as('uses'))
    .executeTakeFirstOrThrow();
  return uses ?? 0;
}
