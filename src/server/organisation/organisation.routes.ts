// What the organisation says of itself: the one row of `organisation`.
import * as contract from '../../contract/organisation.ts';
import type { Database, Handle } from '../db/types.ts';
import type { Server } from '../http/serve.ts';

const readRow = (db: Handle) => db.selectFrom('organisation').selectAll().executeTakeFirstOrThrow();

export function serveOrganisation(server: Server, db: Database): void {
  server.query(contract.readOrganisation, async () => {
    const { name } = await readRow(db.read);
    return { name };
  });

  server.command(contract.updateOrganisation, async (context, { body: { name } }) => {
    const { tx, now } = context;
    const before = await readRow(tx);
    // The name it has already is not a change and is not journalled.
    if (name === before.name) return { name };
    const after = { ...before, name, updated_at: now };
    await tx.updateTable('organisation').set({ name, updated_at: now }).where('id', '=', before.id).execute();
    context.record({ subject: 'organisation', subjectId: String(before.id), userId: null, before, after });
    return { name };
  });
}
