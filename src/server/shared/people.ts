// Who acts or acted here: the administrator, and users with access.
import { emailKey } from '../../core/people/email.ts';
import { ADMINISTRATOR, givenName } from '../../core/text/own-words.ts';
import type { Person } from '../../contract/shapes.ts';
import { run, runFirst } from '../db/run.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';

/**
 * Whom records may name: the administrator, then users with access by name, inactive ones too, and those who held cash before they
 * lost it.
 */
export async function readPeople(db: Handle, administratorEmail: string): Promise<Person[]> {
  const email = emailKey(administratorEmail);
  const [administrator, staff, former] = await settleAll([
    readAdministrator(db, email),
    run(db, withAccess(db, email)),
    run(db, formerHolders(db, email)),
  ]);
  return [administrator, ...[...staff, ...former].flatMap(toPerson)];
}

/** Who may take cash over. */
export async function readTakers(db: Handle, administratorEmail: string): Promise<Person[]> {
  const email = emailKey(administratorEmail);
  const [administrator, staff] = await settleAll([
    readAdministrator(db, email),
    run(db, withAccess(db, email).where('status', '=', 'Active')),
  ]);
  return [administrator, ...staff.flatMap(toPerson)];
}

/** Has the name of their account or else of their user record. */
async function readAdministrator(db: Handle, email: string): Promise<Person> {
  const [account, own] = await settleAll([
    runFirst(db, db.selectFrom('accounts').select('name').where('email_key', '=', email)),
    runFirst(
      db,
      db.selectFrom('users').select('user_name').where('email_key', '=', email).where('deleted_at', 'is', null),
    ),
  ]);
  return { email, name: administratorName(account?.name ?? ADMINISTRATOR, own?.user_name ?? null) };
}

/** The name the administrator gave themselves, else that of the user record with their e-mail; empty without either. */
export function administratorName(ofAccount: string, ofUser: string | null): string {
  return givenName(ofAccount) || (ofUser ?? '');
}

const toPerson = ({ email_key: email, user_name: name }: { email_key: string | null; user_name: string }): Person[] =>
  email === null ? [] : [{ email, name }];

const usersBut = (db: Handle, email: string) =>
  db
    .selectFrom('users')
    .select(['email_key', 'user_name'])
    .where('deleted_at', 'is', null)
    .where('email_key', '<>', email);

const withAccess = (db: Handle, but: string) =>
  usersBut(db, but).where('access', 'is not', null).orderBy('sort_key').orderBy('id');

const formerHolders = (db: Handle, but: string) =>
  usersBut(db, but)
    .where('access', 'is', null)
    .where('email_key', 'in', db.selectFrom('cash_holders').select('holder'));
