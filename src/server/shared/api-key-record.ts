// What the journal records of an API key: neither the hash, nor when it was last used, which is no change of the record.
import type { Selectable } from 'kysely';
import type { ApiKeysTable } from '../db/schema.ts';

export const apiKeyRecord = ({ id, name, access, expires_at, revoked_at }: Selectable<ApiKeysTable>) => ({
  id,
  name,
  access,
  expires_at,
  revoked_at,
});
