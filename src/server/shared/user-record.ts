// What the journal records of a user: the details, not the figures, which have their own entries.
import type { Selectable } from 'kysely';
import type { UsersTable } from '../db/schema.ts';

export const userRecord = ({
  id,
  user_name,
  user_email,
  user_role,
  phone,
  status,
  access,
}: Selectable<UsersTable>) => ({
  id,
  user_name,
  user_email,
  user_role,
  phone,
  status,
  access,
});
