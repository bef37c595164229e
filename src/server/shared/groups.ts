// The groups that members may be in, and whether they are.
import { type RawBuilder, sql } from 'kysely';
import { type GroupNames, NO_GROUP } from '../../core/people/group.ts';
import { searchKey } from '../../core/text/search.ts';
import { run } from '../db/run.ts';
import type { Handle } from '../db/types.ts';

export interface Group extends GroupNames {
  id: string;
  active: boolean;
}

/** In the order of the list. */
export async function readGroups(db: Handle): Promise<Group[]> {
  const rows = await run(db, db.selectFrom('groups').selectAll().orderBy('position'));
  return rows.map(({ id, name, name_urdu: urduName, active }) => ({ id, name, urduName, active: active === 1 }));
}

/** The groups by what people call them, in either language. */
export const groupsByName = (groups: readonly Group[]): ReadonlyMap<string, Group> =>
  new Map(
    groups.flatMap((group) =>
      [group.name, group.urduName].filter((name) => name !== '').map((name) => [searchKey(name), group] as const),
    ),
  );

/** Users of a group; '': of any or none. */
export const isInGroup = (group: string): RawBuilder<boolean> => {
  if (group === '') return sql<boolean>`true`;
  return group === NO_GROUP ? sql<boolean>`users.group_id is null` : sql<boolean>`users.group_id = ${group}`;
};

/**
 * Records whose user is in a group. Both engines list its members once and look each record's up there; written so that
 * neither can start from the members.
 */
export const isOfGroup = (userId: 'fines.user_id' | 'payments.user_id', group: string): RawBuilder<boolean> =>
  group === ''
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(userId)} in (select users.id from users where ${isInGroup(group)})) is true`;
