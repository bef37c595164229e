// The operations of app rules: each a switch, saved at once.
import type { Selectable } from 'kysely';
import * as contract from '../../contract/settings.ts';
import type { Database } from '../db/engine.ts';
import type { SettingsTable } from '../db/schema.ts';
import { AppError } from '../errors.ts';
import type { Server } from '../serve.ts';

const toSetting = (row: Selectable<SettingsTable>): contract.Setting => ({
  id: row.id,
  description: row.description,
  allowDisallow: row.allow_disallow === 1,
});

export function serveSettings(server: Server, db: Database): void {
  server.read(contract.listSettings, async () => {
    const rows = await db.read.selectFrom('settings').selectAll().orderBy('position').orderBy('id').execute();
    return { items: rows.map(toSetting) };
  });

  server.write(contract.updateSetting, async (context, { params, body }) => {
    const { tx, now } = context;
    const before = await tx.selectFrom('settings').selectAll().where('id', '=', params.settingId).executeTakeFirst();
    if (before === undefined) throw new AppError('setting-not-found');
    const after = { ...before, allow_disallow: body.allowDisallow ? 1 : 0, updated_at: now };
    // Switching to where it stands already is no change, and leaves no trace.
    if (after.allow_disallow === before.allow_disallow) return toSetting(before);
    await tx
      .updateTable('settings')
      .set({ allow_disallow: after.allow_disallow, updated_at: now })
      .where('id', '=', before.id)
      .execute();
    context.record({ subject: 'setting', subjectId: before.id, userId: null, before, after });
    return toSetting(after);
  });
}
