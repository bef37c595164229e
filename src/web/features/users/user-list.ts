// How deletions under way change the page of users on screen.
import type { Output } from '../../../contract/operation.ts';
import type { listUsers } from '../../../contract/users.ts';

/** An answer of `users.list`. */
export type UserList = Output<typeof listUsers>;

/** A page of users without those being deleted: its rows and both counts. */
export function withoutUsers(list: UserList, userIds: ReadonlySet<string>): UserList {
  const items = list.items.filter((user) => !userIds.has(user.id));
  const hidden = list.items.length - items.length;
  if (hidden === 0) return list;
  return { ...list, items, totalItems: list.totalItems - hidden, totalUsers: list.totalUsers - hidden };
}
