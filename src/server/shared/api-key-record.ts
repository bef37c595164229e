// An API key as the journal records it: without the hash, and without its last use, which is no change of the record.
import type { Selectable } from 'kysely';
import type { ApiKeysTable } from '../db/schema.ts';

export const apiKeyRecord = ({ id, name, access, expires_at, revoked_at }: Selectable<ApiKeysTable>) => ({
  id,
  name,
  access,
  expires_at,
  revoked_at,
});
