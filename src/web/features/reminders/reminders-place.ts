// The address of the Reminders screen: `/reminders?search=khan&show=overdue&quiet=7&page=2`.
import type { ReminderShow } from '../../../contract/money/reminders.ts';
import type { AddressFormat } from '../../routing/address.ts';
import { PATHS } from '../../routing/paths.ts';
import { readChoice, readPage, readSearch, withQuery } from '../../ui/lists/paging/list-state.ts';

export const SHOWN = ['open', 'overdue', 'promised', 'all'] as const satisfies readonly ReminderShow[];

/** The choices of "not reminded for", in days; 0: no condition. */
export const QUIET_DAYS = ['0', '1', '7', '30'] as const;

export interface Place {
  search: string;
  show: ReminderShow;
  quiet: (typeof QUIET_DAYS)[number];
  /** from 1 */
  page: number;
}

export const REMINDERS_FORMAT: AddressFormat<Place> = {
  owns: (path) => path === PATHS.reminders,
  read: ({ search: query }) => ({
    search: readSearch(query),
    show: readChoice(query, 'show', SHOWN),
    quiet: readChoice(query, 'quiet', QUIET_DAYS),
    page: readPage(query),
  }),
  write: ({ search, show, quiet, page }) =>
    withQuery(PATHS.reminders, [
      ['search', search, ''],
      ['show', show, SHOWN[0]],
      ['quiet', quiet, QUIET_DAYS[0]],
      ['page', String(page), '1'],
    ]),
};

/** The part of the query that `reminders.list` and its export have in common. */
export const listFilter = ({ search, show, quiet }: Omit<Place, 'page'>) => ({
  search: search.trim(),
  show,
  notRemindedFor: Number(quiet),
});
