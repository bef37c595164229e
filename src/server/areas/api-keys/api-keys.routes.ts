// The operations of API keys.
import type { Selectable } from 'kysely';
import * as contract from '../../../contract/sign-in/api-keys.ts';
import { MAX_API_KEYS } from '../../../core/limits.ts';
import { searchKey } from '../../../core/text/search.ts';
import type { ApiKeysTable } from '../../db/schema.ts';
import type { Database } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { Server } from '../../http/serve.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { apiKeyRecord } from '../../shared/api-key-record.ts';
import { newRecordId } from '../../shared/ids.ts';
import { toInstant, toInstantOrNull } from '../../shared/wire.ts';
import { hashOfKey, newKey } from '../../auth/api-keys.ts';

type Row = Selectable<ApiKeysTable>;

const DAY_MS = 24 * 60 * 60 * 1000;

export function serveApiKeys(server: Server, db: Database): void {
  server.query(contract.listApiKeys, async () => {
    const rows = await db.read.selectFrom('api_keys').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
    return { items: rows.map(toApiKey) };
  });

  server.command(contract.addApiKey, async (context, { body }) => {
    const { tx, now, actor } = context;
    const name_key = searchKey(body.name);
    const others = await tx.selectFrom('api_keys').select(['name_key', 'revoked_at', 'expires_at']).execute();
    if (others.some((other) => other.name_key === name_key)) throw new AppError('api-key-name-used');
    const inForce = others.filter(({ revoked_at, expires_at }) => revoked_at === null && expires_at > now);
    if (inForce.length >= MAX_API_KEYS) throw new AppError('too-many-api-keys');
    const key = newKey();
    const row: Row = {
      id: newRecordId(),
      name: body.name,
      name_key,
      key_hash: hashOfKey(key),
      access: body.access,
      created_at: now,
      created_by: actor.name,
      expires_at: now + body.days * DAY_MS,
      revoked_at: null,
      last_used_on: null,
    };
    await tx.insertInto('api_keys').values(row).execute();
    record(context, null, row);
    return { apiKey: toApiKey(row), key };
  });

  server.command(contract.revokeApiKey, async (context, { params }) => {
    const { tx, now } = context;
    const before = await tx.selectFrom('api_keys').selectAll().where('id', '=', params.keyId).executeTakeFirst();
    if (before === undefined) throw new AppError('api-key-not-found');
    if (before.revoked_at !== null || before.expires_at <= now) return toApiKey(before);
    const after = { ...before, revoked_at: now };
    await tx.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', before.id).execute();
    record(context, before, after);
    return toApiKey(after);
  });
}

function record(context: CommandContext, before: Row | null, after: Row): void {
  const subject = { subject: 'api-key', subjectId: after.id, userId: null } as const;
  context.record({ ...subject, before: before && apiKeyRecord(before), after: apiKeyRecord(after) });
}

const toApiKey = (row: Row): contract.ApiKey => ({
  id: row.id,
  name: row.name,
  access: row.access,
  createdAt: toInstant(row.created_at),
  createdBy: row.created_by,
  expiresAt: toInstant(row.expires_at),
  revokedAt: toInstantOrNull(row.revoked_at),
  lastUsedOn: row.last_used_on,
});
