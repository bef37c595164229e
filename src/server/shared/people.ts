// Who may act here: the administrator, and users with access.
import { emailKey } from '../../core/people/email.ts';
import { ADMINISTRATOR, givenName } from '../../core/text/own-words.ts';
import type { Person } from '../../contract/shapes.ts';
import { run, runFirst } from '../db/run.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';

/** The administrator, who has the name of their account or else of their user record, then the others by name. */
export async function readPeople(db: Handle, administratorEmail: string): Promise<Person[]> {
  const email = emailKey(administratorEmail);
  const [users, account, own] = await settleAll([
    usersWithAccess(db),
    runFirst(db, db.selectFrom('accounts').select('name').where('email_key', '=', email)),
    runFirst(
      db,
      db.selectFrom('users').select('user_name').where('email_key', '=', email).where('deleted_at', 'is', null),
    ),
  ]);
  const others = users.flatMap((user) =>
    user.email_key === null || user.email_key === email ? [] : [{ email: user.email_key, name: user.user_name }],
  );
  return [{ email, name: administratorName(account?.name ?? ADMINISTRATOR, own?.user_name ?? null) }, ...others];
}

/** The name the administrator gave themselves, else that of the user record with their e-mail; empty without either. */
export function administratorName(ofAccount: string, ofUser: string | null): string {
  return givenName(ofAccount) || (ofUser ?? '');
}

const usersWithAccess = (db: Handle) =>
  run(
    db,
    db
      .selectFrom('users')
      .select(['email_key', 'user_name'])
      .where('access', 'is not', null)
      .where('status', '=', 'Active')
      .where('deleted_at', 'is', null)
      .where('email_key', 'is not', null)
      .orderBy('sort_key')
      .orderBy('id'),
  );
