// People who recorded, hold or took over something are identified by an id that stays with them; the e-mail stays as it
// was written. Earlier records get the id of the person who has the e-mail now, if it cannot have been anybody else;
// otherwise an id that consists of the name.
import { type Kysely, sql } from 'kysely';
import { ADMINISTRATOR_ID, idOfKey, idOfName, idOfUser } from '../../../core/people/actor.ts';
import { emailKey } from '../../../core/people/email.ts';
import { apiKeyActor } from '../../../core/text/own-words.ts';
import { columnTypes } from '../column-types.ts';
import { isOneOf } from '../run.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

/** The columns of ids, and those of the names. Older journal entries stay without an id. */
const IDS = [
  ['payments', 'received_by', 'received_by_id'],
  ['refunds', 'given_by', 'given_by_id'],
  ['pay_outs', 'holder', 'holder_id'],
  ['hand_overs', 'holder', 'holder_id'],
  ['hand_overs', 'taken_by_holder', 'taken_by_id'],
  ['hand_overs', 'made_by', 'made_by_id'],
] as const;

export const whoActed = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { key } = columnTypes(engine);
    await db.schema.alterTable('journal').addColumn('actor_id', key).execute();
    for (const [table, , id] of IDS) await db.schema.alterTable(table).addColumn(id, key).execute();
    const ids = await idsOfNames(db);
    for (const [name, id] of ids) {
      for (const [table, column, idColumn] of IDS) {
        await sql`
          update ${sql.table(table)} set ${sql.ref(idColumn)} = ${id} where ${sql.ref(column)} = ${name}`.execute(db);
      }
      await sql`update cash_holders set holder = ${id} where holder = ${name}`.execute(db);
    }
    await sql`alter table hand_overs drop column taken_by_holder`.execute(db);
  },
});

/** The id for each name in these columns; no two names get the same id. */
async function idsOfNames(db: Kysely<Schema>): Promise<Map<string, string>> {
  const columns = [...IDS.map(([table, column]) => [table, column] as const), ['cash_holders', 'holder'] as const];
  const { rows } = await sql<{ name: string }>`
    select distinct name from (${sql.join(
      columns.map(([table, column]) => sql`select distinct ${sql.ref(column)} as name from ${sql.table(table)}`),
      sql` union all `,
    )}) as names where name is not null`.execute(db);
  const names = rows.map(({ name }) => name);
  const keys = await db.selectFrom('api_keys').select(['id', 'name']).execute();
  const keyOf = new Map(keys.map(({ id, name }) => [apiKeyActor(name), idOfKey(id)]));
  const { userOf, usedByOthers } = await whoHad(db, names);
  const administrator = await administratorAmong(
    db,
    names.filter((name) => !keyOf.has(name) && !usedByOthers.has(name)),
  );
  return new Map(
    names.map((name) => {
      if (name === administrator) return [name, ADMINISTRATOR_ID];
      return [name, keyOf.get(name) ?? userOf.get(name) ?? idOfName(name)];
    }),
  );
}

interface Had {
  /** the entry that gave them the e-mail */
  since: number;
  hadAccess: boolean;
}

/**
 * The users who have these e-mails now, had access with them, and under whose e-mails nobody acted earlier; and the
 * e-mails that any user with access has had.
 */
async function whoHad(db: Kysely<Schema>, names: readonly string[]) {
  const entries = await db
    .selectFrom('journal')
    .select(['sequence', 'subject_id', 'after'])
    .where('subject', '=', 'user')
    .orderBy('sequence')
    .execute();
  const asked = new Set(names);
  const usedByOthers = new Set<string>();
  const now = new Map<string, Had & { name: string }>();
  for (const { sequence, subject_id: userId, after } of entries) {
    const user = after === null ? {} : (JSON.parse(after) as { user_email?: string | null; access?: string | null });
    const name = emailKey(user.user_email ?? '');
    const hasAccess = (user.access ?? null) !== null;
    const had = now.get(userId);
    if (!asked.has(name)) now.delete(userId);
    else if (had?.name === name) had.hadAccess ||= hasAccess;
    else now.set(userId, { name, since: sequence, hadAccess: hasAccess });
    if (hasAccess) usedByOthers.add(name);
  }
  const present = await db
    .selectFrom('users')
    .select(['id', 'email_key'])
    .where(isOneOf(db, 'email_key', names))
    .where('deleted_at', 'is', null)
    .execute();
  const userOf = new Map<string, string>();
  for (const { id, email_key: name } of present) {
    const had = now.get(id);
    if (name === null || had?.name !== name || !had.hadAccess) continue;
    if ((await firstDeed(db, name)) > had.since) userOf.set(name, idOfUser(id));
  }
  return { userOf, usedByOthers };
}

/** The first entry made under a name. */
async function firstDeed(db: Kysely<Schema>, name: string): Promise<number> {
  const { rows } = await sql<{ first: number | null }>`
    select min(first) as first from (
      select min(sequence) as first from journal where actor = ${name}
      union all
      select min(sequence) from hand_overs where taken_by_holder = ${name}
    ) as deeds`.execute(db);
  return rows[0]?.first ?? Number.POSITIVE_INFINITY;
}

/**
 * Which of these names, none of them of a user with access, is the administrator's, as last known to this database. A
 * restored database does not know; then it is the only name with an account.
 */
async function administratorAmong(db: Kysely<Schema>, names: readonly string[]): Promise<string | null> {
  const known = await db.selectFrom('instance').select('value').where('key', '=', 'administrator').executeTakeFirst();
  if (known !== undefined) return names.includes(known.value) ? known.value : null;
  const accounts = await db
    .selectFrom('accounts')
    .select('email_key')
    .where(isOneOf(db, 'email_key', names))
    .execute();
  const [only, another] = accounts.map(({ email_key: email }) => email);
  return only === undefined || another !== undefined ? null : only;
}
