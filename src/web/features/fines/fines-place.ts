// The address of the Fines screen, and the input of its queries. It says whose fines, with which status, matching which
// search, on which page, and whether the dialog is open: `/fines/{userId}?status=Pending&search=late&page=2&add=true`.
// On a person's screen likewise: `/user/{userId}?…`.
import type { StatusFilter } from '../../../contract/fines/fines.ts';
import { PENDING_PAGE_SIZE } from '../../../core/limits.ts';
import type { AddressFormat } from '../../routing/address.ts';
import { finesOf, PATHS, personPath, userOfFines, userOfPerson } from '../../routing/paths.ts';
import { readChoice, readPage, readSearch, withQuery } from '../../ui/lists/paging/list-state.ts';

/** The options of the status filter, in the order in which they are shown. */
export const STATUSES = ['all', 'Pending', 'PartlyPaid', 'Paid', 'Waived'] as const satisfies readonly StatusFilter[];

export interface Place {
  /** undefined: those of all users */
  userId: string | undefined;
  /** on that user's own screen, where the user stays the same */
  ofPerson: boolean;
  status: StatusFilter;
  /** by type, note, amount or day */
  search: string;
  /** from 1 */
  page: number;
  /** the "Add New Fine" dialog is open */
  adding: boolean;
}

export const FINES_FORMAT: AddressFormat<Place> = {
  owns: (path) => path === PATHS.fines || userOfFines(path) !== undefined || userOfPerson(path) !== undefined,
  read: ({ path, search: query }) => ({
    userId: userOfPerson(path) ?? userOfFines(path),
    ofPerson: userOfPerson(path) !== undefined,
    status: readChoice(query, 'status', STATUSES),
    search: readSearch(query),
    page: readPage(query),
    adding: query.get('add') === 'true',
  }),
  write: ({ userId, ofPerson, status, search, page, adding }) =>
    withQuery(userId === undefined ? PATHS.fines : ofPerson ? personPath(userId) : finesOf(userId), [
      ['status', status, STATUSES[0]],
      ['search', search, ''],
      ['page', String(page), '1'],
      ['add', String(adding), 'false'],
    ]),
};

/** Which fines are shown: the part of the query that `fines.list` and its export have in common. */
export const exportInput = ({ userId, status, search }: Pick<Place, 'userId' | 'status' | 'search'>) => ({
  query: {
    ...(userId !== undefined && { userId }),
    ...(status !== 'all' && { status }),
    ...(search.trim() !== '' && { search: search.trim() }),
  },
});

/** Input of `fines.list`. */
export function finesInput(place: Pick<Place, 'userId' | 'status' | 'search' | 'page'>) {
  const { userId, status, page } = place;
  return {
    query: {
      ...exportInput(place).query,
      ...(userId !== undefined && status === 'Pending' && { pageSize: PENDING_PAGE_SIZE }),
      page,
    },
  };
}
