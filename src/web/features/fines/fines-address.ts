// What the Fines screen shows, and how its address says so: `/fines/{userId}?status=Pending&search=late&page=2&add=true`.
// On a person's screen likewise: `/user/{userId}?…`.
import type { StatusFilter } from '../../../contract/fines/fines.ts';
import { PENDING_PAGE_SIZE } from '../../../core/limits.ts';
import { finesOf, PATHS, personPath, userOfFines, userOfPerson } from '../../routing/paths.ts';
import {
  flag,
  GROUP,
  oneOf,
  PAGE,
  type Path,
  SEARCH,
  type StateOf,
  stateFormat,
} from '../../ui/lists/paging/list-state.ts';

/** In the order in which they are shown. */
export const STATUSES = ['all', 'Pending', 'PartlyPaid', 'Paid', 'Waived'] as const satisfies readonly StatusFilter[];

interface Whose {
  /** undefined: those of all users */
  userId: string | undefined;
  /** on that user's own screen, where the user stays the same */
  ofPerson: boolean;
}

const path: Path<Whose> = {
  owns: (shown) => shown === PATHS.fines || userOfFines(shown) !== undefined || userOfPerson(shown) !== undefined,
  read: (shown) => ({
    userId: userOfPerson(shown) ?? userOfFines(shown),
    ofPerson: userOfPerson(shown) !== undefined,
  }),
  write: ({ userId, ofPerson }) => ({
    path: userId === undefined ? PATHS.fines : ofPerson ? personPath(userId) : finesOf(userId),
  }),
  asked: ({ userId }) => (userId === undefined ? {} : { userId }),
};

export const FINES_FORMAT = stateFormat({
  path,
  filters: {
    // What is added is not paid.
    status: { ...oneOf(STATUSES), showsAdded: ['Pending'] },
    search: SEARCH,
    group: GROUP,
  },
  others: { page: PAGE, adding: flag('add') },
  steps: true,
});

type FinesState = StateOf<typeof FINES_FORMAT>;

/** Input of `fines.list`. */
export function finesInput(state: FinesState) {
  const { userId, status } = state;
  return {
    query: {
      ...FINES_FORMAT.asked(state),
      ...(userId !== undefined && status === 'Pending' && { pageSize: PENDING_PAGE_SIZE }),
      page: state.page,
    },
  };
}
