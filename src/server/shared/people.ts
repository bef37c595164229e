// The people who act or have acted here: the administrator, and users with access.
import { ADMINISTRATOR_ID, idOfKey, idOfUser, nameInId, userOfId } from '../../core/people/actor.ts';
import { emailKey } from '../../core/people/email.ts';
import { ADMINISTRATOR, apiKeyActor, givenName } from '../../core/text/own-words.ts';
import type { Person } from '../../contract/shapes.ts';
import { sql } from 'kysely';
import { isOneOf, isPostgres, run, runFirst } from '../db/run.ts';
import { settleAll } from '../db/transaction.ts';
import type { Snapshot } from '../db/snapshot.ts';
import type { Handle } from '../db/types.ts';
import { presentHolder } from './joined-users.ts';

/**
 * The people whom records may name: the administrator, then users with access by name, including inactive ones, and
 * those who held cash before they lost their access.
 */
export async function readPeople(
  db: Handle,
  administratorEmail: string,
  once: Snapshot['once'] = (_key, read) => read(),
): Promise<Person[]> {
  const email = emailKey(administratorEmail);
  const readOthers = () => settleAll([run(db, withAccess(db, email)), formerHolders(db, email)]);
  const [administrator, others] = await settleAll([readAdministrator(db, email), once('people who act', readOthers)]);
  return [administrator, ...others.flat().flatMap(toPerson)];
}

/** The present name of whoever a record names, by their id where it is known; as recorded if they have none here. */
export type NameOf = (recorded: string, id: string | null) => string;

/** The names of those people. */
export const readNames =
  (administratorEmail: string) =>
  async (db: Handle, once?: Snapshot['once']): Promise<NameOf> => {
    const people = await readPeople(db, administratorEmail, once);
    const named = people.filter(({ name }) => name !== '');
    const byEmail = new Map(named.map(({ email, name }) => [email, name]));
    const byId = new Map(named.map(({ id, name }) => [id, name]));
    return (recorded, id) => (id === null ? byEmail.get(recorded) : byId.get(id)) ?? recorded;
  };

/** The people who may take cash over. */
export async function readTakers(db: Handle, administratorEmail: string): Promise<Person[]> {
  const email = emailKey(administratorEmail);
  const [administrator, staff] = await settleAll([
    readAdministrator(db, email),
    run(db, withAccess(db, email).where('status', '=', 'Active')),
  ]);
  return [administrator, ...staff.flatMap(toPerson)];
}

/** Has the name that they gave themselves, never that of a user record, which others may have written (ACCESS-2). */
async function readAdministrator(db: Handle, email: string): Promise<Person> {
  const account = await runFirst(db, db.selectFrom('accounts').select('name').where('email_key', '=', email));
  return { id: ADMINISTRATOR_ID, email, name: givenName(account?.name ?? ADMINISTRATOR) };
}

interface Named {
  id: string;
  email_key: string | null;
  user_name: string;
}
const toPerson = ({ id, email_key: email, user_name: name }: Named): Person[] =>
  email === null ? [] : [{ id: idOfUser(id), email, name }];

const usersExcept = (db: Handle, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email_key', 'user_name'])
    .where('deleted_at', 'is', null)
    .where('email_key', '<>', email);

const withAccess = (db: Handle, but: string) =>
  usersExcept(db, but).where('access', 'is not', null).orderBy('sort_key').orderBy('id');

async function formerHolders(db: Handle, but: string) {
  const holders = await run(db, db.selectFrom('cash_holders').select(presentHolder('holder').as('holder')));
  const ids = holders.flatMap(({ holder }) => userOfId(holder) ?? []);
  return await run(
    db,
    usersExcept(db, but)
      .where('access', 'is', null)
      .where(isOneOf(db, 'id', ids)),
  );
}

/** The present names of actors (core/people/actor.ts), by id; for former users the last e-mail they had. */
export async function namesOf(
  db: Handle,
  ids: readonly string[],
  administratorEmail: string,
): Promise<(id: string) => string> {
  const userIds = ids.flatMap((id) => userOfId(id) ?? []);
  const [users, keys] = await settleAll([
    run(
      db,
      db
        .selectFrom('users')
        .select(['id', 'email_key'])
        .where(isOneOf(db, 'id', userIds)),
    ),
    run(db, db.selectFrom('api_keys').select(['id', 'name'])),
  ]);
  const gone = users.flatMap(({ id, email_key: email }) => (email === null ? [id] : []));
  const last = await run(db, lastEmails(db, gone));
  const names = new Map([
    ...last.map(({ id, email }) => [idOfUser(id), emailKey(email ?? '')] as const),
    ...users.flatMap(({ id, email_key: email }) => (email === null ? [] : [[idOfUser(id), email] as const])),
    ...keys.map(({ id, name }) => [idOfKey(id), apiKeyActor(name)] as const),
    [ADMINISTRATOR_ID, emailKey(administratorEmail)] as const,
  ]);
  return (id) => names.get(id) ?? nameInId(id);
}

/** The e-mails that these users had before they lost them; the last of each user comes last. */
const lastEmails = (db: Handle, userIds: readonly string[]) => {
  const record = isPostgres(db) ? sql`before::json` : sql`before`;
  const email = sql<string | null>`${record} ->> 'user_email'`;
  return db
    .selectFrom('journal')
    .select(['subject_id as id', email.as('email')])
    .where('subject', '=', 'user')
    .where(isOneOf(db, 'subject_id', userIds))
    .where(email, 'is not', null)
    .orderBy('sequence');
};
