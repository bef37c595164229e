// The list of groups: adding, changing, moving and deleting. It is short, so names are compared here.
import type { Selectable, Transaction } from 'kysely';
import * as contract from '../../../contract/settings/groups.ts';
import type { GroupForm, ListedGroup, updateGroup } from '../../../contract/settings/groups.ts';
import type { ParsedInput } from '../../../contract/operation.ts';
import { MAX_GROUPS } from '../../../core/limits.ts';
import { moved } from '../../../core/list-order.ts';
import { searchKey } from '../../../core/text/search.ts';
import { AppError } from '../../base/errors.ts';
import type { GroupsTable, Schema } from '../../db/schema.ts';
import type { Database, Handle } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { requireFieldsAsShown } from '../../shared/defined-fields.ts';
import { newRecordId } from '../../shared/ids.ts';

export function serveGroups(server: Server, db: Database): void {
  server.query(contract.listGroups, async () => {
    const [rows, counts] = [await readRows(db.read), await countMembers(db.read)];
    return { items: rows.map((row) => onTheWire(row, counts.get(row.id))) };
  });
  server.command(contract.addGroup, (context, { body }) => add(context, body));
  server.command(contract.updateGroup, (context, { params, body }) => change(context, params.id, body));
  server.command(contract.moveGroup, (context, { params, body }) => move(context, params.id, body.direction));
  server.command(contract.deleteGroup, (context, { params }) => remove(context, params.id));
}

type Row = Selectable<GroupsTable>;

type Counts = Pick<ListedGroup, 'memberCount' | 'activeCount'>;

const onTheWire = (row: Row, counts: Counts = { memberCount: 0, activeCount: 0 }): ListedGroup => ({
  id: row.id,
  ...formOf(row),
  ...counts,
});

const formOf = ({ name, name_urdu: urduName, active }: Row): GroupForm => ({ name, urduName, active: active === 1 });

const columnsOf = ({ name, urduName, active }: GroupForm) => ({ name, name_urdu: urduName, active: active ? 1 : 0 });

const readRows = (db: Handle): Promise<Row[]> => db.selectFrom('groups').selectAll().orderBy('position').execute();

async function countMembers(db: Handle): Promise<Map<string, Counts>> {
  const rows = await db
    .selectFrom('users')
    .select((eb) => [
      'group_id',
      eb.fn.countAll<number>().as('memberCount'),
      eb.fn.count<number>(eb.case().when('status', '=', 'Active').then(1).end()).as('activeCount'),
    ])
    .where('group_id', 'is not', null)
    .groupBy('group_id')
    .execute();
  return new Map(rows.flatMap(({ group_id: id, ...counts }) => (id === null ? [] : [[id, counts]])));
}

/** Throws group-exists, too-many-groups. */
async function add(context: CommandContext, form: GroupForm): Promise<ListedGroup> {
  const rows = await readRows(context.tx);
  if (rows.length >= MAX_GROUPS) throw new AppError('too-many-groups');
  const row: Row = { id: newRecordId(), ...columnsOf(form), position: (rows.at(-1)?.position ?? 0) + 1 };
  refuseTaken(rows, row);
  await context.tx.insertInto('groups').values(row).execute();
  record(context, row.id, null, row);
  return onTheWire(row);
}

/** Throws group-not-found, record-changed, group-exists. */
async function change(
  context: CommandContext,
  id: string,
  { shown, ...changes }: ParsedInput<typeof updateGroup>['body'],
): Promise<ListedGroup> {
  const rows = await readRows(context.tx);
  const before = rowOf(rows, id);
  const stored = formOf(before);
  requireFieldsAsShown(stored, shown);
  const { name = stored.name, urduName = stored.urduName, active = stored.active } = changes;
  const after = { ...before, ...columnsOf({ name, urduName, active }) };
  refuseTaken(rows, after);
  await save(context.tx, after);
  record(context, id, before, after);
  return onTheWire(after, (await countMembers(context.tx)).get(id));
}

/** Throws group-not-found. */
async function move(context: CommandContext, id: string, direction: 'up' | 'down'): Promise<{ id: string }> {
  const changes = moved(await readRows(context.tx), id, direction);
  if (changes === undefined) throw new AppError('group-not-found');
  for (const { before, after } of changes) {
    await save(context.tx, after);
    record(context, after.id, before, after);
  }
  return { id };
}

/** Throws group-not-found, group-used. */
async function remove(context: CommandContext, id: string): Promise<{ id: string }> {
  await context.writeSoFar();
  const before = rowOf(await readRows(context.tx), id);
  if (await wasUsed(context.tx, id)) throw new AppError('group-used');
  await context.tx.deleteFrom('groups').where('id', '=', id).execute();
  record(context, id, before, null);
  return { id };
}

/** The history names it for as long as it tells of its members. */
async function wasUsed(tx: Transaction<Schema>, id: string): Promise<boolean> {
  const told = tx
    .selectFrom('journal')
    .select('sequence')
    .where('subject', '=', 'user')
    .where('after', 'like', `%"group_id":"${id}"%`);
  return (await told.limit(1).executeTakeFirst()) !== undefined;
}

const save = async (tx: Transaction<Schema>, { id, ...values }: Row): Promise<void> => {
  await tx.updateTable('groups').set(values).where('id', '=', id).execute();
};

const record = (context: CommandContext, subjectId: string, before: Row | null, after: Row | null) =>
  context.record({ subject: 'group', subjectId, userId: null, before, after });

function rowOf(rows: readonly Row[], id: string): Row {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new AppError('group-not-found');
  return row;
}

const keysOf = ({ name, name_urdu: urdu }: Row): string[] => [
  searchKey(name),
  ...(urdu === '' ? [] : [searchKey(urdu)]),
];

/** A name, in either language, is that of one group at most: the columns of imported files name groups by it. */
function refuseTaken(rows: readonly Row[], row: Row): void {
  const others = new Set(rows.filter(({ id }) => id !== row.id).flatMap(keysOf));
  if (keysOf(row).some((key) => others.has(key))) throw new AppError('group-exists');
}
