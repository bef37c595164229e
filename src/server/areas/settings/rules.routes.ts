// The operations of rules, which are switches that take effect immediately. Their rows are in `settings`.
import type { Selectable } from 'kysely';
import * as contract from '../../../contract/settings/rules.ts';
import { emailKey } from '../../../core/people/email.ts';
import { beginsOn, termsIn } from '../../../core/fines/late-surcharge.ts';
import { RULE_ID } from '../../../core/fines/rules.ts';
import { findAccount } from '../../auth/accounts.ts';
import { passkeysOf } from '../../auth/passkeys/passkeys.ts';
import type { Database, Handle } from '../../db/types.ts';
import type { SettingsTable } from '../../db/schema.ts';
import { AppError } from '../../base/errors.ts';
import type { Server } from '../../http/serve.ts';
import { readDueDays } from '../../shared/rules.ts';
import * as surcharges from '../fines/surcharges.service.ts';

const toRule = (row: Selectable<SettingsTable>): contract.Rule => ({
  id: row.id,
  description: row.description,
  allowDisallow: row.allow_disallow === 1,
});

/** Keeps people from locking themselves out. Throws AppError `passkey-first`. */
async function requireOwnPasskey(tx: Handle, email: string): Promise<void> {
  const account = await findAccount(tx, emailKey(email));
  const own = account === undefined ? [] : await passkeysOf(tx, account.accountId);
  if (own.length === 0) throw new AppError('passkey-first');
}

export function serveRules(server: Server, { db, timeZone }: { db: Database; timeZone: string }): void {
  server.query(contract.listRules, async () => {
    const rows = await db.read.selectFrom('settings').selectAll().orderBy('position').orderBy('id').execute();
    return { items: rows.map(toRule) };
  });

  server.command(contract.switchRule, async (context, { params, body }) => {
    const { tx, now, today } = context;
    const before = await tx.selectFrom('settings').selectAll().where('id', '=', params.ruleId).executeTakeFirst();
    if (before === undefined) throw new AppError('rule-not-found');
    if (before.id === RULE_ID['money-needs-passkey'] && body.allowDisallow)
      await requireOwnPasskey(tx, context.actor.name);
    const begins = before.id === RULE_ID['late-surcharge'] && body.allowDisallow;
    if (begins && (await readDueDays(tx)) === null) throw new AppError('due-days-first');
    // Nothing is added for days before a rule was switched on.
    const stored = termsIn(before.terms);
    const terms = begins ? JSON.stringify({ ...stored, since: beginsOn(stored, today) }) : before.terms;
    const after = { ...before, allow_disallow: body.allowDisallow ? 1 : 0, terms, updated_at: now };
    // Setting the current value is not a change and is not journalled.
    if (after.allow_disallow === before.allow_disallow) return toRule(before);
    await tx
      .updateTable('settings')
      .set({ allow_disallow: after.allow_disallow, terms, updated_at: now })
      .where('id', '=', before.id)
      .execute();
    context.record({ subject: 'setting', subjectId: before.id, userId: null, before, after });
    return toRule(after);
  });

  server.cachedQuery(contract.readSurcharges, (_call, { tx, today }) =>
    surcharges.readSurcharges(tx, { today, timeZone }),
  );
  server.command(contract.updateSurcharges, (context, { body }) => surcharges.updateSurcharges(context, body));
  server.command(contract.undoSurcharges, (context, { body }) => surcharges.undoSurcharges(context, body));
}
