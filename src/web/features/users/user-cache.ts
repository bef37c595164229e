// Puts the results of this window's own writes into the cached lists at once, before the live feed has them read again.
import { listUsers, readUser, type User } from '../../../contract/users.ts';
import type { Output } from '../../../contract/operation.ts';
import { queryClient } from '../../api/hooks.ts';
import type { UserList } from './user-list.ts';

/** Shows a saved user in every list that already has the row. The order by name follows with the next read. */
export function showSavedUser(user: User): void {
  queryClient.setQueriesData<UserList>({ queryKey: [listUsers.id] }, (list) =>
    list === undefined ? list : { ...list, items: list.items.map((item) => (item.id === user.id ? user : item)) },
  );
  queryClient.setQueriesData<Output<typeof readUser>>({ queryKey: [readUser.id] }, (answer) =>
    answer === undefined || answer.user.id !== user.id ? answer : { ...answer, user },
  );
}
