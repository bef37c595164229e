// Detects that the administrator's e-mail has changed since the last start.
import { emailKey } from '../../core/people/email.ts';
import { inWriteTransaction } from '../db/transaction.ts';
import type { Database, Handle } from '../db/types.ts';
import { endSignIns } from './access.ts';
import { voidLinks } from './links/links.ts';

/**
 * When ADMIN_EMAIL changes, one account loses the administrator's rights and another gets them, so all sign-ins of both
 * end. Returns their accounts.
 */
export async function endSignInsOfFormer(
  db: Database,
  administratorEmail: string,
  now: number,
): Promise<{ accountId: string }[]> {
  const row = { key: 'administrator', value: emailKey(administratorEmail) };
  const readKnown = (handle: Handle) =>
    handle.selectFrom('instance').select('value').where('key', '=', row.key).executeTakeFirst();
  // Checked first because a read-only file accepts no write transaction.
  if ((await readKnown(db.read))?.value === row.value) return [];
  return await inWriteTransaction(db, async (tx) => {
    const known = await readKnown(tx);
    // Of several processes that start at once only the first finds another value, however long the others waited for it.
    const written = await tx
      .insertInto('instance')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: row.value }).where('instance.value', '<>', row.value),
      )
      .returning('key')
      .executeTakeFirst();
    if (known === undefined || written === undefined) return [];
    const accounts: { accountId: string }[] = [];
    for (const email of [known.value, row.value]) {
      const user = await tx.selectFrom('users').select('id').where('email_key', '=', email).executeTakeFirst();
      if (user !== undefined) await voidLinks(tx, now, user.id);
      const account = await endSignIns(tx, now, { userId: null, emailKey: email });
      if (account !== undefined) accounts.push(account);
    }
    return accounts;
  });
}
