// The address of the fines screen: whose fines, of which status, which page, and whether the dialog is open,
// and what is asked for it: `/fines/{userId}?status=Pending&page=2&add=true`.
import type { StatusFilter } from '../../../contract/fines/fines.ts';
import { PENDING_PAGE_SIZE } from '../../../core/limits.ts';
import type { AddressFormat } from '../../routing/address.ts';
import { finesOf, PATHS, userOfFines } from '../../routing/paths.ts';
import { readChoice, readPage, withQuery } from '../../ui/lists/paging/list-state.ts';

/** Of the status filter, in the order they are shown. */
export const STATUSES = ['all', 'Pending', 'Paid'] as const satisfies readonly StatusFilter[];

export interface Place {
  /** undefined: of all users */
  userId: string | undefined;
  status: StatusFilter;
  /** from 1 */
  page: number;
  /** the "Add New Fine" dialog is open */
  adding: boolean;
}

export const FINES_FORMAT: AddressFormat<Place> = {
  owns: (path) => path === PATHS.fines || userOfFines(path) !== undefined,
  read: ({ path, search: query }) => ({
    userId: userOfFines(path),
    status: readChoice(query, 'status', STATUSES),
    page: readPage(query),
    adding: query.get('add') === 'true',
  }),
  write: ({ userId, status, page, adding }) =>
    withQuery(userId === undefined ? PATHS.fines : finesOf(userId), [
      ['status', status, STATUSES[0]],
      ['page', String(page), '1'],
      ['add', String(adding), 'false'],
    ]),
};

/** Which fines are shown: what `fines.list` and its export call the same. */
export const exportInput = ({ userId, status }: Pick<Place, 'userId' | 'status'>) => ({
  query: { ...(userId !== undefined && { userId }), ...(status !== 'all' && { status }) },
});

/** Input of `fines.list`. */
export function finesInput(place: Pick<Place, 'userId' | 'status' | 'page'>) {
  const { userId, status, page } = place;
  return {
    query: {
      ...exportInput(place).query,
      ...(userId !== undefined && status === 'Pending' && { pageSize: PENDING_PAGE_SIZE }),
      page,
    },
  };
}
