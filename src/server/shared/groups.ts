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

const isIn = (of: RawBuilder<unknown>, group: string): RawBuilder<boolean> => {
  if (group === '') return sql<boolean>`true`;
  return group === NO_GROUP ? sql<boolean>`${of} is null` : sql<boolean>`${of} = ${group}`;
};

/** Users of a group; '': of any or none. */
export const isInGroup = (group: string): RawBuilder<boolean> => isIn(sql.ref('users.group_id'), group);

/** Records whose user is in a group. Written so that neither engine can start from the users. */
export const isOfGroup = (userId: 'fines.user_id' | 'payments.user_id', group: string): RawBuilder<boolean> =>
  isIn(sql`(select users.group_id from users where users.id = ${sql.ref(userId)})`, group);
